import { createServer, type IncomingMessage, type Server, STATUS_CODES } from 'node:http'
import type { AddressInfo } from 'node:net'
import { getResponse, HttpResponse, http, passthrough } from 'msw'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { statusOf } from '../../server/core/index.js'
import { createMock } from '../index.js'
import {
  baseUrl,
  bookings,
  call,
  credentials,
  failureOf,
  heard,
  mira,
  resources,
  seed,
  withMock,
} from '../testing/api.js'
import { baseAt } from './base.js'
import { createHandler } from './handler.js'

interface Neighbour {
  url: string
  got: { method: string | undefined; url: string | undefined; body: string }[]
}

/** A real server next to the API that answers "neighbour" to everything. */
async function withNeighbour(work: (neighbour: Neighbour) => Promise<void>): Promise<void> {
  const got: Neighbour['got'] = []
  const server: Server = createServer(async (request: IncomingMessage, response) => {
    let body = ''
    for await (const piece of request) body += piece
    got.push({ method: request.method, url: request.url, body })
    response.end('neighbour')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  try {
    await work({ url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, got })
  } finally {
    server.closeAllConnections()
    server.close()
  }
}

test('given a request to another origin, then it passes untouched', async () => {
  await withNeighbour(async ({ url, got }) => {
    await withMock({}, async mock => {
      const answer = await fetch(`${url}/v1/users/me?a=%zz&b=+`, { method: 'POST', body: 'as it is' })

      assert.is(await answer.text(), 'neighbour')
      assert.equal(got, [{ method: 'POST', url: '/v1/users/me?a=%zz&b=+', body: 'as it is' }])
      assert.is(mock.requests.length, 0)
    })
  })
})

test('responses have the reason phrases that the server sends', async () => {
  await withMock({}, async mock => {
    const textOf = async (path = '/v1') => {
      const { status, statusText } = await fetch(baseUrl + path, {
        headers: { authorization: credentials(mira) },
      })
      return `${status} ${statusText}`
    }

    assert.is(await textOf('/v1/users/me'), '200 OK')
    assert.is(await textOf(), '404 Not Found')
    for (const status of [...Object.values(statusOf), 410, 502, 504] as const) {
      mock.fail({ with: status })
      assert.is(await textOf(), `${status} ${STATUS_CODES[status]}`)
    }
  })
})

test('given a base URL with a prefix, then requests outside the prefix pass untouched', async () => {
  await withNeighbour(async ({ url, got }) => {
    await withMock({ baseUrl: `${url}/api/` }, async mock => {
      assert.is(mock.baseUrl, `${url}/api`)

      const within = await call('GET /v1/users/me', { base: `${url}/api` })
      for (const path of ['/v1/users/me', '/apis/v1/users/me', '/API/v1/users/me', '/']) {
        assert.is(await (await fetch(url + path)).text(), 'neighbour')
      }

      assert.is(within.body.data.firstname, 'Mira')
      assert.is(got.length, 4)
    })
  })
})

test('given a list of an API with a prefix, then its links have the prefix', async () => {
  const base = 'https://example.test/deep/api'
  await withMock({ baseUrl: base }, async () => {
    const { body } = await call(`GET ${resources}?limit=2`, { base })

    assert.is(body.pagination.links.next, `${base}${resources}?offset=2&limit=2`)
    const next = await fetch(body.pagination.links.next, { headers: { authorization: credentials(mira) } })
    assert.is(next.status, 200)
  })
})

const strange: [line: string, status: number, message?: RegExp][] = [
  ['GET /v1/schedules/%zz/resources', 400, /invalid percent escape in "%zz"/],
  ['GET /v1/schedules/%E0%A4%A/resources', 400, /invalid percent escape/],
  ['GET /v1/schedules/lisbon-studio/resources?fields=%zz', 400],
  ['GET /v1/schedules/lisbon-studio/resources?ids=%', 400],
  ['GET /v1/schedules/lisbon%2Dstudio/resources', 200],
  ['GET /v1/schedules/Lisbon-Studio/resources', 404],
  [
    'GET /v1/schedules/lisbon-studio/Resources',
    404,
    /Did you mean \/v1\/schedules\/lisbon-studio\/resources\?/,
  ],
  ['GET /V1/users/me', 404, /Did you mean \/v1\/users\/me\?/],
  ['GET /v1/users/me/', 404, /Did you mean \/v1\/users\/me\?/],
  ['GET /v1//users/me', 404],
  ['GET /v1/schedules/lisbon-studio/resources/1/', 404],
  ['GET /v1/schedules/lisbon-studio/resources/:id', 404, /no resource/],
  ['GET /v1/schedules/*/resources', 404],
  ['GET /v1/schedules/lisbon-studio/resources/0001', 404],
  ['GET /', 404, /nothing at \/\. Paths start with \/v1/],
  ['PATCH /v1/schedules/lisbon-studio/resources/1', 405, /use GET, HEAD, PUT, DELETE/],
  ['GET /v1/schedules/lisbon-studio/resources/(.*)', 404],
]
for (const [line, status, message = /./] of strange) {
  test(`given ${line}, then it is answered with ${status}, as by the server`, async () => {
    await withMock({ onMistake: () => {} }, async () => {
      const answer = await call(line)

      assert.is(answer.status, status, JSON.stringify(answer.body))
      if (status !== 200) assert.match(answer.body.error.message, message)
    })
  })
}

test('given HEAD, then the response has the headers of a GET and no body', async () => {
  await withMock({}, async () => {
    const answer = await call('HEAD /v1/users/me')

    assert.is(answer.status, 200)
    assert.match(answer.headers.get('content-type') ?? '', 'application/json')
    assert.is(answer.body, undefined)
  })
})

test('given OPTIONS, then Allow lists the methods, without credentials', async () => {
  await withMock({}, async () => {
    const answer = await call(`OPTIONS ${bookings}`, { as: null })

    assert.is(answer.status, 200)
    assert.is(answer.headers.get('allow'), 'GET, HEAD, POST, PUT, DELETE, OPTIONS')
  })
})

test('given other handlers, then those before come first, and those after get requests outside the API', async () => {
  const say = (word: string) => () => HttpResponse.json({ word })
  const before = [
    http.get(`${baseUrl}/v1/users/me`, say('before')),
    http.get(`${baseUrl}/v1/other`, () => undefined),
  ]
  const after = [
    http.get(`${baseUrl}/v1/users/me`, say('after')),
    http.get('https://other.example.test/*', say('other')),
  ]
  await withMock({ before, after, onMistake: () => {} }, async () => {
    assert.equal((await call('GET /v1/users/me')).body, { word: 'before' })
    assert.is((await call('GET /v1/other')).status, 404)
    assert.is((await call('PUT /v1/users/me', { body: {} })).status, 200)
    assert.equal((await call('GET /x', { base: 'https://other.example.test' })).body, { word: 'other' })
  })
})

test('given server.use, then it has precedence, and is gone after resetHandlers', async () => {
  await withMock({}, async (mock, server) => {
    server.use(http.get(`${baseUrl}/v1/users/me`, () => HttpResponse.json({ own: true }, { status: 418 })))

    assert.is((await call('GET /v1/users/me')).status, 418)
    server.resetHandlers()
    assert.is((await call('GET /v1/users/me')).body.data.email, mira)
    assert.is(mock.requests.length, 1)
  })
})

test('given a one-time override that falls through, then the mock answers', async () => {
  await withMock({}, async (_mock, server) => {
    server.use(
      http.get(`${baseUrl}/v1/users/me`, () => HttpResponse.json({}, { status: 503 }), { once: true }),
    )

    assert.equal(
      [(await call('GET /v1/users/me')).status, (await call('GET /v1/users/me')).status],
      [503, 200],
    )
  })
})

test('given a body that breaks off, then the request fails, nothing is written and nothing is logged', async () => {
  await withMock({}, async mock => {
    const said = await heard(async () => {
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode('{"name": "Half'))
        },
        pull(controller) {
          controller.error(new Error('the cable was cut'))
        },
      })
      const headers = { authorization: credentials(mira) }
      const sent = fetch(baseUrl + resources, {
        method: 'POST',
        headers,
        body,
        duplex: 'half',
      } as RequestInit)
      assert.is(await failureOf(sent), 'TypeError')
    })

    assert.equal(said, [])
    assert.is(mock.db.resource.count({ where: { name: { contains: 'Half' } } }), 0)
  })
})

