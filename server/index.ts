// The entry point of the server, for programs that embed it.

export type { WorldOptions } from './control/worlds/index.js'
export type { MovableClock, OutboxEntry, Seed, SeedInput } from './core/index.js'
export { SeedError } from './core/index.js'
export { serverDefaults } from './defaults.js'
export type { Demo, LogFormat } from './http/index.js'
export { type ImportOptions, importData } from './import-data.js'
export type { MetricFamily, MetricValue } from './metrics/index.js'
export type { MetricsOptions, ServerOptions } from './options.js'
export { type RunningServer, startServer } from './start.js'
export {
  type Backup,
  backupData,
  checkData,
  copyData,
  DataError,
  type DataReport,
  type Export,
  exportData,
  isDatabase,
  migrateDatabase,
  type ReportProgress,
} from './storage/index.js'
export { version } from './version.js'
