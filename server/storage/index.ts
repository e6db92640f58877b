// The door of the storage: the store port on SQLite.

export { openSqlStore, type SqlStore, type SqlStoreOptions } from './sql-store.js'
