import { setTimeout as waitFor } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import {
  type Awaitable,
  type Counts,
  createGate,
  type MailQueue,
  type Repositories,
  type Store,
  Unavailable,
  type UniqueNames,
} from '../../core/index.js'
import type { DataNote } from '../sqlite/disk/data-files.js'
import { checkAddress, nameOf } from './address.js'
import { openPool, withConnection } from './connections.js'
import { createCounting } from './counting.js'
import { isConflict, isMissingReference, translateError, WrongGuess } from './failures.js'
import { createUnusedIds } from './given-ids.js'
import { createGuesses } from './guesses.js'
import { type DatabaseLimits, databaseDefaults, longListsOf } from './limits.js'
import { createLoginTries } from './login-tries.js'
import { createMailQueue } from './mail-queue.js'
import { createRepositories } from './repositories.js'
import { createRequestLeases } from './request-leases.js'
import { prepareSchema, seedFirst } from './schema.js'
import { beginSession, type Session } from './session.js'
import { type DatabaseSnapshot, restoreSnapshot, takeSnapshot } from './snapshot.js'

export interface PostgresStoreOptions {
  /** `postgres://USER:PASSWORD@HOST:PORT/DATABASE`, with TLS options such as `?sslmode=verify-full`. */
  url: string
  /** Where resource names are unique (section 2.1): the whole service by default. */
  uniqueNames?: UniqueNames
  limits?: DatabaseLimits
  /** Gets notes about the database: when it stops answering, and when it answers again. */
  notify?(note: DataNote): void
}

export interface PostgresStore extends Store {
  /** Whether a seed was ever loaded. */
  readonly isSeeded: boolean
  /** Loads the first seed, unless another process has loaded its own. Returns whether it did. */
  seedFirst(load: () => Promise<void>): Promise<boolean>
  /** Counts requests and wrong passwords of all processes together. */
  readonly counts: Counts
  readonly longLists: ReturnType<typeof longListsOf>
  readonly mails: MailQueue
  /** Asks the database, unless it has just answered. */
  health(): Promise<'reachable' | 'unreachable'>
  snapshot(): Promise<DatabaseSnapshot>
  /** Restores a snapshot, including the next ids. */
  restore(snapshot: DatabaseSnapshot): Promise<void>
  close(): Promise<void>
}

/*
 * Writes are serializable: each sees what it would see if it ran alone, or it is undone and run again. Reads see one state, that
 * of their first statement; with writes beside them they need not fit one order of all transactions, which no single response
 * shows.
 */
const begins = {
  read: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
  write: 'BEGIN ISOLATION LEVEL SERIALIZABLE',
  count: 'BEGIN ISOLATION LEVEL READ COMMITTED',
} as const

/** How often a write is tried that conflicts with others: the first times beside them, then alone in this process. */
const tries = { besideOthers: 3, all: 10 }
/** The longest pause before the second try, in milliseconds; it doubles with each. */
const pause = 4

/**
 * Opens a store on PostgreSQL, and creates or migrates its tables.
 *
 * @throws {DataError} if the database cannot be used
 */
