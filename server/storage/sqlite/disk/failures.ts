import { Unavailable } from '../../../core/index.js'
import type { Notify } from '../../errors.js'
import { DamagedText } from '../statements.js'

/** Whether an error is SQLite's error for a full disk. */
export const isFull = (error: unknown) => messageOf(error) === 'database or disk is full'

/** SQLite's errors for a broken disk or damaged data, and the error for a stored text that is not JSON. */
const isBroken = (error: unknown) =>
  error instanceof DamagedText ||
  /^(malformed JSON|disk I\/O error|database disk image is malformed|file is not a database|unable to open database file|attempt to write a readonly database|locking protocol)/.test(
    messageOf(error),
  )

interface FailuresOptions {
  directory: string
  notify: Notify
  /** Prevents all further changes on disk. */
  seal(): void
  /** The error of a truncated file, which SQLite's errors do not reveal. */
  cut(): Error | undefined
  /** Called when the disk turns out to be full. */
  filled(): void
}

/** Tracks failures of the storage, and reports each once. */
export function createFailures({ directory, notify, seal, cut, filled }: FailuresOptions) {
  let failed: Unavailable | undefined
  let full = false

  /** Stops all writes from now on. */
  function fail(error: unknown, what: string): Unavailable {
    if (failed) return failed
    const cause = cut() ?? error
    failed = new Unavailable('failed', { cause })
    seal()
    notify({
      event: 'storage failed',
      message: `${what}: ${messageOf(cause)}. This process writes nothing more; restart it once the disk works again. To see what is there: schedkit data check ${directory}`,
      directory,
    })
    return failed
  }

  /** Records that the disk is full. */
  function fill(): void {
    if (full) return
    full = true
    notify({
      event: 'storage full',
      message: `The disk of ${directory} is full. Writes are refused until there is room, except deletions and a reset; reads still work.`,
      directory,
    })
    filled()
  }

  return {
    /** @throws {Unavailable} if writes are no longer allowed */
    check() {
      if (failed) throw failed
    },
    hasFailed: () => failed !== undefined,
    fail,
    /** Records what an error means for the storage, and translates it for the caller. */
    judge(error: unknown): unknown {
      if (isBroken(error)) return fail(error, 'The data could not be read or written')
      if (!isFull(error)) return error
      fill()
      return new Unavailable('full', { cause: error })
    },
    isFull: () => full,
    fill,
    /** Called when there is room again. */
    hadRoom() {
      if (!full) return
      full = false
      notify({ event: 'storage has room', message: `There is room in ${directory} again.`, directory })
    },
  }
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
