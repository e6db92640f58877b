import {
  type Exchange,
  operationOf,
  type RequestRecord,
  requestRecordOf,
  safeBody,
  senderOf,
} from '../../server/control/index.js'
import {
  type Call,
  type Clock,
  type ErrorAnswer,
  type OperationId,
  type OperationTypes,
  splitTarget,
} from '../../server/core/index.js'

/** A request that the mock has answered, without credentials, passwords and secrets in links. */
interface Recorded {
  /** The time of the response by the clock of the service: ISO 8601, UTC. */
  readonly at: string
  /** `GET`, `POST`, `PUT`, `DELETE` ... */
  readonly method: string
  /** The path without the query. */
  readonly path: string
  /** The e-mail address in the credentials, even if they were wrong. */
  readonly account?: string
  /** The status of the response; 0 for a network error. */
  readonly status: number
  /** Milliseconds until the response, including latency. While the clock is frozen, only by how much it was moved. */
  readonly ms: number
  /**
   * True if the client gave up first: it did not see the response, although the request may have taken effect. MSW 2 reports
   * this only for `fetch`, not for `http.request` and `XMLHttpRequest`, which axios uses; MSW 3 reports it for all.
   */
  readonly aborted?: true
  /** True if the body was over 65,536 characters, or if body and reply were dropped to make room for later requests. */
  readonly truncated?: true
}

/** A request to an operation; its body and reply have the types that they should have. */
export interface RecordedOperation<Id extends OperationId> extends Recorded {
  /** The name of the operation, such as `createBooking`. */
  readonly operation: Id
  /** The parameters of the query, as text. */
  readonly query: Readonly<OperationTypes[Id]['query']>
  /** The body as parsed JSON, or as text if it is not JSON. */
  readonly body?: OperationTypes[Id]['body']
  /** The response body as parsed JSON, or as text if it is not JSON. */
  readonly reply?: OperationTypes[Id]['answer'] | ErrorAnswer
}

/** A request that matches no operation. */
export interface RecordedOther extends Recorded {
  /** Absent if method and path match no operation. */
  readonly operation?: undefined
  /** The parameters of the query, as text. */
  readonly query: Readonly<{ [name: string]: string }>
  /** The body as parsed JSON, or as text if it is not JSON. */
  readonly body?: unknown
  /** The response body as parsed JSON, or as text if it is not JSON. */
  readonly reply?: unknown
}

/** A recorded request, discriminated by `operation`. */
export type RecordedRequest = { [Id in OperationId]: RecordedOperation<Id> }[OperationId] | RecordedOther

type Sent = 'operation' | 'method' | 'path' | 'query' | 'body' | 'account'

/** A request before it is answered, as passed to the condition of a test; discriminated by `operation`. */
export type ReceivedRequest<Id extends OperationId | undefined = OperationId | undefined> =
  Id extends OperationId ? Pick<RecordedOperation<Id>, Sent> : Pick<RecordedOther, Sent>

/** The maximum number of requests that are kept. */
const most = 1_000
/** The maximum number of characters of all bodies and replies that are kept. */
const mostCharacters = 50_000_000

interface Entry {
  request: RecordedRequest
  /** The length of `body` and `reply` as text, in characters. */
  characters: number
  /** `body` and `reply` as text. They are parsed when the requests are listed, because most are never read. */
  texts?: { readonly body?: string; readonly reply?: string } | undefined
}

/** Records requests, and drops the oldest bodies and replies when the total exceeds the limit. */
export function createRequestRecords(clock: Clock, limit = mostCharacters) {
  let entries: Entry[] = []
  let characters = 0

  function truncate(entry: Entry): void {
    const { body: _, reply: __, ...rest } = entry.request
    characters -= entry.characters
    entry.characters = 0
    entry.texts = undefined
    entry.request = { ...rest, truncated: true } as RecordedRequest
  }

  return {
    list: (): readonly RecordedRequest[] => entries.slice(-most).map(parsedRequest),
    empty() {
      entries = []
      characters = 0
    },
    add(exchange: Exchange) {
      const entry = entryOf(exchange, clock)
      entries.push(entry)
      characters += entry.characters
      if (entries.length >= 2 * most) {
        for (const { characters: gone } of entries.slice(0, -most)) characters -= gone
        entries = entries.slice(-most)
      }
      if (characters <= limit) return
      for (const each of entries) if (characters > limit && each.characters > 0) truncate(each)
    },
  }
}

/** Returns what was sent, without the body. */
function sentOf({
  method,
  target,
  operation,
  as,
}: Pick<RequestRecord, 'method' | 'target' | 'operation' | 'as'>) {
  const { path, query } = splitTarget(target)
  return {
    method,
    ...(operation !== undefined && { operation }),
    path,
    query: Object.fromEntries(new URLSearchParams(query)),
    ...(as !== undefined && { account: as }),
  }
}

/** Converts a call to what the condition of a test receives. */
export function receivedRequestOf(call: Call): ReceivedRequest {
  const { as, secrets, target } = senderOf(call)
  const operation = operationOf(call)
  const sent = sentOf({ method: call.method, target, ...(operation && { operation }), ...(as && { as }) })
  if (call.body.length === 0) return sent as ReceivedRequest
  return { ...sent, body: parsed(safeBody(call.body, Number.POSITIVE_INFINITY, secrets)) } as ReceivedRequest
}

function entryOf(exchange: Exchange, clock: Clock): Entry {
  const record = requestRecordOf(exchange, clock, Number.POSITIVE_INFINITY)
  const { at, request, status, reply, truncated, took, aborted } = record
  const recorded = {
    at,
    ...sentOf(record),
    status,
    ms: took,
    ...(aborted && { aborted }),
    ...(truncated && { truncated }),
  }
  const texts = { ...(request !== undefined && { body: request }), ...(reply !== '' && { reply }) }
  return { request: recorded, characters: (request?.length ?? 0) + reply.length, texts } as Entry
}

function parsedRequest(entry: Entry): RecordedRequest {
  if (!entry.texts) return entry.request
  const { body, reply } = entry.texts
  entry.request = {
    ...entry.request,
    ...(body !== undefined && { body: parsed(body) }),
    ...(reply !== undefined && { reply: parsed(reply) }),
  } as RecordedRequest
  entry.texts = undefined
  return entry.request
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
