import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { type Refusal, refused } from '../core/index.js'

/** Milliseconds that a caller has to close its side of a connection before the server closes it. */
const farewell = 2_000

/** Closes a connection once everything written has been sent, whatever the caller does. */
export function hangUp(socket: Duplex, last = ''): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  // Keeps the process alive, which a connection that is not read does not: the listener waits for it when it closes.
  const timer = setTimeout(() => socket.destroy(), farewell)
  socket.once('close', () => clearTimeout(timer))
  socket.end(last)
}

/** Responds without a response object, and closes the connection. */
export function answerRaw(
  socket: Duplex,
  refusal: Refusal,
  common: Readonly<Record<string, string>> = {},
): void {
  const { status, headers, body } = refused(refusal)
  const all = {
    ...common,
    ...headers,
    'content-length': String(Buffer.byteLength(body)),
    connection: 'close',
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  hangUp(socket, `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
}

/** Contradictory lengths: no client accepts this as a response or retries the request. */
const unreadable = 'HTTP/1.1 502 Cut\r\ncontent-length: 1\r\ncontent-length: 2\r\nconnection: close\r\n\r\n'

/**
 * Drops the connection of a request that must not get a response. A browser automatically resends a request, even a create,
 * if a reused connection closes without a response; so it gets an invalid one, which the page sees as a network error.
 */
export function cut({ socket, headers }: IncomingMessage): void {
  if (headers['sec-fetch-site'] === undefined) socket.destroy()
  else socket.end(unreadable, () => socket.destroy())
}
