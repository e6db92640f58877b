import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Exchange } from '../../server/testing/documented/index.js'
import { basicAuth } from '../requests/credentials.js'

/** A request of the tour. */
export interface TourRequest {
  method: string
  target: string
  /** Who sends it; nobody has no credentials. */
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
  const sending = request(url + target, {
    method,
    agent: false,
    headers: {
      host,
      ...(as && { authorization: basicAuth(as.email, as.password) }),
      ...(body !== undefined && { 'content-length': Buffer.byteLength(body) + (stalls ? 10 : 0) }),
      ...headers,
    },
  })
  const responding = once(sending, 'response')
  // Once there is a response, reading it fails as well.
  sending.on('error', () => {})
  if (stalls) sending.write(body ?? '')
  else sending.end(body)
  const [response] = (await responding) as [IncomingMessage]
  const { statusCode: status = 0, headers: received } = response
  const seen = { method, target, sent: body, status, headers: received, body: await text(response) }
  sending.destroy()
  return seen
}
