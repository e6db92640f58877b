import type { Client, QueryResult } from 'pg'
import { serviceDefaults, Unavailable, type UniqueNames } from '../../core/index.js'
import type { DataNote } from '../errors.js'
import type { ServerStore, StoreHealth, Unreachable } from '../server-store.js'
import { explainDatabaseError, nameOf } from './address.js'
import { createConnectionQueue } from './connection-queue.js'
import { hasPooler, inTransaction, openConnections, settingsOf } from './connections.js'
import { isLost, isOtherSchema, isUnanswered, translateError, whyLost } from './failures.js'
import { type DatabaseLimits, databaseDefaults, longListsOf } from './limits.js'
import { createLoginTries } from './login-tries.js'
import { createMailQueue } from './mail-queue.js'
import { newestVersion } from './migrations.js'
import { createRequestLeases } from './request-leases.js'
import { openSchema, seedFirst } from './schema.js'
import { type DatabaseSnapshot, restoreSnapshot, takeSnapshot } from './snapshot.js'
import { createPrepare } from './transaction.js'
import { type Counting, createTransactions } from './transactions.js'

export interface PostgresStoreOptions {
  /** `postgres://USER:PASSWORD@HOST:PORT/DATABASE`, with TLS options such as `?sslmode=verify-full`. */
  url: string
  /** The scope in which resource names are unique (section 2.1). @default the whole service */
  uniqueNames?: UniqueNames
  limits?: DatabaseLimits | undefined
  /** Called with notes about the database: when it stops responding, and when it responds again. */
  notify?(note: DataNote): void
}

export interface PostgresStore extends Required<ServerStore> {
  snapshot(): Promise<DatabaseSnapshot>
  restore(snapshot: DatabaseSnapshot): Promise<void>
}

/** The interval, in seconds, of checks whether a newer version has migrated the tables. */
const versionCheck = 10

const versionQuery = 'SELECT version::bigint FROM schedkit'

/** Milliseconds before a problem that every request may encounter is noted again. */
const noteAgain = 60_000

interface VersionCheckOptions {
  ask: Counting['ask']
  /** Runs work on a connection of its own. */
  alone(work: (client: Client) => Promise<QueryResult>): Promise<QueryResult>
  /** Called when a newer version has migrated the tables. */
  tellNewer(version: number): void
}

/** Checks whether a newer version has migrated the tables, which this process can then no longer use. */
function createVersionCheck({ ask, alone, tellNewer }: VersionCheckOptions) {
  let running: Promise<void> | undefined

  function judge(version: number): void {
    if (version > newestVersion) tellNewer(version)
  }

  return {
    async check(): Promise<void> {
      const [row] = await ask(versionQuery)
      judge(Number(row?.[0]))
    },
    /** Runs one check for all errors that occur at the same time; on its own connection, since an error on the others leads here. */
    afterError(): Promise<void> {
      running ??= alone(client => client.query(versionQuery))
        .then(({ rows }) => judge(rows[0]?.version))
        .catch(() => {})
        .finally(() => {
          running = undefined
        })
      return running
    },
  }
}

/**
 * Opens a store on PostgreSQL, and creates or migrates its tables.
 *
 * @throws {DataError} if the database cannot be used
 */
