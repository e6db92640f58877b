import type { Call } from '../../server/core/index.js'

/**
 * A call as a request of the Fetch API; nothing where that can't say it: a GET with a body, a method it forbids, a
 * target that its URLs would change; nor a HEAD, whose answer would not tell how long that to a GET is.
 */
export function requestOf(call: Call): Request | undefined {
  const { method, target, origin, body } = call
  const hasBody = body.length > 0
  if (/^(?:CONNECT|TRACE|TRACK|HEAD)$/i.test(method) || (hasBody && method === 'GET')) return undefined
  if (!URL.canParse(origin + target)) return undefined
  const url = new URL(origin + target)
  if (url.origin !== origin || url.pathname + url.search !== target) return undefined
  const headers = new Headers()
  for (const name of ['authorization', 'accept', 'content-type']) {
    const value = call.header(name)
    if (value !== undefined) headers.set(name, value)
  }
  return new Request(url, { method, headers, ...(hasBody && { body }) })
}
