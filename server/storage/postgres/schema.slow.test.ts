import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { test as all } from 'uvu'
import * as assert from 'uvu/assert'
import { Unavailable } from '../../core/index.js'
import {
  booking,
  errorOf,
  everything,
  furnish,
  later,
  made,
  user,
} from '../../core/store-samples.contract.js'
import type { DataNote } from '../errors.js'
import { openSqlStore } from '../sqlite/sql-store.js'
import { withDirectory } from '../sqlite/testing/temporary-directory.js'
import { checkData, copyData, migrateDatabase } from '../transfer.js'
import { migrations, newestVersion } from './migrations.js'
import { openPostgresStore, type PostgresStore } from './postgres-store.js'
import { withCluster } from './testing/cluster.js'
import { serverGrants, withRole } from './testing/role.js'

/* Who can create and migrate the tables, and what happens to a process whose database is migrated by a newer version. */

const { test, cluster } = withCluster(all)
const opened: PostgresStore[] = []

async function open(url: string, notify = (_: DataNote) => {}): Promise<PostgresStore> {
  const store = await openPostgresStore({ url, notify })
  opened.push(store)
  return store
}

/** A database with the tables of this version. */
async function ready(): Promise<string> {
  const url = cluster().database()
  await migrateDatabase(url, 'service')
  return url
}

test.after.each(async () => {
  for (const store of opened.splice(0)) await store.close()
})

test('given tables created by another role, then a server that can only change rows works fully', async () => {
  const { owner, url } = withRole(cluster(), serverGrants)

  const migrated = await migrateDatabase(owner, 'service')
  const store = await open(url)
  await store.seedFirst(async () => {
    await store.write(rows => rows.clear())
    await furnish(store)
  })
  const undone = await errorOf(
    store.write(async ({ bookings }) => {
      await bookings.insert(booking(), later)
      throw new Error('no')
    }),
  )
  const id = await store.write(({ bookings }) => bookings.insert(booking(), later))
  await store.write(({ bookings }) => bookings.remove({ schedule_id: 'one', ids: [1] }))
  const admission = await store.counts.rate.admit('ada', 100, made)
  await store.counts.throttle.clear()

  assert.equal(migrated, { before: 0, now: newestVersion })
  assert.equal(await migrateDatabase(owner, 'service'), { before: newestVersion, now: newestVersion })
  assert.match(String(undone), /no$/)
  assert.is(id, 13)
  assert.ok(admission.admitted)
  assert.ok(await everything(store))
  assert.ok((await open(url)).isSeeded)
})

test('given a role that cannot create tables, then the server does not start without them, and says what to do', async () => {
  const { url } = withRole(cluster(), '')

  const error = await errorOf(open(url))

  assert.match(
    String(error),
    /permission denied for schema public\. A server needs the tables that .* creates/,
  )
})

test('given tables without grants, when the data is checked, then the error says so, and where grants are explained', async () => {
  const { owner, url } = withRole(cluster(), '')
  await migrateDatabase(owner, 'service')

  assert.match(
    String(await errorOf(checkData(url))),
    /permission denied for table schedkit\. A server needs .* SELECT, INSERT, .* server\/storage\/README/,
  )
})

test('given a role that lacks privileges, then a server does not start, and names the table, the privilege and the GRANT, which is sufficient', async () => {
  const { owner, url } = withRole(cluster(), serverGrants)
  await migrateDatabase(owner, 'service')
  const role = new URL(url).username
  cluster().run(owner, `REVOKE DELETE ON bookings FROM ${role}; REVOKE USAGE ON mail_numbers FROM ${role}`)
  const some = String(await errorOf(open(url)))
  cluster().run(
    owner,
    `REVOKE ALL ON ALL TABLES IN SCHEMA public FROM ${role}; REVOKE ALL ON ALL SEQUENCES IN SCHEMA public FROM ${role}`,
  )
  const all = String(await errorOf(open(url)))

  cluster().run(owner, all.slice(all.indexOf('GRANT')))
  await furnish(await open(url))

  assert.match(some, /role role_of_\w+ lacks USAGE on mail_numbers; DELETE on bookings\. Run as the owner/)
  assert.match(
    some,
    /GRANT USAGE ON SEQUENCE mail_numbers TO role_of_\w+; GRANT DELETE ON bookings TO role_of_\w+;$/,
  )
  const relations = cluster().run(
    owner,
    `SELECT count(*) FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'S')`,
  )
  assert.is(all.match(/GRANT/g)?.length, Number(relations))
})

