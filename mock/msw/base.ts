/** The base URL of the API: it decides which requests the mock answers. */
export interface Base {
  /** The URL without a trailing slash. */
  readonly url: string
  /** Returns whether a URL belongs to the API. */
  claims(url: URL): boolean
  /** Returns what is wrong with the URL of a request that is not claimed but seems to be meant for the API. */
  problemOf(url: URL): string | undefined
  /** Returns the URL that links in the response to a request begin with. */
  originOf(url: URL): string
  /** Returns path and query of a request from `/v1` on. */
  targetOf(url: URL): string
}

interface Address {
  origin: string
  pathname: string
}

/** Returns the address of the page, unless there is none or it is a local file or an empty page. */
export function pageAddress(): Address | undefined {
  const { location } = globalThis as { location?: Address }
  return location && /^https?:/.test(location.origin) ? location : undefined
}

/**
 * Returns the base at a URL. A URL without an origin is resolved against the page's origin, whatever the page's path. The
 * mock answers everything below the URL, to report mistyped paths; if the page itself is below it, only `/v1`.
 *
 * @throws an Error if the URL is not valid
 */
export function baseAt(text: string): Base {
  const page = pageAddress()
  const root = page?.origin
  const isWhole = typeof text === 'string' && /^(?:https?:)?\/|^$/i.test(text)
  const parsed = isWhole && URL.canParse(text, root) ? new URL(text, root) : undefined
  const isUrl = parsed && /^https?:$/.test(parsed.protocol) && !parsed.search && !parsed.hash
  if (!isUrl || parsed.hostname.includes('*')) {
    throw new Error(
      `Failed to create a mock: the baseUrl ${JSON.stringify(text)} is not the URL of an API. ${hintFor(text)}`,
    )
  }
  if (parsed.username !== '' || parsed.password !== '') {
    throw new Error(
      'Failed to create a mock: the baseUrl contains credentials. Leave them out, and send them in the header ' +
        'Authorization of each request.',
    )
  }
  if (/\/v1\/*$/.test(parsed.pathname)) {
    throw new Error(
      `Failed to create a mock: the baseUrl ${JSON.stringify(text)} ends with /v1, which is part of every path. ` +
        'Leave it out.',
    )
  }
  const prefix = parsed.pathname.replace(/\/+$/, '')
  const holdsPage = page?.origin === parsed.origin && `${page.pathname}/`.startsWith(`${prefix}/`)
  const own = holdsPage ? `${prefix}/v1` : prefix
  const url = parsed.origin + prefix
  const claims = ({ origin, pathname }: URL) =>
    origin === parsed.origin && (pathname === own || pathname.startsWith(`${own}/`))
  claimed.set(url, claims)
  return {
    url,
    claims,
    problemOf: other => problemOf(other, parsed, url),
    originOf: () => url,
    targetOf: ({ pathname, search }) => (pathname.slice(prefix.length) || '/') + search,
  }
}

/** The claims of all APIs of this process: two of them may have similar addresses. */
const claimed = new Map<string, (url: URL) => boolean>()

const localNames = new Set(['localhost', '127.0.0.1', '[::1]'])
const isLocal = ({ hostname }: URL) => localNames.has(hostname)

/** The paths of the API, and the folder above them. */
const aboutApi = /\/v1(?:\/|$)/

function problemOf(url: URL, base: URL, baseUrl: string): string | undefined {
  if (!aboutApi.test(url.pathname) || [...claimed.values()].some(claims => claims(url))) return undefined
  const isSameHost = url.hostname === base.hostname
  if (!isSameHost && !(isLocal(url) && isLocal(base))) return undefined
  const differences = [
    ...(url.protocol === base.protocol
      ? []
      : [`${base.protocol.slice(0, -1)}, not ${url.protocol.slice(0, -1)}`]),
    ...(isSameHost ? [] : [`${base.hostname}, not ${url.hostname}`]),
    ...(url.port === base.port ? [] : [`${describePort(base)}, not ${describePort(url)}`]),
  ]
  const paths = `paths that begin with ${base.pathname.replace(/\/+$/, '')}/v1`
  return `its baseUrl is ${baseUrl} (${differences.join('; ') || paths}).`
}

const describePort = ({ port }: URL) => (port === '' ? 'no port' : `port ${port}`)

function hintFor(text: unknown): string {
  const usual = 'Write https://api.example.com, or https://example.com/api if its paths have a prefix.'
  if (typeof text !== 'string') return usual
  const [rest] = /[?#].*$/s.exec(text) ?? []
  if (rest !== undefined) return `Leave out ${JSON.stringify(rest)}: the paths of the API are appended.`
  if (/^(?:\/|$)/.test(text) && !pageAddress())
    return `A path works only in a page, which has an origin. ${usual}`
  if (/^(?:localhost|127\.0\.0\.1|\[::1\])(?:[:/]|$)/.test(text)) return `Did you mean "http://${text}"?`
  if (/^[\w-]+(?:\.[\w-]+)+(?:[:/]|$)/.test(text)) return `Did you mean "https://${text}"?`
  return /^[\w-]+(?:\/[\w-]+)*\/?$/.test(text) ? `Did you mean "/${text}"? ${usual}` : usual
}