test('given a body in pieces, then it is read as a whole', async () => {
  await withMock({}, async mock => {
    const pieces = ['{"na', 'me": "Cáv', 'ado"}'].map(piece => new TextEncoder().encode(piece))
    const body = ReadableStream.from(pieces)
    const headers = { authorization: credentials(mira) }

    const answer = await fetch(baseUrl + resources, {
      method: 'POST',
      headers,
      body,
      duplex: 'half',
    } as RequestInit)

    assert.is(answer.status, 201)
    assert.is(mock.db.resource.count({ where: { name: { equals: 'Cávado' } } }), 1)
  })
})

test('given a body of more than 1 MiB, then it is refused with 413', async () => {
  await withMock({}, async () => {
    const { status, body } = await call(`POST ${resources}`, {
      body: { name: 'x', note: 'x'.repeat(2 ** 20) },
    })

    assert.equal([status, body.error.code], [413, 'body_too_large'])
  })
})

test('given a URL of more than 8,192 characters, then it is refused with 414, as by the server', async () => {
  await withMock({}, async () => {
    const ids = Array.from({ length: 900 }, (_, index) => 100_000_000 + index).join()

    const { status, body } = await call(`GET ${bookings}?ids=${ids}`)

    assert.equal([status, body.error.code], [414, 'url_too_long'])
  })
})

