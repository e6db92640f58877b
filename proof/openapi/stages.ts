import { setTimeout as pause } from 'node:timers/promises'
import { demo } from '../../fixtures/index.js'
import { createMockStore } from '../../mock/store/index.js'
import { createService, type ErrorCode, type Store, Unavailable } from '../../server/core/index.js'
import { type RunningServer, type ServerOptions, startServer } from '../../server/index.js'
import { controlToken } from '../requests/http.js'
import { createPorts } from '../server/in-process.js'
import { listen } from '../server/listen.js'
import { exchange } from './client.js'
import { owner } from './ordinary.js'

/*
 * Servers in states in which they refuse every request, or every write.
 */

/** A state of a server, and the code with which it refuses requests. */
export interface Stage {
  code: ErrorCode
  /** Whether reads still succeed. */
  onlyWrites?: boolean
  /** Whether requests stay incomplete. */
  stalls?: boolean
  open(): Promise<{ url: string; close(): Promise<void> }>
}

/** The time of the tour. */
export const now = Date.UTC(2026, 10, 23, 9)

const seed = demo({ now })

/** Starts a server with the demo data and a frozen clock. */
export async function startDemo(options: ServerOptions = {}): Promise<RunningServer> {
  const server = await startServer({ seed, controlToken, ...options })
  server.clock.freeze()
  return server
}

export const control = (url: string, method: string, path: string, body: object) =>
  exchange(url, {
    method,
    target: `/_control${path}`,
    as: undefined,
    headers: { authorization: `Bearer ${controlToken}` },
    body: JSON.stringify(body),
  })

const me = { method: 'GET', target: '/v1/users/me', as: owner }

/** Starts a server whose storage has the broken methods in `broken`. */
async function openWith(broken: Partial<Store>) {
  const ports = createPorts(createMockStore(), [])
  const service = createService({ ...ports, clock: { now: () => now } }, { requestRateLimit: 100_000 })
  await service.loadSeed(seed)
  Object.assign(ports.store, broken)
  return listen(service.answer, {})
}

const fail = (error: () => Error) => () => Promise.reject(error())

export const stages: readonly Stage[] = [
  {
    code: 'rate_limited',
    async open() {
      const server = await startDemo()
      await control(server.url, 'PUT', '/rate-limit', { requests: 3, email: owner.email })
      for (let count = 0; count < 3; count++) await exchange(server.url, me)
      return server
    },
  },
  {
    code: 'too_many_guesses',
    async open() {
      const server = await startDemo()
      // Concurrently, because a wrong password is refused only after a delay.
      const guesses = Array.from({ length: 11 }, (_, index) => ({ ...owner, password: `guess ${index}` }))
      await Promise.all(guesses.map(as => exchange(server.url, { ...me, as })))
      return server
    },
  },
  {
    code: 'request_timeout',
    stalls: true,
    open: () => startDemo({ limits: { headersTime: 200, requestTime: 300 } }),
  },
  {
    code: 'overloaded',
    async open() {
      const server = await startDemo({ limits: { requests: 2 } })
      await control(server.url, 'PUT', '/latency', { ms: 600_000 })
      for (let count = 0; count < 2; count++) exchange(server.url, me).catch(() => {})
      // These requests have to be in progress before the others arrive.
      await pause(200)
      return {
        url: server.url,
        // The reset ends these requests; otherwise the server would wait for them.
        close: () => server.reset().then(server.close),
      }
    },
  },
  {
    code: 'internal',
    open: () =>
      openWith({ read: fail(() => new Error('a defect')), write: fail(() => new Error('a defect')) }),
  },
  {
    code: 'storage_full',
    onlyWrites: true,
    open: () => openWith({ write: fail(() => new Unavailable('full')) }),
  },
  {
    code: 'unavailable',
    open() {
      const failing = fail(() => new Unavailable('failed'))
      return openWith({ read: failing, write: failing })
    },
  },
]
