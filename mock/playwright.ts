import type { Mock } from './mock.js'

/** The part of a request in Playwright that is used. */
export interface RoutedRequest {
  /** The whole URL. */
  url(): string
  /** `GET`, `POST` ... */
  method(): string
  /** The headers, their names in lower case. */
  headers(): Record<string, string>
  /** The body; null without one. */
  postDataBuffer(): Uint8Array | null
  /** Whether a page is opened with it. */
  isNavigationRequest(): boolean
  /** The frame of the page that sends it; throws for a service worker. */
  frame(): {
    /** The URL of the page. */
    url(): string
  }
}

/** The part of a route in Playwright that is used. */
export interface RequestRoute {
  /** The request. */
  request(): RoutedRequest
  /** Answers the request. */
  fulfill(response: {
    /** The status of the answer. */
    status: number
    /** Its headers. */
    headers: Record<string, string>
    /** Its body, as text. */
    body: string
  }): Promise<unknown>
  /** Fails the request with a network error. */
  abort(): Promise<unknown>
  /** Lets other routes, or the network, answer. */
  fallback(): Promise<unknown>
}

/** A browser context or a page of Playwright. */
export interface RoutedContext {
  /** Passes every request whose URL fits to a handler. */
  route(url: (url: URL) => boolean, handler: (route: RequestRoute) => Promise<void>): Promise<unknown>
}

/**
 * Answers requests of a browser that Playwright drives: those of a context, or of one page, to the API go to a mock in the
 * test's process, without a port or a worker. All other requests go on, as do those of `passthrough`.
 *
 * @param context A browser context or a page; several, with a mock each, share nothing.
 * @throws an Error if one of them is something else
 * @example
 * const mock = createMock({ baseUrl: 'https://api.example.com', seed: demo({ now: Date.now() }) })
 * await mockRoutes(context, mock)
 */
export async function mockRoutes(
  context: RoutedContext,
  mock: Pick<Mock, 'baseUrl' | 'handlers'>,
): Promise<void> {
  if (typeof context?.route !== 'function')
    throw new Error(
      'Failed to route requests to a mock: the first argument must be a browser context or a page of Playwright.',
    )
  if (typeof mock?.baseUrl !== 'string' || !Array.isArray(mock.handlers))
    throw new Error(
      'Failed to route requests to a mock: the second argument must be a mock. Pass that of createMock({ baseUrl, seed }).',
    )
  await context.route(
    () => true,
    // A page that was closed, or has given up its request, takes no answer.
    route =>
      end(route, mock)
        .catch(() => route.abort())
        .then(
          () => {},
          () => {},
        ),
  )
}

async function end(route: RequestRoute, { baseUrl, handlers }: Pick<Mock, 'baseUrl' | 'handlers'>) {
  const request = route.request()
  if (isOfPage(request, baseUrl)) return route.fallback()
  const response = await respond(handlers, toFetch(request))
  if (response === undefined || response.headers.get('x-msw-intention') === 'passthrough')
    return route.fallback()
  if (response.type === 'error') return route.abort()
  const { status, headers } = response
  const shown = Object.fromEntries(headers)
  return route.fulfill({
    status,
    // Playwright permits the page's origin; which headers a page must not see is the business of the option `cors`.
    headers: { ...shown, 'access-control-expose-headers': Object.keys(shown).join(', ') },
    body: await response.text(),
  })
}

/**
 * Whether a request is for the page itself, whose origin may be that of the API. If the page is below the base URL, only
 * `/v1` belongs to the API, as in a page that contains the mock.
 */
function isOfPage(request: RoutedRequest, baseUrl: string): boolean {
  if (isBelow(request.url(), `${baseUrl}/v1`)) return false
  return isBelow(request.url(), baseUrl) && isBelow(findPage(request), baseUrl)
}

const isBelow = (url: string, base: string) =>
  url.startsWith(base) && /^(?:$|[/?#])/.test(url.slice(base.length))

/** The URL of the page that sends a request, or that it leads to; empty for a service worker, which has no page. */
function findPage(request: RoutedRequest): string {
  if (request.isNavigationRequest()) return request.url()
  try {
    return request.frame().url()
  } catch {
    return ''
  }
}

function toFetch(request: RoutedRequest): Request {
  const body = request.postDataBuffer()
  const hasBody = body !== null && !/^(?:GET|HEAD)$/.test(request.method())
  return new Request(request.url(), {
    method: request.method(),
    headers: request.headers(),
    ...(hasBody && { body: new Uint8Array(body) }),
  })
}

/** The answer of the first handler that has one. */
async function respond(handlers: Mock['handlers'], request: Request): Promise<Response | undefined> {
  for (const handler of handlers) {
    const { response } = (await handler.run({ request, requestId: crypto.randomUUID() })) ?? {}
    if (response) return response
  }
  return undefined
}
