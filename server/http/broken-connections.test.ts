import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Handler, reply } from '../core/index.js'
import { rawRequest } from '../testing/raw-socket.js'
import { basic, people, sceneFor } from '../testing/scene.js'
import { listen } from './listener.js'

/*
 * A request that was processed gets its response, whatever follows it on the connection.
 */

const scene = await sceneFor(test)

const R = '/schedules/first/resources'
const host = 'host: localhost\r\n'
const credentials = `authorization: ${basic(people.owner.email, people.owner.password)}\r\n`

function post(name: string, headers = ''): string {
  const body = JSON.stringify({ name })
  return `POST /v1${R} HTTP/1.1\r\n${host}${credentials}${headers}content-length: ${body.length}\r\n\r\n${body}`
}

const names = async () => (await scene.owner.get(R)).body.data.map(({ name }: { name: string }) => name)

const partial = `POST /v1${R} HTTP/1.1\r\n${host}${credentials}content-length: 50\r\n\r\n{"name":`
const badChunk = `POST /v1${R} HTTP/1.1\r\n${host}${credentials}transfer-encoding: chunked\r\n\r\nno chunk\r\n`

const endings: [what: string, sent: string, isHalfClosed: boolean, statuses: number[]][] = [
  ['a byte after the body, and Connection: close', `${post('a', 'connection: close\r\n')}x`, false, [201]],
  ['bytes that are not a request', `${post('a')}x\r\n\r\n`, false, [201, 400]],
  ['two requests and bytes that are not one', `${post('a')}${post('b')}\0`, false, [201, 201, 400]],
  ['a request with a bad chunk', `${post('a')}${badChunk}`, false, [201, 400]],
  ['two requests and one with a bad chunk', `${post('a')}${post('b')}${badChunk}`, false, [201, 201, 400]],
  ['headers that are too long', `${post('a')}GET /${'x'.repeat(20_000)}`, false, [201, 431]],
  ['CONNECT', `${post('a')}CONNECT a.test:443 HTTP/1.1\r\nhost: a.test\r\n\r\n`, false, [201, 405]],
  ["the end of the sender's side", post('a'), true, [201]],
  ["two requests and the end of the sender's side", post('a') + post('b'), true, [201, 201]],
  ["a part of a request and the end of the sender's side", post('a') + partial, true, [201, 400]],
]
for (const [what, sent, isHalfClosed, statuses] of endings) {
  test(`given ${what} after a create, then each complete request is answered, and the connection is closed`, async () => {
    const answers = await rawRequest(scene.server.port, socket =>
      isHalfClosed ? socket.end(sent) : socket.write(sent),
    )

    assert.equal(
      answers.map(({ status }) => status),
      statuses,
    )
    assert.equal(await names(), ['a', 'b'].slice(0, statuses.filter(status => status === 201).length))
  })
}

/** A listener whose responses wait until they are released. */
async function createSlow() {
  let letGo = () => {}
  const gate = new Promise<void>(resolve => {
    letGo = resolve
  })
  let arrive = () => {}
  const came = new Promise<void>(resolve => {
    arrive = resolve
  })
  const answer: Handler = async () => {
    arrive()
    await gate
    return reply(200, '{"success":true}')
  }
  const limits = { headersTime: 200, requestTime: 200 }
  return { listener: await listen({ answer, host: '127.0.0.1', port: 0, limits }), letGo, came }
}

const get = `GET / HTTP/1.1\r\n${host}\r\n`

test('given more garbage while the response is being made, then the response is sent once, with one refusal', async () => {
  const { listener, letGo, came } = await createSlow()

  const answers = rawRequest(listener.port, socket => {
    socket.write(get)
    came.then(() => {
      for (let part = 0; part < 5; part++) socket.write('no request\r\n\r\n')
      setTimeout(letGo, 50)
    })
  })

  assert.equal(
    (await answers).map(({ status }) => status),
    [200, 400],
  )
  await listener.close()
})

test('given a request that times out while the previous one is handled, then both responses arrive in order', async () => {
  const { listener, letGo } = await createSlow()

  const answers = rawRequest(listener.port, socket => {
    socket.write(`${get}GET / HT`)
    setTimeout(letGo, 1_000)
  })

  assert.equal(
    (await answers).map(({ status }) => status),
    [200, 408],
  )
  await listener.close()
})

