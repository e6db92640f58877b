import type { Random } from '../../fixtures/factories/random.js'
import type { ApiRequest } from '../requests/http.js'
import type { CaseGenerator } from './case.js'

/*
 * Request smuggling: requests whose length is given twice, incorrectly or not at all, with another request inside their body.
 */

/** `maxResponses` is the number of requests that a server may see in it; undefined if several interpretations are valid. */
type Framing = (
  inner: string,
  random: Random,
) => readonly [headers: readonly string[], body: string, maxResponses?: number]

const size = (text: string) => Buffer.byteLength(text)
const length = (text: string) => `content-length: ${size(text)}`
const chunk = (text: string, length = size(text)) => `${length.toString(16)}\r\n${text}\r\n`
const chunked = 'transfer-encoding: chunked'
const lastChunk = '0\r\n\r\n'

const lengthPrefixes = ['+', '-', '0x', '', ' ', '1e', '00000', '"']
const invalidLengths = ['9'.repeat(30), '18446744073709551616', '4294967296', '-1', '', 'x']
const expectations = ['100-continue', '100-Continue', '200-ok', '100-continue, x', '']

const transferEncodings = [
  ['transfer-encoding: xchunked', 'transfer-encoding: identity', 'transfer-encoding: chunked, identity'],
  ['transfer-encoding: identity, chunked', 'transfer-encoding: gzip, chunked'],
  ['transfer-encoding: chunked, chunked', 'transfer-encoding: "chunked"', 'transfer-encoding:\tchunked'],
  ['transfer-encoding: chunked\t', 'transfer-encoding : chunked', 'transfer-encoding\t: chunked'],
  [' transfer-encoding: chunked', 'transfer-encoding: \x0bchunked', 'transfer-encoding: chun\r\n ked'],
  ['transfer-encoding:\r\n chunked', 'x: y\ntransfer-encoding: chunked'],
  ['x: y\rtransfer-encoding: chunked', 'Transfer-Encoding: CHUNKED', 'transfer_encoding: chunked'],
  ['transfer-encoding: chunked\r\ntransfer-encoding: identity'],
  ['transfer-encoding: identity\r\ntransfer-encoding: chunked', 'transfer-encoding:'],
].flat()

const malformedChunks = [
  ['zz\r\n', '-1\r\n', '+5\r\nhello\r\n', '0x5\r\nhello\r\n', ' 5\r\nhello\r\n', '5 \r\nhello\r\n'],
  ['5\nhello\n', '5\rhello\r', '5\r\nhelloworld\r\n', '5\r\nhel\r\n', '\r\n', '5;x=y\r\nhello\r\n'],
  [`5;${'x'.repeat(20_000)}\r\nhello\r\n`, `${'0'.repeat(20_000)}5\r\nhello\r\n`, 'ffffffffffffffff\r\n'],
  ['10000000000000000\r\nx', '7fffffff\r\nx', '1\r\nx\r\n'.repeat(5_000)],
  [`1;${'e'.repeat(3_000)}\r\nx\r\n`.repeat(20)],
].flat()
const lastChunks = [
  ...[lastChunk, '0\r\nhost: elsewhere\r\ncontent-length: 5\r\n\r\n', '0\r\n', '00000\r\n\r\n', '0;\r\n\r\n'],
  '',
]

const framings: readonly Framing[] = [
  // Both a length and chunks: by RFC 9112, the server must refuse this or at least close the connection.
  inner => [['content-length: 5', chunked], lastChunk + inner, 1],
  inner => [[length(lastChunk + inner), chunked], lastChunk + inner, 1],
  inner => [[chunked, 'content-length: 3'], `8\r\nSMUGGLED\r\n${lastChunk}${inner}`, 1],
  // Two lengths.
  inner => [['content-length: 0', length(inner)], inner, 1],
  inner => [[`content-length: 0, ${size(inner)}`], inner, 1],
  inner => [[`${length(inner)}, ${size(inner)}`], inner, 1],
  inner => [[length(inner), length(inner)], inner, 1],
  // Malformed lengths, encodings and chunks.
  (inner, random) => [[`content-length: ${random.pick(lengthPrefixes)}${size(inner)}`], inner],
  (inner, random) => [[`content-length: ${random.pick(invalidLengths)}`], inner],
  (inner, random) => {
    const encoding = random.pick(transferEncodings)
    return [[encoding, ...(random.chance(0.5) ? [length(lastChunk + inner)] : [])], lastChunk + inner]
  },
  (inner, random) => [[chunked], random.pick(malformedChunks) + random.pick(lastChunks) + inner],
  // Valid.
  inner => [[chunked], chunk(inner) + lastChunk, 1],
  inner => [[length(inner)], inner, 1],
  // A body that is shorter than announced.
  inner => [[`content-length: ${size(inner) + 100}`], inner, 1],
  inner => [[chunked], chunk(inner, size(inner) + 50), 1],
  (inner, random) => [[length(inner), `expect: ${random.pick(expectations)}`], inner, 1],
]

/** A request with another one in its body, which the server must not answer. */
export const framing: CaseGenerator = ({ random, plainRequest, number }) => {
  const outer = plainRequest()
  const method = random.pick(['POST', 'PUT', 'GET', 'DELETE', outer.method].filter(name => name !== 'HEAD'))
  const credentials = credentialLines(outer)
  const inner = `GET /smuggled-${number()} HTTP/1.1\r\nhost: localhost\r\n${credentials.join('')}\r\n\r\n`
  const [headers, body, maxResponses] = random.pick(framings)(inner, random)
  const lines = [`${method} ${outer.target} HTTP/1.1`, 'host: localhost', ...credentials, ...headers]
  return {
    kind: 'framing',
    pieces: [Buffer.from(`${lines.join('\r\n')}\r\n\r\n${body}`)],
    ...(maxResponses !== undefined && { maxResponses }),
    ending: random.chance(0.03) ? 'wait' : 'end',
  }
}

const credentialLines = ({ headers: { authorization } }: ApiRequest) =>
  authorization === undefined ? [] : [`authorization: ${authorization}`]
