import type { Random } from '../../fixtures/factories/random.js'
import { type ApiRequest, halvesOf } from '../requests/http.js'
import type { Case } from './case.js'

/** The parts of an HTTP request message. */
export interface Message {
  requestLine: string
  headers: (readonly [name: string, value: string])[]
  body: Uint8Array
}

export function toMessage(
  { method, target, headers, body, chunked }: ApiRequest,
  host = 'localhost',
): Message {
  const framing = chunked
    ? [['transfer-encoding', 'chunked'] as const]
    : body
      ? [['content-length', String(body.length)] as const]
      : []
  return {
    requestLine: `${method} ${target} HTTP/1.1`,
    headers: [['host', host], ...Object.entries(headers), ...framing],
    body: chunked && body ? inTwoChunks(body) : (body ?? Buffer.alloc(0)),
  }
}

export function bytesOf({ requestLine, headers, body }: Message): Buffer {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.concat([Buffer.from(`${requestLine}\r\n${lines.join('')}\r\n`), body])
}

export const requestBytes = (request: ApiRequest, host?: string): Buffer => bytesOf(toMessage(request, host))

/** A case with one request. */
export const singleRequest = (kind: string, request: ApiRequest, host?: string): Case => ({
  kind,
  pieces: [requestBytes(request, host)],
  requests: [request],
})

function inTwoChunks(body: Uint8Array): Buffer {
  const chunks = halvesOf(body).filter(chunk => chunk.length > 0)
  const encoded = chunks.flatMap(chunk => [`${chunk.length.toString(16)}\r\n`, chunk, '\r\n'])
  const parts = [...encoded, '0\r\n\r\n']
  return Buffer.concat(parts.map(part => (typeof part === 'string' ? Buffer.from(part) : part)))
}

/** Splits bytes in a few places, as a network may. */
export function inPieces(random: Random, bytes: Buffer): Buffer[] {
  const cuts = Array.from({ length: random.whole(1, 4) }, () => random.whole(0, bytes.length)).sort(
    (a, b) => a - b,
  )
  return [0, ...cuts].map((cut, index) => bytes.subarray(cut, cuts[index] ?? bytes.length))
}

/** Bytes with a meaning in HTTP, URLs or JSON and, from `80` on, invalid UTF-8 and a byte order mark. */
const specialBytes = [
  ...['00', '0a', '0d', '0d0a', '0d0a0d0a', '09', '20', '0b', '3a', '3f', '26', '25', '2f', '22', '5c', '7b'],
  ...['5b', '7f', '80', 'ff', 'c0af', 'e08080', 'f08080af', 'eda080', 'f4908080', 'efbbbf'],
].map(hex => Buffer.from(hex, 'hex'))

/** Flips, inserts, replaces, removes, repeats or moves bytes between two positions. */
export function mutateBytes(random: Random, bytes: Uint8Array, from = 0, to = bytes.length): Buffer {
  const at = random.whole(from, Math.max(from, to - 1))
  const end = Math.min(to, at + random.whole(1, random.chance(0.8) ? 4 : 60))
  const before = bytes.subarray(0, at)
  const within = bytes.subarray(at, end)
  const after = bytes.subarray(end)
  const randomBytes = () =>
    Buffer.from(Array.from({ length: random.whole(1, 5) }, () => random.whole(0, 255)))
  const parts = random.pick<() => Uint8Array[]>([
    () => [before, withFlippedBit(random, within), after],
    () => [before, randomBytes(), within, after],
    () => [before, random.pick(specialBytes), within, after],
    () => [before, random.pick(specialBytes), after],
    () => [before, after],
    () => [before, within, within, after],
    () => [before, ...Array<Uint8Array>(random.pick([50, 3_000])).fill(within), after],
    () => [before, bytes.subarray(at), bytes.subarray(from, at)],
    () => [before],
  ])
  return Buffer.concat(parts())
}

function withFlippedBit(random: Random, bytes: Uint8Array): Buffer {
  const copy = Buffer.from(bytes)
  const at = random.whole(0, Math.max(0, copy.length - 1))
  copy[at] = (copy[at] ?? 0) ^ (1 << random.whole(0, 7))
  return copy
}
