import { request as httpRequest } from 'node:http'
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
export function exchange(
  url: string,
  { method, target, as, headers, body, stalls }: TourRequest,
): Promise<Exchange> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(url + target, {
      method,
      agent: false,
      headers: {
        host,
        ...(as && { authorization: basicAuth(as.email, as.password) }),
        ...(body !== undefined && { 'content-length': Buffer.byteLength(body) + (stalls ? 10 : 0) }),
        ...headers,
      },
    })
    sent.on('response', response => {
      const chunks: Buffer[] = []
      response.on('data', chunk => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const { statusCode: status = 0, headers } = response
        resolve({ method, target, sent: body, status, headers, body: Buffer.concat(chunks).toString() })
        sent.destroy()
      })
    })
    sent.on('error', reject)
    if (stalls) sent.write(body ?? '')
    else sent.end(body)
  })
}
