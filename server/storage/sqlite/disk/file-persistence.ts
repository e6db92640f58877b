import type { Gate } from '../../../core/index.js'
import type { Persistence } from '../persistence.js'
import { type Checkpoints, createCheckpoints } from './checkpoints.js'
import type { Notify } from './data-files.js'
import { createFailures, isFull } from './failures.js'
import type { Opened } from './open-files.js'

export interface FilePersistenceOptions extends Opened {
  directory: string
  gate: Gate
  notify: Notify
  /** The log length that starts a checkpoint, in bytes. */
  logLimit: number
}

/** Data in the files of a directory: everything returned to a caller is on disk. */
export function filePersistence(options: FilePersistenceOptions): Persistence & { checkpoints: Checkpoints } {
  const { directory, database, mounted, mark, gate, notify, logLimit } = options
  const failures = createFailures({ directory, notify, seal: mounted.seal })
  // The log length up to the last complete transaction, and the last transaction that wrote accounts.
  let wholeLength = 0
  let lastOfAccounts = 0

  const group = createGroupSync(async () => {
    const covered = { salts: mounted.log().salts, length: wholeLength }
    try {
      await mounted.syncLog()
    } catch (error) {
      // Nobody knows which writes since the last sync are on disk, and retrying would not help: systems forget what they
      // failed to write.
      throw failures.fail(error, 'Writes could not be synced to disk')
    }
    note(covered)
    checkpoints.consider()
  })

  /** If the durable length cannot be written, the old one is too low, which is safe. */
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
      // If the file cannot grow, retry later; the log has everything.
      if (isFull(error)) failures.judge(error)
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

/**
 * Writes that wait at the same time share one sync.
 *
 * @param sync Syncs everything written before the call. It is called again for later writes once it has finished, but never
 *   after a failure.
 */
function createGroupSync(sync: () => Promise<void>) {
  let last = 0
  let synced = 0
  let running: Promise<void> | undefined

  async function run(): Promise<void> {
    const upTo = last
    await sync()
    synced = upTo
    running = undefined
  }

  return {
    /** Counts a write that needs a sync, and returns its number. */
    count: () => ++last,
    /** The number of the last write. */
    last: () => last,
    /** Resolves once this write and all before it are on disk; rejects if the sync failed. */
    async until(number: number): Promise<void> {
      while (synced < number) {
        running ??= run()
        await running
      }
    },
  }
}
