// The entry point of storage: the stores, and the commands for data on disk.

export type { DataReport, ReportProgress } from './data-rows.js'
export { DataError, type DataNote } from './errors.js'
export type { Export } from './export-rows.js'
export { openStore } from './open-store.js'
export type { DatabaseLimits } from './postgres/limits.js'
export type { ServerStore } from './server-store.js'
export { type Backup, backupData } from './sqlite/disk/backup-data.js'
export { openSqlStore } from './sqlite/sql-store.js'
export { steadyTime } from './steady-time.js'
export { checkData, copyData, exportData, isDatabase, migrateDatabase } from './transfer.js'
