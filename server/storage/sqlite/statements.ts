import type { Bound, Database, SqlValue, Statement } from './connection.js'

export type { Bound, SqlValue } from './connection.js'

export type Values = readonly Bound[]

/** The prepared statements of a database, cached by text. */
export type Statements = ReturnType<typeof createStatements>

/** Thrown for a stored text that is not JSON. */
export class DamagedText extends Error {
  override readonly name = 'DamagedText'

  constructor(text: string) {
    super(`A stored text is damaged: ${JSON.stringify(text.slice(0, 40))}`)
  }
}

interface StatementsOptions {
  /**
   * The maximum number of cached statements; only constantly new combinations of fields need more than the default. @default
   * 500
   */
  most?: number | undefined
  /** Whether stored texts are checked, because those in a file can be damaged. @default false */
  mayBeDamaged?: boolean
}

/** Prepares the statements of a database once and caches them. */
export function createStatements(
  database: Pick<Database, 'prepare'>,
  { most = 500, mayBeDamaged = false }: StatementsOptions = {},
) {
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
    /** Returns the first row. */
    get: (sql: string, values: Values) =>
      using(sql, values, statement => (statement.step() ? statement.get() : undefined)),
    /** Checks a stored JSON text, which is passed on unparsed. @throws {DamagedText} if it is not JSON */
    whole(text: string): string {
      if (!mayBeDamaged) return text
      try {
        JSON.parse(text)
        return text
      } catch {
        throw new DamagedText(text)
      }
    },
    run: (sql: string, values: Values): void => using(sql, values, statement => void statement.step()),
  }
}
