import { http, type RequestHandler } from 'msw'
import { type Answer, defective } from '../server/core/index.js'
import type { Base } from './base.js'
import { callOf } from './request.js'
import { responseTo } from './response.js'

export interface HandlerOptions {
  base: Base
  answer: Answer
  /** Hears of what should never happen; it is answered with 500. */
  defect(error: unknown): void
}

/**
 * The one handler of a mock: it takes every request to the API and lets all others pass. Paths are told apart by the
 * core's own router, which throws at nothing, knows letter case and slashes, and answers HEAD.
 */
export function createHandler({ base, answer, defect }: HandlerOptions): RequestHandler {
  return http.all(
    ({ request }) => base.claims(new URL(request.url)),
    async ({ request }) => {
      try {
        return responseTo(request.method, await answer(await callOf(request, base)))
      } catch (error) {
        defect(error)
        return responseTo(request.method, defective)
      }
    },
  )
}
