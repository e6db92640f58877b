import { randomBytes } from 'node:crypto'
import type { Account, Target } from '../target/target.js'
import { createPool } from './accounts.js'
import { createCleanupRegistry } from './cleanup-registry.js'
import { type ClientOptions, createClient } from './client.js'
import { openLedger } from './ledger.js'
import { createPacing } from './pacing.js'
import { scheduleOf } from './paths.js'
import { createRedaction, type Redaction } from './redaction.js'
import type { Session } from './session.js'
import { fetchTransport, networkTransport } from './transport.js'

export interface OpeningOptions {
  /** Milliseconds since 1970. */
  readonly started: number
  readonly timeout: number
  readonly redaction: Redaction
  /** Sees every exchange; nobody does by default. */
  readonly witness?: ClientOptions['witness']
  readonly fetch?: typeof globalThis.fetch | undefined
  readonly rate?: number | undefined
  readonly ledgerFolder?: string | undefined
  readonly signal?: AbortSignal | undefined
}

/** What makes one run differ from another. */
type Particulars = Pick<Session, 'seed' | 'invitations' | 'limited' | 'mailbox'> & {
  readonly throwaways: readonly Account[]
}

/** Hides the passwords of a target wherever something is shown. */
export function hidePasswords({ owner, members, disposable }: Target): Redaction {
  const redaction = createRedaction()
  for (const { email, password } of [owner, ...members, ...disposable]) {
    redaction.hide(password, `password of ${email}`)
  }
  return redaction
}

/** Opens a run of requests against a target: a ledger of what it makes, and the way there. */
export function openRun(target: Target, options: OpeningOptions) {
  const { started, timeout, redaction, fetch, rate, signal, witness = () => {} } = options
  const nonce = `sk${randomBytes(3).toString('hex')}`
  const pacing = createPacing({ rate, signal })
  const ledger = openLedger(options.ledgerFolder ?? '.', {
    type: 'run',
    nonce,
    baseUrl: target.baseUrl,
    owner: target.owner.email,
    schedules: target.schedules,
    started: new Date(started).toISOString(),
  })
  const transport = fetch ? fetchTransport(fetch, timeout) : networkTransport(timeout)
  const client = createClient({ baseUrl: target.baseUrl, transport, pacing, witness })
  const remains: string[] = []

  return {
    pacing,
    ledger,
    client,

    sessionOf({ throwaways, ...particulars }: Particulars): Session {
      return {
        ...particulars,
        target,
        nonce,
        client,
        pacing,
        ledger,
        redaction,
        schedules: target.schedules.map(scheduleOf),
        pool: createPool(throwaways),
        registry: createCleanupRegistry(ledger),
        memory: new Map(),
        unsafe: new Map(),
        unjoined: new Map(),
        remains,
        signal,
      }
    },

    /** Closes the books once everything is cleaned up: the ledger stays only where something remains. */
    settle(): void {
      if (remains.length === 0) ledger.discard()
      else remains.push(`The ledger ${ledger.file} lists it: schedkit conformance cleanup ${ledger.file}`)
    },

    /** Does the work of the run, and lets go of the target whatever becomes of it. */
    async during<Result>(work: () => Promise<Result>): Promise<Result> {
      try {
        return await work()
      } catch (error) {
        // Whatever was made is gone again by now, or else among the remains.
        if (remains.length === 0) ledger.discard()
        throw error
      } finally {
        await transport.close()
      }
    },
  }
}
