import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { booking, later, resource } from '../../../core/store-samples.contract.js'
import { openDatabase } from '../engine.js'
import { createRepositories } from '../repositories.js'
import { migrate, readMigrations } from '../schema.js'
import { createStatements } from '../statements.js'

const texts = ['', 'a\u0000b', '"quoted" \\ / \u0007\u007f\n', 'é\u{1f600}\u2028', '"start":null,"end":null']

/** A database of version 3 with two schedules, whose rows were not made in the order of their ids. */
async function versionThree() {
  const database = await openDatabase()
  migrate(database, readMigrations().slice(0, 3))
  const { run, all } = createStatements(database)
  const look = { color_fg: '#000000', color_bk: '#FFFFFF', text_bold: true, link: '', link_title: '' }
  const insert = (table: string, row: Record<string, number | string | boolean>) =>
    run(
      `INSERT INTO ${table} (${Object.keys(row).map(name => `"${name}"`)}) VALUES (${Object.keys(row).map(() => '?')})`,
      Object.values(row),
    )
  const dates = { created_at: 1, updated_at: 2 }
  run(
    `INSERT INTO users VALUES ('ada', 'a@x.test', 'a@x.test', 'hash', '', '', 'en', 'Y-m-d', 'H:i', 'UTC', 'monday', 1, 0, 1, 1, 1, 1, 1)`,
    [],
  )
  for (const id of ['two', 'one', 'gone', 'empty']) insert('schedules', { id, owner_id: 'ada', ...dates })
  run(`DELETE FROM schedules WHERE id = 'gone'`, [])
  for (const [id, schedule_id] of [
    [7, 'one'],
    [3, 'two'],
    [4, 'one'],
  ] as const) {
    const common = {
      name: `R${id}`,
      description: '',
      color_schedule: '#FFFFFF',
      note: '',
      custom_1: '',
      custom_2: '',
    }
    insert('resources', { id, schedule_id, ...look, ...common, ...dates })
  }
  for (const [index, title] of [...texts, ...texts].entries()) {
    const place =
      index % 2 === 0 ? { schedule_id: 'one', resource_id: 7 } : { schedule_id: 'two', resource_id: 3 }
    const times = { start: -62_135_596_800 + index, end: 253_402_300_799 - index }
    const more = { note: title, custom_1: title, custom_2: '', all_day_display: false }
    insert('bookings', { id: 100 - index, title, ...place, ...times, ...look, ...more, ...dates })
  }
  run('DELETE FROM bookings WHERE id = 100', [])
  return { database, all, stored: () => all('SELECT id, start, "end", json FROM bookings ORDER BY id', []) }
}

test('given data of version 3, bookings keep their ids, times and texts to the last byte', async () => {
  const { database, stored } = await versionThree()
  const before = stored()

  migrate(database)

  assert.is(before.length, 9)
  assert.equal(stored(), before)
  assert.equal(database.rows('PRAGMA foreign_key_check'), [])
  assert.equal(database.rows('PRAGMA integrity_check'), [['ok']])
  assert.equal(database.rows('PRAGMA foreign_keys'), [[1]])
})

test('given data of version 3, totals, lists, ids and cascades go on from there', async () => {
  const { database } = await versionThree()
  migrate(database)
  const rows = createRepositories(createStatements(database))
  const { resources, bookings, schedules, users } = rows
  const count = (schedule_id: string, resource_id?: number) =>
    bookings.count({ schedule_id, ...(resource_id && { resource_id }) })

  assert.equal(
    [count('one'), count('two'), count('one', 7), count('one', 4), count('two', 3)],
    [4, 5, 4, 0, 5],
  )
  assert.equal(bookings.ids({ schedule_id: 'one' }), [92, 94, 96, 98])
  assert.is(bookings.insert(booking({ resource_id: 4 }), later), 101)
  await schedules.insert({ id: 'three', owner_id: 'ada' }, later)
  const added = await resources.insert(resource('New', { schedule_id: 'three' }), later)
  assert.is(added, 8)
  assert.is(bookings.insert(booking({ schedule_id: 'three', resource_id: added }), later), 102)
  await resources.remove({ schedule_id: 'one', ids: [7] })
  assert.equal(bookings.ids({ schedule_id: 'one' }), [101])
  assert.is(count('one'), 1)
  await users.remove('ada')
  assert.equal(database.rows('SELECT scope FROM booking_totals'), [[0]])
})

test.run()
