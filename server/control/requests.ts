import {
  type Call,
  type Clock,
  createRouter,
  dateText,
  type Exchange,
  mostSearched,
  type OperationId,
  operations,
  type Reply,
  safeBody,
  safeText,
  senderOf,
  splitTarget,
} from '../core/index.js'

/** A recorded request and its response, without secrets. */
export interface RequestRecord {
  /** When the response was sent: ISO 8601, UTC, by the clock of the service. */
  at: string
  /** `GET`, `POST`, `PUT`, `DELETE` ... */
  method: string
  /** Path and query. */
  target: string
  /** The operation with this path and method, if there is one. */
  operation?: OperationId
  /** The address in the credentials, even if they were wrong; hidden if it might be a password. */
  as?: string
  /** The body, truncated if long. */
  request?: string
  /** 0 if the connection was dropped. */
  status: number
  /** The body of the response, truncated if long. */
  reply: string
  /** True if `request` or `reply` is truncated. */
  truncated?: true
  /** The duration in milliseconds. */
  took: number
  /**
   * True if the client gave up before the response: `status` is then that of the response it did not wait for, or 0 if the
   * request was held.
   */
  aborted?: true
}

const router = createRouter(operations)

/** The operation of a call. */
export function operationOf({ method, target }: Pick<Call, 'method' | 'target'>): OperationId | undefined {
  const match = router.match(method, splitTarget(target).path)
  return match.kind === 'found' ? match.route.id : undefined
}

/** The maximum number of body characters recorded. */
const recordedCharacters = 16_384

/** Creates the record of a request and its response, without secrets and with bodies of at most `limit` characters. */
export function requestRecordOf(
  { call, reply, took, aborted }: Exchange,
  clock: Clock,
  limit = recordedCharacters,
): RequestRecord {
  const { as, secrets, target } = senderOf(call)
  const operation = reply.operation ?? operationOf(call)
  const longest = Math.min(limit, mostSearched)
  const request = call.body.length === 0 ? undefined : safeBody(call.body, longest + 1, secrets)
  // A longer body is hidden entirely.
  const isHidden = call.body.length > mostSearched
  const isCut = isHidden || (request?.length ?? 0) > longest || reply.body.length > limit
  return {
    at: dateText(clock.now()),
    method: call.method,
    target,
    ...(operation !== undefined && { operation }),
    ...(as !== undefined && { as }),
    ...(request !== undefined && { request: request.slice(0, longest) }),
    status: reply.status,
    reply: safeReply(reply, limit, secrets),
    ...(isCut && { truncated: true }),
    took: Math.round(took * 10) / 10,
    ...(aborted && { aborted }),
  }
}

/** Returns the response body without secrets; refusals may repeat parts of the request. */
function safeReply({ status, body }: Reply, limit: number, secrets: readonly string[]): string {
  const shown = body.slice(0, limit)
  return status < 400 ? shown : safeText(shown, secrets)
}

/** Keeps the newest records, up to `limit`. */
export function createRecords(limit: number) {
  let records: RequestRecord[] = []
  return {
    list: (): readonly RequestRecord[] => records.slice(-limit),
    empty() {
      records = []
    },
    add(record: RequestRecord) {
      records.push(record)
      if (records.length >= 2 * limit) records = records.slice(-limit)
    },
  }
}
