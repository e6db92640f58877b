import type { IncomingMessage } from 'node:http'
import type { Call } from '../core/index.js'
import { forwardedBy } from './forwarded.js'

/** A request of Node's as the core takes it. */
export function callOf(request: IncomingMessage, body: Uint8Array, trustProxy: boolean): Call {
  const { method = 'GET', url = '/', headers, socket } = request
  const forwarded = trustProxy ? forwardedBy(headers) : {}
  const { scheme = 'encrypted' in socket ? 'https' : 'http', host = headers.host ?? 'localhost' } = forwarded
  return {
    method,
    target: url.replace(/^https?:\/\/[^/?#]*/i, '') || '/',
    origin: `${scheme}://${host}`,
    peer: forwarded.peer ?? socket.remoteAddress,
    header(name) {
      const value = headers[name]
      return Array.isArray(value) ? value.join(', ') : value
    },
    body,
  }
}
