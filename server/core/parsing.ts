import { parseBody } from './contract/body.js'
import type { Limits } from './limits.js'
import { parseQuery, refuseManyIds, type SentQuery, splitQuery } from './lists/query.js'
import type { Operation } from './operations/operation.js'
import { Refusal } from './wire/errors.js'

/** What a request contains besides its path; parsed on first use. @throws {Refusal} if it is invalid */
export interface Parsing {
  query(): { sent: SentQuery; parsed: unknown }
  /** Undefined if the operation has no body. */
  body(sent: Uint8Array): unknown
}

export function createParsing(
  { query: schema, body: bodyOf }: Operation,
  query: string,
  limits: Partial<Limits> | undefined,
): Parsing {
  return {
    query: atMostOnce(() => {
      const sent = splitQuery(query)
      const parsed = parseQuery(schema, sent)
      refuseManyIds(parsed, limits)
      return { sent, parsed }
    }),
    body: atMostOnce((sent: Uint8Array) => bodyOf && parseBody(bodyOf, sent, limits)),
  }
}

/** Runs work on first use, and not again once it has succeeded. */
function atMostOnce<Given extends unknown[], T>(work: (...given: Given) => T): (...given: Given) => T {
  let done: { value: T } | undefined
  return (...given) => {
    done ??= { value: work(...given) }
    return done.value
  }
}

/** Returns the result of the work; undefined if it refuses the request. */
export function unlessRefused<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}
