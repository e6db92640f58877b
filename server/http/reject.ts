import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { type ErrorCode, Refusal, refused } from '../core/index.js'
import { isHost } from './request.js'

/** HTTP/1.1 requires one Host header; links are made from it, so it must be a valid host. */
export function wrongHost({ headers, rawHeaders, httpVersion }: IncomingMessage): Refusal | undefined {
  let lines = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string
    if (name.length === 4 && name.toLowerCase() === 'host') lines++
  }
  if (lines > 1) {
    return new Refusal('bad_request', `The request has ${lines} Host headers; send one`)
  }
  if (lines === 0 && httpVersion === '1.0') return undefined
  if (isHost(headers.host)) return undefined
  return new Refusal(
    'bad_request',
    'The Host header is missing or is not a host and port such as localhost:4000',
  )
}

/** Refuses a URL that is too long. */
export function longUrl({ url = '' }: IncomingMessage, most: number): Refusal | undefined {
  if (url.length <= most) return undefined
  return new Refusal('url_too_long', `The URL has ${url.length} characters; the maximum is ${most}`)
}

/** Whether a request has the body coding that only HTTP/1.1 defines: a proxy may see another end of its body than Node. */
export const hasOldCoding = ({ headers, httpVersion }: IncomingMessage): boolean =>
  httpVersion === '1.0' && headers['transfer-encoding'] !== undefined

/** Refuses a request whose end nobody can be sure of. */
export const oldCoding = (request: IncomingMessage): Refusal | undefined =>
  hasOldCoding(request)
    ? new Refusal('bad_request', 'HTTP/1.0 has no Transfer-Encoding: send Content-Length, or use HTTP/1.1')
    : undefined

/** The refusal of an overloaded server. */
export const tooBusy = (why: string) =>
  new Refusal('overloaded', `The server is overloaded: ${why}; try again in a moment`, [], {
    'retry-after': '1',
  })

/** The refusals for parser errors of Node. */
const refusals: Record<string, [code: ErrorCode, message: string]> = {
  HPE_HEADER_OVERFLOW: [
    'headers_too_large',
    'The request line and headers together are too large; shorten the URL or the headers',
  ],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['body_too_large', 'The chunk extensions of the body are too large'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'The request did not arrive completely in time'],
}

/** The refusal of a request that Node could not parse. */
export function refusalOf(error: Error & { code?: string }): Refusal {
  return new Refusal(...(refusals[error.code ?? ''] ?? ['bad_request', 'The request is not valid HTTP/1.1']))
}

/** Milliseconds that a caller has to close its side of a connection before we close it. */
const farewell = 2_000

/** Closes a connection once everything written is sent, whatever the caller does. */
export function hangUp(socket: Duplex, last = ''): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const timer = setTimeout(() => socket.destroy(), farewell).unref()
  socket.once('close', () => clearTimeout(timer))
  socket.end(last)
}

/** Responds without a response object, and closes the connection. */
export function answerRaw(socket: Duplex, refusal: Refusal): void {
  const { status, headers, body } = refused(refusal)
  const all = { ...headers, 'content-length': String(Buffer.byteLength(body)), connection: 'close' }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  hangUp(socket, `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
}

/** Contradictory lengths: no client accepts this as a response, or retries the request. */
const unreadable = 'HTTP/1.1 502 Cut\r\ncontent-length: 1\r\ncontent-length: 2\r\nconnection: close\r\n\r\n'

/**
 * Cuts the connection of a request that must get no response. A browser automatically resends a request, even a create, if
 * a reused connection closes without a response; so it gets an invalid one, which the page sees as a network error.
 */
export function cut({ socket, headers }: IncomingMessage): void {
  if (headers['sec-fetch-site'] === undefined) socket.destroy()
  else socket.end(unreadable, () => socket.destroy())
}
