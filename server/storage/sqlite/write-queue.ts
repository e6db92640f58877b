import {
  type Awaitable,
  createLanes,
  type Gate,
  Refusal,
  type Requester,
  type Unique,
  UniqueViolation,
  type WriteOptions,
} from '../../core/index.js'
import { rollBack } from './connection.js'
import type { LargeWrites } from './large-writes.js'
import type { Persistence } from './persistence.js'
import type { Statements } from './statements.js'

/*
 * Writes run one after another, each in its own transaction; waiting writes that only insert one object share a transaction.
 * On disk, all writes that wait for a sync at the same time share it.
 */

export interface WriteQueueOptions {
  run: Statements['run']
  gate: Gate
  persistence: Pick<Persistence, 'transaction' | 'settled' | 'isFull'>
  large: Pick<LargeWrites, 'begin' | 'end'>
}

/** Milliseconds of writes before other events of the process get their turn. */
const budget = 10

interface Write {
  requester: Requester
  frees: boolean
  once: boolean
  /** Runs its work; only the last attempt counts. */
  attempt(): Promise<void>
  /** Reports the outcome to its caller: what the work returned or threw, or why its transaction failed. */
  end(failure?: { error: unknown }): void
}

export function createWriteQueue({ run, gate, persistence, large }: WriteQueueOptions) {
  const waiting = createLanes<Write>()
  /** Writes that could not join a transaction: they are next. */
  const held: Write[] = []
  let running: Promise<void> | undefined
  /** The requester of the last write. */
  let last: Requester | undefined
  let since = 0

  const takeOfOthers = (than: Requester | undefined): Write | undefined =>
    waiting.takeNext({ caller: than?.caller }) ?? waiting.takeNext({ account: than?.account })

  /** Takes the next write, preferably from other requesters than the last one. */
  function take(): Write | undefined {
    const taken = held.shift() ?? takeOfOthers(last) ?? waiting.takeNext()
    last = taken?.requester ?? last
    return taken
  }

  const isSpent = () => performance.now() - since >= budget

  /** Lets concurrently arriving data be read, and other events of the process have their turn. */
  async function pause(): Promise<void> {
    await new Promise(setImmediate)
    since = performance.now()
  }

  async function runAll(): Promise<void> {
    await pause()
    for (let write = take(); write; write = take()) {
      await runWith(write)
      // On a full disk, the log is shortened after each sync, so that deletions find room.
      if (persistence.isFull()) await persistence.settled()?.catch(() => undefined)
      if (isSpent()) await pause()
    }
    running = undefined
  }

  /** If the next write cannot share a transaction, only inserts of other requesters join before it, because it may take long. */
  const takeToShare = () => (held[0] ? takeOfOthers(held[0].requester) : take())

  /** Runs a write together with others that may share its transaction; if that fails, each runs in its own. */
  async function runWith(first: Write): Promise<void> {
    if (!first.once) return runAlone(first)
    const sharing = [first]
    const next = () => (isSpent() ? undefined : takeToShare())
    try {
      await transaction(async () => {
        await first.attempt().catch(unlessUnchanged)
        for (let write = next(); write; write = next()) {
          if (write.once) {
            sharing.push(write)
            await write.attempt().catch(unlessUnchanged)
          } else if (held.push(write) > 1) break
        }
      })
      for (const write of sharing) write.end()
    } catch {
      // A full disk rejects the transaction before it begins; then each write gets that error.
      for (const write of sharing) await runAlone(write)
    }
  }

  async function runAlone(write: Write): Promise<void> {
    try {
      await transaction(write.attempt, write.frees)
      write.end()
    } catch (error) {
      write.end({ error })
    }
  }

  function transaction(work: () => Promise<void>, frees = false): Promise<void> {
    return gate.exclusive(() =>
      persistence.transaction(async () => {
        run('BEGIN', [])
        large.begin()
        try {
          await work()
          run('COMMIT', [])
        } catch (error) {
          rollBack(sql => run(sql, []))
          throw error
        } finally {
          large.end()
        }
      }, frees),
    )
  }

  return {
    /** Runs work as a transaction when its caller and account have their turn. What it returns or throws is on disk by then. */
    write<T>(
      work: () => Awaitable<T>,
      { frees = false, once = false, caller = '', account = '' }: WriteOptions = {},
    ): Promise<T> {
      return new Promise((resolve, reject) => {
        let outcome: () => void
        const requester = { caller, account }
        const write: Write = {
          ...{ requester, frees, once },
          async attempt() {
            try {
              const value = await work()
              outcome = () => resolve(value)
            } catch (error) {
              outcome = () => reject(translateConstraintError(error))
              throw error
            }
          },
          async end(failure) {
            try {
              // Errors also reveal what is stored.
              await persistence.settled()
              if (failure) reject(translateConstraintError(failure.error))
              else outcome()
            } catch (error) {
              reject(error)
            }
          },
        }
        waiting.put(requester, write)
        running ??= runAll()
      })
    },
    /** Resolves when no write is waiting. */
    idle: async (): Promise<void> => running,
  }
}

/** Returns if a failed write has changed nothing and the transaction can continue. @throws the error otherwise */
function unlessUnchanged(error: unknown): void {
  if (error instanceof Refusal || translateConstraintError(error) instanceof UniqueViolation) return
  throw error
}

const uniques: Record<string, Unique> = {
  'resources.name': 'resource name',
  'resources.schedule_id, resources.name': 'resource name',
  'collaborators.schedule_id, collaborators.email_key': 'collaborator email',
  'collaborators.schedule_id, collaborators.user_id': 'collaborator account',
  'users.email_key': 'user email',
  'users.id': 'user id',
  'schedules.id': 'schedule id',
}

/** Translates SQLite's unique constraint errors into those of the port; returns other errors unchanged. */
export function translateConstraintError(error: unknown): unknown {
  const columns = error instanceof Error && /^UNIQUE constraint failed: (.+)$/.exec(error.message)?.[1]
  const what = columns ? uniques[columns] : undefined
  return what ? new UniqueViolation(what) : error
}
