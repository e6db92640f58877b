import { randomUUID } from 'node:crypto'

/*
 * Ids that name a request on its way through proxies, this server, and their logs.
 */

/** What is no longer than any id, and harmless in a header and in a log. */
const wellFormed = /^[\w.:+/=-]{1,128}$/

/**
 * The id of a request: that of its header X-Request-Id if it is well formed, or a new one, which does not tell how many there are
 * of others.
 */
export function requestIdOf(header: string | string[] | undefined): string {
  return typeof header === 'string' && wellFormed.test(header) ? header : randomUUID()
}

/** The trace that a request belongs to, as W3C Trace Context writes it; undefined unless it is well formed. */
export const traceOf = (traceparent: string | undefined): string | undefined =>
  /^[\da-f]{2}-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}(?=-|$)/.exec(traceparent ?? '')?.[0]
