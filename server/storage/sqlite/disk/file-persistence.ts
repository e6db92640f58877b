import { type Gate, Unavailable } from '../../../core/index.js'
import type { Notify } from '../../errors.js'
import type { Persistence } from '../persistence.js'
import { type Checkpoints, createCheckpoints } from './checkpoints.js'
import { createFailures, isFull } from './failures.js'
import type { Opened } from './open-files.js'
import type { Reserve } from './reserve.js'

export interface FilePersistenceOptions extends Opened {
  directory: string
  gate: Gate
  notify: Notify
  /** The log length in bytes at which a checkpoint starts. */
  logLimit: number
  reserve: Reserve
  /** Whether the disk was full at the start. */
  startsFull: boolean
}

/** The number of log writes between two syncs before the end of a transaction: about 8 MB, with two writes per page. */
const writesAhead = 4_096

/** Stores data in the files of a directory: everything returned to a caller is on disk. */
export function filePersistence(options: FilePersistenceOptions): Persistence & { checkpoints: Checkpoints } {
  const { directory, database, mounted, mark, gate, notify, logLimit, reserve } = options
  const failures = createFailures({
    directory,
    notify,
    seal: mounted.seal,
    cut: mounted.cut,
    filled() {
      reserve.giveUp()
      checkpoints.consider(true)
    },
  })
  /** The log length up to the last complete transaction. */
  let wholeLength = 0

  const group = createGroupSync(async () => {
    const covered = { salts: mounted.log().salts, length: wholeLength }
    try {
      await mounted.syncLog()
      mounted.checkPlace()
    } catch (error) {
      // It is unknown which writes since the last sync are on disk, and retrying would not help: operating systems forget
      // what they failed to write.
      throw failures.fail(error, 'Writes could not be synced to disk')
    }
    note(covered)
    checkpoints.consider(failures.isFull())
  })

  let syncedAhead = 0
  function syncAhead(): void {
    const { writes } = mounted.log()
    if (writes - syncedAhead < writesAhead) return
    syncedAhead = writes
    mounted.syncAhead().catch(error => failures.fail(error, 'Writes could not be synced to disk'))
  }

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

  /** @throws {Unavailable} if the disk is full and there is still no room for the reserve */
  function findRoom(): void {
    if (!failures.isFull()) return
    if (!reserve.take()) throw new Unavailable('full')
    failures.hadRoom()
  }

  if (options.startsFull) failures.fill()
  else reserve.take()

  return {
    database,
    checkpoints,
    async transaction(work, frees = false) {
      failures.check()
      if (!frees) findRoom()
      const { writes } = mounted.log()
      try {
        const result = await work()
        const log = mounted.log()
        if (log.writes !== writes) {
          wholeLength = log.end
          group.count()
        }
        return result
      } catch (error) {
        throw failures.judge(error)
      }
    },
    isFull: failures.isFull,
    failure: failures.judge,
    settled: () => group.until(group.last()),
    syncAhead,
    hasFailed: failures.hasFailed,
    async close() {
      checkpoints.stop()
      try {
        mounted.checkPlace()
      } catch (error) {
        // The files there now belong to another process.
        failures.fail(error, 'The log could not be copied into the database file')
      }
      // It reports its failure. Then the log stays, because it may be the only complete copy.
      if (!failures.hasFailed()) await checkpoints.empty().catch(() => {})
      database.close()
      mark.close()
    },
  }
}

/**
 * Writes that wait at the same time share one sync.
 *
 * @param sync Syncs everything written before the call. It is called again for later writes once it has finished, but never
 * after a failure.
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

  async function until(number: number): Promise<void> {
    while (synced < number) {
      running ??= run()
      await running
    }
  }

  return {
    /** Counts a write that needs a sync. */
    count: () => void ++last,
    /** The number of the last write. */
    last: () => last,
    /** Resolves once this write and all earlier ones are on disk; rejects if the sync failed. Undefined if they already are. */
    until: (number: number): Promise<void> | undefined => (synced < number ? until(number) : undefined),
  }
}
