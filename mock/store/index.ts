// The door of the mock's storage: the store port on @mswjs/data.

export { Restored } from './journal.js'
export type { Db } from './library.js'
export { createMockStore, type MockStore, type MockStoreOptions } from './mock-store.js'
export type { Entities } from './models.js'
export type { Snapshot, SnapshotData } from './snapshot.js'
