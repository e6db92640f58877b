import type { z } from 'zod'
import {
  type Awaitable,
  type MovableClock,
  type OutboxEntry,
  type Params,
  type Reply,
  type Route,
  reply,
  type Service,
} from '../core/index.js'
import type { Events } from './events.js'
import type { Faults } from './faults.js'
import type { RequestRecord } from './requests.js'
import type { SessionDescription } from './session-limits.js'
import type { Snapshots } from './snapshots.js'

/** Everything that the control interface controls, in a session or outside of sessions. */
export interface Controlled {
  service: Service
  clock: MovableClock
  outbox: {
    /** All e-mails so far, newest last; waits for those still being composed. */
    list(): Promise<readonly OutboxEntry[]>
    empty(): Awaitable<void>
  }
  records: { list(): readonly RequestRecord[]; empty(): void; add(record: RequestRecord): void }
  events: Events
  faults: Faults
  snapshots: Snapshots
  /** Resets to the seed: an empty outbox, no records, the real time, and no planned faults. */
  reset(): Promise<void>
  /**
   * Resets to another seed, which later resets return to.
   *
   * @throws {Refusal} if the seed is invalid or too large: nothing changes
   */
  load(seed: unknown): Promise<void>
  version: string
}

/** The scope of a control request: one session, or the data outside of sessions, and the list of sessions. */
export interface ControlScope extends Controlled {
  sessions: { list(): readonly SessionDescription[]; end(name: string): boolean }
  /** The id of the last event that the caller received, from the Last-Event-ID header. */
  lastEventId: string | undefined
}

/** Without a reply, the response only reports success. */
// biome-ignore lint/suspicious/noConfusingVoidType: this also permits functions that return nothing
type Answer = Reply | void
type Run<Value> = (controlled: ControlScope, body: Value, params: Params) => Answer | Promise<Answer>

/** An operation of the control interface. */
export interface ControlOperation<Value = unknown> extends Route {
  summary: string
  body?: z.ZodType<Value> | undefined
  run: Run<Value>
}

/** Defines an operation without a body, by `METHOD PATH`. */
export function operation(route: string, summary: string, run: Run<undefined>): ControlOperation {
  const [method = '', path = ''] = route.split(' ')
  return { method, path, summary, run: run as Run<unknown> }
}

/** Defines an operation with a body, by `METHOD PATH`. */
export function operationWithBody<Value>(
  route: string,
  summary: string,
  body: z.ZodType<Value>,
  run: Run<Value>,
): ControlOperation {
  return { ...operation(route, summary, run as Run<unknown>), body }
}

/** Creates a response with a value. */
export const data = (value: unknown, status = 200): Reply =>
  reply(status, JSON.stringify({ success: true, data: value }))
