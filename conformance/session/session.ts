import { randomBytes } from 'node:crypto'
import type { Kind } from '../catalogue/members.js'
import type { Member } from '../catalogue/rule.js'
import { type CircuitBreaker, createCircuitBreaker } from '../http/circuit-breaker.js'
import { type Client, type ClientOptions, createClient } from '../http/client.js'
import { createEnding, type Ending } from '../http/ending.js'
import { basic, type Exchange } from '../http/exchange.js'
import type { JsonObject } from '../http/json.js'
import { createPacing, type Pacing } from '../http/pacing.js'
import { me, type Schedule, scheduleOf, urlOf } from '../http/paths.js'
import { createRedaction, type Redaction } from '../http/redaction.js'
import { fetchTransport, networkTransport, type Transport } from '../http/transport.js'
import { openNetwork } from '../target/open-network.js'
import {
  accountsOf,
  type Provision,
  parseTarget,
  refusePlainHttp,
  type Target,
  type TargetInput,
  UnreachableError,
} from '../target/target.js'
import {
  type CleanupRegistry,
  createCleanupRegistry,
  createIdHistory,
  type IdHistory,
} from './cleanup-registry.js'
import { kitCommand, runDefaults } from './defaults.js'
import { type CreatedObject, type Ledger, openExisting, openLedger, uncleanedTexts } from './ledger.js'
import type { Entry } from './ledger-entry.js'
import type { Operations } from './operations.js'
import type { Blocked, NotImplemented, Skipped } from './outcomes.js'
import type { LimitedAccount, Pool } from './pool.js'

/** A connection to one target, with everything that a run needs to clean up after itself. */
export interface Session {
  readonly target: Target
  readonly seed: number
  /** `sk` and six hexadecimal digits, part of every name that the run uses. */
  readonly nonce: string
  /** When it was opened, in milliseconds since 1970. */
  readonly started: number
  /** Milliseconds before a request is retried after a broken connection. */
  readonly retryDelay: number
  readonly client: Client
  readonly pacing: Pacing
  readonly ledger: Ledger
  readonly redaction: Redaction
  readonly schedules: readonly Schedule[]
  /** Objects that last until the end of the run. */
  readonly registry: CleanupRegistry
  /** Objects of passed checks, to be deleted many at a time. */
  readonly discarded: CreatedObject[]
  readonly concurrency: Concurrency
  /** Addresses of the accounts. */
  readonly emails: readonly string[]
  /** The settings of accounts that were changed and restored, by address. */
  readonly restored: Map<string, JsonObject>
  /** The original settings of accounts that stay changed until the end of the run, by address. */
  readonly opened: Map<string, JsonObject>
  /** The `collaboration_limit` of each account, by its address in lower case, with what to call the account. */
  readonly collaborationLimits: Map<string, { readonly who: string; readonly limit: number }>
  /** Which ids the target gave to whom. */
  readonly ids: IdHistory
  /** What could not be cleaned up or restored. */
  readonly leftovers: string[]
  /** Addresses of disposable accounts that can't be used again, with what became of them. */
  readonly spentAccounts: Map<string, string>
  readonly ending: Ending
  readonly breaker: CircuitBreaker
  /** Whether the accounts were created for the run, and are removed after it. */
  readonly isProvisioned: boolean
  /** Whether the target can still be cleaned up, and there is time for it. */
  canCleanUp(): boolean
  /** Closes the connections. */
  close(): Promise<void>
}

/**
 * Whether an address without an account is accepted only with an invitation: the document says "registered or invited
 * users" (section 1). An invitation is an e-mail, so it is sent only where e-mails are allowed.
 */
export interface Invitations {
  needed: boolean
  readonly allowed: boolean
}

/** A result that several checks use, with the exchanges that led to it. */
export interface Shared {
  readonly result: Promise<unknown>
  exchanges: readonly Exchange[]
  /** This and the other shared results that it needs, with the requests of each. */
  uses: ReadonlyMap<string, number>
}

/** A session in which checks run. */
export interface CheckSession extends Session {
  /** Whether a collaborator without an account needs an invitation. */
  readonly invitations: Invitations
  /** Whether lists with ids show the same as reads of single objects, as far as the run knows. */
  readonly lists: Map<Kind, boolean>
  readonly pool: Pool
  readonly limited: LimitedAccount | undefined
  readonly mailbox: Provision['mailbox']
  /** Milliseconds to wait for an e-mail: fewer after one has failed to arrive. */
  readonly patience: { readonly longest: number; now: number }
  /** Which operations the target has. */
  readonly operations: Operations
  /** Results of `once`. */
  readonly memory: Map<string, Shared>
  /** Why a member can't take part: it can't log in, or could not be made a collaborator. */
  readonly missingMembers: Map<Member, Blocked | NotImplemented | Skipped>
  /** The requests that made members collaborators, for the scripts of checks that need them. */
  readonly joined: Map<'editor' | 'viewer', readonly Exchange[]>
}

