/** Where the API is reached, and which requests are meant for it. */
export interface Base {
  /** Without a slash at the end. */
  readonly url: string
  /** Is a request to this URL one to the API? */
  claims(url: URL): boolean
  /** What the links in an answer to a request begin with. */
  originOf(url: URL): string
  /** Path and query of a request as the API knows them, from `/v1` on. */
  targetOf(url: URL): string
}

interface Address {
  origin: string
  pathname: string
}

/** The page's own address, where there is a page; the one of a file, or of no page yet, is nothing to build on. */
function pageAddress(): Address | undefined {
  const { location } = globalThis as { location?: Address }
  return location && /^https?:/.test(location.origin) ? location : undefined
}

/**
 * The API at a URL; one without an origin is of the page's, whatever path that has. It answers all that is sent there, so
 * that a mistaken path is heard of; but where the page itself lies there, only what is under `/v1`.
 *
 * @throws an Error where the URL is none
 */
export function baseAt(text: string): Base {
  const page = pageAddress()
  const root = page?.origin
  const parsed = typeof text === 'string' && URL.canParse(text, root) ? new URL(text, root) : undefined
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.search !== '' || parsed.hash !== '') {
    throw new Error(
      `Failed to create a mock: the baseUrl ${JSON.stringify(text)} is not the URL of an API. ` +
        'Write it as https://api.example.com, or https://example.com/api where the paths have a prefix.',
    )
  }
  if (/\/v1\/*$/.test(parsed.pathname)) {
    throw new Error(
      `Failed to create a mock: the baseUrl ${JSON.stringify(text)} ends with /v1, which paths begin with. Leave it out.`,
    )
  }
  const prefix = parsed.pathname.replace(/\/+$/, '')
  const holdsPage = page?.origin === parsed.origin && `${page.pathname}/`.startsWith(`${prefix}/`)
  const own = holdsPage ? `${prefix}/v1` : prefix
  const url = parsed.origin + prefix
  return {
    url,
    claims: ({ origin, pathname }) =>
      origin === parsed.origin && (pathname === own || pathname.startsWith(`${own}/`)),
    originOf: () => url,
    targetOf: ({ pathname, search }) => (pathname.slice(prefix.length) || '/') + search,
  }
}

/** The API at whatever address it is called by. */
export const anyBase: Base = {
  url: '',
  claims: () => true,
  originOf: ({ origin }) => origin,
  targetOf: ({ pathname, search }) => pathname + search,
}
