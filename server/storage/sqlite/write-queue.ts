import {
  type Awaitable,
  createLanes,
  type Gate,
  type Requester,
  type WriteOptions,
} from '../../core/index.js'
import { translateConstraintError } from './constraint-errors.js'
import type { LargeWrites } from './large-writes.js'
import type { Persistence } from './persistence.js'
import type { Statements } from './statements.js'

/*
 * Writes run one after another, each in a transaction of its own. On disk, those that wait for a sync at the same time share one.
 */

export interface WriteQueueOptions {
  run: Statements['run']
  gate: Gate
  persistence: Pick<Persistence, 'transaction' | 'settled' | 'isFull'>
  large: Pick<LargeWrites, 'begin' | 'end'>
  /** Called when a transaction was undone. */
  undone?(): void
}

/** Milliseconds of writes before other events of the process get their turn. */
const budget = 10

interface Waiting {
  asker: Requester
  enter(): void
}

export function createWriteQueue({ run, gate, persistence, large, undone }: WriteQueueOptions) {
  const waiting = createLanes<Waiting>()
  let isBusy = false
  /** Who wrote last. */
  let last: Requester | undefined
  let since = 0
  let drained = () => {}

  /** Resolves when it is the turn of this caller, and of its account. */
  async function turn(asker: Requester): Promise<void> {
    if (isBusy) return new Promise(enter => waiting.put(asker, { asker, enter }))
    isBusy = true
    last = asker
    // Requests that arrive together are read in one turn of the event loop.
    await new Promise(setImmediate)
    since = performance.now()
  }

  /** Gives the turn to others than who wrote last, as far as others wait. */
  function passOn(): void {
    const next =
      waiting.takeNext({ caller: last?.caller }) ??
      waiting.takeNext({ account: last?.account }) ??
      waiting.takeNext()
    if (!next) {
      isBusy = false
      drained()
      return
    }
    last = next.asker
    if (performance.now() - since < budget) next.enter()
    else
      setImmediate(() => {
        since = performance.now()
        next.enter()
      })
  }

  async function transaction<T>(work: () => Awaitable<T>): Promise<T> {
    run('BEGIN', [])
    large.begin()
    try {
      const value = await work()
      run('COMMIT', [])
      return value
    } catch (error) {
      undone?.()
      rollBack(run)
      throw error
    } finally {
      large.end()
    }
  }

  return {
    /** Runs work as a transaction when it is the turn of its caller and account. What it returns or throws is on disk by then. */
    async write<T>(
      work: () => Awaitable<T>,
      { frees = false, caller = '', account = '' }: WriteOptions = {},
    ): Promise<T> {
      await turn({ caller, account })
      try {
        return await gate.exclusive(() => persistence.transaction(() => transaction(work), frees))
      } catch (error) {
        throw translateConstraintError(error)
      } finally {
        // On a full disk, the log is shortened after each sync, so that deletions find room.
        if (persistence.isFull()) await persistence.settled()?.catch(() => undefined)
        passOn()
        // An error, too, reveals what is stored.
        await persistence.settled()
      }
    },
    /** Resolves once no write waits. */
    async idle(): Promise<void> {
      if (!isBusy) return
      await new Promise<void>(resolve => {
        drained = resolve
      })
    },
  }
}

/** Some errors, such as running out of memory, have already ended the transaction; the caller must get those. */
function rollBack(run: Statements['run']): void {
  try {
    run('ROLLBACK', [])
  } catch (error) {
    if (!/no transaction is active/.test(String(error))) throw error
  }
}
