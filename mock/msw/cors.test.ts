import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { startServer } from '../../server/index.js'
import type { MockOptions } from '../index.js'
import {
  baseUrl,
  bookings,
  credentials,
  failureOf,
  heard,
  isMsw2,
  mira,
  resources,
  seed,
  withMock,
} from '../testing/api.js'

const page = 'https://app.example.test'
const authorization = credentials(mira)

/** Runs work like a script of a page. */
async function onPage<T>(origin: string, work: () => Promise<T>): Promise<T> {
  Object.assign(globalThis, { location: new URL(origin) })
  try {
    return await work()
  } finally {
    Reflect.deleteProperty(globalThis, 'location')
  }
}

const send = (path: string, init: RequestInit = {}) =>
  fetch(baseUrl + path, { ...init, headers: { authorization, ...init.headers } })

const withCors = (options: Partial<MockOptions>, work: () => Promise<unknown>) =>
  heard(() => withMock(options, () => onPage(page, work)))

test('given cors, then a page at another origin can read only the headers that the server exposes', async () => {
  const server = await startServer({ seed, cors: [page] })
  const exposing = await fetch(`${server.url}${resources}`, { headers: { authorization, origin: page } })
  await server.close()
  const readable = exposing.headers.get('access-control-expose-headers')?.toLowerCase().split(', ') ?? []

  await withCors({ cors: true, requestRateLimit: 1 }, async () => {
    const { headers } = await send(resources)
    const limited = await send(resources)

    assert.ok(readable.includes('ratelimit'))
    assert.ok(headers.has('ratelimit'))
    assert.ok(headers.has('content-type'))
    assert.ok(limited.headers.has('retry-after'))
    const simple = ['cache-control', 'content-language', 'content-length', 'content-type', 'expires']
    for (const [name] of headers) assert.ok([...readable, ...simple].includes(name), name)
  })
})

test('given cors, then what a preflight permits is answered', async () => {
  const lines = await withCors({ cors: [page] }, async () => {
    const headers = { 'content-type': 'application/json' }
    const created = await send(resources, { method: 'POST', headers, body: '{"name":"Attic"}' })
    const changed = await send(`${resources}/1`, { method: 'PUT', headers, body: '{"note":"x"}' })
    const deleted = await send(`${bookings}/1`, { method: 'DELETE' })

    assert.equal([created.status, changed.status, deleted.status], [201, 200, 200])
  })

  assert.equal(lines, [])
})

test('given cors, then what a preflight forbids fails without effect, and the console says why', async () => {
  for (const [options, path, init, reason] of [
    [
      { cors: true },
      resources,
      { headers: { 'x-trace': '1' } },
      /it has the header x-trace; the server allows Authorization/,
    ],
    [
      { cors: true },
      resources,
      { method: 'PROPFIND', body: '{}' },
      /its method is none of GET, HEAD, POST, PUT, PATCH, DELETE/,
    ],
    // MSW 3 recreates the request from what is sent, which does not include this.
    ...(isMsw2
      ? [[{ cors: true }, resources, { credentials: 'include' }, /it asks for cookies/] as const]
      : []),
    [
      { cors: ['https://other.example.test'] },
      resources,
      {},
      /pages of https:\/\/app\.example\.test are not allowed\. Add it/,
    ],
    [{ cors: [] }, resources, { method: 'POST', body: '{"name":"Attic"}' }, /are not allowed/],
  ] as const) {
    const lines = await heard(() =>
      withMock(options, mock =>
        onPage(page, async () => {
          assert.is(await failureOf(send(path, init)), 'TypeError')
          assert.is(await failureOf(send(path, init)), 'TypeError')
          await mock.idle()
          assert.equal([mock.requests.length, mock.db.resource.count()], [0, 9])
        }),
      ),
    )

    assert.is(lines.length, 1)
    assert.match(
      lines[0] ?? '',
      /^schedkit fails \w+ https:\/\/api\.example\.test\/v1\/schedules\/lisbon-studio\/resources, as a browser would: /,
    )
    assert.match(lines[0] ?? '', reason)
  }
})

test('given a preflight, then it is answered as by the server', async () => {
  const preflight = { 'access-control-request-method': 'PUT', origin: page }
  const corsOf = (headers: Headers) =>
    [...headers].filter(([name]) => name.startsWith('access-control-')).sort()
  const server = await startServer({ seed, cors: [page] })
  const wanted = await fetch(server.url + resources, { method: 'OPTIONS', headers: preflight })
  await server.close()

  await withMock({ cors: [page] }, async () => {
    const answer = await fetch(baseUrl + resources, { method: 'OPTIONS', headers: preflight })

    assert.is(answer.status, wanted.status)
    assert.equal(corsOf(answer.headers), corsOf(wanted.headers))
  })
})

test('given no cors, or a page of the same origin, then everything is answered, with all headers', async () => {
  const odd = { method: 'DELETE', headers: { 'x-trace': '1' } }
  for (const [options, origin] of [
    [{}, page],
    [{ cors: true }, baseUrl],
  ] as const) {
    await withMock(options, () =>
      onPage(origin, async () => assert.is((await send(`${bookings}/1`, odd)).status, 200)),
    )
  }
})

test.run()
