import type { Awaitable, Scan } from '../../core/index.js'
import { ScanLost } from '../../core/index.js'
import type { Answer, Statement } from './batches.js'
import { WrongGuess } from './failures.js'
import type { Guesses } from './guesses.js'

export type Value = string | number | boolean | null | readonly (string | number)[]
export type Row = readonly Value[]

/**
 * The statements of one transaction. They are sent at once, each without waiting for those before it, and answered in order:
 * what does not depend on an answer costs no round trip of its own.
 */
export interface Session {
  all(sql: string, values: readonly Value[]): Promise<Row[]>
  first(sql: string, values: readonly Value[]): Promise<Row | undefined>
  /** Writes, and returns the first row. */
  write(sql: string, values: readonly Value[]): Promise<Row | undefined>
  /** Sends a write that nothing waits for; if it fails, so do the statements after it, and the commit. */
  run(sql: string, values: readonly Value[]): void
  /** The next number of a sequence: known even if what was sent before it has failed. */
  next(sequence: string): Promise<number>
  /** The first row: at once, if it is known from an earlier transaction. This one then fails, unless it is still the same. */
  guess(sql: string, values: readonly Value[]): Awaitable<Row | undefined>
  /** Reads rows in parts, also after the transaction's work has ended. */
  scan<Kept>(sql: string, values: readonly Value[], keep: (row: Row) => Kept): Promise<Scan<Kept>>
  /** Resolves once all that was guessed is known to be right. @throws {WrongGuess} if it is not */
  verified(): Promise<void>
  /** Ends the transaction. @throws what kept it from being committed */
  commit(): Promise<void>
  /** Ends the transaction, unless it was committed. */
  rollBack(): void
  /** Ends the work, but not the transaction: whether scans are read on, so that the connection stays theirs. */
  leave(): boolean
}

const names = new Map<string, string>()

/** The name under which a connection keeps the plan of a statement: one for each text. */
function nameOf(sql: string): string {
  const name = names.get(sql) ?? `schedkit_${names.size}`
  names.set(sql, name)
  return name
}

const ignore = () => {}
const isSame = (one: Row | undefined, other: Row) =>
  one !== undefined && other.every((value, index) => value === one[index])

export interface SessionOptions {
  /** Sends statements that run in order. */
  send(statements: readonly Statement[]): void
  begin: string
  /** Rows that are known from earlier transactions; without them, nothing is guessed. */
  guesses: Guesses | undefined
  /** What was to be remembered of each row. */
  remember(key: string, row: Row | undefined): void
  /** The last scan has ended; the connection may have been lost with it. */
  scanned(error?: unknown): void
}

/** Begins a transaction. What is asked in one turn is sent together. */
export function beginSession({ send, begin, guesses, remember, scanned }: SessionOptions): Session {
  let answered: Promise<unknown> = Promise.resolve()
  let unverified = 0
  let hasWritten = false
  let hasLeft = false
  let isCommitted = false
  let scans = 0
  let unsent: Statement[] = []
  const open = new Set<string>()

  /** Resolves once this and everything before it is answered. */
  function inOrder<T>(answer: Promise<T>): Promise<T> {
    const all = answered.then(() => answer)
    answer.catch(ignore)
    all.catch(ignore)
    answered = all
    return all
  }

  function flush(): void {
    if (unsent.length === 0) return
    const statements = unsent
    unsent = []
    send(statements)
  }

  function ask(sql: string, values: readonly Value[], name = nameOf(sql)): Promise<Answer> {
    if (unsent.length === 0) process.nextTick(flush)
    return new Promise((answered, failed) => unsent.push({ sql, values, name, answered, failed }))
  }
  /** Once, so that its plan is not kept. */
  const askOnce = (sql: string, values: readonly Value[] = []) => ask(sql, values, '')

  const all: Session['all'] = (sql, values) => inOrder(ask(sql, values).then(({ rows }) => rows))
  const first: Session['first'] = async (sql, values) => (await all(sql, values))[0]

  inOrder(ask(begin, []))

  return {
    all,
    first,

    write(sql, values) {
      hasWritten = true
      return first(sql, values)
    },

    run(sql, values) {
      hasWritten = true
      inOrder(ask(sql, values))
    },

    next(sequence) {
      const answer = ask(`SELECT nextval('${sequence}')`, [])
      inOrder(answer)
      return answer.then(({ rows }) => Number(rows[0]?.[0]))
    },

    guess(sql, values) {
      const key = `${nameOf(sql)} ${JSON.stringify(values)}`
      const known = hasWritten ? undefined : guesses?.get(key)
      const answer = inOrder(
        ask(sql, values).then(({ rows: [row] }) => {
          if (!hasWritten) remember(key, row)
          if (known && !isSame(row, known)) throw new WrongGuess()
          return row
        }),
      )
      if (!known) return answer
      unverified++
      answer.then(() => unverified--, ignore)
      return known
    },

    async scan(sql, values, keep) {
      const name = `scan_${++scans}`
      // A cursor takes no part in later writes, not even in those of its own transaction.
      await inOrder(askOnce(`DECLARE ${name} NO SCROLL CURSOR FOR ${sql}`, values))
      open.add(name)
      const end = (error?: unknown) => {
        if (!open.delete(name)) return
        if (open.size === 0) scanned(error)
      }
      return {
        async next(count) {
          if (!open.has(name)) return []
          try {
            const { rows } = await inOrder(askOnce(`FETCH ${count} FROM ${name}`))
            if (rows.length === 0) end()
            return rows.map(keep)
          } catch (error) {
            end(error)
            // In its transaction, it fails with that, perhaps by a conflict.
            throw hasLeft ? Object.assign(new ScanLost(), { cause: error }) : error
          }
        },
        close: () => end(),
      }
    },

    async verified() {
      if (unverified > 0) await answered
    },

    async commit() {
      // Those who wait for the commit wait for the writes before it, too.
      const end = ask('COMMIT', [])
      end.catch(ignore)
      await answered
      const { command } = await end
      if (command !== 'COMMIT') throw new Error('Failed to write: a statement of the transaction has failed')
      isCommitted = true
    },

    rollBack() {
      if (isCommitted) return
      // In one batch with a statement that fails, it would not be run.
      flush()
      ask('ROLLBACK', [], 'ROLLBACK').catch(ignore)
      // Before anything that the next transaction of the connection sends.
      flush()
    },

    leave() {
      hasLeft = true
      return open.size > 0
    },
  }
}
