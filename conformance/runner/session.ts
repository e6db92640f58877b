import { randomBytes } from 'node:crypto'
import {
  type Provision,
  parseTarget,
  refusePlainHttp,
  type Target,
  type TargetInput,
} from '../target/target.js'
import type { LimitedAccount, Pool } from './accounts.js'
import type { BulkScope } from './check.js'
import { type CleanupRegistry, createCleanupRegistry } from './cleanup-registry.js'
import { type Client, type ClientOptions, createClient } from './client.js'
import type { Schedule } from './context.js'
import type { Invitations } from './given.js'
import { type Ledger, openLedger } from './ledger.js'
import type { Finding } from './outcomes.js'
import { createPacing, type Pacing } from './pacing.js'
import { scheduleOf } from './paths.js'
import { createRedaction, type Redaction } from './redaction.js'
import { fetchTransport, networkTransport } from './transport.js'

/** The defaults of all runs. */
export const defaults = {
  /** Milliseconds to wait for an answer. */
  timeout: 10_000,
  seed: 1,
  /** Checks that run in parallel. */
  jobs: 8,
  /** Steps of an exploration. */
  steps: 2000,
} as const

/** A connection to one target, with everything that a run needs to clean up after itself. */
export interface Session {
  readonly target: Target
  readonly seed: number
  /** `sk` and six hexadecimal digits, part of every name that the run makes. */
  readonly nonce: string
  /** When it was opened, in milliseconds since 1970. */
  readonly started: number
  readonly client: Client
  readonly pacing: Pacing
  readonly ledger: Ledger
  readonly redaction: Redaction
  readonly schedules: readonly Schedule[]
  /** Objects that live until the end of the run. */
  readonly registry: CleanupRegistry
  /** What could not be cleaned up or put back. */
  readonly remains: string[]
  readonly signal: AbortSignal | undefined
  /** Closes the connections. */
  close(): Promise<void>
}

/** A session in which checks run. */
export interface CheckSession extends Session {
  /** Whether a collaborator without an account needs an invitation. */
  readonly invitations: Invitations
  readonly pool: Pool
  readonly limited: LimitedAccount | undefined
  readonly mailbox: Provision['mailbox']
  /** Results of `once`. */
  readonly memory: Map<string, Promise<unknown>>
  /** Bulk requests that touched more than they listed, with the rule that this breaks. */
  readonly unsafe: Map<BulkScope, string>
  /** Why the editor or the viewer could not be made a collaborator. */
  readonly unjoined: Map<'editor' | 'viewer', Finding>
}

/** The connection to a target; only `target` is required. */
export interface ConnectionOptions {
  /** The service, as in a target file. */
  readonly target: TargetInput
  /** Requests per second at most; unlimited by default, except by the rate limits of the accounts. */
  readonly rate?: number
  /** Milliseconds to wait for an answer; 10,000 by default. */
  readonly timeout?: number
  /** Sends the requests in place of the network. */
  readonly fetch?: typeof globalThis.fetch
  /** Allow plain http to other machines; false by default. */
  readonly insecure?: boolean
  /** Folder of the cleanup ledger; the working directory by default, or the temporary directory where that is read-only. */
  readonly ledgerFolder?: string
  /** Ends the work early: what is running is finished and everything is cleaned up. */
  readonly signal?: AbortSignal
}

interface SessionOptions extends ConnectionOptions {
  readonly seed?: number | undefined
  /** Sees every exchange. */
  readonly witness?: ClientOptions['witness']
  /** Continues the run of this nonce and ledger instead of starting a new one. */
  readonly resume?: { readonly nonce: string; readonly ledger: Ledger }
}

/** Opens a session; it sends nothing yet. Throws a `TargetError` where the target is not usable. */
export function openSession(options: SessionOptions): Session {
  const {
    seed = defaults.seed,
    timeout = defaults.timeout,
    fetch,
    rate,
    signal,
    witness = () => {},
  } = options
  const target = parseTarget(options.target, 'the given options')
  if (!options.insecure && !fetch) refusePlainHttp(target.baseUrl)
  const { baseUrl, owner, schedules } = target
  const started = Date.now()
  const nonce = options.resume?.nonce ?? `sk${randomBytes(3).toString('hex')}`
  const ledger =
    options.resume?.ledger ??
    openLedger(options.ledgerFolder ?? '.', {
      type: 'run',
      nonce,
      baseUrl,
      owner: owner.email,
      schedules,
      started: new Date(started).toISOString(),
    })
  const redaction = createRedaction()
  for (const { email, password } of [owner, ...target.members, ...target.disposable]) {
    redaction.hide(password, `password of ${email}`)
  }
  const pacing = createPacing({ rate, signal })
  const transport = fetch ? fetchTransport(fetch, timeout) : networkTransport(timeout)
  return {
    target,
    seed,
    nonce,
    started,
    client: createClient({ baseUrl, transport, pacing, witness }),
    pacing,
    ledger,
    redaction,
    schedules: schedules.map(scheduleOf),
    registry: createCleanupRegistry(ledger),
    remains: [],
    signal,
    close: () => transport.close(),
  }
}

/** Does the work of a session, which includes its clean-up; then closes the ledger and the connections. */
export async function runSession<Result>(session: Session, work: () => Promise<Result>): Promise<Result> {
  const { remains, ledger } = session
  try {
    const result = await work()
    if (remains.length > 0)
      remains.push(`The ledger ${ledger.file} lists it: schedkit conformance cleanup ${ledger.file}`)
    return result
  } finally {
    if (remains.length === 0) ledger.discard()
    await session.close()
  }
}
