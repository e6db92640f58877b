import type { IncomingMessage } from 'node:http'

/** Lengths that contradict each other: no client takes this for an answer, or for a connection to try again. */
const unreadable = 'HTTP/1.1 502 Cut\r\ncontent-length: 1\r\ncontent-length: 2\r\nconnection: close\r\n\r\n'

/**
 * Cuts the connection of a request that is to get no answer. A browser sends a request once more by itself, creations
 * too, when a connection that it used before ends without a word; so it hears one that it can't understand, and the
 * page of a network error.
 */
export function cut({ socket, headers }: IncomingMessage): void {
  if (headers['sec-fetch-site'] === undefined) socket.destroy()
  else socket.end(unreadable, () => socket.destroy())
}