test('given a table without grants, when it is read, then the store is unavailable, and the log names table and page once', async () => {
  const { owner, url } = withRole(cluster(), serverGrants)
  await migrateDatabase(owner, 'service')
  const notes: DataNote[] = []
  const store = await open(url, note => notes.push(note))
  cluster().run(owner, `REVOKE ALL ON users FROM ${new URL(url).username}`)

  const errors = [await errorOf(async () => everything(store)), await errorOf(async () => everything(store))]

  assert.equal(
    errors.map(error => (error as Unavailable).why),
    ['denied', 'denied'],
  )
  assert.equal(
    notes.map(({ event }) => event),
    ['database denied'],
  )
  assert.match(notes[0]?.message ?? '', /permission denied for table users\. .* server\/storage\/README/)
})

test('given grants, when data is copied into the tables by a role other than their owner, then the error says that this requires the owner', () =>
  withDirectory(async parent => {
    const { owner, url } = withRole(cluster(), serverGrants)
    await migrateDatabase(owner, 'service')
    const directory = join(parent, 'data')
    await copyData(owner, directory)

    const error = await errorOf(copyData(directory, url))

    assert.match(String(error), /data migrate, import and copy, and a reset, need their owner/)
  }))

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

test('given tables of another owner that the server would have to change, when it starts, then the error has the reason and the solution', async () => {
  const { owner, url } = withRole(cluster(), serverGrants)
  await migrateDatabase(owner, 'schedule')
  const other = String(await errorOf(open(url)))
  cluster().run(owner, 'UPDATE schedkit SET version = 99')

  const newer = String(await errorOf(open(url)))

  assert.match(
    other,
    /made for --unique-names schedule, not service\. Run schedkit data migrate URL --unique-names service as the owner/,
  )
  assert.match(
    newer,
    /its version is 99, but this schedkit supports versions up to \d+\. Use a newer schedkit/,
  )
})

test('given a database whose encoding is not UTF8, then a start, a migration and a copy are refused, and the message names the required one', () =>
  withDirectory(async parent => {
    cluster().run(
      cluster().urlOf('postgres'),
      `CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0`,
    )
    const url = cluster().urlOf('latin')
    const directory = join(parent, 'data')
    await copyData(await ready(), directory)

    for (const work of [
      () => open(url),
      () => migrateDatabase(url, 'service'),
      () => copyData(directory, url),
    ])
      assert.match(
        String(await errorOf(work)),
        /its encoding is LATIN1, .*: CREATE DATABASE NAME ENCODING 'UTF8' TEMPLATE template0\./,
      )
    assert.is(cluster().run(url, `SELECT to_regclass('schedkit') IS NULL`).trim(), 't')
  }))

test('given a publication of all tables, new tables and those of an earlier schedkit are migrated, and get their first seed', async () => {
  const url = cluster().database()
  const publish = 'CREATE PUBLICATION everything FOR ALL TABLES'
  cluster().run(url, publish)

  await migrateDatabase(url, 'service')
  cluster().run(url, `DROP PUBLICATION everything; ALTER TABLE schedkit REPLICA IDENTITY DEFAULT; ${publish}`)
  await migrateDatabase(url, 'schedule')
  const store = await openPostgresStore({ url, uniqueNames: 'schedule' })
  opened.push(store)

  assert.ok(await store.seedFirst(() => store.write(rows => rows.clear())))
})

test('given a server that loads its first seed, when data are copied into its database, then the copy is refused', () =>
  withDirectory(async directory => {
    const url = await ready()
    const source = await openSqlStore({ data: { directory } })
    await furnish(source)
    await source.close()
    const store = await open(url)
    let copying: Promise<unknown> | undefined

    await store.seedFirst(async () => {
      copying = errorOf(copyData(directory, url))
      // As long as hashing passwords may take.
      await sleep(1_000)
      await store.write(async rows => {
        await rows.clear()
        await rows.users.insert(user('own'), made)
      })
    })

    assert.match(String(await copying), /there is data in it already/)
    assert.equal(
      (await store.read(rows => rows.users.list())).map(({ id }) => id),
      ['own'],
    )
  }))

test('given tables of this version, then a migration writes nothing', async () => {
  const url = await ready()
  const state = () => cluster().run(url, 'SELECT xmin, * FROM schedkit')
  const before = state()

  await migrateDatabase(url, 'service')

  assert.is(state(), before)
})

