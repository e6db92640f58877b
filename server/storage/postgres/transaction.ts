import { createHash } from 'node:crypto'
import type { PoolClient, QueryArrayConfig, QueryArrayResult } from 'pg'
import { type Scan, ScanLost } from '../../core/index.js'
import { isConflict, isConstraint, staleError } from './failures.js'

export type Value = string | number | boolean | null | readonly Value[]
export type Row = readonly Value[]

/** The tables whose ids come from a sequence, which is named after the table. */
export type Numbered = 'resources' | 'bookings' | 'collaborators'

/** One transaction on one connection. `pg` sends each statement at once, and the responses arrive in order. */
export interface Transaction {
  all(sql: string, values?: readonly Value[]): Promise<Row[]>
  first(sql: string, values?: readonly Value[]): Promise<Row | undefined>
  /** Runs a write. The caller need not wait: the commit fails if an earlier statement has failed. */
  run(sql: string, values?: readonly Value[]): Promise<void>
  /** Inserts a row under its condition, with an id from the sequence of its table, which the statement returns. */
  insert(table: Numbered, sql: string, values: readonly Value[]): Promise<number>
  /** Reads rows in parts, even after the transaction's work has ended. */
  scan<Kept>(sql: string, values: readonly Value[], keep: (row: Row) => Kept): Promise<Scan<Kept>>
}

/** A transaction for the code that begins and ends it. */
export interface OpenTransaction extends Transaction {
  /** Sends the commit, unless it was already sent. @throws the error that prevented the commit */
  commit(): Promise<void>
  /** Rolls back, unless a commit was sent, and returns the ids that it has taken. */
  rollBack(): Promise<void>
  /** Calls back when the last open scan has ended, possibly with an error; returns false if there is none. */
  afterScans(ended: (error?: unknown) => void): boolean
}

/** Creates the query configuration for `pg` from a statement. */
export type Prepare = (sql: string, values?: readonly Value[]) => QueryArrayConfig

/** Uses prepared statements, or none behind a pooler, where the connection changes with each transaction. */
export function createPrepare(isPooled: boolean): Prepare {
  const names = new Map<string, string>()

  /** The same in all processes, and different for each text. */
  function nameOf(sql: string): string {
    const name = names.get(sql) ?? `schedkit_${createHash('sha256').update(sql).digest('hex').slice(0, 24)}`
    names.set(sql, name)
    return name
  }

  return (text, given = []) => {
    const values = [...given]
    return isPooled
      ? { text, values, rowMode: 'array' }
      : { name: nameOf(text), text, values, rowMode: 'array' }
  }
}

/** Ids that a transaction has taken from a sequence. The first is unknown if its insert was rejected. */
interface TakenIds {
  first: number | undefined
  count: number
}

/**
 * Sets a sequence back if the ids taken by a rolled-back transaction were the last ones, so that a refused request leaves no
 * gap. If another transaction takes an id at that very moment, the next insert violates the primary key and is retried.
 */
const giveBack = (table: Numbered, { first, count }: TakenIds) =>
  `SELECT setval('${table}_ids', ${first ?? 'last_value'}, false) FROM ${table}_ids
    WHERE last_value = currval('${table}_ids') AND last_value = ${first ?? 'last_value'} + ${count} - 1`

const ignore = () => {}

/** Begins a transaction with this statement; without one, each statement is its own transaction. */
export function beginTransaction(
  client: PoolClient,
  { prepare, isPooled, begin }: { prepare: Prepare; isPooled: boolean; begin: string | undefined },
): OpenTransaction {
  const runs: Promise<unknown>[] = []
  const taken = new Map<Numbered, TakenIds>()
  const scans = new Set<string>()
  let scanned = 0
  let committed: Promise<void> | undefined
  let hasEnded: ((error?: unknown) => void) | undefined
  /** The first error, after which the database rejects all statements. */
  let failure: unknown

  let begun: Promise<unknown> | undefined

  function send(statement: QueryArrayConfig): Promise<QueryArrayResult<Value[]>> {
    const answer = client.query<Value[]>(statement)
    answer.catch(error => {
      failure ??= error
    })
    return answer
  }

  async function ask(statement: QueryArrayConfig): Promise<QueryArrayResult<Value[]>> {
    try {
      // It begins with its first statement.
      if (begin !== undefined) begun ??= send(prepare(begin))
      const [answer] = await Promise.all([send(statement), begun])
      return answer
    } catch (error) {
      throw failure ?? error
    }
  }

  const all = async (sql: string, values?: readonly Value[]) => (await ask(prepare(sql, values))).rows

  async function first(sql: string, values?: readonly Value[]): Promise<Row | undefined> {
    return (await all(sql, values))[0]
  }

  function take(table: Numbered, id?: number): void {
    const before = taken.get(table)
    taken.set(table, { first: before ? before.first : id, count: (before?.count ?? 0) + 1 })
  }

  async function sendCommit(): Promise<void> {
    if (!begun) return
    const [{ command }] = await Promise.all([ask(prepare('COMMIT')), ...runs])
    if (command !== 'COMMIT') throw new Error('Failed to write: a statement of the transaction has failed')
  }

  function endScan(name: string, error?: unknown): void {
    if (scans.delete(name) && scans.size === 0) hasEnded?.(error)
  }

  return {
    all,
    first,

    run(sql, values) {
      const running = all(sql, values).then(ignore)
      running.catch(ignore)
      runs.push(running)
      return running
    },

    async insert(table, sql, values) {
      try {
        const [id] = (await first(sql, values)) ?? []
        if (id === undefined) throw staleError()
        take(table, Number(id))
        return Number(id)
      } catch (error) {
        // If the id itself was rejected, it belongs to another object, so that the next one has to be tried.
        if (isConstraint(error) && !isConflict(error)) take(table)
        throw error
      }
    },

    async scan(sql, values, keep) {
      const name = `scan_${++scanned}`
      // Later writes do not change what a cursor returns, not even those of its own transaction.
      const text = `DECLARE ${name} NO SCROLL CURSOR FOR ${sql}`
      await ask({ text, values: [...values], rowMode: 'array' })
      scans.add(name)
      return {
        async next(count) {
          if (!scans.has(name)) return []
          try {
            const { rows } = await ask({ text: `FETCH ${count} FROM ${name}`, rowMode: 'array' })
            if (rows.length === 0) endScan(name)
            return rows.map(keep)
          } catch (error) {
            endScan(name, error)
            // In its transaction, it fails with the error itself, which may be a conflict.
            throw hasEnded ? Object.assign(new ScanLost(), { cause: error }) : error
          }
        },
        close: () => endScan(name),
      }
    },

    commit() {
      committed ??= sendCommit()
      committed.catch(ignore)
      return committed
    },

    async rollBack() {
      const statements = begun && !committed ? ['ROLLBACK'] : []
      // currval is only available on the connection that took the ids, and a pooler keeps that only until the commit.
      const givenBack = [...taken].filter(([, { first }]) => first !== undefined || !isPooled || !committed)
      statements.push(...givenBack.map(([table, ids]) => giveBack(table, ids)))
      if (statements.length > 0) await client.query(statements.join('; '))
    },

    afterScans(ended) {
      hasEnded = ended
      return scans.size > 0
    },
  }
}
