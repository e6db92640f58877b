// The entry point of the storage: the stores, and the commands for data on disk.

export { openStore, type ServerStore } from './open-store.js'
export type { DatabaseLimits } from './postgres/limits.js'
export { type Backup, backupData } from './sqlite/disk/backup-data.js'
export { checkData, type DataReport } from './sqlite/disk/check-data.js'
export { DataError, type DataNote } from './sqlite/disk/data-files.js'
export { type Export, exportData } from './sqlite/disk/export-data.js'
export { openSqlStore, type SqlStore } from './sqlite/sql-store.js'
