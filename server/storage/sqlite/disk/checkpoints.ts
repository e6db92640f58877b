import { debuglog } from 'node:util'
import type { Gate } from '../../../core/index.js'
import type { Opened } from './open-files.js'

/** Prints to stderr if NODE_DEBUG includes `schedkit`. */
const debug = debuglog('schedkit')

/*
 * A checkpoint copies the log into the database file, so that the log stays short. It runs exclusively, but reads continue
 * during its slow part, the sync.
 */

export type Checkpoints = ReturnType<typeof createCheckpoints>

interface CheckpointsOptions extends Opened {
  gate: Gate
  /** The log length in bytes at which a checkpoint starts. */
  limit: number
  /** Resolves once all writes so far are on disk; undefined if they already are. */
  settled(): Promise<void> | undefined
  /** Receives the errors of all checkpoints: the file may be incomplete, although the system reports success the next time. */
  failed(error: unknown): void
}

/** The maximum log length in bytes while the database file is held. */
const mostWhileHeld = 4 * 2 ** 30

export function createCheckpoints(options: CheckpointsOptions) {
  const { database, mounted, mark, gate, limit, settled, failed } = options
  const holders = new Set<() => void>()
  /** Resolves when everyone who holds the file, or waits for it, has released it. */
  let released: Promise<void> = Promise.resolve()
  let begun = false
  let stopped = false
  // If the disk was full, retry once the log has grown by the limit again.
  let next = limit

  async function copy(): Promise<void> {
    // The log must be on disk before the file changes: until the checkpoint ends, recovery depends on it.
    const unsettled = settled()
    if (unsettled) await gate.yieldToReaders(() => unsettled)
    if (debug.enabled) debug('storage checkpoint of %d log bytes', mounted.log().end)
    mounted.checkpoint(() => database.run('PRAGMA wal_checkpoint(PASSIVE)'))
    await gate.yieldToReaders(mounted.syncDatabase)
  }

  /** Copies everything into the database file and empties the log. Must run exclusively. */
  async function empty(): Promise<void> {
    try {
      await copy()
      mark.clear()
      database.run('PRAGMA wal_checkpoint(TRUNCATE)')
    } catch (error) {
      failed(error)
      throw error
    }
  }

  async function shorten(): Promise<void> {
    if (holders.size > 0 || stopped) return
    const { end } = mounted.log()
    try {
      // Truncate a log that became long by one large write; otherwise reuse its space, which is faster.
      await (mounted.logSize() > 16 * limit ? empty() : copy())
      next = limit
    } catch (error) {
      next = end + limit
      throw error
    }
  }

  return {
    /** Starts a checkpoint if the log has become long, or immediately if there is no room for a longer one. */
    consider(isFull = false) {
      const { end } = mounted.log()
      if (end > mostWhileHeld) for (const revoke of holders) revoke()
      if (begun || stopped || holders.size > 0 || (end < next && !isFull)) return
      begun = true
      void Promise.resolve(gate.exclusive(shorten))
        .catch(failed)
        .finally(() => {
          begun = false
        })
    },
    empty,
    /** Prevents further checkpoints, and takes the file back from those who hold it. */
    stop() {
      stopped = true
      for (const revoke of holders) revoke()
    },
    /**
     * Makes the database file complete, once nobody else holds it, and keeps it unchanged until it is released. Meanwhile the
     * log grows; if it grows too much, or the server stops, `revoke` is called and the file may change again.
     */
    async hold(revoke: () => void): Promise<() => void> {
      const before = released
      let release = () => {}
      released = new Promise(resolve => {
        release = () => {
          holders.delete(revoke)
          resolve()
        }
      })
      try {
        // Making it complete would change it for the others.
        await before
        if (stopped) throw new Error('The server stops')
        holders.add(revoke)
        await gate.exclusive(() => {
          if (stopped) throw new Error('The server stops')
          return empty()
        })
        return release
      } catch (error) {
        release()
        throw error
      }
    },
  }
}
