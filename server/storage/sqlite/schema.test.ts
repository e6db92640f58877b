import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openDatabase } from './engine.js'
import { migrate, newestVersion } from './schema.js'

type Database = Awaited<ReturnType<typeof openDatabase>>

const versionOf = (database: Database) => database.rows('PRAGMA user_version')[0]?.[0]
const tablesOf = (database: Database) =>
  database
    .rows("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name")
    .flat()

const three = ['CREATE TABLE a (x)', 'CREATE TABLE b (x); INSERT INTO b VALUES (1)', 'CREATE TABLE c (x)']
const versions = (made: readonly string[]) => ({
  newest: made.length,
  after: (version: number) => made.slice(version),
})

test('given a new database, then it gets the newest version with every table', async () => {
  const database = await openDatabase()

  migrate(database)

  assert.is(versionOf(database), newestVersion)
  assert.equal(tablesOf(database), [
    'booking_totals',
    'bookings',
    'collaborators',
    'email_changes',
    'mails',
    'resources',
    'schedules',
    'seeded',
    'users',
  ])
})

test('given an older version, then it gets what is missing, and keeps its rows', async () => {
  const database = await openDatabase()
  migrate(database, versions(three.slice(0, 2)))

  migrate(database, versions(three))

  assert.is(versionOf(database), 3)
  assert.equal(tablesOf(database), ['a', 'b', 'c'])
  assert.equal(database.rows('SELECT x FROM b'), [[1]])
})

test('given the newest version, then nothing is done', async () => {
  const database = await openDatabase()
  migrate(database, versions(three))

  migrate(database, versions(three))

  assert.is(versionOf(database), 3)
  assert.equal(database.rows('SELECT x FROM b'), [[1]])
})

test('given a newer version, then it is refused with what to do, and not changed', async () => {
  const database = await openDatabase()
  migrate(database, versions(three))

  assert.throws(
    () => migrate(database, versions(three.slice(0, 2))),
    (error: Error) =>
      error.message ===
      'Failed to open the data: its version is 3, but this schedkit supports versions up to 2. Use a newer schedkit.',
  )
  assert.is(versionOf(database), 3)
  assert.equal(tablesOf(database), ['a', 'b', 'c'])
})

test('given a migration that fails, then the old version is unchanged, and a correct one succeeds later', async () => {
  const database = await openDatabase()
  migrate(database, versions(three.slice(0, 1)))
  const wrong = [...three.slice(0, 2), 'CREATE TABLE c (x); CREATE TABLE a (x)']

  assert.throws(() => migrate(database, versions(wrong)), /table a already exists/)

  assert.is(versionOf(database), 1)
  assert.equal(tablesOf(database), ['a'])
  migrate(database, versions(three))
  assert.is(versionOf(database), 3)
})

test.run()
