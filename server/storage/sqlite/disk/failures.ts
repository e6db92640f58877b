import { Unavailable } from '../../../core/index.js'
import type { Notify } from './data-files.js'

/** What SQLite says when it has no room. */
const isFull = (message: string) => message === 'database or disk is full'

/** What it says when the disk, or what stands on it, is not as it should be. */
const isBroken = (message: string) =>
  /^(disk I\/O error|database disk image is malformed|file is not a database|unable to open database file|attempt to write a readonly database|locking protocol)/.test(
    message,
  )

export interface Failures {
  /** @throws Unavailable where nothing may be written any more */
  check(): void
  /** What an error means for the storage, and as what it is told. */
  judge(error: unknown): unknown
  /** There was room for a write. */
  hadRoom(): void
  /** From now on nothing is written any more. */
  fail(error: unknown, what: string): Unavailable
  hasFailed(): boolean
}

export interface FailuresOptions {
  directory: string
  notify: Notify
  /** Keeps everything on disk as it is. */
  seal(): void
}

/** Remembers what is wrong with the storage, and tells it once. */
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
