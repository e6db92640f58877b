import { debuglog } from 'node:util'
import type { Database } from 'sql.js'
import type { Gate } from '../../../core/index.js'
import type { Mounted } from '../files/mounted.js'
import type { DurableLengthFile } from './durable-length.js'

/** Prints to stderr if NODE_DEBUG includes `schedkit`. */
const debug = debuglog('schedkit')

/*
 * What the log holds is brought into the database file from time to time, so that the log stays short. That runs with
 * nothing beside it, and what takes long of it, the sync, runs in the background.
 */

export interface Checkpoints {
  /** Looks whether the log has become long; what there is to do is begun. */
  consider(): void
  /** Brings everything into the database file and empties the log; with nothing beside it. */
  empty(): Promise<void>
  /**
   * From when it resolves until it is released, the database file is whole by itself, and nobody changes it. Meanwhile
   * the log grows; where it has grown too much, `revoke` says that the file is changed from now on.
   */
  hold(revoke: () => void): Promise<() => void>
  /** Begins nothing of its own accord any more. */
  stop(): void
}

export interface CheckpointsOptions {
  database: Database
  mounted: Mounted
  mark: DurableLengthFile
  gate: Gate
  /** From how many bytes on the log is long. */
  limit: number
  /** Resolves when all writes so far are on disk. */
  settled(): Promise<void>
  /** What went wrong where nobody waits for an answer. */
  failed(error: unknown): void
}

/** How long the log may become, in bytes, while somebody has the database file held. */
const mostWhileHeld = 4 * 2 ** 30

export function createCheckpoints(options: CheckpointsOptions): Checkpoints {
  const { database, mounted, mark, gate, limit, settled, failed } = options
  const holders = new Set<() => void>()
  let begun = false
  let stopped = false
  // Where the disk was full, the next try waits until the log has grown by as much again.
  let next = limit

  async function copy(): Promise<void> {
    // The log has to be on disk before the file is changed by it, for until the end it is what makes up for both.
    await settled()
    if (debug.enabled) debug('storage checkpoint of %d log bytes', mounted.log().end)
    mounted.leaveUnsynced(() => database.run('PRAGMA wal_checkpoint(PASSIVE)'))
    await mounted.syncDatabase()
  }

  async function empty(): Promise<void> {
    await copy()
    mark.clear()
    database.run('PRAGMA wal_checkpoint(TRUNCATE)')
  }

  async function shorten(): Promise<void> {
    if (holders.size > 0 || stopped) return
    const { end } = mounted.log()
    try {
      // A log that one large write made long is cut; otherwise its room on the disk is used again, which is quicker.
      await (mounted.logSize() > 16 * limit ? empty() : copy())
      next = limit
    } catch (error) {
      next = end + limit
      throw error
    }
  }

  return {
    consider() {
      const { end } = mounted.log()
      if (end > mostWhileHeld) for (const revoke of holders) revoke()
      if (begun || stopped || holders.size > 0 || end < next) return
      begun = true
      void gate
        .exclusive(shorten)
        .catch(failed)
        .finally(() => {
          begun = false
        })
    },
    empty,
    stop() {
      stopped = true
    },
    async hold(revoke) {
      const release = () => void holders.delete(revoke)
      holders.add(revoke)
      try {
        await gate.exclusive(empty)
        return release
      } catch (error) {
        release()
        throw error
      }
    },
  }
}
