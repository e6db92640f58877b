import type { http, RequestHandler } from 'msw'
import { isNetworkError } from '../server/control/index.js'
import { type Call, defective, type Reply } from '../server/core/index.js'
import type { Base } from './base.js'

type Receiver = (call: Promise<Call>) => Promise<Reply>

export interface HandlerOptions {
  /** MSW's own, or the one bundled for pages. */
  http: Pick<typeof http, 'all'>
  base: Base
  /** Returns the function that answers a request arriving now, once its body has. */
  receive(): Receiver
  /** Told, with its cause, of a request that seems to be meant for this API, but has another address. */
  missed?(cause: string, message: string): void
  /** Reports an unexpected error; the request is answered with 500. */
  defect(error: unknown): void
}

/**
 * Creates the one handler of a mock: it takes every request to the API and lets all others pass. The core's own router
 * matches the paths: it never throws, ignores letter case and extra slashes, and answers HEAD.
 */
export function createHandler({ http, base, receive, defect, missed }: HandlerOptions): RequestHandler {
  /** MSW calls the predicate while `fetch` is being called, long before the body has arrived. */
  const received = new WeakMap<Request, Receiver>()
  return http.all(
    ({ request }) => {
      const url = new URL(request.url)
      const claimed = base.claims(url)
      if (claimed) received.set(request, receive())
      else if (missed) {
        const problem = base.problemOf(url)
        const about = `schedkit does not answer ${request.method} ${url.origin}${url.pathname}`
        if (problem !== undefined) missed(problem, `${about}: ${problem}`)
      }
      return claimed
    },
    async ({ request }) => {
      const answer = received.get(request) ?? receive()
      try {
        return responseTo(request.method, await answer(callOf(request, base)))
      } catch (error) {
        defect(error)
        return responseTo(request.method, defective)
      }
    },
  )
}

/** Converts a request of the Fetch API to a call of the core. */
async function callOf(request: Request, base: Base): Promise<Call> {
  const url = new URL(request.url)
  return {
    method: request.method,
    target: base.targetOf(url),
    origin: base.originOf(url),
    header: name => request.headers.get(name) ?? undefined,
    body: request.body === null ? new Uint8Array() : new Uint8Array(await request.arrayBuffer()),
  }
}

/** Converts a reply of the core to a response of the Fetch API. */
function responseTo(method: string, reply: Reply): Response {
  if (isNetworkError(reply)) return Response.error()
  const { status, headers, body } = reply
  return new Response(method === 'HEAD' ? null : body, { status, headers })
}
