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

/** The page's own address, where there is a page. */
const page = () => (globalThis as { location?: { href: string; origin: string } }).location

/**
 * The API at a URL. On an origin of its own it answers whatever is sent there, so that a mistaken path is heard of;
 * on the origin of the page itself only what lies under its `/v1`.
 *
 * @throws an Error where the URL is none
 */
export function baseAt(text: string): Base {
  const location = page()
  const root = location === undefined || location.origin === 'null' ? undefined : location.href
  const parsed = typeof text === 'string' && URL.canParse(text, root) ? new URL(text, root) : undefined
  if (!parsed || !/^https?:$/.test(parsed.protocol) || parsed.search !== '' || parsed.hash !== '') {
    throw new Error(
      `Failed to create a mock: the baseUrl ${JSON.stringify(text)} is not the URL of an API. ` +
        'Write it as https://api.example.com, or https://example.com/api where the paths have a prefix.',
    )
  }
  const prefix = parsed.pathname.replace(/\/+$/, '')
  const own = prefix === '' && location?.origin === parsed.origin ? '/v1' : prefix
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
