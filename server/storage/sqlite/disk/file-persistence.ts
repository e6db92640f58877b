import type { Database } from 'sql.js'
import type { Gate } from '../../../core/index.js'
import type { Mounted } from '../files/mounted.js'
import type { Persistence } from '../persistence.js'
import { type Checkpoints, createCheckpoints } from './checkpoints.js'
import type { Notify } from './data-files.js'
import type { DurableLengthFile } from './durable-length.js'
import { createFailures } from './failures.js'
import { createGroupSync } from './group-sync.js'

export interface FilePersistenceOptions {
  directory: string
  database: Database
  mounted: Mounted
  mark: DurableLengthFile
  gate: Gate
  notify: Notify
  /** From how many bytes on the log is brought into the database file. */
  logLimit: number
}

/** Rows in the files of a directory: whatever somebody is told of is on disk. */
export function filePersistence(options: FilePersistenceOptions): Persistence & { checkpoints: Checkpoints } {
  const { directory, database, mounted, mark, gate, notify, logLimit } = options
  const failures = createFailures({ directory, notify, seal: mounted.seal })
  // Up to where the log is made of whole transactions, and which of them was the last to write accounts.
  let wholeLength = 0
  let lastOfAccounts = 0

  const group = createGroupSync(async () => {
    const covered = { salts: mounted.log().salts, length: wholeLength }
    try {
      await mounted.syncLog()
    } catch (error) {
      // What the disk has of the writes since the last sync nobody can tell, and asking again would not help: systems
      // forget what they failed to write.
      throw failures.fail(error, 'Writes could not be synced to disk')
    }
    note(covered)
    checkpoints.consider()
  })

  /** A mark that can't be written says less than it could, and nothing that is wrong. */
  function note(covered: { salts: string; length: number }): void {
    if (covered.salts !== mounted.log().salts) return
    try {
      mark.write(covered)
    } catch {}
  }

  const checkpoints = createCheckpoints({
    database,
    mounted,
    mark,
    gate,
    limit: logLimit,
    settled: () => group.until(group.last()),
    failed(error) {
      // A file that can't grow now is tried again later; the log has everything.
      const isFull = error instanceof Error && error.message === 'database or disk is full'
      if (isFull) failures.judge(error)
      else failures.fail(error, 'The log could not be copied into the database file')
    },
  })

  return {
    database,
    checkpoints,
    async transaction(work, touchedAccounts) {
      failures.check()
      const { writes } = mounted.log()
      try {
        const result = await work()
        const log = mounted.log()
        if (log.writes !== writes) {
          wholeLength = log.end
          const number = group.count()
          if (touchedAccounts()) lastOfAccounts = number
          failures.hadRoom()
        }
        return result
      } catch (error) {
        throw failures.judge(error)
      }
    },
    failure: failures.judge,
    settled: onlyAccounts => group.until(onlyAccounts ? lastOfAccounts : group.last()),
    async close() {
      checkpoints.stop()
      try {
        if (!failures.hasFailed()) await checkpoints.empty()
      } catch (error) {
        failures.judge(error)
      }
      database.close()
      mark.close()
    },
  }
}
