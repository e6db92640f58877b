import {
  type Call,
  type Clock,
  createRouter,
  type OperationId,
  operations,
  type Reply,
  splitTarget,
} from '../core/index.js'
import type { Records } from './control-operation.js'
import { claimedEmail, safeBody, safeTarget } from './redact.js'

/** One request and its answer, as logs and records see them. */
export interface Exchange {
  call: Call
  reply: Reply
  /** Milliseconds from the first byte read to the answer. */
  took: number
}

/** A request and its answer as they are kept for a look afterwards, without credentials. */
export interface RequestRecord {
  /** ISO 8601, UTC. */
  at: string
  method: string
  target: string
  /** The operation that was asked for, where there is one of this path and method. */
  operation?: OperationId
  /** The address in the credentials, whether they were right or not. */
  as?: string
  /** The bodies, cut where they are long. */
  request?: string
  /** 0 where the connection was cut. */
  status: number
  reply: string
  /** Milliseconds. */
  took: number
}

const router = createRouter(operations)

/** The operation that a call asks for. */
export function operationOf({ method, target }: Call): OperationId | undefined {
  const match = router.match(method, splitTarget(target).path)
  return match.kind === 'found' ? match.route.id : undefined
}

/** What is kept of a body. */
const recordedCharacters = 16_384

/** A request and its answer as the control interface shows them: without credentials, and cut where they are long. */
export function requestRecordOf({ call, reply, took }: Exchange, clock: Clock): RequestRecord {
  const as = claimedEmail(call)
  const operation = operationOf(call)
  return {
    at: new Date(clock.now()).toISOString(),
    method: call.method,
    target: safeTarget(call.target),
    ...(operation !== undefined && { operation }),
    ...(as !== undefined && { as }),
    ...(call.body.length > 0 && { request: safeBody(call.body, recordedCharacters) }),
    status: reply.status,
    reply: reply.body.slice(0, recordedCharacters),
    took: Math.round(took * 10) / 10,
  }
}

/** Keeps the newest records, up to a number. */
export function createRecords(limit: number): Records & { add(record: RequestRecord): void } {
  let records: RequestRecord[] = []
  return {
    list: () => records.slice(-limit),
    empty() {
      records = []
    },
    add(record) {
      records.push(record)
      if (records.length >= 2 * limit) records = records.slice(-limit)
    },
  }
}
