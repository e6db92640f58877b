import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { errorOf, furnish, guest } from '../../core/store-samples.contract.js'
import { openDatabase } from './engine.js'
import { createRepositories } from './repositories.js'
import { keepNamesUnique, migrate } from './schema.js'
import { createStatements } from './statements.js'

/*
 * The last line of defence: the tables themselves reject what the core never sends.
 */

async function furnished() {
  const database = await openDatabase()
  migrate(database)
  keepNamesUnique(database, 'service')
  const rows = createRepositories(createStatements(database))
  const work = async <T>(run: (given: typeof rows) => Promise<T>) => run(rows)
  await furnish({ read: work, write: work })
  return { database, rows }
}

const database = (await furnished()).database
const statements = createStatements(database)
const rowsOf = (table: string) => JSON.stringify(database.rows(`SELECT * FROM ${table} ORDER BY 1`))

const long = (limit: number) => [`${'é'.repeat(limit)}`, `${'\u{1f600}'.repeat(limit + 1)}`] as const
const colour = ['#09afAF', '#12345G'] as const
const truth = [1, 2] as const

/** For each column, a value that is accepted and one that is not. */
const columns: Record<string, Record<string, readonly [good: unknown, bad: unknown]>> = {
  users: {
    email: long(200),
    firstname: long(50),
    lastname: long(100),
    language_tag: ['de', 'fr'],
    first_day_of_week: ['sunday', 'friday'],
    allow_collaboration: truth,
    profile_completed: truth,
    collaboration_limit: [0, -1],
    request_rate_limit: [1, 0],
    schedules_limit: [0, -1],
    password_hash: ['hash', null],
  },
  resources: {
    name: long(100),
    description: long(200),
    color_fg: colour,
    color_bk: ['#FFFFFF', 'FFFFFF'],
    color_schedule: ['#FFFFFF', '#FFFFFFF'],
    text_bold: truth,
    link: long(250),
    link_title: long(100),
    note: long(500),
    custom_1: long(200),
    custom_2: long(200),
    schedule_id: ['one', 'three'],
  },
  bookings: {
    json: ['{}', null],
    resource_id: [2, 3],
    end: [1_800_000_000, 1],
    start: [0, 4_000_000_000],
  },
  collaborators: {
    email: long(200),
    user_role: ['viewer', 'owner'],
    user_id: ['ada', 'nobody'],
  },
  schedules: { owner_id: ['bo', 'nobody'] },
  email_changes: {
    user_id: ['ada', 'nobody'],
    secret_hash: [new Uint8Array(32), new Uint8Array(31)],
    email: ['a@b', null],
  },
}

for (const [table, values] of Object.entries(columns)) {
  const first = table === 'users' ? "'ada'" : table === 'schedules' ? "'one'" : 1
  const which = table === 'email_changes' ? 'rowid = 1' : `id = ${first}`

  test(`given direct writes to ${table}, then what breaks a rule is refused`, () => {
    for (const [column, [good, bad]] of Object.entries(values)) {
      const before = rowsOf(table)
      const update = (value: unknown) =>
        statements.run(`UPDATE ${table} SET "${column}" = ? WHERE ${which}`, [value as string])

      assert.throws(() => update(bad), /constraint failed/, `${column} ${bad}`)
      assert.is(rowsOf(table), before)
      database.run('SAVEPOINT tried')
      update(good)
      assert.is(
        statements.get(`SELECT "${column}" = ? FROM ${table} WHERE ${which}`, [good as string])?.[0],
        1,
      )
      database.run('ROLLBACK TO tried; RELEASE tried')
    }
  })
}

test('given an empty name, then it is refused', () => {
  assert.throws(() => database.run("UPDATE resources SET name = '' WHERE id = 1"), /constraint failed/)
})

test('given generated text, then it cannot be written', () => {
  for (const table of ['users', 'resources', 'collaborators']) {
    assert.throws(() => database.run(`UPDATE ${table} SET json = '{}'`), /generated column/)
  }
})

test('given that everything is removed, then no total remains except the last id of a booking', async () => {
  const { database, rows } = await furnished()
  const count = () => database.rows('SELECT count(*) FROM booking_totals')[0]?.[0]
  assert.is(count(), 6)

  await rows.resources.remove({ schedule_id: 'one', ids: [1] })
  assert.is(count(), 5)
  await rows.users.remove('ada')

  assert.is(count(), 1)
  assert.equal(database.rows('SELECT * FROM booking_totals'), [[0, 12]])
})

test('given two changes of address with one secret, then the second is refused, and the first remains', async () => {
  const { rows } = await furnished()
  const expires_at = 1
  const secret = 'secret of bo'

  const error = await errorOf(() =>
    rows.emailChanges.put({ user_id: 'ada', email: 'a@example.test', secret, expires_at }),
  )

  assert.match((error as Error).message, 'UNIQUE constraint failed: email_changes.secret_hash')
  assert.is((await rows.emailChanges.find(secret))?.user_id, 'bo')
})

test('given an address that differs from its key, then the key is what is unique', async () => {
  const { rows } = await furnished()

  assert.is(await rows.collaborators.insert(guest('\u00c4@example.test'), 0), 4)
  const error = await errorOf(() => rows.collaborators.insert(guest('\u00e4@example.test'), 0))
  assert.match((error as Error).message, 'collaborators.email_key')
})

test.run()
