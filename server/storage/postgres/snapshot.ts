import { stateKinds } from '../data-rows.js'
import { sequences } from './repositories.js'
import type { Transaction } from './transaction.js'

/** All rows at one moment, as JSON texts, and the positions of the sequences. */
export interface DatabaseSnapshot {
  readonly tables: ReadonlyMap<string, readonly string[]>
  readonly next: ReadonlyMap<string, number>
}

/** Each table after those it refers to. */
const tables = [...stateKinds, 'booking_totals']
const rowsInText = 5_000

/** Reads all rows in a transaction that sees one state. */
export async function takeSnapshot({ all, first }: Transaction): Promise<DatabaseSnapshot> {
  const texts = new Map<string, string[]>()
  for (const table of tables) {
    const parts = await all(
      `SELECT json_agg(to_json(numbered) ORDER BY place) FROM
         (SELECT ${table}.*, row_number() OVER () - 1 AS place FROM ${table}) AS numbered
       GROUP BY place / ${rowsInText}`,
    )
    texts.set(table, parts.map(String))
  }
  const next = new Map<string, number>()
  for (const sequence of sequences) {
    const [last, isCalled] = (await first(`SELECT last_value, is_called::integer FROM ${sequence}`)) ?? []
    next.set(sequence, Number(last) + Number(isCalled))
  }
  return { tables: texts, next }
}

/** Replaces all rows. */
export async function restoreSnapshot(
  { run }: Transaction,
  { tables, next }: DatabaseSnapshot,
): Promise<void> {
  // One after another, because the time limit of a query begins when it is sent. Deleting users deletes everything they own.
  await run('DELETE FROM users')
  for (const [table, texts] of tables) {
    for (const text of texts) {
      await run(`INSERT INTO ${table} SELECT * FROM json_populate_recordset(NULL::${table}, $1::json)`, [
        text,
      ])
    }
  }
  for (const [sequence, id] of next) await run(`ALTER SEQUENCE ${sequence} RESTART WITH ${id}`)
}
