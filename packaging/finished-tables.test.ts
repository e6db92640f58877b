import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openDatabase } from '../server/storage/sqlite/engine.js'
import { newest } from '../server/storage/sqlite/migrations/newest.js'
import { bundle, dist } from './bundle.js'
import { finishedTables } from './finished-tables.js'

/** The objects of a new database, and the numbers of their rows. */
async function made(sql: string) {
  const database = await openDatabase()
  database.run(sql)
  const values = database.rows('SELECT type, name, tbl_name, sql FROM sqlite_schema ORDER BY type, name')
  const tables = values.filter(([type]) => type === 'table').map(([, name]) => name)
  return { values, rows: tables.map(name => database.rows(`SELECT count(*) FROM ${name}`)) }
}

test('a bundle creates the tables that all migrations result in, without running them', async () => {
  const folder = mkdtempSync(join(dist('packaging'), 'tables-'))
  try {
    const source = dist('server/storage/sqlite/migrations/newest.js')
    const name = join(folder, 'newest').replace(dist(''), '')
    await bundle('', { [name]: source }, { format: 'esm', plugins: [finishedTables] })

    const bundled = await import(pathToFileURL(join(folder, 'newest.js')).href)

    assert.equal(await made(bundled.newest), await made(newest))
    assert.not.match(bundled.newest, /ALTER|DROP/)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test.run()
