import { Agent, request } from 'node:http'
import { setTimeout as waitFor } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type RunningServer, startServer } from './index.js'
import { rawRequest } from './testing/raw-socket.js'
import { basic, people, sceneSeed } from './testing/scene.js'

/*
 * Graceful shutdown: a client that respects the responses loses no request.
 */

const authorization = basic(people.owner.email, people.owner.password)
const path = '/v1/schedules/first/resources'

interface Answer {
  status: number | undefined
  connection: string | undefined
  /** Whether it arrived on a reused connection. */
  isReused: boolean
}

/** Sends a request on a connection of the agent; resolves when its response is complete. */
function send(agent: Agent, port: number, method: 'GET' | 'POST', body = ''): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = { agent, host: '127.0.0.1', port, path, method }
    const headers = { authorization, ...(body !== '' && { 'content-length': Buffer.byteLength(body) }) }
    const sent = request({ ...options, headers }, response => {
      const { statusCode: status, headers } = response
      response.resume().on('end', () => {
        resolve({ status, connection: headers.connection, isReused: sent.reusedSocket })
      })
    })
    sent.on('error', reject).end(body)
  })
}

test('given 32 busy keep-alive connections, when a server drains, then none of their requests fails', async () => {
  const leaving = await startServer({ seed: sceneSeed, drainTime: 1_000 })
  const staying = await startServer({ seed: sceneSeed })
  const failed: string[] = []
  const answered = new Map<RunningServer, number>()
  let isOver = false
  async function keepAsking(client: number): Promise<void> {
    let server = leaving
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    for (let count = 0; !isOver; count++) {
      const method = count % 4 === 0 ? 'POST' : 'GET'
      const body = method === 'POST' ? JSON.stringify({ name: `${client} ${count}` }) : ''
      try {
        const { status, connection } = await send(agent, server.port, method, body)
        if (status !== (method === 'POST' ? 201 : 200)) failed.push(`${method} ${status}`)
        answered.set(server, (answered.get(server) ?? 0) + 1)
        if (connection === 'close') server = staying
      } catch (error) {
        failed.push(`${method} ${(error as Error).message}`)
        server = staying
      }
    }
    agent.destroy()
  }
  const clients = Array.from({ length: 32 }, (_, client) => keepAsking(client))
  while ((answered.get(leaving) ?? 0) < 200) await waitFor(10)

  await leaving.close()
  while ((answered.get(staying) ?? 0) < 200) await waitFor(10)
  isOver = true
  await Promise.all(clients)

  await staying.close()
  assert.equal(failed, [])
})

test('given a drain, then new connections are answered and closed until it ends, and refused afterwards', async () => {
  const server = await startServer({ seed: sceneSeed, drainTime: 300 })
  const agent = new Agent({ keepAlive: true })

  const closed = server.close()
  const during = await send(agent, server.port, 'GET')
  await closed
  const after = await send(agent, server.port, 'GET').catch(error => error.code)

  assert.equal([during.status, during.connection], [200, 'close'])
  assert.is(after, 'ECONNREFUSED')
})

test('given a connection that is idle when the drain starts, then its next request is answered and closes it', async () => {
  const server = await startServer({ seed: sceneSeed, drainTime: 300 })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const before = await send(agent, server.port, 'GET')

  const closed = server.close()
  await waitFor(100)
  const during = await send(agent, server.port, 'POST', '{"name":"Late"}')
  await closed

  assert.is(before.connection, 'keep-alive')
  assert.equal([during.status, during.connection], [201, 'close'])
  assert.ok(during.isReused)
})

test('given requests that arrive together during a drain, then all are answered, and the last one closes the connection', async () => {
  const server = await startServer({ seed: sceneSeed, drainTime: 300 })
  const one = `GET ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: ${authorization}\r\n\r\n`

  const closed = server.close()
  const answers = await rawRequest(server.port, one.repeat(3))
  await closed

  assert.equal(
    answers.map(({ status, head }) => [status, /^connection: (.*)$/im.exec(head)?.[1]]),
    [
      [200, 'keep-alive'],
      [200, 'keep-alive'],
      [200, 'close'],
    ],
  )
})

test.run()
