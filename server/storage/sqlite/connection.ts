import { type Allocator, createMemory } from './wasm-memory.js'

/*
 * A connection to a database, through the C interface of SQLite (https://sqlite.org/c3ref/intro.html). sql.js exports these
 * functions, and its own classes call them. Calling them directly makes texts several times cheaper, which matters
 * because most of what a server does is to pass texts on.
 */

/** The functions of SQLite that sql.js exports. Pointers and results are numbers. */
export interface SqliteFunctions extends Allocator {
  _sqlite3_open(path: number, result: number): number
  _sqlite3_close_v2(database: number): number
  _sqlite3_errmsg(database: number): number
  _sqlite3_exec(database: number, sql: number, callback: 0, value: 0, message: 0): number
  _sqlite3_prepare_v2(database: number, sql: number, length: number, result: number, tail: number): number
  _sqlite3_bind_int(statement: number, index: number, value: number): number
  _sqlite3_bind_double(statement: number, index: number, value: number): number
  _sqlite3_bind_text(statement: number, index: number, text: number, length: number, copy: -1): number
  _sqlite3_bind_blob(statement: number, index: number, bytes: number, length: number, copy: -1): number
  _sqlite3_clear_bindings(statement: number): number
  _sqlite3_step(statement: number): number
  _sqlite3_reset(statement: number): number
  _sqlite3_finalize(statement: number): number
  _sqlite3_data_count(statement: number): number
  _sqlite3_column_count(statement: number): number
  _sqlite3_column_name(statement: number, index: number): number
  _sqlite3_column_type(statement: number, index: number): number
  _sqlite3_column_double(statement: number, index: number): number
  _sqlite3_column_text(statement: number, index: number): number
  _sqlite3_column_blob(statement: number, index: number): number
  _sqlite3_column_bytes(statement: number, index: number): number
}

/** A value of a column. */
export type SqlValue = number | string | Uint8Array | null

/** A value of a question mark; true and false are 1 and 0. */
export type Bound = SqlValue | boolean

/** The current row of a statement, whose columns are read one by one. */
export interface Row {
  number(index: number): number
  text(index: number): string
}

/** A prepared statement. */
export type Statement = ReturnType<Database['prepare']>

export type Database = ReturnType<ReturnType<typeof createConnector>>

/** Results of the C interface. */
const ok = 0
const hasRow = 100
const isDone = 101

/** Copies a bound value: it need not stay where it is. */
const copied = -1

/** Types of columns. */
const types = { integer: 1, float: 2, text: 3, blob: 4 } as const

