import { type Exchange, requestRecordOf } from '../server/control/index.js'
import {
  type Clock,
  type ErrorAnswer,
  type OperationId,
  type OperationTypes,
  splitTarget,
} from '../server/core/index.js'

/** A request that the mock has answered, without credentials, passwords and secrets of links. */
interface Recorded {
  /** When it was answered: ISO 8601, UTC, by the clock of the service. */
  readonly at: string
  /** `GET`, `POST`, `PUT`, `DELETE` ... */
  readonly method: string
  /** Without the query. */
  readonly path: string
  /** The address in the credentials, even if they were wrong. */
  readonly account?: string
  /** The status of the answer; 0 if it was a network error. */
  readonly status: number
  /** Milliseconds from the request to its answer, with latency. */
  readonly ms: number
  /** True if the body was too long (65,536 characters), or if later requests needed the space of body and reply. */
  readonly truncated?: true
}

/** A request to an operation, with its body and reply as the types that they should have. */
export interface RecordedOperation<Id extends OperationId> extends Recorded {
  /** The name of the operation, such as `createBooking`. */
  readonly operation: Id
  /** The parameters of the query, as text. */
  readonly query: Readonly<OperationTypes[Id]['query']>
  /** The body as parsed JSON; as text if it is no JSON. */
  readonly body?: OperationTypes[Id]['body']
  /** The body of the answer as parsed JSON; as text if it is no JSON. */
  readonly reply?: OperationTypes[Id]['answer'] | ErrorAnswer
}

/** A request that names no operation. */
export interface RecordedOther extends Recorded {
  /** Absent if method and path match no operation. */
  readonly operation?: undefined
  /** The parameters of the query, as text. */
  readonly query: Readonly<{ [name: string]: string }>
  /** The body as parsed JSON; as text if it is no JSON. */
  readonly body?: unknown
  /** The body of the answer as parsed JSON; as text if it is no JSON. */
  readonly reply?: unknown
}

/** A recorded request: `operation` tells the types of the other members. */
export type RecordedRequest = { [Id in OperationId]: RecordedOperation<Id> }[OperationId] | RecordedOther

/** How many requests are kept. */
const most = 1_000
/** How many characters of bodies and replies are kept, of all requests together. */
const mostCharacters = 50_000_000

interface Entry {
  request: RecordedRequest
  characters: number
}

/** Records requests; of the oldest, bodies and replies are dropped when all together become too large. */
export function createRequestRecords(clock: Clock, limit = mostCharacters) {
  let entries: Entry[] = []
  let characters = 0

  function truncate(entry: Entry): void {
    const { body: _, reply: __, ...rest } = entry.request
    characters -= entry.characters
    entry.characters = 0
    entry.request = { ...rest, truncated: true } as RecordedRequest
  }

  return {
    list: (): readonly RecordedRequest[] => entries.slice(-most).map(({ request }) => request),
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

function entryOf(exchange: Exchange, clock: Clock): Entry {
  const { at, method, target, operation, as, request, status, reply, truncated, took } = requestRecordOf(
    exchange,
    clock,
    Number.POSITIVE_INFINITY,
  )
  const { path, query } = splitTarget(target)
  const recorded = {
    at,
    method,
    ...(operation !== undefined && { operation }),
    path,
    query: Object.fromEntries(new URLSearchParams(query)),
    ...(as !== undefined && { account: as }),
    status,
    ms: took,
    ...(truncated && { truncated }),
  }
  Object.defineProperties(recorded, {
    ...(request !== undefined && { body: parsed(request) }),
    ...(reply !== '' && { reply: parsed(reply) }),
  })
  return { request: recorded as RecordedRequest, characters: (request?.length ?? 0) + reply.length }
}

/** A member that is parsed when it is read, which is seldom. */
const parsed = (text: string): PropertyDescriptor => ({
  enumerable: true,
  get() {
    try {
      return JSON.parse(text)
    } catch {
      return text
    }
  },
})
