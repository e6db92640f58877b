import type { z } from 'zod'
import type { MovableClock, Params, Reply, Route, Service } from '../core/index.js'

/** An e-mail as the outbox keeps it. */
export interface Outbox {
  /** Every e-mail so far, the newest last; waits for those that are being composed. */
  list(): Promise<readonly object[]>
  empty(): void
}

/** A request and its answer as they are kept for a look afterwards, without credentials. */
export interface Record {
  /** ISO 8601, UTC. */
  at: string
  method: string
  target: string
  /** The address in the credentials, whether they were right or not. */
  as?: string
  /** The bodies, cut where they are long. */
  request?: string
  status: number
  reply: string
  /** Milliseconds. */
  took: number
}

export interface Records {
  list(): readonly Record[]
  empty(): void
}

/** What the control interface drives. */
export interface Controlled {
  service: Service
  clock: MovableClock
  outbox: Outbox
  records: Records
  /** Back to the seed, with an empty outbox, no records and the real time. */
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
