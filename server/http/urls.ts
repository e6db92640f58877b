/** The default address to listen on: reachable from this machine only. */
export const defaultHost = '127.0.0.1'

/** Returns the host for a URL; a wildcard address becomes localhost. */
export function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost'
  return host.includes(':') ? `[${host}]` : host
}

/** Normalizes a public URL, without a trailing slash. @throws {Error} if it is not valid */
export function checkedUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (
    !url ||
    !/^https?:$/.test(url.protocol) ||
    url.search !== '' ||
    url.hash !== '' ||
    url.username !== ''
  ) {
    throw new Error(
      `Failed to use the public URL "${text.replace(/:\/\/[^/]*@/, '://***@')}". Write it as https://example.com or https://example.com/prefix.`,
    )
  }
  return url.href.replace(/\/+$/, '')
}
