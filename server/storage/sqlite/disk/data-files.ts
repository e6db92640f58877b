import { join } from 'node:path'

/** The files of a data directory. */
export interface DataFiles {
  directory: string
  /** The database: one file of SQLite. */
  database: string
  /** Beside it, what was written since it was last brought up to date. */
  log: string
  /** How much of the log has been acknowledged. */
  mark: string
  /** A directory in the place of SQLite's shared memory: it lets other programs read at most. */
  guard: string
  /** Locked by the server that uses the directory; says which one that is. */
  lock: string
  /** Of a change to the database that is not finished. */
  journal: string
}

export function dataFiles(directory: string): DataFiles {
  const database = join(directory, 'schedkit.db')
  return {
    directory,
    database,
    log: `${database}-wal`,
    mark: `${database}-mark`,
    guard: `${database}-shm`,
    lock: join(directory, 'schedkit.lock'),
    journal: `${database}-journal`,
  }
}
