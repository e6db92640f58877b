import { setTimeout as waitFor } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'
import { type Awaitable, createGate, Unavailable } from '../../core/index.js'
import type { SendBatch } from './batches.js'
import { isConflict, isLost, isMissingReference, MoreAsked, WrongGuess } from './failures.js'
import type { UnusedIds } from './given-ids.js'
import { createGroupCommit } from './group-commit.js'
import { createRememberedRows } from './remembered-rows.js'
import { DatabaseRepositories } from './repositories.js'
import { beginSession, type Session, type SessionOptions } from './session.js'

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

/** How the statements of a transaction are sent. In one batch it is `repeatable read`, as openPool sets it. */
type How = Pick<SessionOptions, 'rememberedRows' | 'inOneBatch'>

/** How often a write is tried that conflicts with others: the first times beside them, then alone in this process. */
const tries = { besideOthers: 3, all: 10 }
/** The longest pause before the second try, in milliseconds; it doubles with each. */
const pause = 4

export interface TransactionOptions {
  pool: Pool
  send: SendBatch
  unused: UnusedIds
  /** The database has answered. */
  found(): void
  /** What the caller gets of an error. */
  failure(error: unknown): unknown
}

/** Runs work in transactions, again if it conflicts with others or relied on what has changed. */
export function createTransactions({ pool, send, unused, found, failure }: TransactionOptions) {
  const rememberedRows = createRememberedRows()
  const gate = createGate()
  const sendInGroup = createGroupCommit(pool, send)
  /** Connections whose lists are still read. */
  const scanning = new Set<PoolClient>()
  const noIds = unused.begin().ids

  async function transact<T>(
    kind: keyof typeof begins,
    how: How,
    work: (session: Session) => Awaitable<T>,
  ): Promise<T> {
    // One batch needs no connection of its own.
    const client = how.inOneBatch === 'one write' ? undefined : await pool.connect()
    const release = (error?: unknown) => {
      if (!client) return
      scanning.delete(client)
      session.rollBack()
      client.release(error !== undefined && failure(error) instanceof Unavailable)
    }
    const session = beginSession({
      send: client ? statements => send(client, statements) : sendInGroup,
      begin: begins[kind],
      ...how,
      remember: rememberedRows.remember,
      scanned: error => client && scanning.has(client) && release(error),
    })
    try {
      const value = await work(session)
      await session.verified()
      if (kind !== 'read') await session.commit()
      found()
      if (client && kind === 'read' && session.leave()) scanning.add(client)
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

  async function read<T>(work: (rows: DatabaseRepositories) => Awaitable<T>): Promise<T> {
    const how: How = { rememberedRows, inOneBatch: 'reads' }
    for (;;) {
      try {
        return await transact('read', how, session =>
          work(new DatabaseRepositories(session, noIds, () => {})),
        )
      } catch (error) {
        if (error instanceof WrongGuess) how.rememberedRows = undefined
        else if (error instanceof MoreAsked) how.inOneBatch = undefined
        else throw failure(error)
      }
    }
  }

  async function write<T>(work: (rows: DatabaseRepositories) => Awaitable<T>, once = false): Promise<T> {
    const how: How = { rememberedRows, inOneBatch: once ? 'one write' : undefined }
    for (let count = 1; ; ) {
      const ids = unused.begin()
      const attempt = () =>
        transact('write', how, async session => {
          const rows = new DatabaseRepositories(session, ids.ids, unused.reset)
          const value = await work(rows)
          rows.finish()
          return value
        })
      try {
        return await (count <= tries.besideOthers ? gate.shared(attempt) : gate.exclusive(attempt))
      } catch (error) {
        const told = failure(error)
        // Where the connection is lost, the commit may have come through.
        if (!isLost(error)) ids.undo()
        how.inOneBatch = undefined
        if (error instanceof MoreAsked) continue
        const isWorthIt = isConflict(error) ? count < tries.all : isMissingReference(error) && count === 1
        if (!isWorthIt && !(error instanceof WrongGuess)) throw told
        how.rememberedRows = undefined
      }
      await waitFor(Math.random() * pause * 2 ** (count++ - 1))
    }
  }

  /** Each statement of it sees what others have committed before it. */
  function count<T>(work: (session: Session) => Awaitable<T>): Promise<T> {
    return transact('count', { rememberedRows: undefined, inOneBatch: undefined }, work).catch(error => {
      throw failure(error)
    })
  }

  return {
    read,
    write,
    count,
    async close() {
      for (const client of scanning) client.release(true)
      await pool.end()
    },
  }
}
