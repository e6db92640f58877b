import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { isIP, type Socket } from 'node:net'
import { bodyTooLarge, type Call, isRequestId, Refusal, urlTooLong } from '../core/index.js'

const nothing = new Uint8Array()

/** Converts a Node request into a call of the core; its body is read when the core asks for it. */
export function callOf(
  request: IncomingMessage,
  { trustProxy, readBody }: { trustProxy: boolean; readBody(): Promise<Uint8Array> },
): Call {
  const { method = 'GET', url = '/', headers, socket } = request
  const forwarded = trustProxy ? forwardedBy(headers) : undefined
  const scheme = forwarded?.scheme ?? ('encrypted' in socket ? 'https' : 'http')
  const call: Call = {
    id: requestIdOf(headers['x-request-id']),
    method,
    target: url.startsWith('/') ? url : url.replace(/^https?:\/\/[^/?#]*/i, '') || '/',
    origin: `${scheme}://${forwarded?.host ?? headers.host ?? addressOf(socket)}`,
    peer: forwarded?.peer ?? socket.remoteAddress,
    headers,
    header(name) {
      const value = headers[name]
      return Array.isArray(value) ? value.join(', ') : value
    },
    isAborted: () => socket.destroyed || socket.readableEnded,
    onAborted(listener) {
      socket.on('end', listener).on('close', listener)
      return () => void socket.off('end', listener).off('close', listener)
    },
    body: nothing,
    inParts: true,
  }
  if (hasBody(headers)) {
    let received: Promise<Uint8Array> | undefined
    call.receive = () => {
      received ??= readBody().then(body => (call.body = body))
      return received
    }
  }
  return call
}

/**
 * Returns the id of a request: its X-Request-Id header if it is well formed, or else a new id, which does not reveal the
 * number of requests.
 */
export function requestIdOf(header: string | string[] | undefined): string {
  return typeof header === 'string' && isRequestId(header) ? header : randomUUID()
}

/** The address where an HTTP/1.0 client, which need not name a host, has reached this server. */
const addressOf = ({ localAddress = 'localhost', localPort }: Socket) =>
  `${localAddress.includes(':') ? `[${localAddress}]` : localAddress}:${localPort}`

const hasBody = ({ 'content-length': length, 'transfer-encoding': coding }: IncomingHttpHeaders) =>
  coding !== undefined || (length !== undefined && length !== '0')

/**
 * Reads the body of a request.
 *
 * @param limit The maximum body size in bytes.
 * @param arrived Called with the length of each part. Returns the reason for a refusal if there is no room for it.
 * @throws {Refusal} if the body exceeds the limit, or there is no room for it; the rest is discarded.
 */
export function readBody(
  request: IncomingMessage,
  limit: number,
  arrived: (bytes: number) => Refusal | undefined,
): Promise<Uint8Array> {
  // It emits no more events, and nobody is waiting for a response.
  if (request.destroyed) return Promise.reject(incomplete())
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let length = Number(request.headers['content-length']) > limit ? Number.POSITIVE_INFINITY : 0
    let isOver = false

    function refuse(refusal: Refusal): void {
      isOver = true
      reject(refusal)
    }

    request.on('data', (chunk: Buffer) => {
      if (isOver) return
      length += chunk.length
      const refusal = length > limit ? bodyTooLarge(limit) : arrived(chunk.length)
      if (refusal) {
        chunks.length = 0
        refuse(refusal)
      } else chunks.push(chunk)
    })
    request.on('end', () => {
      if (isOver) return
      isOver = true
      resolve(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks))
    })
    request.on('close', () => {
      if (!isOver) refuse(incomplete())
    })
    if (length > limit) refuse(bodyTooLarge(limit))
  })
}

const incomplete = () => new Refusal('bad_request', 'The request ended before its body was complete')

/**
 * Refuses an unsuitable request before its body is read: links contain its host, and the end of an HTTP/1.0 chunked body is
 * ambiguous.
 *
 * @param longestUrl In characters.
 */
export function unfit(request: IncomingMessage, longestUrl: number): Refusal | undefined {
  const { url = '' } = request
  const refusal = wrongHost(request) ?? urlTooLong(url, longestUrl)
  if (refusal) return refusal
  if (hasOldCoding(request)) {
    return new Refusal(
      'bad_request',
      'HTTP/1.0 has no Transfer-Encoding: send Content-Length, or use HTTP/1.1',
    )
  }
  return undefined
}

/** HTTP/1.1 requires exactly one Host header; links contain it, so it must be a valid host. */
function wrongHost({ headers, rawHeaders, httpVersion }: IncomingMessage): Refusal | undefined {
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

/**
 * Whether a request has a transfer coding, which only HTTP/1.1 defines: a proxy may disagree with Node about the end of its
 * body.
 */
export const hasOldCoding = ({ headers, httpVersion }: IncomingMessage): boolean =>
  httpVersion === '1.0' && headers['transfer-encoding'] !== undefined

/** What a proxy reports about a forwarded request. */
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
 * Removes a port: some proxies add that of the client, which differs with each connection and must not count as another
 * address.
 */
function withoutPort(address: string): string {
  const [, bracketed, plain] = /^(?:\[([^\]]*)\]|(\d+(?:\.\d+){3}))(?::\d+)?$/.exec(address) ?? []
  return bracketed ?? plain ?? address
}

/**
 * Reads the X-Forwarded headers. Each proxy appends to them, so only the last value, from the proxy next to this server, can
 * be trusted.
 */
export function forwardedBy(headers: IncomingHttpHeaders): Forwarded {
  const peer = withoutPort(last(headers['x-forwarded-for']))
  const scheme = last(headers['x-forwarded-proto']).toLowerCase()
  const host = last(headers['x-forwarded-host'])
  return {
    ...(isIP(peer) !== 0 && { peer }),
    ...((scheme === 'http' || scheme === 'https') && { scheme }),
    ...(isHost(host) && { host }),
  }
}

/** Whether a text is a host with an optional port. */
const isHost = (text: string | undefined): text is string =>
  text !== undefined &&
  text.length <= 300 &&
  /^[\w.~-]+(?::\d{1,5})?$|^\[[\da-f:.]+\](?::\d{1,5})?$/i.test(text)
