import http, { request as importedRequest } from 'node:http'
import { HttpResponse, http as handle } from 'msw'
import { setupServer } from 'msw/node'
import { Pool, request, fetch as undiciFetch } from 'undici'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { createMock, type NodeMock, type NodeMockOptions, serveMock, startMock } from './node.js'
import {
  baseUrl,
  bookings,
  call,
  credentials,
  failureOf,
  heard,
  mira,
  now,
  pause,
  resources,
  salma,
  seed,
} from './testing/api.js'
import { runProgram } from './testing/program.js'

async function withStarted(
  options: Partial<NodeMockOptions>,
  work: (mock: NodeMock) => Promise<unknown>,
): Promise<void> {
  const mock = startMock({ baseUrl, seed, now, ...options })
  try {
    await mock.ready
    await work(mock)
  } finally {
    mock.close()
  }
}

interface Got {
  status: number | undefined
  text: string
}

const byNode = (ask: typeof http.request, url: string, options: http.RequestOptions, body?: string) =>
  new Promise<Got>((resolve, reject) => {
    const sent = ask(url, options, async answer => {
      let text = ''
      for await (const piece of answer) text += piece
      resolve({ status: answer.statusCode, text })
    })
    sent.on('error', reject)
    sent.end(body)
  })

const headers = { authorization: credentials(mira) }

test('given startMock, then fetch and node:http are answered from now on, until it is closed', async () => {
  const base = 'http://api.example.test'
  await withStarted({ baseUrl: base }, async mock => {
    const created = await byNode(
      http.request,
      `${base}${resources}`,
      { method: 'POST', headers },
      '{"name":"Cávado"}',
    )
    const { body } = await call(`GET ${resources}?ids=10`, { base })

    assert.is(created.status, 201)
    assert.is(body.data[0].name, 'Cávado')
    assert.is(mock.requests.length, 2)
  })

  assert.is(await failureOf(byNode(http.request, `${base}/v1/users/me`, { headers })), 'Error')
  assert.is(await failureOf(call('GET /v1/users/me', { base })), 'TypeError')
})

test('given requests that are aborted in the turn that sends them, then the mock does not see them, like a server', async () => {
  await withStarted({}, async mock => {
    mock.fail({ with: 503 })
    const leaving = new AbortController()
    const given = failureOf(call(`POST ${resources}`, { body: { name: 'Ghost' }, signal: leaving.signal }))
    leaving.abort()

    const failed = await call('GET /v1/users/me', { planned: true })

    assert.is(await given, 'AbortError')
    assert.is(failed.status, 503)
    await mock.idle()
    assert.is(mock.requests.length, 1)
    assert.is(mock.db.resource.count({ where: { name: { equals: 'Ghost' } } }), 0)
  })
})

test('given endless bodies, then idle does not wait for them once their request is aborted, or after a reset', async () => {
  const base = 'http://api.example.test'
  await withStarted({ baseUrl: base }, async mock => {
    const leaving = new AbortController()
    const open = fetch(base + resources, {
      ...{ method: 'POST', headers, signal: leaving.signal },
      ...{ body: new ReadableStream(), duplex: 'half' },
    } as RequestInit)
    const given = failureOf(open)
    await pause(5)
    leaving.abort()
    await given
    await mock.idle()

    const broken = http.request(base + resources, { method: 'POST', headers })
    broken.on('error', () => {}).write('{"na')
    await pause(5)
    broken.destroy()
    mock.reset()
    await mock.idle()
  })
})

test('given two concurrent loads, then the last call wins', async () => {
  await withStarted({}, async mock => {
    const users = Array.from({ length: 300 }, (_, index) => ({
      ...{ email: `user-${index}@example.test`, password: 'secret-password' },
    }))

    await Promise.all([mock.load({ users }), mock.load({ users: users.slice(0, 2) })])

    assert.is(mock.db.user.count(), 2)
  })
})

test('given reset, then what server.use added is gone with the data', async () => {
  await withStarted({}, async mock => {
    mock.server.use(handle.get(`${baseUrl}/v1/users/me`, () => HttpResponse.json({}, { status: 418 })))
    mock.db.resource.delete({ where: { id: { equals: 1 } } })
    assert.is((await call('GET /v1/users/me')).status, 418)

    mock.reset()

    assert.equal([(await call('GET /v1/users/me')).status, mock.db.resource.count()], [200, 9])
  })
})

