import { createGate, defaultRequestRateLimit, type Store, type UniqueNames } from '../../server/core/index.js'
import { createJournal } from './journal.js'
import { type Db, openLibrary } from './library.js'
import { createModels } from './models.js'
import { createRows } from './rows.js'
import { createSnapshots, type Snapshot, type SnapshotData } from './snapshot.js'
import { createTables, type Tables } from './tables.js'

export interface MockStoreOptions {
  /** Where resource names are unique (section 2.1): the whole service by default. */
  uniqueNames?: UniqueNames
  /** `request_rate_limit` of accounts created through `db` that name none; 100,000 by default. */
  requestRateLimit?: number
  /** Milliseconds since 1970, for what is written through `db`. */
  now?: () => number
}

export interface MockStore extends Store {
  /**
   * The rows in the idiom of @mswjs/data; what is written here the service sees, and the other way round. It is done at
   * once: while a transaction is under way it becomes a part of it.
   */
  db: Db
  /** All that is kept. It throws while a write is under way. */
  snapshot(): Snapshot
  /** Puts back all that a snapshot holds, also one that was JSON, ids to come included; a write under way fails. */
  restore(snapshot: Snapshot | SnapshotData): void
}

/**
 * Makes a store in memory, for Node and browsers alike.
 *
 * @example createMockStore().db.user.create({ email: 'ada@example.com' })
 */
export function createMockStore({
  uniqueNames = 'service',
  requestRateLimit = defaultRequestRateLimit,
  now = Date.now,
}: MockStoreOptions = {}): MockStore {
  const journal = createJournal()
  const models = createModels(name => tables[name].next(), requestRateLimit)
  const { db, entitiesOf } = openLibrary(models, journal)
  const built = createTables({ entitiesOf, journal, uniqueNames, now })
  const tables: Tables = built.tables
  const rows = createRows(tables, built.indexes)
  const gate = createGate()
  return {
    db,
    read: work => gate.shared(() => work(rows)),
    write: work => gate.exclusive(() => journal.transaction(() => work(rows))),
    ...createSnapshots(tables, journal),
  }
}
