import { createServer, request as forward, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startServer } from '../../server/index.js'

const password = 'correct horse'
const people = ['owner', 'editor', 'viewer', 'stranger'].map(name => ({
  email: `${name}@example.test`,
  password,
}))
const scheduleIds = ['first', 'second', 'spare']

/** Answers a request instead of the server. */
export type Harm = (response: ServerResponse, request: IncomingMessage) => void

/** The reference server behind a proxy that answers some requests itself. */
export interface HostileTarget {
  readonly url: string
  /** Options that describe it to `schedkit conformance`. */
  readonly options: readonly string[]
  /** Sets the function that answers the affected requests. */
  turn(harm: Harm | undefined, isFor: (request: IncomingMessage) => boolean): void
  close(): Promise<void>
}

/** Starts a hostile target. It runs in the process of the test, not in that of the command. */
export async function startHostileTarget(): Promise<HostileTarget> {
  let harm: Harm | undefined
  let isFor: (request: IncomingMessage) => boolean = () => false
  const server = await startServer({
    seed: { users: people, schedules: scheduleIds.map(id => ({ id, owner: 'owner@example.test' })) },
  })
  const proxy = createServer((request, response) => {
    response.on('error', () => {})
    if (harm && isFor(request)) {
      request.resume()
      return harm(response, request)
    }
    const { method, headers } = request
    const onward = forward(`${server.url}${request.url}`, { method, headers }, answer => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  })
  await new Promise<void>(resolve => proxy.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
  const [owner, ...members] = people.map(({ email }) => `${email}:${password}`)
  return {
    url,
    options: [
      ...[url, '--owner', owner ?? ''],
      ...scheduleIds.flatMap(id => ['--schedule', id]),
      ...members.flatMap(member => ['--member', member]),
    ],
    turn(other, when) {
      harm = other
      isFor = when
    },
    async close() {
      proxy.closeAllConnections()
      await new Promise(resolve => proxy.close(resolve))
      await server.close()
    },
  }
}

/** Writes a piece repeatedly, as fast as it is read: up to a number of bytes, or forever. */
export function writeOn(response: ServerResponse, piece: Buffer, most = Number.POSITIVE_INFINITY): void {
  let written = 0
  response.on('drain', write)
  function write(): void {
    while (!response.destroyed && written < most) {
      written += piece.length
      if (!response.write(piece)) return
    }
    response.end()
  }
  write()
}