test('given unhandled requests, then they cause a warning, and are ignored or refused on demand', async () => {
  const ask = () => failureOf(fetch('https://other.example.test/'))
  const heardWith = (options: Partial<NodeMockOptions>) => heard(() => withStarted(options, ask))

  assert.match(
    (await heardWith({})).join(),
    /without a matching request handler[\s\S]*GET https:\/\/other\.example\.test\//,
  )
  assert.equal(await heardWith({ onUnhandledRequest: 'bypass' }), [])
  assert.match(
    (await heardWith({ onUnhandledRequest: 'error' })).join(),
    /intercepted a request without a matching/,
  )
})

test('given a running mock, then a second one is refused, and the error says how to have both', async () => {
  await withStarted({}, async () => {
    assert.throws(
      () => startMock({ baseUrl }),
      /the one for https:\/\/api\.example\.test is still running\. Close it first/,
    )
  })
  await withStarted({}, async () => assert.is((await call('GET /v1/users/me')).status, 200))
})

const both = /^schedkit: a second setupServer of MSW listens in this process, .* use startMock\(/

test('given an MSW server that listened before, then the first request causes a warning, once', async () => {
  const own = setupServer()
  own.listen()
  const said = await heard(async () => {
    await withStarted({}, async () => {
      await call('GET /v1/users/me')
      await call('GET /v1/users/me')
    })
    own.close()
  })

  assert.is(said.length, 1)
  assert.match(said[0] ?? '', both)
})

for (const [when, callBefore] of [
  ['before the first request', false],
  ['after the mock has answered', true],
] as const) {
  test(`given a server of MSW that listens ${when}, then the next reset causes a warning`, async () => {
    const said = await heard(async () => {
      await withStarted({ onUnhandledRequest: 'bypass' }, async mock => {
        if (callBefore) await call('GET /v1/users/me')
        mock.reset()
        await pause(20)
        if (callBefore) await call('GET /v1/users/me')
        mock.reset()
        const own = setupServer()
        const unhandled = { onUnhandledRequest: 'bypass', onUnhandledFrame: 'bypass' } as const
        own.listen(unhandled)
        await failureOf(call('GET /v1/users/me'))
        const { warn } = console
        const told = new Promise<void>(resolve => {
          console.warn = message => resolve(warn(message))
        })
        mock.reset()
        await told
        own.close()
      })
    })

    assert.is(said.length, 1)
    assert.match(said[0] ?? '', both)
  })
}

test('given no other MSW server, then resets and a close cause no warning, with or without requests', async () => {
  const said = await heard(async () => {
    await withStarted({}, async mock => {
      mock.reset()
      await call('GET /v1/users/me')
      mock.reset()
      assert.is(mock.requests.length, 0)
      for (let time = 0; time < 20; time++) {
        mock.reset()
        await pause(time % 5)
      }
    })
    await withStarted({}, async mock => mock.reset())
    await pause(50)
  })

  assert.equal(said, [])
})

test('given close called twice, then the next mock is not closed by it', async () => {
  const first = startMock({ baseUrl, seed })
  first.close()
  await withStarted({}, async () => {
    first.close()
    assert.is((await call('GET /v1/users/me')).status, 200)
    assert.throws(() => startMock({ baseUrl }), /is still running/)
  })
})

test('given two base URLs in one process, then each has its own data', async () => {
  const base = 'https://other.example.test/api'
  const other = createMock({ baseUrl: base, seed, auth: `as:${mira}` })
  await withStarted({ handlers: other.handlers }, async mock => {
    await other.ready
    await call(`DELETE ${resources}?all=1`, { base, as: null })

    assert.equal([other.db.resource.count(), mock.db.resource.count()], [4, 9])
    assert.equal([other.requests.length, mock.requests.length], [1, 0])
    mock.reset()
    assert.equal([other.requests.length, other.db.resource.count()], [1, 4])
  })
})

test('given two mocks at one base URL, then the first answers', async () => {
  const first = createMock({ baseUrl, seed })
  await withStarted({ handlers: first.handlers }, async second => {
    await call('GET /v1/users/me')

    assert.equal([first.requests.length, second.requests.length], [1, 0])
  })
})

test('given parallel tests within server.boundary, then each sees only its own mock', async () => {
  await withStarted({}, async ({ server, requests }) => {
    const side = (name: string) =>
      server.boundary(async () => {
        const mock = createMock({ baseUrl, seed })
        server.use(...mock.handlers)
        await mock.ready
        const before = await call(`POST ${resources}`, { body: { name } })
        await new Promise(resolve => setTimeout(resolve, 5))
        const found = await call(`GET ${resources}?limit=0`)
        mock.reset()
        const left = await call(`GET ${resources}?limit=0`)
        const names = found.body.data.map((room: { name: string }) => room.name)
        return [
          before.body.data[0].id,
          names.filter((each: string) => each.startsWith('Side')),
          left.body.data.length,
        ]
      })

    const all = await Promise.all(['Side 1', 'Side 2', 'Side 3'].map(name => side(name)()))

    assert.equal(all, [
      [10, ['Side 1'], 5],
      [10, ['Side 2'], 5],
      [10, ['Side 3'], 5],
    ])
    assert.equal(requests, [])
  })
})

test("given undici's own functions, or one imported by name from node:http, then they are not answered", async () => {
  const base = 'http://api.example.test'
  await withStarted({ baseUrl: base }, async mock => {
    const pool = new Pool(base)
    const path = '/v1/users/me'
    const failures = await Promise.all([
      failureOf(undiciFetch(base + path, { headers })),
      failureOf(request(base + path, { headers })),
      failureOf(pool.request({ path, method: 'GET', headers })),
      failureOf(byNode(importedRequest, base + path, { headers })),
    ])
    await pool.close()

    assert.equal(failures, ['TypeError', 'Error', 'Error', 'Error'])
    assert.equal(mock.requests, [])
  })
})

test('given serveMock, then they are answered too, through a port', async () => {
  const mock = await serveMock({ seed, now })
  const pool = new Pool(mock.url)
  try {
    const answer = await pool.request({ path: `${bookings}?limit=1`, method: 'GET', headers })
    const body = (await answer.body.json()) as { data: object[] }
    const named = await byNode(importedRequest, `${mock.url}/v1/users/me`, { headers })
    const fetched = await undiciFetch(`${mock.url}/v1/users/me`, { headers })

    assert.equal([answer.statusCode, body.data.length, named.status, fetched.status], [200, 1, 200, 200])
  } finally {
    await pool.close()
    await mock.close()
  }
})

test('given a program that does not close the mock, then it exits by itself', async () => {
  const wrote = await runProgram(`
    const mock = startMock({ baseUrl: 'https://api.example.test', seed, auth: 'as:${salma}' })
    mock.latency(5)
    const answer = await fetch('https://api.example.test/v1/users/me')
    console.log((await answer.json()).data.firstname)`)

  assert.is(wrote, 'Salma\n')
})

test('given a held request, then the process stays alive until it is aborted', async () => {
  const wrote = await runProgram(`
    const mock = startMock({ baseUrl: 'https://api.example.test', seed })
    mock.hold('readMe')
    await fetch('https://api.example.test/v1/users/me', { signal: AbortSignal.timeout(50) })
      .catch(error => console.log(error.name))`)

  assert.is(wrote, 'TimeoutError\n')
})

test('given requests that are held and delayed, when the mock closes, then they are answered, and the program ends by itself', async () => {
  const wrote = await runProgram(`
    const mock = startMock({ baseUrl: 'https://api.example.test', seed, auth: 'as:${salma}' })
    const held = mock.hold('readMe')
    mock.latency(60_000, 'changeMe')
    const sent = ['PUT', 'GET'].map(method => fetch('https://api.example.test/v1/users/me', { method }))
    while (held.waiting === 0) await new Promise(resolve => setTimeout(resolve, 1))
    mock.close()
    console.log((await Promise.all(sent)).map(({ status }) => status).join())`)

  assert.is(wrote, '400,200\n')
})

test('given requests that have not arrived yet, when the mock closes, then nothing holds or delays them', async () => {
  const wrote = await runProgram(`
    const { getResponse } = await import('msw')
    const mock = startMock({ baseUrl: 'https://api.example.test', seed, auth: 'as:${salma}' })
    mock.hold('readMe')
    mock.latency(60_000, 'changeMe')
    const requests = ['PUT', 'GET'].map(method => new Request('https://api.example.test/v1/users/me', { method }))
    // MSW 3 takes some turns of the event loop between fetch and a handler.
    const sent = requests.map(request => getResponse([...mock.handlers], request))
    mock.close()
    console.log((await Promise.all(sent)).map(({ status }) => status).join())`)

  assert.is(wrote, '400,200\n')
})

test('given a window with BroadcastChannel, as in jsdom, then the mock opens none, and the program ends by itself', async () => {
  const wrote = await runProgram(`
    let opened = 0
    globalThis.window = globalThis
    globalThis.BroadcastChannel = class extends BroadcastChannel { constructor(name) { super(name); opened++ } }
    const one = startMock({ baseUrl: 'https://api.example.test', seed, auth: 'as:${salma}' })
    const two = createMock({ baseUrl: 'https://api.example.test', seed })
    await Promise.all([one.ready, two.ready])
    one.db.user.deleteMany({ where: {} })
    console.log(opened, one.db.user.count(), two.db.user.count())`)

  assert.is(wrote, '0 0 5\n')
})

test.run()
