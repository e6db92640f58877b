// The entry point of the server, for programs that embed it.

export type { OutboxEntry } from './control/index.js'
export type { MovableClock, Seed, SeedInput } from './core/index.js'
export { SeedError } from './core/index.js'
export { serverDefaults } from './defaults.js'
export type { Demo, LogFormat } from './http/index.js'
export type { ServerOptions } from './options.js'
export { type RunningServer, startServer } from './start.js'
export {
  type Backup,
  backupData,
  checkData,
  DataError,
  type DataReport,
  type Export,
  exportData,
} from './storage/index.js'
export { version } from './version.js'
