import type { OperationId } from '../core/wire/routes.js'

/** How many requests an account has left, as headers of a response say it. */
export interface RateLimit {
  /** Requests that are left. */
  remaining: number
  /** Seconds until the oldest of those sent no longer counts. */
  reset: number
  /** Requests within a window. */
  limit: number
  /** Seconds of a window. */
  window: number
}

/** A response as it arrived. */
export interface Answered {
  /** The operation that was called. */
  operation: OperationId
  /** The response, or a copy of it: its body may be read. */
  response: Response
  /** Undefined if the response does not say it. */
  rateLimit: RateLimit | undefined
}

/** The headers `RateLimit` and `RateLimit-Policy`: `"user";r=99;t=300` and `"user";q=100;w=300`. */
export function rateLimitIn({ headers }: Response): RateLimit | undefined {
  const text = `${headers.get('ratelimit')} ${headers.get('ratelimit-policy')}`
  const [, remaining, reset, limit, window] = /;r=(\d+);t=(\d+).*;q=(\d+);w=(\d+)/.exec(text) ?? []
  if (window === undefined) return undefined
  return { remaining: Number(remaining), reset: Number(reset), limit: Number(limit), window: Number(window) }
}
