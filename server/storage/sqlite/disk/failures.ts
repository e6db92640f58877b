import { Unavailable } from '../../../core/index.js'
import type { Notify } from './data-files.js'

/** SQLite's error for a full disk. */
const isFull = (message: string) => message === 'database or disk is full'

/** SQLite's errors for a broken disk or damaged data. */
const isBroken = (message: string) =>
  /^(disk I\/O error|database disk image is malformed|file is not a database|unable to open database file|attempt to write a readonly database|locking protocol)/.test(
    message,
  )

export interface Failures {
  /** @throws {Unavailable} if writes are no longer allowed */
  check(): void
  /** Records what an error means for the storage, and translates it for the caller. */
  judge(error: unknown): unknown
  /** A write succeeded, so there is room. */
  hadRoom(): void
  /** Stops all writes from now on. */
  fail(error: unknown, what: string): Unavailable
  hasFailed(): boolean
}

export interface FailuresOptions {
  directory: string
  notify: Notify
  /** Prevents all further changes on disk. */
  seal(): void
}

/** Tracks failures of the storage, and reports each once. */
export function createFailures({ directory, notify, seal }: FailuresOptions): Failures {
  let failed: Unavailable | undefined
  let full = false

  function fail(error: unknown, what: string): Unavailable {
    if (failed) return failed
    failed = new Unavailable('failed', { cause: error })
    seal()
    notify({
      event: 'storage failed',
      message: `${what}: ${reasonOf(error)}. This process writes nothing more; restart it once the disk works again. To see what is there: schedkit data check ${directory}`,
      directory,
    })
    return failed
  }

  return {
    check() {
      if (failed) throw failed
    },
    hasFailed: () => failed !== undefined,
    fail,
    judge(error) {
      const message = error instanceof Error ? error.message : ''
      if (isBroken(message)) return fail(error, 'The data could not be read or written')
      if (!isFull(message)) return error
      if (!full) {
        full = true
        notify({
          event: 'storage full',
          message: `The disk of ${directory} is full. Writes are refused until there is room; reads still work.`,
          directory,
        })
      }
      return new Unavailable('full', { cause: error })
    },
    hadRoom() {
      if (!full) return
      full = false
      notify({ event: 'storage has room', message: `There is room in ${directory} again.`, directory })
    },
  }
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
