// The entry point of the storage: the stores, and the commands for data on disk.

export { checkData, copyData, exportData, isDatabase } from './data/data-commands.js'
export type { ReportProgress } from './data/data-rows.js'
export type { Export } from './data/export-rows.js'
export { openStore, type ServerStore } from './open-store.js'
export type { DatabaseLimits } from './postgres/limits.js'
export { type Backup, backupData } from './sqlite/disk/backup-data.js'
export type { DataReport } from './sqlite/disk/check-data.js'
export { DataError, type DataNote } from './sqlite/disk/data-files.js'
export { openSqlStore } from './sqlite/sql-store.js'
export { steadyTime } from './steady-time.js'
