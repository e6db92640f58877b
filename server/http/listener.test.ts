import { Server } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Handler } from '../core/index.js'
import { rawRequest } from '../testing/raw-socket.js'
import { basic, people, sceneFor } from '../testing/scene.js'
import { type Listener, type ListenerOptions, listen } from './listener.js'

const scene = await sceneFor(test)

const credentials = `authorization: ${basic(people.owner.email, people.owner.password)}\r\n`
const close = 'connection: close\r\n'
const host = 'host: localhost\r\n'

const unreadable: [what: string, request: string, status: number][] = [
  ['a request line that is no HTTP', 'NONSENSE\r\n\r\n', 400],
  ['a request without Host', `GET /v1/users/me HTTP/1.1\r\n${close}\r\n`, 400],
  ['a Host that is no host', `GET /v1/users/me HTTP/1.1\r\nhost: a b<c>\r\n${close}\r\n`, 400],
  ['headers of more than 16 KiB', `GET / HTTP/1.1\r\n${host}x: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ['a URL of more than 16 KiB', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\n${host}\r\n`, 431],
  ['a chunk that is none', `POST /v1/x HTTP/1.1\r\n${host}transfer-encoding: chunked\r\n\r\nzz\r\n`, 400],
  ['another expectation than 100-continue', `GET / HTTP/1.1\r\n${host}${close}expect: magic\r\n\r\n`, 417],
  ['CONNECT', `CONNECT example.com:443 HTTP/1.1\r\n${host}\r\n`, 405],
  ['TRACE', `TRACE /v1/users/me HTTP/1.1\r\n${host}${credentials}${close}\r\n`, 405],
  ['a path outside of the interface', `GET /favicon.ico HTTP/1.1\r\n${host}${credentials}${close}\r\n`, 404],
  ['OPTIONS *', `OPTIONS * HTTP/1.1\r\n${host}${close}\r\n`, 404],
]
for (const [what, request, status] of unreadable) {
  test(`given ${what}, then it is refused in JSON, and the server continues`, async () => {
    const answers = await rawRequest(scene.server.port, request)

    assert.is(answers.length, 1)
    assert.is(answers[0]?.status, status)
    const body = JSON.parse(answers[0]?.body ?? '')
    assert.is(body.success, false)
    assert.is.not(body.error.message, '')
    assert.match(answers[0]?.head ?? '', /content-type: application\/json/i)
    assert.is((await scene.owner.get('/users/me')).status, 200)
  })
}

test('given a half-sent request that is dropped, then the server continues', async () => {
  const answers = await rawRequest(scene.server.port, socket => {
    socket.write(
      `POST /v1/schedules/first/resources HTTP/1.1\r\n${host}${credentials}content-length: 100\r\n\r\n{"na`,
    )
    setTimeout(() => socket.destroy(), 50)
  })

  assert.equal(answers, [])
  assert.is((await scene.owner.get('/schedules/first/resources')).body.pagination.total_count, 0)
})

test('given a Content-Length over 1 MiB, then the request is refused with a 413 that the sender can read', async () => {
  const answer = await scene.owner.post(
    '/schedules/first/resources',
    JSON.stringify({ name: 'x'.repeat(2 ** 21) }),
  )

  assert.is(answer.status, 413)
  assert.is(answer.body.error.code, 'body_too_large')
  assert.is((await scene.owner.get('/schedules/first/resources')).body.pagination.total_count, 0)
})

test('given a chunked body over 1 MiB, sent completely before anything is read, then the 413 arrives', async () => {
  const chunk = `10000\r\n${'x'.repeat(0x10000)}\r\n`
  const head = `POST /v1/schedules/first/resources HTTP/1.1\r\n${host}${credentials}${close}transfer-encoding: chunked\r\n\r\n`

  const answers = await rawRequest(scene.server.port, socket => {
    socket.pause()
    socket.write(`${head}${chunk.repeat(32)}0\r\n\r\n`, () => socket.resume())
  })

  assert.equal(
    answers.map(answer => answer.status),
    [413],
  )
})

test('given a body of exactly 1 MiB, then it is accepted', async () => {
  const name = 'x'.repeat(2 ** 20 - '{"name":""}'.length)

  const answer = await scene.owner.post('/schedules/first/resources', JSON.stringify({ name }))

  assert.is(answer.status, 422)
  assert.match(answer.body.error.message, /has 1048565 characters/)
})

test('given a chunked body, then it is accepted like any other', async () => {
  const body = '{"name": "R'
  const request =
    `POST /v1/schedules/first/resources HTTP/1.1\r\n${host}${credentials}${close}transfer-encoding: chunked\r\n\r\n` +
    `${body.length.toString(16)}\r\n${body}\r\n3\r\noo"\r\n1\r\n}\r\n0\r\n\r\n`

  const [answer] = await rawRequest(scene.server.port, request)

  assert.is(answer?.status, 201)
  assert.is((await scene.owner.get('/schedules/first/resources/1')).body.data.name, 'Roo')
})

