import { serviceDefaults, type UniqueNames } from '../../core/index.js'
import type { DataNote } from '../errors.js'
import type { ServerStore } from '../server-store.js'
import { checkAddress, nameOf } from './address.js'
import { createConnectionQueue } from './connection-queue.js'
import { inTransaction, openPool } from './connections.js'
import { createCounting } from './counting.js'
import { isLost, translateError } from './failures.js'
import { type DatabaseLimits, databaseDefaults, longListsOf } from './limits.js'
import { createLoginTries } from './login-tries.js'
import { createMailQueue } from './mail-queue.js'
import { createRequestLeases } from './request-leases.js'
import { migrateSchema, seedFirst } from './schema.js'
import { type DatabaseSnapshot, restoreSnapshot, takeSnapshot } from './snapshot.js'
import { createTransactions } from './transactions.js'

export interface PostgresStoreOptions {
  /** `postgres://USER:PASSWORD@HOST:PORT/DATABASE`, with TLS options such as `?sslmode=verify-full`. */
  url: string
  /** Where resource names are unique (section 2.1): the whole service by default. */
  uniqueNames?: UniqueNames
  limits?: DatabaseLimits | undefined
  /** Gets notes about the database: when it stops answering, and when it answers again. */
  notify?(note: DataNote): void
}

export interface PostgresStore extends Required<Omit<ServerStore, 'whyNotReady'>> {
  snapshot(): Promise<DatabaseSnapshot>
  restore(snapshot: DatabaseSnapshot): Promise<void>
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
  checkAddress(url)
  const settings = { ...databaseDefaults, ...limits }
  const isSeeded = await inTransaction(url, settings.connectionTimeout, client =>
    migrateSchema(client, url, uniqueNames),
  )
  const underWay = new Set<Promise<unknown>>()
  let isReachable = true
  let answered = 0
  let isClosed = false
  const pool = await openPool(url, settings, lost)
  const queue = createConnectionQueue({ pool, size: settings.poolSize, timeout: settings.connectionTimeout })
  const { read, write, count, ask, retries, close } = createTransactions({ pool, queue, found, failure })

  function lost(cause: unknown): void {
    if (isReachable && !isClosed) {
      const message = `The database ${nameOf(url)} does not answer: ${(cause as Error).message}. Requests get 503 until it does.`
      notify({ event: 'database lost', message })
    }
    isReachable = false
  }

  function found(): void {
    if (!isReachable)
      notify({ event: 'database found', message: `The database ${nameOf(url)} answers again.` })
    isReachable = true
    answered = Date.now()
  }

  /** What the caller gets of an error. */
  function failure(error: unknown): unknown {
    if (isLost(error)) lost(error)
    return translateError(error)
  }

  /** Keeps track of what is under way, so that a close can wait for it. */
  function tracked<T>(work: () => Promise<T>): Promise<T> {
    if (isClosed) return Promise.reject(new Error('Failed to use the store: it is closed'))
    const running = work()
    const ended = running.catch(() => {}).finally(() => underWay.delete(ended))
    underWay.add(ended)
    return running
  }

  const counting = createCounting({
    isReachable: () => isReachable,
    count: work => tracked(() => count(work)),
    ask: (sql, values) => tracked(() => ask(sql, values)),
  })
  const rate = createRequestLeases(counting)

  return {
    isSeeded,
    seedFirst: load => inTransaction(url, settings.connectionTimeout, client => seedFirst(client, load)),
    longLists: longListsOf(settings.poolSize),
    mails: createMailQueue(counting),
    // Asks the database, unless it has just answered.
    async health() {
      if (Date.now() - answered > 1_000) await counting.ask('SELECT 1').catch(() => {})
      return isReachable ? 'reachable' : 'unreachable'
    },
    figures: () => ({ most: settings.poolSize, ...queue.counts(), retries: retries() }),
    counts: { rate, throttle: createLoginTries(counting) },
    read: (work, options) => tracked(() => read(work, options)),
    write: (work, options) => tracked(() => write(work, options)),
    snapshot: () => tracked(() => read(({ transaction }) => takeSnapshot(transaction))),
    restore: snapshot =>
      tracked(() => write(({ transaction }) => restoreSnapshot(transaction, snapshot), { frees: true })),
    async close() {
      if (isClosed) return
      counting.stop()
      if (isReachable) await rate.close().catch(() => {})
      isClosed = true
      await Promise.all(underWay)
      await close()
    },
  }
}
