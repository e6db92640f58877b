import type { CertifyOptions } from '../../conformance/index.js'
import { createMockStore } from '../../mock/store/index.js'
import { createRateWindow } from '../../server/core/access/rate.js'
import { createDispatch } from '../../server/core/dispatch.js'
import {
  type Call,
  createRouter,
  type Handler,
  linkTargets,
  type Mail,
  operations,
  splitTarget,
} from '../../server/core/index.js'
import { loadSeed } from '../../server/core/seed.js'
import { createPorts, fetchFrom } from './in-process.js'
import { readingTimesLate } from './late-times.js'
import { listen, type Manner } from './listen.js'
import type { Alter, IncomingCall, Middleware, Parts } from './parts.js'
import { population, target } from './people.js'

/** A server and the options to certify it. */
export interface Assembled {
  readonly options: Pick<CertifyOptions, 'target' | 'fetch' | 'mailbox'>
  close(): Promise<void>
}

/**
 * Assembles a server with alterations, the first one innermost. It is called within this process or, with a manner, over
 * HTTP.
 */
export async function assemble(alters: readonly Alter[], manner?: Manner): Promise<Assembled> {
  const mails: Mail[] = []
  const parts = alters.reduce((altered, alter) => alter(altered), rightParts(mails))
  await loadSeed(population, { ports: parts.ports, settings: parts.settings, idOf: email => email })
  const answer = parts.middleware.reduce(wrapIn, createDispatch(parts))
  const mailbox = async (address: string) => mails.filter(({ to }) => to === address)
  if (!manner) return { options: { target, fetch: fetchFrom(answer), mailbox }, close: async () => {} }
  const { url, close } = await listen(answer, manner)
  return { options: { target: { ...target, baseUrl: url }, mailbox }, close }
}

function rightParts(mails: Mail[]): Parts {
  const ports = createPorts(createMockStore(), mails)
  return {
    operations: operations.map(readingTimesLate),
    linkTargets,
    ports,
    settings: { requestRateLimit: 1_000_000 },
    rate: createRateWindow(),
    middleware: [],
  }
}

const router = createRouter(operations)

function incoming(call: Call): IncomingCall {
  const { path, query } = splitTarget(call.target)
  const match = router.match(call.method, path)
  const found = match.kind === 'found' ? match : undefined
  return {
    call,
    operation: found?.route,
    params: found?.params ?? {},
    query: new URLSearchParams(query),
    get body() {
      return membersOf(call.body)
    },
  }
}

const decoder = new TextDecoder()

function membersOf(bytes: Uint8Array): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(decoder.decode(bytes))
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
  } catch {
    return {}
  }
}

const wrapIn =
  (answer: Handler, middleware: Middleware): Handler =>
  call =>
    middleware(incoming(call), async (other = call) => answer(other))
