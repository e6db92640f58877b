import { http, type RequestHandler } from 'msw'
import { networkError } from '../server/control/index.js'
import { defective, type Handler } from '../server/core/index.js'
import type { Base } from './base.js'
import { callOf } from './request.js'
import { responseTo } from './response.js'

export interface HandlerOptions {
  base: Base
  /** What answers a request that arrives at this moment. */
  receive(): Handler
  /** Hears of what should never happen; it is answered with 500. */
  defect(error: unknown): void
}

/**
 * The one handler of a mock: it takes every request to the API and lets all others pass. Paths are told apart by the
 * core's own router, which throws at nothing, knows letter case and slashes, and answers HEAD.
 */
export function createHandler({ base, receive, defect }: HandlerOptions): RequestHandler {
  /** The predicate is asked while `fetch` is being called, long before the body is there. */
  const received = new WeakMap<Request, Handler>()
  return http.all(
    ({ request }) => {
      const claimed = base.claims(new URL(request.url))
      if (claimed) received.set(request, receive())
      return claimed
    },
    async ({ request }) => {
      const answer = received.get(request) ?? receive()
      // A body that breaks off is a connection that does.
      const call = await callOf(request, base).catch(() => undefined)
      try {
        return responseTo(request.method, call ? await answer(call) : networkError)
      } catch (error) {
        defect(error)
        return responseTo(request.method, defective)
      }
    },
  )
}
