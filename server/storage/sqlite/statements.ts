import type { Database, SqlValue, Statement } from 'sql.js'

export type Values = readonly SqlValue[]

/** Prepared statements of a database, kept by their text. */
export interface Statements {
  all(sql: string, values: Values): SqlValue[][]
  /** The first row. */
  get(sql: string, values: Values): SqlValue[] | undefined
  run(sql: string, values: Values): void
}

/** Keeps as many as `most`; more different texts than the default come only of ever new combinations of members. */
export function createStatements(database: Pick<Database, 'prepare'>, most = 500): Statements {
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

  /** Runs a statement to the end of its use, so that no failure leaves it open. */
  function using<T>(sql: string, values: Values, work: (statement: Statement) => T): T {
    const statement = prepare(sql)
    try {
      statement.bind(values as SqlValue[])
      return work(statement)
    } finally {
      statement.reset()
    }
  }

  return {
    all: (sql, values) =>
      using(sql, values, statement => {
        const rows: SqlValue[][] = []
        while (statement.step()) rows.push(statement.get())
        return rows
      }),
    get: (sql, values) => using(sql, values, statement => (statement.step() ? statement.get() : undefined)),
    run: (sql, values) => using(sql, values, statement => void statement.step()),
  }
}

/** Runs work as one transaction: all of it is kept, or nothing where it throws. */
export async function inTransaction<T>({ run }: Statements, work: () => Promise<T>): Promise<T> {
  run('BEGIN', [])
  try {
    const result = await work()
    run('COMMIT', [])
    return result
  } catch (error) {
    rollBack(run)
    throw error
  }
}

/** Some failures, a full memory for one, have ended the transaction already; they are what the caller has to hear of. */
function rollBack(run: Statements['run']): void {
  try {
    run('ROLLBACK', [])
  } catch (error) {
    if (!/no transaction is active/.test(String(error))) throw error
  }
}
