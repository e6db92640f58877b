import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { Refusal, refused } from '../core/index.js'

/** What Node reports of requests that it could not read, and how each is refused. */
const refusals: Record<string, () => Refusal> = {
  HPE_HEADER_OVERFLOW: () =>
    new Refusal(
      'headers_too_large',
      'The request line and headers are too large together; shorten the URL or the headers',
    ),
  HPE_CHUNK_EXTENSIONS_OVERFLOW: () =>
    new Refusal('body_too_large', 'The chunk extensions of the body are too large'),
  ERR_HTTP_REQUEST_TIMEOUT: () =>
    new Refusal('request_timeout', 'The request did not arrive completely in time'),
}

/** The refusal of a request that Node could not read. */
export function refusalOf(error: Error & { code?: string }): Refusal {
  const known = refusals[error.code ?? '']
  return known ? known() : new Refusal('bad_request', 'The request is not valid HTTP/1.1')
}

/** Milliseconds that a caller has to end its side of a connection, too: then it is closed without its consent. */
const farewell = 2_000

/** Closes a connection once what was written is out, and whatever the caller does. */
export function hangUp(socket: Duplex, last = ''): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  // Node hands the socket of a CONNECT over and hears of it no more: a caller that just goes away would end the process.
  socket.on('error', () => socket.destroy())
  const timer = setTimeout(() => socket.destroy(), farewell).unref()
  socket.once('close', () => clearTimeout(timer))
  socket.end(last)
}

/** Answers where there is no response object to answer with, and closes the connection. */
export function answerRaw(socket: Duplex, refusal: Refusal): void {
  const { status, headers, body } = refused(refusal)
  const all = { ...headers, 'content-length': String(Buffer.byteLength(body)), connection: 'close' }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  hangUp(socket, `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
}
