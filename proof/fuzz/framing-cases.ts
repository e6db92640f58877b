import type { Random } from '../../fixtures/factories/random.js'
import type { Sent } from '../requests/request.js'
import type { Case } from './case.js'
import type { Draw } from './draw.js'

/*
 * Requests whose end is told in two ways, wrongly or not at all, so that what is hidden in one could be taken for another.
 */

interface Frame {
  headers: readonly string[]
  body: string
  /** How many requests somebody could rightly see in it; nothing where opinions differ. */
  most?: number
}

const chunk = (text: string, size = Buffer.byteLength(text).toString(16)) => `${size}\r\n${text}\r\n`
const last = '0\r\n\r\n'

type Framing = (inner: string, random: Random) => Frame

const length = (text: string) => Buffer.byteLength(text)

/** Both a length and chunks: RFC 9112 has it refused, or at least no further request taken from the connection. */
const both: Framing = inner => ({
  headers: ['content-length: 5', 'transfer-encoding: chunked'],
  body: last + inner,
  most: 1,
})

const framings: readonly Framing[] = [
  both,
  inner => ({
    headers: [`content-length: ${length(last + inner)}`, 'transfer-encoding: chunked'],
    body: last + inner,
    most: 1,
  }),
  inner => ({
    headers: ['transfer-encoding: chunked', 'content-length: 3'],
    body: `8\r\nSMUGGLED\r\n${last}${inner}`,
    most: 1,
  }),
  inner => ({ headers: ['content-length: 0', `content-length: ${length(inner)}`], body: inner, most: 1 }),
  inner => ({ headers: [`content-length: 0, ${length(inner)}`], body: inner, most: 1 }),
  inner => ({ headers: [`content-length: ${length(inner)}, ${length(inner)}`], body: inner, most: 1 }),
  inner => ({
    headers: [`content-length: ${length(inner)}`, `content-length: ${length(inner)}`],
    body: inner,
    most: 1,
  }),
  (inner, random) => ({
    headers: [
      `content-length: ${random.pick(['+', '-', '0x', '', ' ', '1e', '00000', '"'])}${length(inner)}`,
    ],
    body: inner,
  }),
  (inner, random) => ({
    headers: [
      `content-length: ${random.pick(['9'.repeat(30), '18446744073709551616', '4294967296', '-1', '', 'x'])}`,
    ],
    body: inner,
  }),
  (inner, random) => ({
    headers: [
      random.pick(
        [
          ['transfer-encoding: xchunked', 'transfer-encoding: identity'],
          ['transfer-encoding: chunked, identity', 'transfer-encoding: identity, chunked'],
          ['transfer-encoding: gzip, chunked', 'transfer-encoding: chunked, chunked'],
          ['transfer-encoding: "chunked"', 'transfer-encoding:\tchunked', 'transfer-encoding: chunked\t'],
          ['transfer-encoding : chunked', 'transfer-encoding\t: chunked', ' transfer-encoding: chunked'],
          ['transfer-encoding: \x0bchunked', 'transfer-encoding: chun\r\n ked'],
          ['transfer-encoding:\r\n chunked', 'x: y\ntransfer-encoding: chunked'],
          ['x: y\rtransfer-encoding: chunked', 'Transfer-Encoding: CHUNKED'],
          ['transfer_encoding: chunked', 'transfer-encoding: chunked\r\ntransfer-encoding: identity'],
          ['transfer-encoding: identity\r\ntransfer-encoding: chunked', 'transfer-encoding:'],
        ].flat(),
      ),
      ...(random.chance(0.5) ? [`content-length: ${length(last + inner)}`] : []),
    ],
    body: last + inner,
  }),
  // Sizes of chunks that are none.
  (inner, random) => ({
    headers: ['transfer-encoding: chunked'],
    body:
      random.pick([
        'zz\r\n',
        '-1\r\n',
        '+5\r\nhello\r\n',
        '0x5\r\nhello\r\n',
        ' 5\r\nhello\r\n',
        '5 \r\nhello\r\n',
        '5\nhello\n',
        '5\rhello\r',
        '5\r\nhelloworld\r\n',
        '5\r\nhel\r\n',
        '\r\n',
        '5;x=y\r\nhello\r\n',
        `5;${'x'.repeat(20_000)}\r\nhello\r\n`,
        `${'0'.repeat(20_000)}5\r\nhello\r\n`,
        'ffffffffffffffff\r\n',
        '10000000000000000\r\nx',
        '7fffffff\r\nx',
        `${'1\r\nx\r\n'.repeat(5_000)}`,
        `${`1;${'e'.repeat(3_000)}\r\nx\r\n`.repeat(20)}`,
      ]) +
      random.pick([
        last,
        '0\r\nhost: elsewhere\r\ncontent-length: 5\r\n\r\n',
        '0\r\n',
        '00000\r\n\r\n',
        '0;\r\n\r\n',
        '',
      ]) +
      inner,
  }),
  inner => ({ headers: ['transfer-encoding: chunked'], body: chunk(inner) + last, most: 1 }),
  inner => ({ headers: [`content-length: ${length(inner)}`], body: inner, most: 1 }),
  // Less than was told, and then nothing more.
  inner => ({ headers: [`content-length: ${length(inner) + 100}`], body: inner, most: 1 }),
  inner => ({
    headers: ['transfer-encoding: chunked'],
    body: chunk(inner, (length(inner) + 50).toString(16)),
    most: 1,
  }),
  (inner, random) => ({
    headers: [
      `content-length: ${length(inner)}`,
      `expect: ${random.pick(['100-continue', '100-Continue', '200-ok', '100-continue, x', ''])}`,
    ],
    body: inner,
    most: 1,
  }),
]

/** A request around another one that nobody may see. */
export const framed: Draw = ({ random, plainRequest, number }): Case => {
  const outer = plainRequest()
  const method = random.pick(['POST', 'PUT', 'GET', 'DELETE', outer.method].filter(name => name !== 'HEAD'))
  const { headers, body, most } = random.pick(framings)(hidden(outer, number()), random)
  const lines = [`${method} ${outer.target} HTTP/1.1`, 'host: localhost', ...authorized(outer), ...headers]
  return {
    kind: 'framing',
    pieces: [Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`)],
    ...(most !== undefined && { most }),
    ending: random.chance(0.03) ? 'wait' : 'end',
  }
}

const authorized = ({ headers }: Sent) =>
  headers.authorization === undefined ? [] : [`authorization: ${headers.authorization}`]

const hidden = (outer: Sent, number: number) =>
  `GET /smuggled-${number} HTTP/1.1\r\nhost: localhost\r\n${authorized(outer).join('')}\r\n\r\n`
