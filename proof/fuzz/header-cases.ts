import type { Random } from '../../fixtures/factories/random.js'
import { bytesOf, toMessage } from './bytes.js'
import type { CaseGenerator } from './case.js'

type Header = readonly [name: string, value: string]

const repeat = (count: number, header: (index: number) => Header): Header[] =>
  Array.from({ length: count }, (_, index) => header(index))

const hosts = [
  ['', ' ', 'localhost:4000', 'localhost, elsewhere', 'a b', 'http://x', '[::1]:80', '[::1', 'x@y'],
  ['localhost:99999999', '127.0.0.1%00', 'xn--80ak6aa92e.example', 'ä.example', 'x'.repeat(301)],
  ['../../x', '<script>', 'localhost#', '-'],
].flat()
const connections = [
  ...['close', 'keep-alive', 'Close, keep-alive', 'host', 'content-length', 'authorization', ','],
  'x'.repeat(3_000),
]
const origins = [
  ...['null', 'http://localhost', 'https://evil.example', '*', '', 'http://localhost:1@evil', 'file://'],
  'x'.repeat(5_000),
]
const invalidNames = ['x\0y', 'x y', 'x:y', '', '(x)', 'x\ty', 'é', 'x\ry', '__proto__', 'constructor']
const invalidValues = [
  ...['a\0b', 'a\rb', 'a\nb: c', 'a\r\n\tb', 'a\r\n b', '\x7f', '\x01', 'é\u{1f600}', '\t\t', '"'],
]

/** Headers that belong together, each with a value or several to pick from. */
type HeaderSet = Readonly<Record<string, string | readonly string[]>>

const headerSets: readonly (HeaderSet | ((random: Random) => readonly Header[]))[] = [
  random => repeat(random.pick([50, 500, 1_999, 2_001, 2_600]), index => [`h${index}`, '']),
  random => repeat(random.pick([100, 400]), () => ['cookie', 'a=b']),
  random => [['x', 'x'.repeat(random.pick([8_000, 15_000, 16_384, 20_000, 100_000]))]],
  random => [['x'.repeat(random.pick([1_000, 10_000, 17_000])), 'x']],
  random => {
    const start = `Basic ${random.pick(['A', '=', ' ', '/', 'A=', '\t'])}`
    return [['authorization', start.padEnd(random.pick([50, 15_000]), 'A =')]]
  },
  random => {
    const blanks = ' '.repeat(random.pick([2, 15_000]))
    return [['authorization', `Basic${blanks}${random.pick(['', 'x', '=='])}`]]
  },
  random => {
    const scheme = random.pick(['Bearer', 'Digest', 'Negotiate', 'Basic', ''])
    return [['authorization', `${scheme} ${'YTpi'.repeat(random.pick([1, 3_000]))}`]]
  },
  random =>
    repeat(2, index => ['authorization', `Basic ${index === 0 ? 'YTpi' : random.pick(['YTpi', 'x'])}`]),
  { host: hosts },
  {
    connection: 'upgrade',
    upgrade: 'websocket',
    'sec-websocket-key': 'dGhlIHNhbXBsZSBub25jZQ==',
    'sec-websocket-version': '13',
  },
  { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABkAARAAAAAAAIAAAAA' },
  { connection: connections },
  { expect: ['100-continue', '100-Continue', '', 'x', '100-continue, 100-continue'] },
  { origin: origins },
  {
    origin: 'https://evil.example',
    'access-control-request-method': ['PUT', '', 'x'.repeat(1_000)],
    'access-control-request-headers': 'authorization',
  },
  { 'sec-fetch-site': ['cross-site', 'same-site', 'same-origin', 'none', '', 'x'] },
  { accept: ['text/html', 'text/html;q=0', '*/*;'.repeat(2_000), ''] },
  { 'accept-encoding': ['gzip, br', 'identity;q=0, *;q=0'] },
  { 'content-encoding': ['gzip', 'br', 'deflate, gzip'] },
  {
    'content-type': [
      ...['application/json; charset=utf-16', 'multipart/form-data; boundary=x', 'x'.repeat(4_000), ';'],
    ],
  },
  { range: ['bytes=0-0', 'bytes=-1', 'bytes=0-,0-,0-', 'bytes=0-18446744073709551615'] },
  {
    'x-http-method-override': 'DELETE',
    'x-method-override': 'DELETE',
    'x-original-url': '/_control/reset',
    'x-rewrite-url': '/_control/reset',
  },
  {
    'x-forwarded-for': ['127.0.0.1', '::1', '1,'.repeat(3_000), 'unknown'],
    'x-forwarded-proto': ['https', 'javascript'],
    'x-forwarded-host': ['evil.example', '"><', 'a, b'],
    forwarded: 'for=127.0.0.1;host=evil.example',
  },
  { trailer: 'authorization', te: ['trailers', 'chunked', ''] },
  random => [[random.pick(invalidNames), 'x']],
  { x: invalidValues },
]

function anyHeaders(random: Random): readonly Header[] {
  const set = random.pick(headerSets)
  if (typeof set === 'function') return set(random)
  return Object.entries(set).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : random.pick(value),
  ])
}

const versions = [
  ...['HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/1.2', 'HTTP/11', 'http/1.1', 'HTTP/1.1 x', '', 'HTTPS/1.1'],
  ...['ICE/1.0', 'RTSP/1.0'],
]

/** A valid request with unusual or too many headers, and sometimes another HTTP version. */
export const oddHeaders: CaseGenerator = ({ random, plainRequest }) => {
  const message = toMessage(plainRequest())
  const added = Array.from({ length: random.pick([1, 1, 2, 3]) }, () => anyHeaders(random)).flat()
  const replaced = new Set(random.chance(0.7) ? added.map(([name]) => name) : [])
  const kept = message.headers.filter(([name]) => !replaced.has(name))
  const headers = random.chance(0.5) ? [...added, ...kept] : [...kept, ...added]
  const version = random.chance(0.1) ? random.pick(versions) : 'HTTP/1.1'
  const requestLine = message.requestLine.replace('HTTP/1.1', version)
  return { kind: 'odd headers', pieces: [bytesOf({ ...message, requestLine, headers })] }
}
