import type { http, RequestHandler } from 'msw'
import { isNetworkError } from '../../server/control/index.js'
import { type Call, defective, isRequestId, type Reply } from '../../server/core/index.js'
import type { Receiver } from '../engine/receiving.js'
import type { Base } from './base.js'
import type { Cors } from './cors.js'

/** The part of MSW that is used: the installed copy, or the one bundled for pages. */
export interface Library {
  http: Pick<typeof http, 'all'>
  passthrough(): Response
}

export interface HandlerOptions {
  library: Library
  base: Base
  /** Accepts a request that arrives now. */
  receive(): Receiver
  /** Called with the cause of a mistake that the client cannot notice, and a message. */
  tellOnce?(cause: string, message: string): void
  /** The CORS rules, if they apply. */
  cors?: Cors | undefined
  /** Returns whether a request goes through to the network. */
  passes?: ((request: Request, target: string) => Promise<boolean>) | undefined
  /** Reports an unexpected error; the request is answered with 500. */
  defect(error: unknown): void
}

/**
 * Creates the one handler of a mock: it handles every request to the API and ignores all others. The core's own router
 * matches the paths, as in the server, and answers HEAD.
 */
export function createHandler(options: HandlerOptions): RequestHandler {
  const { library, base, receive, tellOnce = () => {}, cors, passes, defect } = options
  let answered = 0
  /** MSW calls the predicate while `fetch` is being called, long before the body has arrived. */
  const received = new WeakMap<Request, Receiver>()

  function claims(request: Request): boolean {
    const url = new URL(request.url)
    const claimed = base.claims(url)
    if (claimed) received.set(request, receive())
    else {
      const problem = base.problemOf(url)
      if (problem !== undefined)
        tellOnce(problem, `schedkit does not answer ${describeRequest(request)}: ${problem}`)
    }
    return claimed
  }

  async function respond(request: Request, { answer }: Receiver): Promise<Response> {
    if (await passes?.(request, base.targetOf(new URL(request.url)))) return library.passthrough()
    const problem = cors?.problemOf(request)
    if (problem !== undefined) {
      tellOnce(problem, `schedkit fails ${describeRequest(request)}, as a browser would: ${problem}`)
      return Response.error()
    }
    const reply = await answer(toCall(request, base), request.signal)
    const sent = request.headers.get('x-request-id') ?? ''
    // As on the server, except that a new id is the number of the request.
    const id = isRequestId(sent) ? sent : String(++answered)
    const shown = cors ? cors.shown(request, reply) : reply
    return responseTo(request.method, { ...shown, headers: { 'x-request-id': id, ...shown.headers } })
  }

  return withoutState(
    library.http.all(
      ({ request }) => claims(request),
      async ({ request }) => {
        const receiver = received.get(request) ?? receive()
        try {
          return await respond(request, receiver)
        } catch (error) {
          defect(error)
          return responseTo(request.method, defective)
        } finally {
          receiver.leave()
        }
      },
    ),
  )
}

/** Adds the functions that MSW 3 calls and a handler of MSW 2 lacks. The handler has no state. */
export const withoutState = (handler: RequestHandler): RequestHandler =>
  Object.assign(handler, { dispose() {}, reset() {}, restore() {} })

/** Returns method and URL of a request, without its query. */
function describeRequest({ method, url }: Request): string {
  const { origin, pathname } = new URL(url)
  return `${method} ${origin}${pathname}`
}

/** Converts a request of the Fetch API to a call of the core. */
export async function toCall(request: Request, base: Base): Promise<Call> {
  const url = new URL(request.url)
  return {
    method: request.method,
    target: base.targetOf(url),
    origin: base.originOf(url),
    header: name => request.headers.get(name) ?? undefined,
    headers: Object.fromEntries(request.headers),
    isAborted: () => request.signal.aborted,
    onAborted(listener) {
      request.signal.addEventListener('abort', listener)
      return () => request.signal.removeEventListener('abort', listener)
    },
    body: request.body === null ? new Uint8Array() : new Uint8Array(await bodyOf(request)),
  }
}

/** Reads the body of a request; rejects when the request is aborted, even if its body never ends. */
const bodyOf = (request: Request): Promise<ArrayBuffer> =>
  Promise.race([
    request.arrayBuffer(),
    new Promise<never>((_, reject) => request.signal.addEventListener('abort', reject)),
  ])

/** The reason phrases that the server sends, and those of common failures: a page has no STATUS_CODES of node:http. */
const reasons: Readonly<Record<number, string>> = {
  200: 'OK',
  201: 'Created',
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  412: 'Precondition Failed',
  413: 'Payload Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  417: 'Expectation Failed',
  422: 'Unprocessable Entity',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
}

/** Converts a reply of the core to a response of the Fetch API. */
export function responseTo(method: string, reply: Reply): Response {
  if (isNetworkError(reply)) return Response.error()
  const { status, headers, body } = reply
  const statusText = reasons[status] ?? ''
  return new Response(method === 'HEAD' ? null : body, { status, statusText, headers })
}