test('given Expect: 100-continue, then the server asks for the body and responds', async () => {
  const body = '{"name":"Room"}'
  const head = `POST /v1/schedules/first/resources HTTP/1.1\r\n${host}${credentials}${close}expect: 100-continue\r\n`

  const answers = await rawRequest(scene.server.port, socket => {
    socket.write(`${head}content-length: ${body.length}\r\n\r\n`)
    socket.once('data', () => socket.write(body))
  })

  assert.equal(
    answers.map(answer => answer.status),
    [100, 201],
  )
})

test('given requests in one packet on one connection, then they are answered in order', async () => {
  const get = (path: string, more = '') => `GET ${path} HTTP/1.1\r\n${host}${credentials}${more}\r\n`

  const answers = await rawRequest(
    scene.server.port,
    get('/v1/users/me') + get('/v1/schedules/first/resources') + get('/v1/nothing', close),
  )

  assert.equal(
    answers.map(answer => answer.status),
    [200, 200, 404],
  )
  assert.is(JSON.parse(answers[0]?.body ?? '').data.email, people.owner.email)
})

test('given HEAD, then the response has the headers of GET and no body', async () => {
  const get = await scene.owner.get('/users/me')
  const head = await scene.owner.send('HEAD', '/users/me')

  assert.is(head.status, 200)
  assert.is(head.text, '')
  assert.is(head.headers['content-length'], get.headers['content-length'])
})

test('given HTTP/1.0 without Host, or an absolute URL as target, then both are served', async () => {
  const old = await rawRequest(
    scene.server.port,
    `GET /v1/schedules/first/resources HTTP/1.0\r\n${credentials}\r\n`,
  )
  const absolute = await rawRequest(
    scene.server.port,
    `GET http://elsewhere.test/v1/users/me HTTP/1.1\r\n${host}${credentials}${close}\r\n`,
  )

  assert.is(old[0]?.status, 200)
  assert.match(old[0]?.body ?? '', `"first":"${scene.server.url}/v1/schedules/first/resources?`)
  assert.is(absolute[0]?.status, 200)
})

test('given a method or a URL that Node.js cannot parse, then the refusal names it', async () => {
  for (const [line, expected] of [
    ['FOO /v1/users/me', /The method of the request is unknown/],
    ['get /v1/users/me', /in capitals/],
    ['GET /v1/users/me?fields=näme', /must be percent-encoded/],
  ] as const) {
    const [answer] = await rawRequest(
      scene.server.port,
      `${line} HTTP/1.1\r\n${host}${credentials}${close}\r\n`,
    )

    assert.is(answer?.status, 400, line)
    assert.match(answer?.body ?? '', expected, line)
  }
})

test('given multibyte characters, then Content-Length counts bytes', async () => {
  await scene.owner.post('/schedules/first/resources', { name: 'Büro 😀' })

  const answer = await scene.owner.get('/schedules/first/resources/1')

  assert.is(answer.body.data.name, 'Büro 😀')
  assert.is(Number(answer.headers['content-length']), Buffer.byteLength(answer.text))
})

test('every response forbids caching and content sniffing', async () => {
  for (const answer of [await scene.owner.get('/users/me'), await scene.caller().get('/users/me')]) {
    assert.is(answer.headers['cache-control'], 'no-store')
    assert.is(answer.headers['x-content-type-options'], 'nosniff')
  }
})

/** A listener whose responses wait until they are released. */
async function createSlow(
  options: { grace?: number } = {},
): Promise<{ listener: Listener; letGo(): void; came: Promise<void> }> {
  let letGo = () => {}
  let arrive = () => {}
  const came = new Promise<void>(resolve => {
    arrive = resolve
  })
  const gate = new Promise<void>(resolve => {
    letGo = resolve
  })
  const answer: Handler = async () => {
    arrive()
    await gate
    return { status: 200, headers: {}, body: '{"success":true}' }
  }
  return { listener: await listen({ answer, host: '127.0.0.1', port: 0, ...options }), letGo, came }
}

/** Whether a new connection is accepted. */
function isListening({ port }: Listener): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
}

test('given a request in progress when the server stops, then it is answered, and new connections are refused', async () => {
  const { listener, letGo, came } = await createSlow()
  const slow = fetch(`http://127.0.0.1:${listener.port}/`)
  await came

  const closed = listener.close()
  while (await isListening(listener)) await pause(20)
  const late = await fetch(`http://127.0.0.1:${listener.port}/`).catch(error => error.cause.code)
  letGo()

  assert.is(late, 'ECONNREFUSED')
  assert.is((await slow).status, 200)
  assert.is((await slow).headers.get('connection'), 'close')
  await closed
})

