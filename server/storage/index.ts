// The door of the storage: the store port on SQLite, and what can be done with data on disk.

export { type Backup, backupData } from './data/backup-data.js'
export { checkData, type DataReport } from './data/check-data.js'
export { DataError, DataInUse } from './data/data-error.js'
export type { DataNote, Notify } from './data/data-note.js'
export { type Export, exportData } from './data/export-data.js'
export type { DataOptions } from './data/open-data.js'
export { openSqlStore, type SqlStore, type SqlStoreOptions } from './sql-store.js'
