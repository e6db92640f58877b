/** A value of a column. */
export type SqlValue = number | string | Uint8Array | null

/** The value of a placeholder; true and false are 1 and 0. */
export type Bound = SqlValue | boolean

/** A connection to a database. It throws SQLite's errors. */
export type Database = ReturnType<typeof createConnection>

/** A prepared statement. */
export interface Statement {
  /** Restarts the statement with these values for the placeholders. */
  bind(values: readonly Bound[]): void
  /** Advances to the next row; false if there is none. */
  step(): boolean
  /** The current row. */
  get(): SqlValue[]
  /** The names of the columns. */
  columns(): string[]
  /** Ends the current run, which releases its locks. */
  reset(): void
  free(): void
}

/** The used part of a sql.js statement. The package does not provide its types: it is not a dependency for users. */
interface SqlJsStatement {
  bind(values: (number | string | Uint8Array | null)[]): boolean
  step(): boolean
  get(): unknown[]
  getColumnNames(): string[]
  reset(): void
  free(): boolean
}

/** The used part of a sql.js database. */
interface SqlJsDatabase {
  run(sql: string): unknown
  exec(sql: string): { values: unknown[][] }[]
  prepare(sql: string): SqlJsStatement
  close(): void
}

/** Rolls back a transaction. Some errors, such as a full disk, have already ended it; the caller must receive those. */
export function rollBack(run: (sql: string) => void): void {
  try {
    run('ROLLBACK')
  } catch (error) {
    if (!/no transaction is active/.test(String(error))) throw error
  }
}

/** Wraps a sql.js database. */
export function createConnection(database: SqlJsDatabase) {
  let isClosed = false

  /** @throws {Error} if the database is closed: sql.js would throw a string, or use freed memory */
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
        // sql.js throws a string.
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
    /** Runs one statement and returns its rows. */
    rows: (sql: string): SqlValue[][] => (open().exec(sql)[0]?.values ?? []) as SqlValue[][],
    prepare: (sql: string): Statement => wrap(open().prepare(sql)),
    close(): void {
      if (isClosed) return
      isClosed = true
      database.close()
    },
  }
}
