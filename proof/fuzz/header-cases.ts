import type { Random } from '../../fixtures/factories/random.js'
import { bytesOf, written } from './bytes.js'
import type { Draw } from './draw.js'

type Header = readonly [name: string, value: string]

const many = (count: number, of: (index: number) => Header): Header[] =>
  Array.from({ length: count }, (_, index) => of(index))

const hosts = [
  '',
  ' ',
  'localhost:4000',
  'localhost, elsewhere',
  'a b',
  'http://x',
  '[::1]:80',
  '[::1',
  'x@y',
  'localhost:99999999',
  '127.0.0.1%00',
  'xn--80ak6aa92e.example',
  'ä.example',
  'x'.repeat(301),
  '../../x',
  '<script>',
  'localhost#',
  '-',
]

/** Headers that somebody could stumble over. */
const draws: readonly ((random: Random) => readonly Header[])[] = [
  random => many(random.pick([50, 500, 1_999, 2_001, 2_600]), index => [`h${index}`, '']),
  random => many(random.pick([100, 400]), () => ['cookie', 'a=b']),
  random => [['x', 'x'.repeat(random.pick([8_000, 15_000, 16_384, 20_000, 100_000]))]],
  random => [['x'.repeat(random.pick([1_000, 10_000, 17_000])), 'x']],
  random => [
    [
      'authorization',
      `Basic ${random.pick(['A', '=', ' ', '/', 'A=', '\t'])}`.padEnd(random.pick([50, 15_000]), 'A ='),
    ],
  ],
  random => [
    ['authorization', `Basic${' '.repeat(random.pick([2, 15_000]))}${random.pick(['', 'x', '=='])}`],
  ],
  random => [
    [
      'authorization',
      `${random.pick(['Bearer', 'Digest', 'Negotiate', 'Basic', ''])} ${'YTpi'.repeat(random.pick([1, 3_000]))}`,
    ],
  ],
  random => many(2, index => ['authorization', `Basic ${index === 0 ? 'YTpi' : random.pick(['YTpi', 'x'])}`]),
  random => [['host', random.pick(hosts)]],
  () => [
    ['connection', 'upgrade'],
    ['upgrade', 'websocket'],
    ['sec-websocket-key', 'dGhlIHNhbXBsZSBub25jZQ=='],
    ['sec-websocket-version', '13'],
  ],
  () => [
    ['connection', 'Upgrade, HTTP2-Settings'],
    ['upgrade', 'h2c'],
    ['http2-settings', 'AAMAAABkAARAAAAAAAIAAAAA'],
  ],
  random => [
    [
      'connection',
      random.pick([
        'close',
        'keep-alive',
        'Close, keep-alive',
        'host',
        'content-length',
        'authorization',
        ',',
        'x'.repeat(3_000),
      ]),
    ],
  ],
  random => [
    ['expect', random.pick(['100-continue', '100-Continue', '', 'x', '100-continue, 100-continue'])],
  ],
  random => [
    [
      'origin',
      random.pick([
        'null',
        'http://localhost',
        'https://evil.example',
        '*',
        '',
        'http://localhost:1@evil',
        'file://',
        'x'.repeat(5_000),
      ]),
    ],
  ],
  random => [
    ['origin', 'https://evil.example'],
    ['access-control-request-method', random.pick(['PUT', '', 'x'.repeat(1_000)])],
    ['access-control-request-headers', 'authorization'],
  ],
  random => [['sec-fetch-site', random.pick(['cross-site', 'same-site', 'same-origin', 'none', '', 'x'])]],
  random => [['accept', random.pick(['text/html', 'text/html;q=0', '*/*;'.repeat(2_000), ''])]],
  random => [['accept-encoding', random.pick(['gzip, br', 'identity;q=0, *;q=0'])]],
  random => [['content-encoding', random.pick(['gzip', 'br', 'deflate, gzip'])]],
  random => [
    [
      'content-type',
      random.pick([
        'application/json; charset=utf-16',
        'multipart/form-data; boundary=x',
        'x'.repeat(4_000),
        ';',
      ]),
    ],
  ],
  random => [['range', `bytes=${random.pick(['0-0', '-1', '0-,0-,0-', '0-18446744073709551615'])}`]],
  () => [
    ['x-http-method-override', 'DELETE'],
    ['x-method-override', 'DELETE'],
    ['x-original-url', '/_control/reset'],
    ['x-rewrite-url', '/_control/reset'],
  ],
  random => [
    ['x-forwarded-for', random.pick(['127.0.0.1', '::1', '1,'.repeat(3_000), 'unknown'])],
    ['x-forwarded-proto', random.pick(['https', 'javascript'])],
    ['x-forwarded-host', random.pick(['evil.example', '"><', 'a, b'])],
    ['forwarded', 'for=127.0.0.1;host=evil.example'],
  ],
  random => [
    ['trailer', 'authorization'],
    ['te', random.pick(['trailers', 'chunked', ''])],
  ],
  random => [
    [random.pick(['x\0y', 'x y', 'x:y', '', '(x)', 'x\ty', 'é', 'x\ry', '__proto__', 'constructor']), 'x'],
  ],
  random => [
    [
      'x',
      random.pick([
        'a\0b',
        'a\rb',
        'a\nb: c',
        'a\r\n\tb',
        'a\r\n b',
        '\x7f',
        '\x01',
        'é\u{1f600}',
        '\t\t',
        '"',
      ]),
    ],
  ],
]

/** A right request with headers that are odd, or with too many of them. */
export const oddHeaders: Draw = ({ random, plainRequest }) => {
  const sent = plainRequest()
  const parts = written(sent)
  const more = Array.from({ length: random.pick([1, 1, 2, 3]) }, () => random.pick(draws)(random)).flat()
  const names = new Set(random.chance(0.7) ? more.map(([name]) => name) : [])
  const kept = parts.headers.filter(([name]) => !names.has(name))
  const headers = (random.chance(0.5) ? [...more, ...kept] : [...kept, ...more]) as [string, string][]
  const line = random.chance(0.1)
    ? parts.line.replace(
        'HTTP/1.1',
        random.pick(
          [
            ['HTTP/1.0', 'HTTP/0.9', 'HTTP/2.0', 'HTTP/1.2', 'HTTP/11', 'http/1.1', 'HTTP/1.1 x', ''],
            ['HTTPS/1.1', 'ICE/1.0', 'RTSP/1.0'],
          ].flat(),
        ),
      )
    : parts.line
  return { kind: 'odd headers', pieces: [bytesOf({ ...parts, line, headers })], ending: 'end' }
}
