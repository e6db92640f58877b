import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { bodyTooLarge, type Call, Refusal } from '../core/index.js'

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

const nothing = new Uint8Array()

/**
 * Reads the body of a request.
 *
 * @param limit in bytes
 * @throws Refusal where the body is longer; the rest of it is thrown away as it comes.
 */
export function readBody(request: IncomingMessage, limit: number): Promise<Uint8Array> {
  const { 'content-length': declared, 'transfer-encoding': coding } = request.headers
  if (coding === undefined && (declared === undefined || declared === '0')) return Promise.resolve(nothing)
  if (Number(declared) > limit) {
    request.resume()
    return Promise.reject(bodyTooLarge(limit))
  }
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = 0
    request.on('data', (chunk: Buffer) => {
      length += chunk.length
      if (length <= limit) chunks.push(chunk)
      else reject(bodyTooLarge(limit))
    })
    request.on('end', () => resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)))
    request.on('close', () =>
      reject(new Refusal('bad_request', 'The request ended before its body was complete')),
    )
  })
}

/** What a proxy in front of the server says of the request it passes on. */
export interface Forwarded {
  peer?: string
  scheme?: 'http' | 'https'
  host?: string
}

function last(value: string | string[] | undefined): string {
  const text = [value].flat().join(',')
  return text.slice(text.lastIndexOf(',') + 1).trim()
}

/**
 * Reads the X-Forwarded headers. Each proxy adds to their end, so that the last value is that of the one next to this
 * server, and what a caller wrote before it counts for nothing.
 */
export function forwardedBy(headers: IncomingHttpHeaders): Forwarded {
  const peer = last(headers['x-forwarded-for'])
  const scheme = last(headers['x-forwarded-proto']).toLowerCase()
  const host = last(headers['x-forwarded-host'])
  return {
    ...(/^[\da-f.:]+$/i.test(peer) && { peer }),
    ...((scheme === 'http' || scheme === 'https') && { scheme }),
    ...(isHost(host) && { host }),
  }
}

/** Is this a host with or without a port, such as links are made of? */
export const isHost = (text: string | undefined): text is string =>
  text !== undefined &&
  text.length <= 300 &&
  /^[\w.~-]+(?::\d{1,5})?$|^\[[\da-f:.]+\](?::\d{1,5})?$/i.test(text)
