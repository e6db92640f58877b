/** A value of a column. */
export type SqlValue = number | string | Uint8Array | null

/** A value of a question mark; true and false are 1 and 0. */
export type Bound = SqlValue | boolean

/** A connection to a database. Errors are those of SQLite. */
export type Database = ReturnType<typeof createConnection>

/** A prepared statement. */
export interface Statement {
  /** Starts again, with these values for the question marks. */
  bind(values: readonly Bound[]): void
  /** Whether there is a next row. */
  step(): boolean
  /** The current row. */
  get(): SqlValue[]
  /** The names of the columns. */
  columns(): string[]
  /** Ends the current run, so that its locks are released. */
  reset(): void
  free(): void
}

/** What is used of a statement of sql.js. The package has no types of it: it is no dependency of those who install it. */
interface SqlJsStatement {
  bind(values: (number | string | Uint8Array | null)[]): boolean
  step(): boolean
  get(): unknown[]
  getColumnNames(): string[]
  reset(): void
  free(): boolean
}

/** What is used of a database of sql.js. */
interface SqlJsDatabase {
  run(sql: string): unknown
  exec(sql: string): { values: unknown[][] }[]
  prepare(sql: string): SqlJsStatement
  close(): void
}

/** Undoes a transaction. Some errors, such as a full disk, have already ended it; the caller must get those. */
export function rollBack(run: (sql: string) => void): void {
  try {
    run('ROLLBACK')
  } catch (error) {
    if (!/no transaction is active/.test(String(error))) throw error
  }
}

/** Wraps a database of sql.js. */
export function createConnection(database: SqlJsDatabase) {
  let isClosed = false

  /** @throws {Error} if the database is closed: sql.js would throw a text, or use memory that it has freed */
  function open(): SqlJsDatabase {
    if (isClosed) throw new Error('The database is closed')
    return database
  }

  const wrap = (statement: SqlJsStatement): Statement => ({
    bind(values) {
      open()
      try {
        statement.bind(values as never)
      } catch (error) {
        if (error instanceof Error) throw error
        // sql.js throws a text.
        throw new TypeError('Failed to bind a value: it is of an unknown type of SQL', { cause: error })
      }
    },
    step: () => statement.step(),
    get: () => statement.get() as SqlValue[],
    columns: () => statement.getColumnNames(),
    reset: () => void statement.reset(),
    free: () => void statement.free(),
  })

  return {
    /** Runs statements that return no rows. */
    run: (sql: string): void => void open().run(sql),
    /** Runs one statement, and returns its rows. */
    rows: (sql: string): SqlValue[][] => (open().exec(sql)[0]?.values ?? []) as SqlValue[][],
    prepare: (sql: string): Statement => wrap(open().prepare(sql)),
    close(): void {
      if (isClosed) return
      isClosed = true
      database.close()
    },
  }
}
