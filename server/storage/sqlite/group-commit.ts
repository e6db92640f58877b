import {
  type Requester as Asker,
  type Awaitable,
  createLanes,
  type Gate,
  type Unique,
  UniqueViolation,
  type WriteOptions,
} from '../../core/index.js'
import { type LargeWrites, NotAlone } from './large-writes.js'
import type { Persistence } from './persistence.js'
import type { StoreState } from './repositories.js'
import type { Statements } from './statements.js'

/*
 * One transaction carries all writers that wait: one commit, and on disk one sync, for all of them. Each is still all or
 * nothing, by a savepoint; one that writes once needs none, which takes longer than its insert. While a sync runs, further
 * writers gather, because theirs could not begin before it ends.
 */

export interface GroupCommitOptions {
  run: Statements['run']
  state: StoreState
  gate: Gate
  persistence: Persistence
  large: Pick<LargeWrites, 'begin'>
  /** A transaction takes no more writers after this many milliseconds, so that reads get their turn. @default 10 */
  longest?: number
}

interface Writer {
  work(): Awaitable<unknown>
  frees: boolean
  once: boolean
  asker: Asker
  resolve(value: unknown): void
  reject(error: unknown): void
}

/** What came of the work of a writer, to be told once it is on disk. */
type Outcome = { writer: Writer } & ({ value: unknown } | { error: unknown })

export function createGroupCommit({
  run,
  state,
  gate,
  persistence,
  large,
  longest = 10,
}: GroupCommitOptions) {
  const lanes = createLanes<Writer>()
  /** The writer whose turn comes next, once somebody has asked. */
  let first: Writer | undefined
  /** Who wrote last. */
  let last: Asker | undefined
  let running: Promise<void> | undefined

  const waiting = () => lanes.size() + (first ? 1 : 0)

  function peek(): Writer | undefined {
    first ??=
      lanes.takeNext({ caller: last?.caller }) ??
      lanes.takeNext({ account: last?.account }) ??
      lanes.takeNext()
    return first
  }

  function takeNext(): Writer {
    const writer = peek() as Writer
    first = undefined
    last = writer.asker
    return writer
  }

  async function attempt(writer: Writer): Promise<Outcome> {
    state.begin()
    if (!writer.once) run('SAVEPOINT writer', [])
    let value: unknown
    try {
      value = await writer.work()
    } catch (error) {
      state.undo()
      undo(writer, error)
      return { writer, error: translateConstraintError(persistence.failure(error)) }
    }
    if (!writer.once) run('RELEASE writer', [])
    return { writer, value }
  }

  /** @throws the error, if it has ended the whole transaction */
  function undo({ once }: Writer, error: unknown): void {
    if (once) {
      if (isOpen(run)) return
      throw error
    }
    try {
      run('ROLLBACK TO writer', [])
    } catch {
      throw error
    }
    run('RELEASE writer', [])
  }

  async function takeTurns(outcomes: Outcome[]): Promise<void> {
    let end = performance.now() + longest
    let except: Pick<Asker, 'account'> | undefined
    run('BEGIN', [])
    try {
      do {
        const writer = except === undefined ? takeNext() : lanes.takeNext(except)
        if (!writer) break
        large.begin(outcomes.length === 0)
        outcomes.push({ writer, error: undefined })
        const outcome = await attempt(writer)
        if ('error' in outcome && outcome.error instanceof NotAlone) {
          outcomes.pop()
          if (first) {
            lanes.put(writer.asker, writer)
            break
          }
          // It comes first in the next transaction; small writes of others need not wait for it.
          first = writer
          except = { account: writer.asker.account }
          end = performance.now() + longest
          continue
        }
        outcomes[outcomes.length - 1] = outcome
      } while (waiting() > 0 && performance.now() < end && !persistence.isFull())
      run('COMMIT', [])
    } catch (error) {
      state.forget()
      rollBack(run)
      throw error
    }
    state.commit()
  }

  /** One transaction with the writers that wait. */
  async function commit(): Promise<void> {
    let outcomes: Outcome[] = []
    try {
      await gate.exclusive(() => persistence.transaction(() => takeTurns(outcomes), peek()?.frees))
    } catch (error) {
      // Nothing of it is kept. If no writer had its turn, none can have one.
      const next = persistence.isFull() ? 1 : waiting()
      const writers =
        outcomes.length > 0 ? outcomes.map(({ writer }) => writer) : Array.from({ length: next }, takeNext)
      outcomes = writers.map(writer => ({ writer, error: translateConstraintError(error) }))
    }
    void tell(outcomes)
  }

  /** A refusal, too, reveals what is stored. */
  async function tell(outcomes: readonly Outcome[]): Promise<void> {
    try {
      await persistence.settled()
    } catch (error) {
      for (const { writer } of outcomes) writer.reject(error)
      return
    }
    for (const outcome of outcomes) {
      if ('error' in outcome) outcome.writer.reject(outcome.error)
      else outcome.writer.resolve(outcome.value)
    }
  }

  async function commitAll(): Promise<void> {
    // Requests that arrive together are read in one turn of the event loop.
    await new Promise(setImmediate)
    while (waiting() > 0) {
      await persistence.settled()?.catch(() => undefined)
      await commit()
    }
    running = undefined
  }

  return {
    /** Runs work when it is the turn of its caller and account: one that has very much to write keeps the others waiting once. */
    write: <T>(
      work: () => Awaitable<T>,
      { frees = false, once = false, caller = '', account = '' }: WriteOptions = {},
    ): Promise<T> =>
      new Promise<T>((resolve, reject) => {
        const asker = { caller, account }
        lanes.put(asker, { work, frees, once, asker, resolve: resolve as Writer['resolve'], reject })
        running ??= commitAll()
      }),
    /** Resolves once no writer waits. */
    async idle(): Promise<void> {
      await running
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

/** Whether the transaction is still open after an error. If not, this begins another one, to be rolled back. */
function isOpen(run: Statements['run']): boolean {
  try {
    run('BEGIN', [])
    return false
  } catch {
    return true
  }
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