test('given a handler that throws, then the response is 500, and the error is reported', async () => {
  const defects: unknown[] = []
  const handler = createHandler({
    library: { http, passthrough },
    base: baseAt(baseUrl),
    receive: () => ({
      answer: async () => {
        throw new Error('defect')
      },
      leave() {},
    }),
    defect: error => defects.push(error),
  })

  const response = await getResponse([handler], new Request(`${baseUrl}/v1/users/me`))

  assert.is(response?.status, 500)
  assert.is(JSON.parse((await response?.text()) ?? '').error.code, 'internal')
  assert.match(String(defects), 'Error: defect')
})

test('given a request that is aborted while its response is delayed, then it fails at once, and nothing is logged', async () => {
  const rejections: unknown[] = []
  const listen = (reason: unknown) => void rejections.push(reason)
  process.on('unhandledRejection', listen)
  await withMock({}, async mock => {
    const said = await heard(async () => {
      mock.latency(20)
      const controller = new AbortController()
      const sent = failureOf(call('GET /v1/users/me', { signal: controller.signal }))
      controller.abort()
      assert.is(await sent, 'AbortError')
      const later = new AbortController()
      const second = failureOf(call('GET /v1/users/me', { signal: later.signal }))
      setTimeout(() => later.abort(), 5)
      assert.is(await second, 'AbortError')
      await new Promise(resolve => setTimeout(resolve, 40))
    })

    assert.equal(said, [])
  })
  process.off('unhandledRejection', listen)
  assert.equal(rejections, [])
})

test('given no MSW server at all, then getResponse of MSW answers by the handlers', async () => {
  const mock = createMock({ baseUrl, seed })

  const request = new Request(`${baseUrl}/v1/users/me`, { headers: { authorization: credentials(mira) } })
  const response = await getResponse([...mock.handlers], request)

  assert.is(JSON.parse((await response?.text()) ?? '').data.firstname, 'Mira')
  assert.is(await getResponse([...mock.handlers], new Request('https://other.example.test/')), undefined)
})

test.run()
