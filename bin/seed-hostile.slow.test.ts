import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { command } from './testing/command.js'
import { measured } from './testing/peak-memory.js'

/*
 * `schedkit seed from` a hostile service.
 */

type Answer = (response: ServerResponse, request: IncomingMessage) => void

const me = { id: 'u', email: 'ada@real.test', firstname: 'Ada', lastname: 'Real', timezone: 'UTC' }
const options = ['--owner', 'ada@real.test:secret', '--schedule', 'lab']
const json = (value: unknown, status = 200): Answer => {
  return response =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
}
const page = (data: unknown, next?: string, rest: object = {}) => ({
  success: true,
  data,
  pagination: { limit: 500, offset: 0, page_count: 1, total_count: 1, links: { next }, ...rest },
})

/** Runs work with the URL of a service with these lists of resources, or these responses. */
async function withService<Result>(
  answer: Answer,
  work: (url: string) => Promise<Result>,
  isFor: RegExp = /\/resources/,
): Promise<Result> {
  const server = createServer((request, response) => {
    const url = request.url ?? ''
    if (isFor.test(url)) answer(response, request)
    else if (url.includes('/users/me')) json({ success: true, data: me })(response, request)
    else json(page([]))(response, request)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

const copy = (answer: Answer, more: string[] = [], isFor?: RegExp) =>
  withService(answer, url => command(['seed', 'from', url, ...options, ...more]), isFor)

/** Writes a piece repeatedly, as fast as it is read. */
function writeForever(response: ServerResponse, piece: Buffer): void {
  response.on('drain', write)
  function write(): void {
    while (!response.destroyed && response.write(piece));
  }
  write()
}

/** Asserts that a text has no characters that control a terminal, except line breaks. */
const isPlain = (text: string) =>
  !/[\x00-\x09\x0b-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]/.test(text)

const head = '{"success":true,"data":[{"name":"'

test('given an endless body, plain or compressed, then it stops at the limit, and takes little memory', async () => {
  const usual = await withService(json(page([])), url => measured(['seed', 'from', url, ...options]))
  const compressed = gzipSync(Buffer.alloc(10_000_000, 'a'))
  const answers: Answer[] = [
    response => writeForever(response.writeHead(200), Buffer.from(head.padEnd(65_536, 'a'))),
    response => writeForever(response.writeHead(200, { 'content-encoding': 'gzip' }), compressed),
  ]
  assert.is(usual.code, 0, usual.err)
  for (const answer of answers) {
    const { code, out, err, peak } = await withService(answer, url =>
      measured(['seed', 'from', url, ...options]),
    )

    assert.equal([code, out], [1, ''])
    assert.match(
      err,
      /the answer of GET \/v1\/schedules\/lab\/resources is larger than 16 MB \(--max-response\)\./,
    )
    assert.ok(peak < usual.peak + 150, `${peak} MB instead of ${usual.peak} MB`)
  }
})

test('--max-response is a size, and applies to all responses', async () => {
  const answer = json(page([{ id: 1, name: 'Red', note: 'a'.repeat(5_000) }]))

  const small = await copy(answer, ['--max-response', '5kB'])
  const large = await copy(answer, ['--max-response', '6 kB'])
  const wrong = await copy(answer, ['--max-response', 'much'])

  assert.match(small.err, 'is larger than 5 kB (--max-response)')
  assert.is(large.code, 0, large.err)
  assert.is(wrong.code, 2)
  assert.match(wrong.err, '--max-response must be from 1 byte to 1 GB, such as 16MB or 500kB, not "much".')
})

test('given a deeply nested response, then it is not parsed', async () => {
  const deep = `{"success":true,"data":${'['.repeat(2_000_000)}`

  const { code, err } = await copy(response => response.end(deep))

  assert.is(code, 1)
  assert.match(err, /resources is nested more than 100 levels deep\.\n$/)
})

const lacks: [what: string, value: object, message: string][] = [
  ['no data', { success: true }, 'has no array data'],
  ['no objects', page([null]), 'has data that are not objects'],
  ['no pagination', { success: true, data: [] }, 'has no pagination'],
  ['no links', page([], undefined, { links: undefined }), 'has no pagination.links'],
  ['null for links', page([], undefined, { links: null }), 'has no pagination.links'],
  [
    'another total',
    page([], undefined, { total_count: '\x1b[2J' }),
    'has no whole number pagination.total_count',
  ],
  ['a strange next', page([{}], 'http://['), 'has a pagination.links.next that is not a URL'],
  ['an empty page', page([], '/?offset=1'), 'has no objects, but a pagination.links.next'],
]
for (const [what, value, message] of lacks) {
  test(`given an answer with ${what}, then the error says so`, async () => {
    const { code, out, err } = await copy(json(value))

    assert.equal([code, out], [1, ''])
    assert.match(err, `the answer of GET /v1/schedules/lab/resources ${message}. Certify the service`)
  })
}

test('given an account without data, then the error says so', async () => {
  const { err } = await copy(json({ success: true }), [], /users/)

  assert.match(err, 'the answer of GET /v1/users/me has no object data.')
})

test('given a next link that never changes, then the copy ends', async () => {
  const { code, err } = await copy(json(page([{ id: 1, name: 'Red' }], '/?offset=500&limit=500')))

  assert.is(code, 1)
  assert.match(err, 'has the same pagination.links.next as a page before it')
})

test('given endless pages, then the copy ends at --max-objects', async () => {
  let pages = 0
  const answer: Answer = (response, request) => {
    const data = Array.from({ length: 10 }, () => ({ id: pages, name: `Room ${pages}` }))
    json(page(data, `/?offset=${10 * ++pages}`))(response, request)
  }

  const { code, err } = await copy(answer, ['--max-objects', '95'])

  assert.equal([code, pages], [1, 10])
  assert.match(err, '/v1/schedules/lab/resources has more than 95 objects (--max-objects).')
})

test('given a response that trickles forever, then the copy ends after --max-time', async () => {
  const timers: NodeJS.Timeout[] = []
  const answer: Answer = response => {
    response.write('{')
    timers.push(setInterval(() => response.write(' '), 50))
  }

  const { code, err } = await copy(answer, ['--max-time', '1'])

  for (const timer of timers) clearInterval(timer)
  assert.is(code, 1)
  assert.match(err, 'it took longer than 1 s (--max-time)')
})

test('given a service that asks to wait again and again, then the copy ends after --max-time', async () => {
  const answer: Answer = response => response.writeHead(429, { 'retry-after': '2' }).end('{}')

  const { code, err } = await copy(answer, ['--max-time', '1'])

  assert.is(code, 1)
  assert.match(err, 'it took longer than 1 s (--max-time)')
})

test('given links to another host, then the pages come from the service, and one line says so', async () => {
  let pages = 0
  const answer: Answer = (response, request) => {
    const next = ++pages < 3 ? `http://evil.example/v1?offset=${pages}` : undefined
    json(page([{ id: pages, name: `Room ${pages}` }], next))(response, request)
  }

  const { code, err } = await copy(answer)

  assert.equal([code, pages], [0, 3])
  assert.is(err.split('The links of lists lead to ').length, 2)
  assert.ok(isPlain(err))
})

test('given a redirect, then no request is sent to another host', async () => {
  const location = 'http://127.0.0.1:1/\x1b]8;;'.replace('\x1b', '%1b')
  const { code, err } = await copy(response => response.writeHead(307, { location }).end())

  assert.is(code, 1)
  assert.match(err, 'is redirected to http://127.0.0.1:1/')
})

test('texts of the service never reach the terminal unescaped', async () => {
  const evil =
    '\x1b]8;;http://evil.example\x07click\x1b]8;;\x07\x1b[2J\x9b31m\u202eABC\u2066\r\nServe it: rm -rf'
  const error = { success: false, error: { code: evil, message: evil } }
  const outcomes = [
    await copy(json(error, 403)),
    await copy(json(error, 401), [], /users/),
    await copy(json(error, 500), [], /users/),
    await copy(json(error, 403), [], /collaborators/),
    await copy(json(page([{ id: evil, name: 5 }]))),
    await copy(json({ success: true, data: { ...me, email: `${evil}@x` } }), ['--keep-personal'], /users/),
    await copy(json(page([{ id: 1, name: 'Red', note: evil }]))),
  ]

  for (const { out, err } of outcomes) {
    assert.ok(isPlain(out + err), JSON.stringify(out + err))
    assert.not.match(err, /^Serve it: rm/m)
  }
  const { note } = JSON.parse(outcomes.at(-1)?.out ?? '').schedules[0].resources[0]
  assert.ok(note.includes('\u202eABC') && note.includes('\x9b'))
})

test('given a text of megabytes, then it is truncated as fast as any other', async () => {
  const texts = ['1'.repeat(4_000_000), 'a@'.repeat(2_000_000), `${'é'.repeat(2_000_000)}@b.c`]
  const resources = texts.map((note, id) => ({ id, name: `Room ${id}`, note }))

  const { code, out, err } = await copy(json(page(resources)), ['--max-time', '20'])

  assert.is(code, 0, err)
  assert.ok(out.length < 10_000)
})

test.run()
