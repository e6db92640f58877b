import type { Mock } from './mock.js'

/** The part of Playwright's `Request` that is used. */
export interface RoutedRequest {
  /** The whole URL. */
  url(): string
  /** `GET`, `POST` ... */
  method(): string
  /** The headers, with names in lower case. */
  headers(): Record<string, string>
  /** The body; null if there is none. */
  postDataBuffer(): Uint8Array | null
  /** Whether the request opens a page. */
  isNavigationRequest(): boolean
  /** The frame of the page that sends it; throws for a service worker. */
  frame(): {
    /** The URL of the page. */
    url(): string
  }
}

/** The part of Playwright's `Route` that is used. */
export interface RequestRoute {
  /** The request. */
  request(): RoutedRequest
  /** Answers the request. */
  fulfill(response: {
    /** The status of the response. */
    status: number
    /** Its headers. */
    headers: Record<string, string>
    /** Its body, as text. */
    body: string
  }): Promise<unknown>
  /** Fails the request with a network error. */
  abort(): Promise<unknown>
  /** Passes the request to other routes or the network. */
  fallback(): Promise<unknown>
}

/** A browser context or a page of Playwright. */
export interface RoutedContext {
  /** Passes every request with a matching URL to a handler. */
  route(url: (url: URL) => boolean, handler: (route: RequestRoute) => Promise<void>): Promise<unknown>
}

/**
 * Routes requests to the API in a browser driven by Playwright, from a context or one page, to a mock in the test's process,
 * without a port or a worker. All other requests fall through, as do those of `passthrough`.
 *
 * @param context A browser context or a page; several, with a mock each, share no state.
 * @throws an Error if an argument is of another type
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
    // Playwright throws if the page was closed or has aborted the request.
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
    // Playwright allows the page's origin, but exposes no headers. The option `cors` decides which headers to hide.
    headers: { ...shown, 'access-control-expose-headers': Object.keys(shown).join(', ') },
    body: await response.text(),
  })
}

/**
 * Returns whether a request is for the page itself, which may have the API's origin. If the page is below the base URL, only
 * `/v1` belongs to the API, as in a page that contains the mock.
 */
function isOfPage(request: RoutedRequest, baseUrl: string): boolean {
  if (isBelow(request.url(), `${baseUrl}/v1`)) return false
  return isBelow(request.url(), baseUrl) && isBelow(findPage(request), baseUrl)
}

const isBelow = (url: string, base: string) =>
  url.startsWith(base) && /^(?:$|[/?#])/.test(url.slice(base.length))

/** Returns the URL of the page that sends a request or that it opens; empty for a service worker, which has no page. */
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

/** Returns the response of the first handler that has one. */
async function respond(handlers: Mock['handlers'], request: Request): Promise<Response | undefined> {
  for (const handler of handlers) {
    const { response } = (await handler.run({ request, requestId: crypto.randomUUID() })) ?? {}
    if (response) return response
  }
  return undefined
}
