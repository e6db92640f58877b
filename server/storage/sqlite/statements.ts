import type { Bound, Database, Row, SqlValue, Statement } from './connection.js'

export type Values = readonly Bound[]

/** Prepared statements of a database, cached by their text. */
export type Statements = ReturnType<typeof createStatements>

/** Caches up to `most` statements; only ever new combinations of fields need more than the default. */
export function createStatements(database: Pick<Database, 'prepare'>, most = 500) {
  const kept = new Map<string, Statement>()

  function prepare(sql: string): Statement {
    const known = kept.get(sql)
    if (known) return known
    if (kept.size >= most) {
      const [oldest] = kept
      if (oldest) {
        kept.delete(oldest[0])
        oldest[1].free()
      }
    }
    const statement = database.prepare(sql)
    kept.set(sql, statement)
    return statement
  }

  /** Resets the statement after use, also on errors. */
  function using<T>(sql: string, values: Values, work: (statement: Statement) => T): T {
    const statement = prepare(sql)
    try {
      statement.bind(values)
      return work(statement)
    } finally {
      statement.reset()
    }
  }

  return {
    all: (sql: string, values: Values) =>
      using(sql, values, statement => {
        const rows: SqlValue[][] = []
        while (statement.step()) rows.push(statement.get())
        return rows
      }),
    /** What `read` makes of every row. */
    each: <T>(sql: string, values: Values, read: (row: Row) => T): T[] =>
      using(sql, values, statement => {
        const rows: T[] = []
        while (statement.step()) rows.push(read(statement))
        return rows
      }),
    /** The first row. */
    get: (sql: string, values: Values) =>
      using(sql, values, statement => (statement.step() ? statement.get() : undefined)),
    run: (sql: string, values: Values): void => using(sql, values, statement => void statement.step()),
  }
}
