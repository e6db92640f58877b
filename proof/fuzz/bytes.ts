import type { Random } from '../../fixtures/factories/random.js'
import type { Sent } from '../requests/request.js'

/** A request as bytes: as it is written, and in its parts. */
export interface Written {
  line: string
  headers: [name: string, value: string][]
  body: Uint8Array
}

/** A request in the parts it is written in. */
export function written({ method, target, headers, body, chunked }: Sent, host = 'localhost'): Written {
  const length: [string, string][] =
    chunked === true
      ? [['transfer-encoding', 'chunked']]
      : body
        ? [['content-length', String(body.length)]]
        : []
  return {
    line: `${method} ${target} HTTP/1.1`,
    headers: [['host', host], ...Object.entries(headers), ...length],
    body: chunked && body ? inChunks(body) : (body ?? Buffer.alloc(0)),
  }
}

/** Joins the parts of a request. */
export function bytesOf({ line, headers, body }: Written): Buffer {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`)
  return Buffer.concat([Buffer.from(`${line}\r\n${lines.join('')}\r\n`), body])
}

/** A body in two chunks. */
export function inChunks(body: Uint8Array): Buffer {
  const middle = Math.floor(body.length / 2)
  const chunks = [body.subarray(0, middle), body.subarray(middle)].filter(chunk => chunk.length > 0)
  const coded = chunks.map(chunk =>
    Buffer.concat([Buffer.from(`${chunk.length.toString(16)}\r\n`), chunk, crlf]),
  )
  return Buffer.concat([...coded, Buffer.from('0\r\n\r\n')])
}

const crlf = Buffer.from('\r\n')

/** Cuts bytes at a few places, as a network may. */
export function pieces(random: Random, bytes: Buffer): Buffer[] {
  const cuts = Array.from({ length: random.whole(1, 4) }, () => random.whole(0, bytes.length)).sort(
    (a, b) => a - b,
  )
  return [0, ...cuts].map((cut, index) => bytes.subarray(cut, cuts[index] ?? bytes.length))
}

/** Bytes that mean something to somebody on the way. */
const meaningful: readonly (readonly number[])[] = [
  [0],
  [0x0a],
  [0x0d],
  [0x0d, 0x0a],
  [0x0d, 0x0a, 0x0d, 0x0a],
  [0x09],
  [0x20],
  [0x0b],
  [0x3a],
  [0x3f],
  [0x26],
  [0x25],
  [0x2f],
  [0x22],
  [0x5c],
  [0x7b],
  [0x5b],
  [0x7f],
  [0x80],
  [0xff],
  // Longer than it needs to be, half of a pair, beyond the last character, and the mark of the byte order.
  [0xc0, 0xaf],
  [0xe0, 0x80, 0x80],
  [0xf0, 0x80, 0x80, 0xaf],
  [0xed, 0xa0, 0x80],
  [0xf4, 0x90, 0x80, 0x80],
  [0xef, 0xbb, 0xbf],
]

/** Bytes with something turned, put in, left out, doubled or swapped between two places. */
export function mutatedBytes(random: Random, bytes: Uint8Array, from = 0, to = bytes.length): Buffer {
  const at = random.whole(from, Math.max(from, to - 1))
  const end = Math.min(to, at + random.whole(1, random.chance(0.8) ? 4 : 60))
  const before = bytes.subarray(0, at)
  const within = bytes.subarray(at, end)
  const after = bytes.subarray(end)
  const random256 = () => Buffer.from(Array.from({ length: random.whole(1, 5) }, () => random.whole(0, 255)))
  return random.pick<() => Buffer>([
    () => Buffer.concat([before, flipped(random, within), after]),
    () => Buffer.concat([before, random256(), within, after]),
    () => Buffer.concat([before, Buffer.from(random.pick(meaningful)), within, after]),
    () => Buffer.concat([before, Buffer.from(random.pick(meaningful)), after]),
    () => Buffer.concat([before, after]),
    () => Buffer.concat([before, within, within, after]),
    () => Buffer.concat([before, ...Array<Uint8Array>(random.pick([50, 3_000])).fill(within), after]),
    () => Buffer.concat([before, bytes.subarray(at), bytes.subarray(from, at)]),
    () => Buffer.from(before),
  ])()
}

function flipped(random: Random, bytes: Uint8Array): Buffer {
  const copy = Buffer.from(bytes)
  const at = random.whole(0, Math.max(0, copy.length - 1))
  copy[at] = (copy[at] ?? 0) ^ (1 << random.whole(0, 7))
  return copy
}
