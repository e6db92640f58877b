import { resolve } from 'node:path'
import {
  type Awaitable,
  createGate,
  type ReadOptions,
  type Repositories,
  serviceDefaults,
  Unavailable,
  type UniqueNames,
} from '../../core/index.js'
import type { ServerStore } from '../server-store.js'
import { explainSystemError } from './disk/data-files.js'
import { type DataOptions, openData } from './disk/open-data.js'
import { openDatabase } from './engine.js'
import { createLargeWrites, RetryAfterWrite } from './large-writes.js'
import { createMailQueue } from './mail-queue.js'
import { memoryPersistence } from './persistence.js'
import { createRepositories } from './repositories.js'
import { keepNamesUnique, migrate } from './schema.js'
import { restoreSnapshot, type SqlSnapshot, takeSnapshot } from './snapshot.js'
import { createStatements } from './statements.js'
import { createWriteQueue } from './write-queue.js'

export interface SqlStoreOptions {
  /** The scope in which resource names are unique (section 2.1). @default the whole service */
  uniqueNames?: UniqueNames
  /** Where to keep the data on disk. @default in memory */
  data?: DataOptions
}

export interface SqlStore extends ServerStore {
  snapshot(): Promise<SqlSnapshot>
  restore(snapshot: SqlSnapshot): Promise<void>
  /** The number of accounts, schedules, resources, bookings and collaborators. */
  countObjects(): number
}

const countOfObjects = `SELECT ${['users', 'schedules', 'resources', 'bookings', 'collaborators']
  .map(table => `(SELECT count(*) FROM ${table})`)
  .join(' + ')}`

async function newPersistence() {
  const database = await openDatabase()
  migrate(database)
  return memoryPersistence(database)
}

/**
 * Opens a store on SQLite, in memory or on disk. Everything that a write, or the last read of a request, returns is on disk
 * by then.
 *
 * @throws {DataError} if the data on disk cannot be used
 */
export async function openSqlStore({
  uniqueNames = serviceDefaults.uniqueNames,
  data,
}: SqlStoreOptions = {}): Promise<SqlStore> {
  const gate = createGate()
  const persistence = await (data ? openData(data, gate) : newPersistence())
  const { database } = persistence
  try {
    keepNamesUnique(database, uniqueNames)
  } catch (error) {
    await persistence.close()
    throw error
  }
  const statements = createStatements(database, { mayBeDamaged: data !== undefined })
  const large = createLargeWrites({ gate, paused: persistence.syncAhead })
  const rows = createRepositories(statements, large)
  const bookings = large.reading(rows.bookings)
  const rowsToRead: Repositories = {
    ...rows,
    bookings: {
      ...bookings,
      // Parts are read after the read that begins the scan.
      async scan(selection, slice) {
        const scan = await bookings.scan(selection, slice)
        return {
          ...scan,
          async next(count) {
            try {
              return await scan.next(count)
            } catch (error) {
              throw persistence.failure(error)
            }
          },
        }
      },
    },
  }
  const isSeeded = statements.get('SELECT 1 FROM seeded', []) !== undefined
  const queue = createWriteQueue({ run: statements.run, gate, persistence, large })

  async function read<T>(
    work: (given: Repositories) => Awaitable<T>,
    { isFirst = false }: ReadOptions = {},
  ): Promise<T> {
    const attempt = async (): Promise<T> => {
      for (;;) {
        try {
          return await work(rowsToRead)
        } catch (error) {
          if (!(error instanceof RetryAfterWrite)) throw error
          await error.ended
        }
      }
    }
    try {
      return await gate.shared(attempt)
    } catch (error) {
      throw persistence.failure(error)
    } finally {
      if (!isFirst) await persistence.settled()
    }
  }

  const mails = createMailQueue(statements, {
    isKept: data !== undefined,
    read: work => read(work),
    write: work => queue.write(work, { frees: true }),
  })

  return {
    isSeeded,
    mails,
    // No other process has the data open.
    seedFirst: async load => {
      try {
        await load()
        return true
      } catch (error) {
        throw data && error instanceof Unavailable
          ? explainSystemError(error, resolve(data.directory))
          : error
      }
    },
    read,
    write: (work, options) => queue.write(() => work(rows), options),
    snapshot: async () => gate.exclusive(() => takeSnapshot(statements)),
    restore: async snapshot =>
      queue.write(
        async () => {
          await rows.removeAllBookings()
          restoreSnapshot(statements, snapshot)
        },
        { frees: true },
      ),
    health: async () => (persistence.hasFailed() ? 'failed' : 'reachable'),
    countObjects: () => Number(statements.get(countOfObjects, [])?.[0]),
    async close() {
      await queue.idle()
      await gate.exclusive(persistence.close)
    },
  }
}
