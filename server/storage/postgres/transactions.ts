import { setTimeout as waitFor } from 'node:timers/promises'
import { type Awaitable, createGate, type ReadOptions, type WriteOptions } from '../../core/index.js'
import type { Connection, ConnectionQueue } from './connection-queue.js'
import type { Connections } from './connections.js'
import { isConflict, isLost, isMissingReference, isTimeout } from './failures.js'
import { createPresuming } from './presumption.js'
import { createRepositories, type DatabaseRepositories } from './repositories.js'
import {
  beginTransaction,
  type OpenTransaction,
  type Prepare,
  type Row,
  type Transaction,
  type Value,
} from './transaction.js'

/*
 * Writes are serializable: the core decides by what it has read, and each write sees what it would see if it ran alone, or it
 * is rolled back and retried. A read sees one state, which is sufficient for a response. Counts lock their rows first, and
 * then have to see what others committed while they waited.
 */
const begins = {
  read: 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY',
  write: 'BEGIN ISOLATION LEVEL SERIALIZABLE',
  count: 'BEGIN ISOLATION LEVEL READ COMMITTED',
  /** Each statement is its own transaction, except behind a pooler, where only a transaction can have settings. */
  none: undefined,
} as const

/** How often a write that conflicts with others is tried: at first immediately, then one at a time in this process. */
const tries = { atOnce: 3, all: 10 }
/** The maximum pause before the second attempt, in milliseconds; it doubles with each attempt. */
const pause = 4

export interface TransactionOptions {
  connections: Connections
  queue: ConnectionQueue
  prepare: Prepare
  /** Settings for each transaction, as statements; empty if its connection has them. */
  settings: string
  /** Called when the database has responded. */
  found(): void
  /** Converts an error into the one for the caller. */
  failure(error: unknown): Promise<unknown>
}

export interface Transactions {
  read<T>(work: (rows: DatabaseRepositories) => Awaitable<T>, options?: ReadOptions): Promise<T>
  write<T>(work: (rows: DatabaseRepositories) => Awaitable<T>, options?: WriteOptions): Promise<T>
  count<T>(work: (transaction: Transaction) => Awaitable<T>): Promise<T>
  /** Runs one statement as its own transaction. */
  ask(sql: string, values?: readonly Value[]): Promise<Row[]>
  /** The number of write retries since the start. */
  retries(): number
  close(): Promise<void>
}

/** Keeps the counts of all processes in short transactions of their own. */
export interface Counting extends Pick<Transactions, 'count' | 'ask'> {
  /**
   * Runs maintenance at this interval while the database is reachable, with the time in milliseconds since 1970; if it fails,
   * it is retried at the next interval.
   */
  every(seconds: number, work: (now: number) => Promise<unknown>): void
}

export function createTransactions({
  connections,
  queue,
  prepare,
  settings,
  found,
  failure,
}: TransactionOptions): Transactions {
  const isPooled = settings !== ''
  const conflicting = createGate()
  let retries = 0
  /** Connections whose long lists are still being read. */
  const scanning = new Set<Connection>()

  async function transact<T>(
    kind: keyof typeof begins,
    requester: ReadOptions | undefined,
    work: (transaction: OpenTransaction) => Awaitable<T>,
  ): Promise<T> {
    const connection = await queue.take(requester, kind === 'write')
    const begin = begins[kind] ?? (isPooled ? begins.count : undefined)
    const transaction = beginTransaction(connection.client, {
      ...{ prepare, isPooled, begin: begin && begin + settings },
    })
    try {
      const value = await work(transaction)
      if (kind === 'write' || kind === 'count') await transaction.commit()
      found()
      if (kind === 'read' || kind === 'none') endRead(transaction, connection)
      else connection.release()
      return value
    } catch (error) {
      const isGone = isLost(error)
      if (!isGone) await transaction.rollBack().catch(() => {})
      connection.release(isGone)
      throw error
    }
  }

  /** Ends the transaction of a read once its lists have been read. */
  function endRead(transaction: OpenTransaction, connection: Connection): void {
    const end = (error?: unknown) => {
      scanning.delete(connection)
      // Not awaited: the next statements on the connection are sent after it.
      transaction.commit()
      connection.release(error !== undefined && isLost(error))
    }
    if (transaction.afterScans(end)) scanning.add(connection)
    else end()
  }

  function attempt<T>(
    work: (rows: DatabaseRepositories) => Awaitable<T>,
    options: WriteOptions | undefined,
  ): Promise<T> {
    return transact('write', options, async transaction => {
      const rows = createRepositories(transaction)
      const value = await work(rows)
      rows.totals.store()
      return value
    })
  }

  async function told<T>(running: Promise<T>): Promise<T> {
    try {
      return await running
    } catch (error) {
      throw await failure(error)
    }
  }

  const presuming = createPresuming((requester, work) => transact('write', requester, work))

  return {
    read: (work, options) =>
      told(
        transact(options?.consistent === false ? 'none' : 'read', options, transaction =>
          work(createRepositories(transaction)),
        ),
      ),

    async write(work, options) {
      for (let count = 1; ; count++) {
        try {
          const presumed = count === 1 ? options?.found : undefined
          if (presumed) return await work(presuming(presumed, options) as DatabaseRepositories)
          const run = () => attempt(work, options)
          return await (count <= tries.atOnce ? run() : conflicting.exclusive(run))
        } catch (error) {
          const told = await failure(error)
          // The condition of another booking in the same statement may have failed.
          const isOfOthers = options?.found !== undefined && isTimeout(error)
          const isWorthIt = isConflict(error)
            ? count < tries.all
            : count === 1 && (isMissingReference(error) || isOfOthers)
          if (!isWorthIt) throw told
        }
        retries++
        await waitFor(Math.random() * pause * 2 ** (count - 1))
      }
    },

    count: work => told(transact('count', undefined, work)),
    ask: (sql, values) =>
      told(
        transact('none', undefined, async ({ all, commit }) => {
          const [rows] = await Promise.all([all(sql, values), commit()])
          return rows
        }),
      ),
    retries: () => retries,

    async close() {
      for (const connection of scanning) connection.release(true)
      await connections.end()
    },
  }
}