/** The connection to a target; only `target` is required. */
export interface ConnectionOptions {
  /** The service, as in a target file. */
  readonly target: TargetInput
  /** Maximum requests per second; by default limited only by the rate limits of the accounts. */
  readonly rate?: number
  /** Milliseconds to wait for a response; 10,000 by default. */
  readonly timeout?: number
  /**
   * Maximum bytes of a response, decompressed; 8,000,000 by default. A larger one is not read to its end, and fails the
   * checks that need it.
   */
  readonly maxResponse?: number
  /** Milliseconds before a request is retried after a broken connection, twice as long the next time; 100 by default. */
  readonly retryDelay?: number
  /** Sends the requests instead of the network. */
  readonly fetch?: typeof globalThis.fetch
  /** Allow plain http to other machines; false by default. */
  readonly insecure?: boolean
  /** Folder of the cleanup ledger; the working directory by default, or the temporary directory if that is read-only. */
  readonly ledgerFolder?: string
  /** Ledger file to continue instead, as returned by `provisionByControl`. It is kept: `teardown` deletes it. */
  readonly ledger?: string
  /**
   * Ends the work early: running checks get 2 seconds to finish, and 7 seconds together with the clean-up. Whatever is left
   * then stays in the ledger.
   */
  readonly signal?: AbortSignal
}

interface SessionOptions extends ConnectionOptions {
  readonly seed?: number | undefined
  /** The number of parallel checks; one by default. */
  readonly jobs?: number | undefined
  /** Called with every exchange. */
  readonly onExchange?: ClientOptions['onExchange']
  /** Called with every request as it is sent; the result is called with its outcome. */
  readonly onSend?: ClientOptions['onSend']
  /** Continues the run with this nonce and ledger instead of starting a new one. */
  readonly resume?: { readonly nonce: string; readonly ledger: Ledger }
}

/** Opens a session without sending anything. Throws a `TargetError` if the target is not usable. */
export function openSession(options: SessionOptions): Session {
  const { seed = runDefaults.seed, jobs = 1, retryDelay = runDefaults.retryDelay } = options
  const target = parseTarget(options.target, 'the given options')
  if (!options.insecure && !options.fetch) refusePlainHttp(target.baseUrl)
  const { baseUrl, owner, schedules, mailbox } = target
  const started = Date.now()
  const nonce = options.resume?.nonce ?? `sk${randomBytes(3).toString('hex')}`
  const run = { type: 'run', nonce, baseUrl, owner: owner.email, schedules } as const
  const ledger =
    options.resume?.ledger ?? beginLedger(options, { ...run, started: new Date(started).toISOString() })
  const redaction = createRedaction()
  const accounts = accountsOf(target)
  const emails = accounts.map(({ email }) => email)
  for (const { email, password } of accounts) redaction.hide(password, `password of ${email}`)
  const { headers = {} } = target.network ?? {}
  for (const [name, value] of Object.entries(headers)) redaction.hideValue(value, `header ${name}`)
  if (mailbox?.imap) redaction.hide(mailbox.imap.password, 'password of the mailbox')
  const ids = createIdHistory()
  const { client, pacing, ending, breaker, close } = connect(options, target, redaction)
  return {
    target,
    seed,
    nonce,
    started,
    retryDelay,
    client,
    pacing,
    ledger,
    redaction,
    schedules: schedules.map(scheduleOf),
    registry: createCleanupRegistry({
      ledger,
      marks: [nonce, ...emails],
      creator: ids.enter({ isRun: true }),
    }),
    discarded: [],
    concurrency: createConcurrency(jobs),
    emails,
    restored: new Map(),
    opened: new Map(),
    collaborationLimits: new Map(),
    ids,
    leftovers: [],
    spentAccounts: new Map(),
    ending,
    breaker,
    isProvisioned: options.ledger !== undefined,
    canCleanUp: () => breaker.givenUpSince === undefined && ending.left() > pacing.deferral(owner.email),
    close,
  }
}