/** Opens databases with an instance of SQLite, whose memory this is. */
export function createConnector(sqlite: SqliteFunctions, wasm: { readonly buffer: ArrayBuffer }) {
  const memory = createMemory(sqlite, wasm)
  // Where calls put a pointer that they return.
  const result = sqlite._malloc(4)

  interface Owner {
    /** @throws {Error} if the database is closed */
    isOpen(): void
    /** @throws {Error} that SQLite gives for a result other than success */
    check(code: number): void
    /** Whether the statement was known until now. */
    forget(): boolean
  }

  function createStatement(handle: number, { isOpen, check, forget }: Owner) {
    function bindValue(value: Bound, index: number): number {
      if (typeof value === 'number') {
        return value === (value | 0)
          ? sqlite._sqlite3_bind_int(handle, index, value)
          : sqlite._sqlite3_bind_double(handle, index, value)
      }
      if (typeof value === 'string') {
        const length = memory.passText(value)
        return sqlite._sqlite3_bind_text(handle, index, memory.passed(), length, copied)
      }
      if (value === null) return ok
      if (typeof value === 'boolean') return sqlite._sqlite3_bind_int(handle, index, Number(value))
      if (value instanceof Uint8Array) {
        memory.passBytes(value)
        return sqlite._sqlite3_bind_blob(handle, index, memory.passed(), value.length, copied)
      }
      throw new TypeError(
        `Failed to bind ${String(value)}: its type ${typeof value} is an unknown type of SQL.`,
      )
    }

    const number = (index: number): number => sqlite._sqlite3_column_double(handle, index)

    function text(index: number): string {
      const pointer = sqlite._sqlite3_column_text(handle, index)
      return memory.textAt(pointer, sqlite._sqlite3_column_bytes(handle, index))
    }

    function column(index: number): SqlValue {
      switch (sqlite._sqlite3_column_type(handle, index)) {
        case types.text:
          return text(index)
        case types.integer:
        case types.float:
          return number(index)
        case types.blob: {
          const pointer = sqlite._sqlite3_column_blob(handle, index)
          return memory.bytesAt(pointer, sqlite._sqlite3_column_bytes(handle, index))
        }
        default:
          return null
      }
    }

    const columns = (): string[] =>
      Array.from({ length: sqlite._sqlite3_column_count(handle) }, (_, index) =>
        memory.endedTextAt(sqlite._sqlite3_column_name(handle, index)),
      )

    return {
      /** Starts again, with these values for the question marks. */
      bind(values: readonly Bound[]): void {
        isOpen()
        sqlite._sqlite3_reset(handle)
        sqlite._sqlite3_clear_bindings(handle)
        for (let index = 0; index < values.length; index++) {
          check(bindValue(values[index] as Bound, index + 1))
        }
      },
      /** Whether there is a next row. */
      step(): boolean {
        const code = sqlite._sqlite3_step(handle)
        if (code === hasRow) return true
        if (code !== isDone) check(code)
        return false
      },
      number,
      text,
      /** The current row. */
      get(): SqlValue[] {
        const row: SqlValue[] = []
        const count = sqlite._sqlite3_data_count(handle)
        for (let index = 0; index < count; index++) row.push(column(index))
        return row
      },
      /** The names of the columns. */
      columns,
      /** Ends the current run, so that its locks are released. */
      reset: () => void sqlite._sqlite3_reset(handle),
      free(): void {
        if (forget()) sqlite._sqlite3_finalize(handle)
      },
    }
  }

  /** Opens a database at a path of SQLite's file system; `:memory:` is one without a file. */
  return function connect(path: string) {
    const statements = new Set<number>()
    memory.passText(path)
    const code = sqlite._sqlite3_open(memory.passed(), result)
    let database = memory.pointerAt(result)
    const check = (code: number) => {
      if (code !== ok) throw new Error(memory.endedTextAt(sqlite._sqlite3_errmsg(database)))
    }
    check(code)
    const isOpen = () => {
      if (database === 0) throw new Error('The database is closed')
    }

    function prepare(sql: string) {
      isOpen()
      const length = memory.passText(sql)
      check(sqlite._sqlite3_prepare_v2(database, memory.passed(), length, result, 0))
      const handle = memory.pointerAt(result)
      statements.add(handle)
      return createStatement(handle, { isOpen, check, forget: () => statements.delete(handle) })
    }

    return {
      /** Runs statements that return no rows. */
      run(sql: string): void {
        isOpen()
        memory.passText(sql)
        check(sqlite._sqlite3_exec(database, memory.passed(), 0, 0, 0))
      },
      /** Runs one statement, and returns its rows. */
      rows(sql: string): SqlValue[][] {
        const statement = prepare(sql)
        try {
          const found: SqlValue[][] = []
          while (statement.step()) found.push(statement.get())
          return found
        } finally {
          statement.free()
        }
      },
      prepare,
      close(): void {
        if (database === 0) return
        for (const handle of statements) sqlite._sqlite3_finalize(handle)
        statements.clear()
        const code = sqlite._sqlite3_close_v2(database)
        database = 0
        if (code !== ok) throw new Error(`SQLite failed to close the database: error ${code}`)
      },
    }
  }
}