export async function openPostgresStore({
  url,
  uniqueNames = 'service',
  limits,
  notify = () => {},
}: PostgresStoreOptions): Promise<PostgresStore> {
  checkAddress(url)
  const settings = { ...databaseDefaults, ...limits }
  const isSeeded = await withConnection(url, settings.connectionTimeout, client =>
    prepareSchema(client, url, uniqueNames),
  )
  const unused = createUnusedIds()
  const guesses = createGuesses()
  const gate = createGate()
  const underWay = new Set<Promise<unknown>>()
  const scanning = new Set<PoolClient>()
  let isReachable = true
  let answered = 0
  let isClosed = false
  const { pool, send } = await openPool(url, settings, lost)

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
    const translated = translateError(error)
    if (translated instanceof Unavailable && translated.why === 'unreachable') lost(error)
    return translated
  }

  async function transact<T>(
    kind: keyof typeof begins,
    mayGuess: boolean,
    work: (session: Session) => Awaitable<T>,
  ): Promise<T> {
    const client = await pool.connect()
    const release = (error?: unknown) => {
      scanning.delete(client)
      session.rollBack()
      client.release(error !== undefined && failure(error) instanceof Unavailable)
    }
    const session = beginSession({
      send: statements => send(client, statements),
      begin: begins[kind],
      guesses: mayGuess ? guesses : undefined,
      remember: guesses.remember,
      scanned: error => scanning.has(client) && release(error),
    })
    try {
      const value = await work(session)
      await session.verified()
      if (kind !== 'read') await session.commit()
      found()
      if (kind === 'read' && session.leave()) scanning.add(client)
      else release()
      return value
    } catch (error) {
      // What was decided on a wrong guess means nothing.
      const reason = await session.verified().then(
        () => error,
        wrong => (wrong instanceof WrongGuess ? wrong : error),
      )
      release(reason)
      throw reason
    }
  }

  async function read<T>(work: (session: Session) => Awaitable<T>): Promise<T> {
    try {
      return await transact('read', true, work).catch(error => {
        if (error instanceof WrongGuess) return transact('read', false, work)
        throw error
      })
    } catch (error) {
      throw failure(error)
    }
  }

  async function write<T>(work: (session: Session, rows: Repositories) => Awaitable<T>): Promise<T> {
    let mayGuess = true
    for (let count = 1; ; count++) {
      const ids = unused.begin()
      const attempt = () =>
        transact('write', mayGuess, async session => {
          const rows = createRepositories(session, ids.ids, unused.reset)
          const value = await work(session, rows)
          rows.finish()
          return value
        })
      try {
        return await (count <= tries.besideOthers ? gate.shared(attempt) : gate.exclusive(attempt))
      } catch (error) {
        const told = failure(error)
        // Where the connection is lost, the commit may have come through.
        if (!(told instanceof Unavailable && told.why === 'unreachable')) ids.undo()
        const isWorthIt = isConflict(error) ? count < tries.all : isMissingReference(error) && count === 1
        if (!isWorthIt && !(error instanceof WrongGuess)) throw told
        mayGuess = false
      }
      await waitFor(Math.random() * pause * 2 ** (count - 1))
    }
  }

  /** Keeps track of what is under way, so that a close can wait for it. */
  function tracked<T>(work: () => Promise<T>): Promise<T> {
    if (isClosed) return Promise.reject(new Error('Failed to use the store: it is closed'))
    const running = work()
    const ended = running.then(
      () => {},
      () => {},
    )
    underWay.add(ended)
    ended.then(() => underWay.delete(ended))
    return running
  }

  const counting = createCounting({
    isReachable: () => isReachable,
    count: work =>
      tracked(() =>
        transact('count', false, work).catch(error => {
          throw failure(error)
        }),
      ),
  })
  const rate = createRequestLeases(counting)

  const noIds = unused.begin().ids
  return {
    isSeeded,
    seedFirst: load => withConnection(url, settings.connectionTimeout, client => seedFirst(client, load)),
    longLists: longListsOf(settings.poolSize),
    mails: createMailQueue(counting),
    async health() {
      if (Date.now() - answered > 1_000) await counting.count(() => {}).catch(lost)
      return isReachable ? 'reachable' : 'unreachable'
    },
    counts: { rate, throttle: createLoginTries(counting) },
    read: work => tracked(() => read(session => work(createRepositories(session, noIds, () => {})))),
    write: work => tracked(() => write((_, rows) => work(rows))),
    snapshot: () => tracked(() => read(session => takeSnapshot(session, unused))),
    restore: snapshot =>
      tracked(async () => {
        await write(session => restoreSnapshot(session, snapshot))
        unused.reset(snapshot.unused)
      }),
    async close() {
      if (isClosed) return
      counting.stop()
      if (isReachable) await rate.close().catch(() => {})
      isClosed = true
      await Promise.all(underWay)
      for (const client of scanning) client.release(true)
      await pool.end()
    },
  }
}