/** Creates what sends the requests of a session. */
function connect(options: SessionOptions, target: Target, redaction: Redaction) {
  const { timeout = runDefaults.timeout, maxResponse = runDefaults.maxResponse, fetch, rate } = options
  const { retryDelay = runDefaults.retryDelay, onExchange = () => {}, onSend } = options
  const limits = { timeout, maxResponse }
  const network = openNetwork(target, process.env)
  const transport = fetch ? fetchTransport(fetch, limits, network) : networkTransport(limits, network)
  const ending = createEnding(options.signal, () => {
    breaker.release()
    transport.destroy()
  })
  const pacing = createPacing({ rate, ending })
  const { clean } = redaction
  const breaker = createCircuitBreaker({
    timeout,
    clean,
    probe: () => probe(transport, target),
    onOpen(reason) {
      ending.stop(clean(reason))
      transport.destroy()
    },
  })
  const { baseUrl } = target
  return {
    client: createClient({
      ...{ baseUrl, transport, pacing, breaker, ending, clean, onExchange, retryDelay },
      ...(onSend && { onSend }),
    }),
    pacing,
    ending,
    breaker,
    async close() {
      ending.release()
      breaker.release()
      await transport.close()
    },
  }
}

/** Creates the ledger of a run, or continues that of the accounts created for it. */
function beginLedger(
  { ledger: file, ledgerFolder = '.' }: ConnectionOptions,
  run: Extract<Entry, { type: 'run' }>,
): Ledger {
  if (file === undefined) return openLedger(ledgerFolder, run)
  const ledger = openExisting(file)
  ledger.write(run)
  return { ...ledger, discard: ledger.close }
}

/** Reads the owner's account, bypassing everything that counts or waits. */
async function probe(transport: Transport, { baseUrl, owner }: Target): Promise<Exchange> {
  const request = { method: 'GET', path: me, query: '', as: 'owner' }
  const authorization = basic(owner.email, owner.password)
  const headers = { accept: 'application/json', authorization, 'schedkit-check': 'probe' }
  const sentAt = Date.now()
  const answer = await transport.send(urlOf(baseUrl, request), request, headers)
  return { request, answer, sentAt, took: Date.now() - sentAt }
}

/** The command that cleans up by a ledger, without the target. */
const cleanupCommand = ({ file, isSigned }: Ledger) =>
  `${kitCommand} cleanup ${file}${isSigned ? '' : ' --trust-ledger'}, with the options of this run that name the target${isSigned ? '' : '; this machine keeps no key to sign ledgers'}`

/** Does the work of a session, including its clean-up, then closes the ledger and the connections. */
export async function runSession<Result>(session: Session, work: () => Promise<Result>): Promise<Result> {
  const { leftovers, ledger } = session
  const conclude = (isInterrupted = false) => {
    if (isInterrupted || !session.canCleanUp()) leftovers.push(...uncleanedTexts(ledger.file))
    // What was created for the run is removed by the teardown of its target, as a whole.
    if (leftovers.length > 0 && !session.isProvisioned)
      leftovers.push(`The ledger ${ledger.file} lists it: ${cleanupCommand(ledger)}`)
  }
  try {
    const result = await work()
    session.client.release()
    conclude()
    return result
  } catch (error) {
    conclude(true)
    if (!(error instanceof UnreachableError) || leftovers.length === 0) throw error
    throw new UnreachableError([error.message, ...leftovers].join('\n'), { cause: error })
  } finally {
    if (leftovers.length === 0) ledger.discard()
    else ledger.close()
    await session.close()
  }
}

/** Lets checks send several requests in parallel. */
export interface Concurrency {
  /** Does the work of a check, which counts as one parallel request. */
  work<T>(act: () => Promise<T>): Promise<T>
  /**
   * Runs an action for each item, started in order, as many in parallel as the run allows. None of it is still running when
   * this returns or throws.
   */
  each<Item, T>(items: readonly Item[], act: (item: Item) => Promise<T>): Promise<T[]>
}

/**
 * A check waits for most of its responses before it continues, and many checks run alone because they need something
 * exclusively, so a distant target would be idle. Therefore up to twice as many requests as `jobs` are sent in parallel if
 * their order does not matter; one at a time if `jobs` is 1.
 */
export function createConcurrency(jobs: number): Concurrency {
  const most = jobs === 1 ? 1 : 2 * jobs
  let busy = 0
  return {
    async work<T>(act: () => Promise<T>): Promise<T> {
      busy++
      try {
        return await act()
      } finally {
        busy--
      }
    },
    async each<Item, T>(items: readonly Item[], act: (item: Item) => Promise<T>): Promise<T[]> {
      const results: T[] = []
      while (results.length < items.length) {
        const more = Math.max(0, Math.min(items.length - results.length - 1, most - Math.max(busy, 1)))
        busy += more
        const ended = await Promise.allSettled(
          items.slice(results.length, results.length + more + 1).map(act),
        )
        busy -= more
        for (const each of ended) {
          if (each.status === 'rejected') throw each.reason
          results.push(each.value)
        }
      }
      return results
    },
  }
}
