import type { z } from 'zod'
import { type MovableClock, type Params, type Reply, type Route, reply, type Service } from '../core/index.js'
import type { Faults } from './faults.js'
import type { OutboxEntry } from './outbox.js'
import type { RequestRecord } from './requests.js'
import type { Snapshots } from './snapshots.js'

/** The e-mails that were sent, whoever keeps them. */
export interface Mails {
  /** Every e-mail so far, the newest last; waits for those that are being composed. */
  list(): Promise<readonly OutboxEntry[]>
  empty(): void
}

export interface Records {
  list(): readonly RequestRecord[]
  empty(): void
}

/** What the control interface drives. */
export interface Controlled {
  service: Service
  clock: MovableClock
  outbox: Mails
  records: Records
  faults: Faults
  snapshots: Snapshots
  /** Back to the seed, with an empty outbox, no records, the real time, and nothing that goes wrong. */
  reset(): Promise<void>
  version: string
}

export interface ControlRequest<Value = unknown> {
  body: Value
  params: Params
  controlled: Controlled
}

/** One row of the control interface. */
export interface ControlOperation<Value = unknown> extends Route {
  summary: string
  body?: z.ZodType<Value>
  run(request: ControlRequest<Value>): Promise<Reply> | Reply
}

export const controlOperation = <Value>(definition: ControlOperation<Value>): ControlOperation =>
  definition as ControlOperation

/** An answer that holds a value. */
export const data = (value: unknown, status = 200): Reply =>
  reply(status, JSON.stringify({ success: true, data: value }))

export const done: Reply = reply(200, '{"success":true}')
