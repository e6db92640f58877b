import { stateKinds } from '../data-rows.js'
import type { SqlValue, Statements } from './statements.js'

/** All rows at one moment; totals are derived from them. */
export interface SqlSnapshot {
  readonly rows: ReadonlyMap<string, readonly SqlValue[][]>
}

/** Each table after those it refers to; the last assigned ids come last. */
const tables = [...stateKinds, 'booking_totals']
const numbers = 'sqlite_sequence'

/** The writable columns; generated ones are derived from them. */
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

/** Replaces all rows. Call it inside a transaction. */
export function restoreSnapshot(statements: Statements, { rows }: SqlSnapshot): void {
  const { run } = statements
  // Deleting users deletes everything they own.
  run('DELETE FROM users', [])
  for (const table of [...tables, numbers]) {
    // Inserts have already counted rows and ids, but ids of deleted rows must also count.
    if (table === numbers || table === 'booking_totals') run(`DELETE FROM ${table}`, [])
    const kept = rows.get(table) ?? []
    const marks = kept[0]?.map(() => '?')
    const insert = `INSERT INTO ${table} (${columnsOf(statements, table)}) VALUES (${marks})`
    for (const values of kept) run(insert, values)
  }
}