test('given a connection that opens just before the server stops, then its request is answered, however long it takes', async () => {
  const { listener, letGo } = await createSlow()

  const answers = rawRequest(listener.port, async socket => {
    const closed = listener.close()
    await pause(80)
    socket.write(`GET / HTTP/1.1\r\n${host}\r\n`)
    await pause(300)
    letGo()
    await closed
  })

  const [answer] = await answers
  assert.is(answer?.status, 200)
  assert.match(answer?.head ?? '', /^connection: close$/im)
})

test('given clients that open a connection per request when the server stops, then each is answered or refused a connection', async () => {
  const { listener, letGo } = await createSlow()
  letGo()
  const outcomes: string[] = []

  const request = () =>
    new Promise<string>(resolve => {
      let outcome = 'lost'
      const socket = connect(listener.port, '127.0.0.1', () => {
        socket.write(`GET / HTTP/1.1\r\n${host}${close}\r\n`)
      })
      socket.once('data', () => {
        outcome = 'answered'
      })
      socket.once('error', ({ message }) => {
        outcome = message.startsWith('connect ECONNREFUSED') ? 'refused' : outcome
      })
      socket.once('close', () => resolve(outcome))
    })
  async function keepAsking(): Promise<void> {
    let outcome = 'answered'
    while (outcome === 'answered') {
      outcome = await request()
      outcomes.push(outcome)
    }
  }
  const callers = Array.from({ length: 16 }, keepAsking)
  await pause(50)
  await listener.close()
  await Promise.all(callers)

  assert.equal([...new Set(outcomes)].sort(), ['answered', 'refused'])
})

test('given idle connections when the server stops, then new connections are refused before they are closed', async () => {
  const { listener, letGo } = await createSlow()
  letGo()
  await (await fetch(`http://127.0.0.1:${listener.port}/`)).text()
  const { closeIdleConnections } = Server.prototype
  const listened: boolean[] = []
  Server.prototype.closeIdleConnections = function () {
    listened.push(this.listening)
    closeIdleConnections.call(this)
  }

  await listener.close().finally(() => {
    Server.prototype.closeIdleConnections = closeIdleConnections
  })

  assert.ok(listened.length > 0)
  assert.not.ok(listened.includes(true))
})

test('given a request that never ends, then the server stops after the grace period', async () => {
  const { listener, came } = await createSlow({ grace: 30 })
  const endless = fetch(`http://127.0.0.1:${listener.port}/`).catch(error => error.name)
  await came

  await listener.close()

  assert.is(await endless, 'TypeError')
})

test('given a handler that throws, then the client gets 500 without details', async () => {
  const seen: unknown[] = []
  const listener = await listen({
    answer: () => Promise.reject(new Error('the inside')),
    host: '127.0.0.1',
    port: 0,
    defect: error => seen.push(error),
  })

  const answer = await fetch(`http://127.0.0.1:${listener.port}/`)
  const body = (await answer.json()) as { success: boolean }

  assert.is(answer.status, 500)
  assert.is(body.success, false)
  assert.not.match(JSON.stringify(body), /inside/)
  assert.match(String(seen[0]), /the inside/)
  await listener.close()
})

const unsendable: [what: string, options: Partial<ListenerOptions>][] = [
  ['an answer that HTTP cannot carry', { answer: async () => ({ status: 99_999, headers: {}, body: '' }) }],
  [
    'an observer that throws',
    {
      observe() {
        throw new Error('not seen')
      },
    },
  ],
]
for (const [what, options] of unsendable) {
  test(`given ${what}, then its connection closes, it is reported, and the server continues`, async () => {
    const seen: unknown[] = []
    let isFirst = true
    const fine: Handler = async () => ({ status: 200, headers: {}, body: '{}' })
    const listener = await listen({
      host: '127.0.0.1',
      port: 0,
      answer: call => {
        const answer = isFirst ? (options.answer ?? fine) : fine
        isFirst = false
        return answer(call)
      },
      observe: exchange => {
        if (seen.length === 0) options.observe?.(exchange)
      },
      defect: error => seen.push(error),
    })
    const url = `http://127.0.0.1:${listener.port}/`

    await fetch(url).then(
      answer => answer.text(),
      () => {},
    )
    const next = await fetch(url)

    assert.is(seen.length, 1)
    assert.is(next.status, 200)
    await next.text()
    // It closes only if nothing seems to be in progress any more.
    await listener.close()
  })
}

test.run()
