import { test as all } from 'uvu'
import * as assert from 'uvu/assert'
import { dateText, utcText } from '../../core/index.js'
import { booking, everything, resource, user } from '../../core/store-samples.contract.js'
import { checkData, copyData } from '../transfer.js'
import { newestVersion, readMigrations } from './migrations.js'
import { openPostgresStore } from './postgres-store.js'
import { withCluster } from './testing/cluster.js'

/* Databases of older versions, with the rows that schedkit wrote to them. */

const { test, cluster } = withCluster(all)
const made = Date.UTC(2023, 0, 15, 11)
const times = [-62_135_596_800, 0, 1_900_000_000, 253_402_300_799]
const texts = ['', 'a\u0000b', '"quoted" \\ \n', '\u{1f600}\u2028', '"start":null,"end":null']

const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`
const stored = (object: object) =>
  quoted(JSON.stringify({ ...object, updated_at: dateText(made), created_at: dateText(made) }))

/** Creates the tables of a version, and a row of each kind. */
function createOld(version: number): string {
  const url = cluster().database()
  const { password_hash, ...ada } = user('ada')
  const room = { id: 1, ...resource('Room') }
  const bookings = texts.map((title, index) => {
    const start = times[index % times.length] as number
    const shown = {
      ...booking({ title }),
      start: null,
      end: null,
      start_utc: utcText(start),
      end_utc: utcText(start),
    }
    const object = quoted(
      JSON.stringify({ id: index + 1, ...shown, updated_at: dateText(made), created_at: dateText(made) }),
    )
    return `(nextval('bookings_ids'), 'one', 1, ${start}, ${start}, ${object})`
  })
  cluster().run(
    url,
    `CREATE TABLE schedkit (version integer NOT NULL, unique_names text NOT NULL DEFAULT '', is_seeded boolean NOT NULL DEFAULT false);
     ${readMigrations().slice(0, version).join(';')};
     CREATE UNIQUE INDEX ${version < 6 ? 'resource_name' : 'resources_name_unique'} ON resources (name);
     INSERT INTO schedkit VALUES (${version}, 'service', true);
     INSERT INTO users (id, email_key, password_hash, json) VALUES ('ada', 'ada@example.test', ${quoted(password_hash)}, ${stored(ada)});
     INSERT INTO email_changes VALUES ('ada', 'new@example.test', 'ab', ${made});
     INSERT INTO schedules (id, owner_id) VALUES ('one', 'ada');
     INSERT INTO resources (id, schedule_id, name, json) VALUES (nextval('resources_ids'), 'one', 'Room', ${stored(room)});
     INSERT INTO bookings (id, schedule_id, resource_id, start, "end", json) VALUES ${bookings};
     ${version < 3 ? '' : `INSERT INTO mails (key, json, state, due) VALUES ('k', '{}', 'sending', ${made});`}
     ${version < 4 ? '' : `INSERT INTO booking_totals VALUES ('one', 0, 0, ${texts.length}), ('one', 1, 0, ${texts.length});`}`,
  )
  return url
}

for (let version = 1; version < newestVersion; version++) {
  test(`given a database of version ${version}, a start migrates it, and all rows are as before`, async () => {
    const url = createOld(version)

    const store = await openPostgresStore({ url })

    assert.ok(store.isSeeded)
    const found = await store.read(({ bookings }) =>
      bookings.list({ schedule_id: 'one' }, { offset: 0, limit: 0 }),
    )
    assert.equal(
      found.map(({ start, end }) => [start, end]),
      texts.map((_, index) => Array(2).fill(times[index % times.length])),
    )
    assert.equal(
      found.map(({ json }) => JSON.parse(json).title),
      texts,
    )
    assert.is(
      await store.read(({ bookings }) => bookings.count({ schedule_id: 'one', resource_id: 1 })),
      texts.length,
    )
    if (version >= 3) assert.is(await store.mails.nextDue(), made)
    await store.close()
    assert.equal((await checkData(url)).problems, [])
    assert.is(cluster().run(url, 'SELECT version FROM schedkit').trim(), String(newestVersion))
  })
}

test('given a migrated database, it has the same tables, constraints and indexes as a new one', async () => {
  const [migrated, created] = [createOld(5), cluster().database()]
  const describe = (url: string) =>
    cluster().run(
      url,
      `SELECT table_name, column_name, data_type, is_nullable, column_default FROM information_schema.columns
         WHERE table_schema = 'public' ORDER BY 1, 2;
       SELECT conrelid::regclass, conname, pg_get_constraintdef(oid) FROM pg_constraint
         WHERE connamespace = 'public'::regnamespace ORDER BY 1, 2;
       SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' ORDER BY 1`,
    )

  for (const url of [migrated, created]) await (await openPostgresStore({ url })).close()

  assert.is(describe(migrated), describe(created))
})

test('given a new database, each table has a comment, and the names of constraints begin with their table', async () => {
  const url = cluster().database()
  await (await openPostgresStore({ url })).close()
  const run = (sql: string) => cluster().run(url, sql).trim()

  const tables = `pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r'`
  assert.is(run(`SELECT string_agg(relname, ',') FROM ${tables} AND obj_description(oid) IS NULL`), '')
  assert.is(
    run(
      `SELECT string_agg(conname, ',') FROM pg_constraint WHERE connamespace = 'public'::regnamespace
       AND conname NOT LIKE replace(conrelid::regclass::text, '_', '\\_') || '\\_%'`,
    ),
    '',
  )
})

test('given a migrated database, its data are copied as those of a new one', async () => {
  const [from, to] = [createOld(5), cluster().database()]
  const first = await openPostgresStore({ url: from })

  await copyData(from, to)

  const second = await openPostgresStore({ url: to })
  assert.equal(await everything(second), await everything(first))
  await first.close()
  await second.close()
})

test.run()
