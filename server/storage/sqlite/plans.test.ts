import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Repositories, Selection, Slice } from '../../core/index.js'
import {
  booking,
  errorOf,
  furnish,
  halfHour,
  later,
  noon,
  selections,
} from '../../core/store-samples.contract.js'
import { openDatabase } from './engine.js'
import { createRepositories } from './repositories.js'
import { keepNamesUnique, migrate } from './schema.js'
import { createStatements, type Statements } from './statements.js'

/** The rows of a store that records SQLite's plan of each statement. */
async function explained() {
  const database = await openDatabase()
  migrate(database)
  keepNamesUnique(database, 'service')
  const statements = createStatements(database)
  const plans = new Map<string, string[]>()
  const explain = (sql: string, values: readonly unknown[]) => {
    if (plans.has(sql)) return
    const steps = statements.all(`EXPLAIN QUERY PLAN ${sql}`, values as never)
    plans.set(
      sql,
      steps.map(([, , , step]) => String(step)),
    )
  }
  const noting: Statements = {
    ...statements,
    all(sql, values) {
      explain(sql, values)
      return statements.all(sql, values)
    },
    get(sql, values) {
      explain(sql, values)
      return statements.get(sql, values)
    },
    run(sql, values) {
      explain(sql, values)
      statements.run(sql, values)
    },
  }
  const rows = createRepositories(noting)
  const work = async <T>(run: (given: Repositories) => Promise<T>) => run(rows)
  await furnish({ read: work, write: work })
  return { rows, plans, noting }
}

/** Returns the plans for reading lists of bookings, excluding the counts that determine the choice of plan. */
async function planned() {
  const { rows, plans } = await explained()
  const planOf = async (selection: Selection, slice: Slice) => {
    plans.clear()
    await rows.bookings.list(selection, slice)
    return [...plans].flatMap(([sql, steps]) =>
      sql.includes('FROM bookings') && !sql.includes('count(*)') ? steps : [],
    )
  }
  return { rows, planOf }
}

/** Steps that scan a table or one of its indexes; a list of ids and rows already found do not count. */
const scans = (steps: readonly string[]) => steps.filter(step => /^SCAN (?!page$|json_each )/.test(step))

const first = { offset: 0, limit: 20 }
const second = { offset: 2, limit: 3 }

test('given every look-up, filter and list of a schedule, then an index is used', async () => {
  const { rows, plans } = await explained()

  for (const selection of selections()) {
    for (const slice of [first, second]) await rows.bookings.list(selection, slice)
    await rows.bookings.count(selection)
    await rows.bookings.ids(selection)
    await rows.bookings.change(selection, { title: 'new' }, later)
  }
  for (const collection of [rows.resources, rows.collaborators]) {
    for (const selection of [{ schedule_id: 'one' }, { schedule_id: 'one', ids: [1, 2] }]) {
      for (const slice of [first, second]) await collection.list(selection, slice)
      await collection.count(selection)
      await collection.ids(selection)
    }
    await collection.find('one', 1)
  }
  await rows.bookings.find('one', 1)
  await rows.users.find('ada')
  await rows.users.findByEmail('ada@example.test')
  await rows.emailChanges.find('secret of bo')
  await rows.schedules.find('one')
  await rows.schedules.membershipOf('one', 'bo')
  await rows.collaborators.invitations('guest@example.test')
  await rows.collaborators.countOf('bo')

  assert.ok(plans.size >= 60, `${plans.size} different statements`)
  for (const [sql, steps] of plans) assert.equal(scans(steps), [], `${sql}\n${steps.join('\n')}`)
})

test('given writes, then their rows are found with an index', async () => {
  const { rows, plans } = await explained()

  await rows.resources.change({ schedule_id: 'one', ids: [1] }, { name: 'Grey' }, later)
  await rows.collaborators.change({ schedule_id: 'one' }, { user_role: 'editor' }, later)
  await errorOf(() => rows.collaborators.link(2, 'bo'))
  await rows.users.change('ada', { firstname: 'Ada' }, later)
  await rows.emailChanges.remove('bo')
  for (const selection of selections()) await rows.bookings.remove(selection)
  for (const collection of [rows.resources, rows.collaborators]) {
    await collection.remove({ schedule_id: 'one', ids: [1] })
    await collection.remove({ schedule_id: 'one' })
  }
  await rows.users.remove('ada')

  assert.ok(plans.size > 20, `${plans.size} different statements`)
  for (const [sql, steps] of plans) assert.equal(scans(steps), [], `${sql}\n${steps.join('\n')}`)
})

test('given a list, then nothing is sorted; given ids, then each is looked up', async () => {
  const { planOf } = await planned()

  for (const scope of [{ schedule_id: 'one' }, { schedule_id: 'one', resource_id: 1 }]) {
    for (const slice of [first, second]) {
      const steps = await planOf(scope, slice)
      assert.ok(
        steps.some(step =>
          /^SEARCH bookings USING COVERING INDEX bookings_of_(schedule|resource) /.test(step),
        ),
        steps.join(),
      )
      assert.ok(!steps.some(step => step.includes('TEMP B-TREE')), steps.join())
    }
    const byId = await planOf({ ...scope, ids: [1, 2], time_min: 0, time_max: later }, first)
    assert.ok(
      byId.every(step => !step.includes('INDEX bookings')),
      byId.join(),
    )
    assert.ok(byId.includes('SEARCH bookings USING INTEGER PRIMARY KEY (rowid=?)'), byId.join())
  }
})

test('given a window, then bookings are found by their times, and only the page is read', async () => {
  const { rows, planOf } = await planned()
  for (let number = 0; number < 1_500; number++) {
    const start = noon + halfHour * (number < 300 ? -10 : 10)
    await rows.bookings.insert(booking({ start, end: start + halfHour }), later)
  }

  for (const scope of [{ schedule_id: 'one' }, { schedule_id: 'one', resource_id: 1 }]) {
    const steps = await planOf({ ...scope, time_min: noon - 20 * halfHour, time_max: noon }, first)
    assert.ok(
      steps.some(step => /^SEARCH bookings USING COVERING INDEX .*start>\? AND start<\?/.test(step)),
      steps.join(),
    )
  }
})

test('given the lists of all accounts and all schedules, then only they are full scans', async () => {
  const { rows, plans } = await explained()
  plans.clear()

  await rows.users.list()
  await rows.schedules.list()

  assert.equal([...plans.values()], [['SCAN users'], ['SCAN schedules']])
})

test('given a row with references to it, then those are found with an index when it is deleted', async () => {
  const { noting, plans } = await explained()
  const references = noting.all(
    `SELECT tables.name, columns.id, group_concat('"' || columns."from" || '" = ?', ' AND ')
     FROM pragma_table_list AS tables, pragma_foreign_key_list(tables.name) AS columns
     GROUP BY tables.name, columns.id`,
    [],
  )
  plans.clear()

  for (const [table, , condition] of references) {
    const values = String(condition).includes('AND') ? ['one', 1] : ['one']
    noting.all(`SELECT 1 FROM ${table} WHERE ${condition}`, values)
  }

  assert.is(references.length, 6)
  assert.is(plans.size, 6)
  const ofBookings = [...plans].find(([sql]) => sql.includes('FROM bookings'))?.[1]
  assert.match(String(ofBookings), 'bookings_of_resource (resource_id=? AND schedule=?)')
  for (const [sql, steps] of plans) assert.equal(scans(steps), [], `${sql}\n${steps.join('\n')}`)
})

test.run()
