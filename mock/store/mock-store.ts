import { createGate, type Store, serviceDefaults, type UniqueNames } from '../../server/core/index.js'
import type { Db } from './db.js'
import { createJournal } from './journal.js'
import { openLibrary } from './library.js'
import { createModels } from './models.js'
import { createRepositories } from './repositories.js'
import { createSnapshots, type Snapshot, type SnapshotData } from './snapshot.js'
import { createTables, type Tables } from './tables.js'

export interface MockStoreOptions {
  /** The scope in which resource names are unique (section 2.1); `service` by default. */
  uniqueNames?: UniqueNames
  /** The default `request_rate_limit` of accounts created through `db`; 100,000 by default. */
  requestRateLimit?: number
  /** Returns the time of writes through `db`, in milliseconds since 1970. */
  now?: () => number
}

export interface MockStore extends Store {
  /**
   * The rows, with the model API of @mswjs/data. The service sees every change made here, and the reverse. Writes take
   * effect at once; during a transaction they become part of it.
   */
  db: Db
  /** Takes a snapshot of all rows; @throws an Error while a write is in progress */
  snapshot(): Snapshot
  /** Undoes the write in progress, which fails. */
  abandon(): void
  /** Restores the rows and id counters of a snapshot or its parsed JSON; a write in progress fails. */
  restore(snapshot: Snapshot | SnapshotData): void
}

/**
 * Creates a store in memory, for Node.js and browsers.
 *
 * @example createMockStore().db.user.create({ email: 'ada@example.com' })
 */
export function createMockStore({
  uniqueNames = serviceDefaults.uniqueNames,
  requestRateLimit = serviceDefaults.requestRateLimit,
  now = Date.now,
}: MockStoreOptions = {}): MockStore {
  const journal = createJournal()
  const models = createModels(name => tables[name].next(), requestRateLimit)
  const { db, entitiesOf } = openLibrary(models, journal)
  const built = createTables({ entitiesOf, journal, uniqueNames, now })
  const tables: Tables = built.tables
  const rows = createRepositories(tables, built.indexes)
  const gate = createGate()
  return {
    db,
    read: work => gate.shared(() => work(rows)),
    write: work => gate.exclusive(() => journal.transaction(() => work(rows))),
    abandon: journal.abandon,
    ...createSnapshots(tables, journal),
  }
}
