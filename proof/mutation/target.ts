import type { CertifyOptions } from '../../conformance/index.js'
import type { Call, Mail, Ports, ResponseVariants } from '../../server/core/index.js'
import { population, target } from '../server/people.js'
import type { Copy } from './subject-copy.js'

/** The rarer of the forms that the document permits, for they take code of their own. */
const variety: ResponseVariants = { collaborator_id: 'string', profile_completed: 'integer' }

/** What it takes to certify a service within this process. */
export type CertifiableService = Required<Pick<CertifyOptions, 'target' | 'fetch' | 'mailbox'>>

/** Starts a service of a copy of the core, with the people of a target in it; it dies of an answer that can't be sent. */
export async function startService(
  { subject, switchboard }: Copy,
  died: () => void,
): Promise<CertifiableService> {
  const mails: Mail[] = []
  let last = 0
  const next = () => `${++last}`.padStart(24, '0')
  const ports: Ports = {
    store: subject.createMockStore(),
    clock: { now: Date.now },
    passwords: {
      hash: async password => `hash of ${password}`,
      verify: async (password, hash) => hash === `hash of ${password}`,
      forget() {},
    },
    // What a mutant has spoilt is an e-mail that reaches nobody.
    mailer: { send: mail => mails.push({ ...mail }) },
    ids: { user: next, schedule: next, secret: next },
    log: { defect() {} },
  }
  const service = subject.createService(ports, { requestRateLimit: 1_000_000, variety })
  switchboard.currentTestId = 'population'
  await service.loadSeed(population)
  const answer = async (url: string, { method, headers, body }: Sent): Promise<Heard> => {
    const path = url.indexOf('/', 'https://'.length)
    switchboard.currentTestId = headers['schedkit-check']
    const call: Call = {
      method,
      target: url.slice(path),
      origin: url.slice(0, path),
      header: name => headers[name],
      body: new TextEncoder().encode(body),
    }
    const reply = await service.answer(call)
    if (!Number.isInteger(reply.status) || typeof reply.body !== 'string') {
      died()
      throw new TypeError(
        `There is no answer of status ${reply.status} with ${typeof reply.body} as its body`,
      )
    }
    return { status: reply.status, headers: Object.entries(reply.headers), text: async () => reply.body }
  }
  return {
    target,
    fetch: ((url: string, sent: Sent) => inTime(answer(url, sent), sent.signal)) as unknown as typeof fetch,
    mailbox: async address => mails.filter(({ to }) => to === address),
  }
}

/** As much of fetch as the kit uses. */
interface Sent {
  readonly method: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  readonly signal: AbortSignal
}

interface Heard {
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  text(): Promise<string>
}

/** An answer that never comes is given up like any other. */
function inTime<T>(answer: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const end = () => reject(signal.reason)
    signal.addEventListener('abort', end, { once: true })
    answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', end))
  })
}
