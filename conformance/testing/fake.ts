import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TargetInput } from '../target/target.js'
import { createService, type FakeAnswer, type FakeCall, type FakeService } from './fake-service.js'
import { atEnd } from './stage.js'

export interface FakeOptions {
  /**
   * Replaces the `usual` response: `hang up` closes the connection without one, a function handles the connection itself,
   * undefined keeps the usual response.
   */
  readonly odd?: (
    call: FakeCall,
    usual: () => FakeAnswer,
  ) => FakeAnswer | 'hang up' | ((socket: Socket) => void) | undefined
  /** Whether requests of the probe of operations also get odd responses; false by default. */
  readonly oddProbe?: boolean
  /** Milliseconds before a response is sent. */
  readonly slow?: (call: FakeCall) => number
  /** The number of throwaway accounts; none by default. */
  readonly throwaways?: number
  /** The number of additional owners; none by default. */
  readonly additionalOwners?: number
}

export interface Fake extends FakeService {
  readonly url: string
  readonly target: TargetInput
  /** All requests, in order. */
  readonly calls: readonly FakeCall[]
  /** The number of connections made. */
  readonly connections: () => number
  /** Paths of the objects that exist now. */
  left(): readonly string[]
  /** Stops listening and breaks all connections, like a process that dies. */
  die(): void
}

export const passwordOf = (name: string) => `pa"ss'${name} %1/`

/** Starts a fake service on a free port. It stops after the tests of the file. */
export async function startFake({
  odd,
  oddProbe = false,
  slow,
  throwaways = 0,
  additionalOwners = 0,
}: FakeOptions = {}): Promise<Fake> {
  const account = (name: string) => ({ email: `${name}@example.test`, password: passwordOf(name) })
  const members = ['editor', 'viewer', 'stranger'].map(account)
  const disposable = Array.from({ length: throwaways }, (_, index) => account(`throwaway-${index + 1}`))
  const owners = Array.from({ length: additionalOwners }, (_, index) => ({
    ...account(`owner-${index + 2}`),
    schedules: ['first', 'second', 'spare'].map(name => `${name}-${index + 2}`),
  }))
  const people = [account('owner'), ...owners, ...members, ...disposable]
  const service = createService(people.map(({ email, password }) => [email, password]))
  const calls: FakeCall[] = []
  let connections = 0

  const emailOf = (authorization = '') => {
    const [email = '', ...rest] = Buffer.from(authorization.replace(/^Basic /, ''), 'base64')
      .toString()
      .split(':')
    return service.accounts.get(email)?.password === rest.join(':') ? email : undefined
  }

  const server = createServer(async (request, response) => {
    const text = (await request.toArray().catch(() => [])).join('')
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://fake')
    const call: FakeCall = {
      number: calls.length + 1,
      method: request.method ?? '',
      path: pathname,
      query: searchParams,
      headers: request.headers,
      text,
      email: emailOf(request.headers.authorization),
    }
    calls.push(call)
    if (slow) await sleep(slow(call))
    let done: FakeAnswer | undefined
    const usual = () => {
      done ??= service.answer(call)
      return done
    }
    // The probe of operations is the same for all tests.
    const isProbe = call.headers['schedkit-check'] === 'operations' && !oddProbe
    const answer = (isProbe ? undefined : odd?.(call, usual)) ?? usual()
    if (answer === 'hang up') return void request.socket.destroy()
    if (typeof answer === 'function') return answer(request.socket)
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers })
    response.end(answer.text ?? JSON.stringify(answer.body))
  })
  server.on('connection', () => connections++)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  atEnd(async () => {
    server.closeAllConnections()
    if (server.listening) await new Promise(resolve => server.close(resolve))
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    ...service,
    url,
    calls,
    connections: () => connections,
    left: () => [...service.objects.keys()],
    die() {
      server.close()
      server.closeAllConnections()
    },
    target: {
      baseUrl: url,
      owner: account('owner'),
      schedules: ['first', 'second', 'spare'],
      owners,
      members,
      disposable,
    },
  }
}
