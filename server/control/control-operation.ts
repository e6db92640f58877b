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

/** Everything that the control interface drives, of one session or of what belongs to none. */
export interface Controlled {
  service: Service
  clock: MovableClock
  outbox: {
    /** All e-mails so far, newest last; waits for those that are being composed. */
    list(): Promise<readonly OutboxEntry[]>
    empty(): Awaitable<void>
  }
  records: { list(): readonly RequestRecord[]; empty(): void; add(record: RequestRecord): void }
  events: Events
  faults: Faults
  snapshots: Snapshots
  /** Goes back to the seed: an empty outbox, no records, the real time, and no planned faults. */
  reset(): Promise<void>
  /**
   * As a reset, to another seed, which later resets go back to.
   *
   * @throws {Refusal} if the seed is invalid or too large: nothing changes
   */
  load(seed: unknown): Promise<void>
  version: string
}

/** What a control request acts on: one session, or what belongs to none, and the list of sessions. */
export interface ControlScope extends Controlled {
  sessions: { list(): readonly SessionDescription[]; end(name: string): boolean }
  /** The id of the last event that the caller has seen: the header Last-Event-ID. */
  lastEventId: string | undefined
}

/** Without a reply, the response says only that it is done. */
// biome-ignore lint/suspicious/noConfusingVoidType: this also permits functions that return nothing
type Answer = Reply | void
type Run<Value> = (controlled: ControlScope, body: Value, params: Params) => Answer | Promise<Answer>

/** An operation of the control interface. */
export interface ControlOperation<Value = unknown> extends Route {
  summary: string
  body?: z.ZodType<Value> | undefined
  run: Run<Value>
}

/** Defines an operation by `METHOD PATH` that takes no body. */
export function operation(route: string, summary: string, run: Run<undefined>): ControlOperation {
  const [method = '', path = ''] = route.split(' ')
  return { method, path, summary, run: run as Run<unknown> }
}

/** Defines an operation by `METHOD PATH` that takes a body. */
export function operationWithBody<Value>(
  route: string,
  summary: string,
  body: z.ZodType<Value>,
  run: Run<Value>,
): ControlOperation {
  return { ...operation(route, summary, run as Run<unknown>), body }
}

/** A response with a value. */
export const data = (value: unknown, status = 200): Reply =>
  reply(status, JSON.stringify({ success: true, data: value }))
