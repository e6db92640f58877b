import type { SqlValue } from 'sql.js'
import type { Statements } from './statements.js'

/** All rows of the tables at one moment; the totals follow from them. */
export interface SqlSnapshot {
  readonly rows: ReadonlyMap<string, readonly SqlValue[][]>
}

/** Each after those its rows refer to; the last numbers that were given come last. */
const tables = ['users', 'email_changes', 'schedules', 'resources', 'bookings', 'collaborators']
const numbers = 'sqlite_sequence'

/** The columns that are written; generated ones follow from them. */
const columnsOf = ({ all }: Statements, table: string): string =>
  all('SELECT name FROM pragma_table_info(?)', [table])
    .map(([name]) => `"${name}"`)
    .join(', ')

/** Reads all rows. */
export function takeSnapshot(statements: Statements): SqlSnapshot {
  const rowsOf = (table: string) =>
    statements.all(`SELECT ${columnsOf(statements, table)} FROM ${table} ORDER BY rowid`, [])
  return { rows: new Map([...tables, numbers].map(table => [table, rowsOf(table)])) }
}

/** Puts all rows in place of what is there; it belongs into a transaction. */
export function restoreSnapshot(statements: Statements, { rows }: SqlSnapshot): void {
  const { run } = statements
  // All that there is goes with the users, who own it.
  run('DELETE FROM users', [])
  for (const table of [...tables, numbers]) {
    // Inserting has counted the numbers already; those that were given and are gone again count too.
    if (table === numbers) run(`DELETE FROM ${numbers}`, [])
    const columns = columnsOf(statements, table)
    for (const values of rows.get(table) ?? []) {
      run(`INSERT INTO ${table} (${columns}) VALUES (${values.map(() => '?')})`, values)
    }
  }
}