test('given a body that is incomplete, then its refusal has the id of the request, and pages may read it', async () => {
  const listener = await listen({
    async answer(call) {
      await call.receive?.()
      return reply(200, '{"success":true}')
    },
    ...{ host: '127.0.0.1', port: 0, cors: ['https://app.example'] },
  })
  const headers = 'x-request-id: checkout-7\r\norigin: https://app.example\r\ncontent-length: 9\r\n'

  const [answer] = await rawRequest(listener.port, socket =>
    socket.end(`PUT / HTTP/1.1\r\n${host}${headers}\r\n1234`),
  )

  assert.is(answer?.status, 400)
  assert.match(answer?.head ?? '', /^x-request-id: checkout-7$/im)
  assert.match(answer?.head ?? '', /^access-control-allow-origin: https:\/\/app\.example$/im)
  await listener.close()
})

for (const [what, start, rest] of [
  ['the body', `PUT / HTTP/1.1\r\n${host}content-length: 9\r\n\r\n1234`, '56789'],
  ['the headers', `GET / HTTP/1.1\r\n${host}`, '\r\n'],
] as const) {
  test(`given a request that timed out, when the rest of ${what} arrives, then it is not handled`, async () => {
    let handled = 0
    const listener = await listen({
      async answer(call) {
        await call.receive?.()
        handled++
        return reply(200, '{"success":true}')
      },
      ...{ host: '127.0.0.1', port: 0, limits: { headersTime: 200, requestTime: 200 } },
    })

    const answers = await rawRequest(listener.port, socket => {
      socket.write(start)
      socket.once('data', () => socket.write(rest))
    })

    assert.equal(
      answers.map(({ status }) => status),
      [408],
    )
    await listener.close()
    assert.is(handled, 0)
  })
}

for (const body of ['{"name":', '{"name":"all of it"}']) {
  test(`given a caller that disconnected before its body ${body} is read, then reading fails and does not wait`, async () => {
    let letGo = () => {}
    const gone = new Promise<void>(resolve => {
      letGo = resolve
    })
    let tell = (_: string) => {}
    const told = new Promise<string>(resolve => {
      tell = resolve
    })
    const listener = await listen({
      async answer(call) {
        call.onAborted?.(letGo)
        await gone
        await new Promise(setImmediate)
        setTimeout(() => tell('it waits'), 2_000)
        await call.receive?.().then(
          () => tell('it was read'),
          () => tell('it failed'),
        )
        return reply(200, '{"success":true}')
      },
      ...{ host: '127.0.0.1', port: 0 },
    })

    rawRequest(listener.port, socket => {
      socket.write(`PUT / HTTP/1.1\r\n${host}content-length: 20\r\n\r\n${body}`)
      setTimeout(() => socket.resetAndDestroy(), 50)
    }).catch(() => undefined)

    assert.is(await told, 'it failed')
    await listener.close()
  })
}

test('given a CONNECT whose caller disconnects before its turn, then the server continues', async () => {
  const { listener, letGo, came } = await createSlow()

  await rawRequest(listener.port, socket => {
    socket.write(`${get}CONNECT a.test:443 HTTP/1.1\r\nhost: a.test\r\n\r\n`)
    came.then(() => socket.resetAndDestroy())
  })
  letGo()

  assert.is((await fetch(`http://127.0.0.1:${listener.port}/`)).status, 200)
  await listener.close()
})

test('given a chunked body in HTTP/1.0, then it is refused, nothing is written, and the connection is closed', async () => {
  const chunked = `transfer-encoding: chunked\r\n\r\nc\r\n{"name":"a"}\r\n0\r\n\r\n`
  const old = `POST /v1${R} HTTP/1.0\r\n${credentials}connection: keep-alive\r\n${chunked}`

  const answers = await rawRequest(scene.server.port, old + post('b'))

  assert.equal(
    answers.map(({ status }) => status),
    [400],
  )
  assert.match(
    answers[0]?.body ?? '',
    /HTTP\/1.0 has no Transfer-Encoding: send Content-Length, or use HTTP\/1.1/,
  )
  assert.equal(await names(), [])
})

test.run()
