// The entry point of the storage: the store on SQLite, and the commands for data on disk.

export { type Backup, backupData } from './sqlite/disk/backup-data.js'
export { checkData, type DataReport } from './sqlite/disk/check-data.js'
export type { DataNote, Notify } from './sqlite/disk/data-files.js'
export { DataError, DataInUse } from './sqlite/disk/data-files.js'
export { type Export, exportData } from './sqlite/disk/export-data.js'
export type { DataOptions } from './sqlite/disk/open-data.js'
export { openSqlStore, type SqlStore, type SqlStoreOptions } from './sqlite/sql-store.js'