test('given tables of version 6, then a migration recounts their bookings, and keeps the privileges of the server', async () => {
  const { owner, url } = withRole(cluster(), serverGrants)
  cluster().run(
    owner,
    `CREATE TABLE schedkit (version integer NOT NULL, unique_names text NOT NULL DEFAULT '', is_seeded boolean NOT NULL DEFAULT false);
     INSERT INTO schedkit VALUES (6, 'service', true); ${migrations.after(0)[0]};
     CREATE UNIQUE INDEX resources_name_unique ON resources (name);
     INSERT INTO users (id, email_key, password_hash, object) VALUES ('ada', 'ada@example.test', 'hash', '{}');
     INSERT INTO schedules (id, owner_id) VALUES ('one', 'ada');
     INSERT INTO resources VALUES (1, 'one', 'Room', '{"id":1}');
     INSERT INTO bookings SELECT id, 'one', 1, now(), now(), '{"id":' || id || '}' FROM generate_series(1, 9000) AS id;
     INSERT INTO booking_totals VALUES ('one', 0, 3, 9000), ('one', 1, 3, 9000)`,
  )

  const early = await errorOf(checkData(url))
  const migrated = await migrateDatabase(owner, 'service')

  assert.match(
    String(early),
    /its version is 6, .* Migrate it as the owner of its tables: schedkit data migr/,
  )
  assert.equal(migrated, { before: 6, now: newestVersion })
  assert.equal((await checkData(url)).wrongTotals, [])
  const store = await open(url)
  await store.write(({ bookings }) => bookings.remove({ schedule_id: 'one', ids: [1, 5_000] }))
  const page = await store.read(({ bookings }) =>
    bookings.list({ schedule_id: 'one' }, { offset: 8_000, limit: 2 }),
  )
  assert.equal(
    page.map(({ id }) => id),
    [8_003, 8_004],
  )
  assert.equal((await checkData(url)).wrongTotals, [])
})

test('given tables of version 7, then a migration adds up the blocks of each resource', async () => {
  const url = await ready()
  await open(url).then(furnish)
  cluster().run(
    url,
    `UPDATE schedkit SET version = 7;
     INSERT INTO booking_totals (schedule_id, resource_id, block, writer, total)
       SELECT schedule_id, resource_id, 1, writer, 2 FROM booking_totals WHERE resource_id = 1;
     INSERT INTO booking_totals (schedule_id, resource_id, block, writer, total)
       SELECT schedule_id, resource_id, 2, writer, -2 FROM booking_totals WHERE resource_id = 1 AND block = 0`,
  )

  const migrated = await migrateDatabase(url, 'service')

  assert.equal(migrated, { before: 7, now: newestVersion })
  assert.equal((await checkData(url)).wrongTotals, [])
  assert.is(
    cluster().run(url, 'SELECT count(*) FROM booking_totals WHERE resource_id <> 0 AND block <> 0').trim(),
    '0',
  )
})

test('given tables from before the first release, then a start refuses them', async () => {
  const url = cluster().database()
  await (await open(url)).close()
  cluster().run(url, 'UPDATE schedkit SET version = 5')

  const error = await errorOf(open(url))

  assert.match(
    String(error),
    /its version is 5, which no released schedkit has written\. Choose another database/,
  )
})

test('given tables that a newer version has changed, then the store reports it once, and refuses everything', async () => {
  const url = cluster().database()
  const notes: DataNote[] = []
  const store = await open(url, note => notes.push(note))
  await furnish(store)
  cluster().run(url, `UPDATE schedkit SET version = 99; ALTER TABLE bookings DROP COLUMN object`)

  const read = () =>
    store.read(({ bookings }) => bookings.list({ schedule_id: 'one' }, { offset: 0, limit: 5 }))
  await errorOf(read)
  while (notes.length === 0) await new Promise(resolve => setTimeout(resolve, 10))
  const error = await errorOf(read)

  assert.match(String(error), /Unavailable/)
  assert.is(await store.health(), 'newer_schema')
  assert.equal(
    notes.map(({ event }) => event),
    ['newer schema'],
  )
  assert.match(
    notes[0]?.message ?? '',
    /have version 99 now, and this schedkit knows versions up to \d+\. It finishes/,
  )
})

test('given a migration by a newer version, then all requests in progress are told that the database is unavailable', async () => {
  const url = cluster().database()
  const store = await open(url)
  await furnish(store)
  cluster().run(url, 'UPDATE schedkit SET version = 99; ALTER TABLE bookings DROP COLUMN object')

  const errors = await Promise.all(
    Array.from({ length: 6 }, () =>
      errorOf(store.read(({ bookings }) => bookings.list({ schedule_id: 'one' }, { offset: 0, limit: 5 }))),
    ),
  )

  assert.equal(
    errors.map(error => error instanceof Unavailable && error.why),
    Array(6).fill('unreachable'),
  )
})

test.run()