export async function openPostgresStore({
  url,
  uniqueNames = serviceDefaults.uniqueNames,
  limits,
  notify = () => {},
}: PostgresStoreOptions): Promise<PostgresStore> {
  const settings = { ...databaseDefaults, ...limits }
  const { connectionTimeout, poolSize, statementTimeout } = settings
  const alone = <T>(work: (client: Client) => Promise<T>) =>
    inTransaction(url, connectionTimeout, work, { mustWrite: true })
  const isSeeded = await alone(client => openSchema(client, url, uniqueNames))
  const isPooled = await hasPooler(url, connectionTimeout)
  const underWay = new Set<Promise<unknown>>()
  let problem: Unreachable | undefined
  /** When the database last responded (a monotonic clock), and when something was last noted. */
  let lastAnswer = Number.NEGATIVE_INFINITY
  const noted = new Map<DataNote['event'], number>()
  let isClosed = false
  const connections = await openConnections(url, settings, isPooled, lost)
  const queue = createConnectionQueue({ connections, size: poolSize, timeout: connectionTimeout })
  const transactions = createTransactions({
    ...{ connections, queue, found, failure },
    prepare: createPrepare(isPooled),
    settings: isPooled ? `; ${settingsOf(settings, 'LOCAL')}` : '',
  })

  function noteSometimes(event: DataNote['event'], message: string): void {
    if (performance.now() - (noted.get(event) ?? Number.NEGATIVE_INFINITY) < noteAgain) return
    noted.set(event, performance.now())
    notify({ event, message })
  }

  function lost(cause: unknown): void {
    // Other queries succeed, so the database is not unreachable.
    if (isUnanswered(cause) && performance.now() - lastAnswer < statementTimeout) {
      const message = `The database ${nameOf(url)} answers, but a query got no answer in time. Perhaps commits wait for a synchronous standby that is away: see synchronous_standby_names. Such requests get 503.`
      noteSometimes('database waits', message)
      return
    }
    if (problem === undefined && !isClosed) {
      const reason = isUnanswered(cause)
        ? 'a query got no answer in time, perhaps because its commit waits for a synchronous standby'
        : (cause as Error).message
      const message = `The database ${nameOf(url)} does not answer: ${reason}. Requests get 503 until it does.`
      notify({ event: 'database lost', message })
    }
    if (problem !== 'newer_schema') problem = whyLost(cause)
  }

  function found(): void {
    if (problem === 'newer_schema') return
    if (problem !== undefined)
      notify({ event: 'database found', message: `The database ${nameOf(url)} answers again.` })
    problem = undefined
    lastAnswer = performance.now()
  }

  /** Returns the error for the caller. */
  async function failure(error: unknown): Promise<unknown> {
    if (isLost(error)) lost(error)
    if (isOtherSchema(error)) await version.afterError()
    if (problem === 'newer_schema') return new Unavailable('unreachable', { cause: error })
    const told = translateError(error)
    if (told instanceof Unavailable && (told.why === 'denied' || told.why === 'full')) {
      const { message } = explainDatabaseError(error, url, '') as Error
      noteSometimes(told.why === 'full' ? 'storage full' : 'database denied', message)
    }
    return told
  }

  /** Checks the health of the database, unless it has just responded. */
  async function health(): Promise<StoreHealth> {
    if (performance.now() - lastAnswer < 1_000 && problem === undefined) return 'reachable'
    try {
      await counting.ask('SELECT 1')
    } catch (error) {
      const isBusy = error instanceof Unavailable && error.why === 'contended'
      return problem ?? (isBusy ? 'pool_exhausted' : 'unreachable')
    }
    return problem ?? 'reachable'
  }

  /** Keeps track of work in progress, so that a close can wait for it. */
  function tracked<T>(work: () => Promise<T>): Promise<T> {
    if (isClosed) return Promise.reject(new Error('Failed to use the store: it is closed'))
    const running = work()
    const ended = running.catch(() => {}).finally(() => underWay.delete(ended))
    underWay.add(ended)
    return running
  }

  const timers: NodeJS.Timeout[] = []
  const counting: Counting = {
    count: work => tracked(() => transactions.count(work)),
    ask: (sql, values) => tracked(() => transactions.ask(sql, values)),
    every(seconds, work) {
      const maintain = () => problem === undefined && work(Date.now()).catch(() => {})
      timers.push(setInterval(maintain, seconds * 1000).unref())
    },
  }
  const rate = createRequestLeases(counting)

  function tellNewer(version: number): void {
    if (problem === 'newer_schema' || isClosed) return
    problem = 'newer_schema'
    const message = `The tables of ${nameOf(url)} have version ${version} now, and this schedkit knows versions up to ${newestVersion}. It finishes open requests and ends: start the newer schedkit.`
    notify({ event: 'newer schema', message })
  }

  const version = createVersionCheck({ ask: counting.ask, alone, tellNewer })
  counting.every(versionCheck, version.check)

  return {
    isSeeded,
    seedFirst: load => alone(client => seedFirst(client, load)),
    longLists: longListsOf(poolSize),
    mails: createMailQueue(counting),
    health,
    figures: () => ({ most: poolSize, ...queue.counts(), retries: transactions.retries() }),
    counts: { rate, throttle: createLoginTries(counting) },
    read: (work, options) => tracked(() => transactions.read(work, options)),
    write: (work, options) => tracked(() => transactions.write(work, options)),
    snapshot: () => tracked(() => transactions.read(({ transaction }) => takeSnapshot(transaction))),
    restore: snapshot =>
      tracked(() =>
        transactions.write(({ transaction }) => restoreSnapshot(transaction, snapshot), { frees: true }),
      ),
    async close() {
      if (isClosed) return
      for (const timer of timers) clearInterval(timer)
      if (problem === undefined) await rate.close().catch(() => {})
      isClosed = true
      await Promise.all(underWay)
      await transactions.close()
    },
  }
}
