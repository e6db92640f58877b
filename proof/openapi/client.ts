import type { Exchange } from '../../server/testing/documented/index.js'
import { exchange as exchanged } from '../processes/exchange.js'
import { basicAuth } from '../requests/credentials.js'

/** A request of the tour. */
export interface TourRequest {
  method: string
  target: string
  /** The sender; undefined to send no credentials. */
  as: { email: string; password: string } | undefined
  headers?: Readonly<Record<string, string>>
  body?: string | Uint8Array
  /** Sends only the beginning of the body. */
  stalls?: boolean
}

/** The Host of every request, which links in responses begin with. */
export const host = '127.0.0.1:4000'

/** Sends a request over a connection of its own, and waits for the response. */
export async function exchange(
  url: string,
  { method, target, as, headers, body, stalls }: TourRequest,
): Promise<Exchange> {
  const { status, text, ...received } = await exchanged(url, {
    method,
    path: target,
    headers: {
      ...{ host, connection: 'close' },
      ...(as && { authorization: basicAuth(as.email, as.password) }),
      ...(stalls && { 'content-length': String(Buffer.byteLength(body ?? '') + 10) }),
      ...headers,
    },
    ...(body !== undefined && { body }),
  })
  return { method, target, sent: body, status, headers: received.headers, body: text }
}
