import type { OperationId } from '../core/wire/routes.js'

/** The remaining requests of an account, as reported by the response headers. */
export interface RateLimit {
  /** The number of requests left. */
  remaining: number
  /** Seconds until the oldest counted request leaves the window. */
  reset: number
  /** The number of requests allowed per window. */
  limit: number
  /** The length of the window in seconds. */
  window: number
}

/** A response as it arrived. */
export interface Answered {
  /** The operation that was called. */
  operation: OperationId
  /** The response, or a copy of it, so its body may be read. */
  response: Response
  /** Undefined if the response does not report it. */
  rateLimit: RateLimit | undefined
}

/** The headers `RateLimit` and `RateLimit-Policy`: `"user";r=99;t=300` and `"user";q=100;w=300`. */
export function rateLimitIn({ headers }: Response): RateLimit | undefined {
  const text = `${headers.get('ratelimit')} ${headers.get('ratelimit-policy')}`
  const [, remaining, reset, limit, window] = /;r=(\d+);t=(\d+).*;q=(\d+);w=(\d+)/.exec(text) ?? []
  if (window === undefined) return undefined
  return { remaining: Number(remaining), reset: Number(reset), limit: Number(limit), window: Number(window) }
}
