// Entry point of the mock's storage: the store port implemented on @mswjs/data.

export type { Db, Entities } from './db.js'
export { Restored } from './journal.js'
export { createMockStore, type MockStore } from './mock-store.js'
export type { Snapshot, SnapshotData } from './snapshot.js'
