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
