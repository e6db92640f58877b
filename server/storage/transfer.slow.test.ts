import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test as all } from 'uvu'
import * as assert from 'uvu/assert'
import type { Awaitable } from '../core/index.js'
import {
  booking,
  errorOf,
  everything,
  furnish,
  guest,
  later,
  made,
  noon,
  resource,
} from '../core/store-samples.contract.js'
import { DataError } from './errors.js'
import { openStore } from './open-store.js'
import { password, withCluster } from './postgres/testing/cluster.js'
import type { ServerStore } from './server-store.js'
import { withDirectory } from './sqlite/testing/temporary-directory.js'
import { checkData, copyData, exportData, isDatabase } from './transfer.js'

const { test, cluster } = withCluster(all)

/** Texts that SQLite and PostgreSQL treat differently. */
const odd = 'a\u0000b\u0007\u007f\u2028\t"\\ \\u0000 \u{1f600} é'

async function open(place: string): Promise<ServerStore> {
  const where = isDatabase(place) ? { database: place } : { data: place }
  return openStore({ uniqueNames: 'service', notify: () => {}, ...where })
}

async function using<T>(place: string, work: (store: ServerStore) => Awaitable<T>): Promise<T> {
  const store = await open(place)
  try {
    return await work(store)
  } finally {
    await store.close()
  }
}

/** Fills a place with more than the samples: odd texts, changed rows, removed rows. */
const fill = (place: string) =>
  using(place, async store => {
    await store.write(rows => rows.clear())
    await furnish(store)
    await store.write(async ({ users, resources, bookings, collaborators }) => {
      const id = await resources.insert(resource(odd, { description: odd }), later)
      await bookings.insert(booking({ resource_id: id, title: odd, start: noon - 1e9 }), later)
      await bookings.change({ schedule_id: 'one', ids: [2] }, { title: odd, end: noon + 10_000 }, later)
      await users.change('ada', { firstname: odd, email: 'ADA@other.test', profile_completed: true }, later)
      await collaborators.insert(guest(`${odd.slice(3)}@example.test`), later)
      const last = await bookings.insert(booking(), later)
      await bookings.remove({ schedule_id: 'one', ids: [last] })
    })
  })

async function exported(place: string): Promise<string> {
  let text = ''
  await exportData(place, async piece => {
    text += piece
  })
  return text
}

test('given data that moves to PostgreSQL and back, then all of it is as before, and ids continue', () =>
  withDirectory(async parent => {
    const [first, database, last] = [join(parent, 'first'), cluster().database(), join(parent, 'last')]
    await fill(first)
    const reports: number[][] = []

    const counts = await copyData(first, database, (done, total) => reports.push([done, total]))
    await copyData(database, last)

    assert.equal(counts, {
      users: 2,
      email_changes: 1,
      schedules: 2,
      resources: 4,
      bookings: 13,
      collaborators: 4,
      mails: 0,
    })
    assert.equal(reports.at(-1), [26, 26])
    const places = [first, database, last]
    const contents = []
    for (const place of places) {
      assert.equal((await checkData(place)).problems, [], place)
      contents.push([await using(place, everything), await exported(place)])
    }
    assert.equal(contents[1], contents[0])
    assert.equal(contents[2], contents[0])
    for (const place of places) {
      const ids = await using(place, store => {
        assert.ok(store.isSeeded)
        return store.write(async ({ resources, bookings, collaborators }) => [
          await resources.insert(resource('New'), made),
          await bookings.insert(booking(), made),
          await collaborators.insert(guest('new@example.test'), made),
        ])
      })
      assert.equal(ids, [5, 15, 5], place)
    }
  }))

test('given a place with data, then nothing is copied into it', () =>
  withDirectory(async parent => {
    const [directory, database] = [join(parent, 'data'), cluster().database()]
    await fill(directory)
    await fill(database)
    const before = await using(database, everything)

    for (const [from, to] of [
      [directory, database],
      [database, directory],
    ] as const) {
      const error = await errorOf(copyData(from, to))

      assert.instance(error, DataError)
      assert.match(String(error), /there is data in it already\. Choose an? (new|empty)/)
    }

    assert.equal(await using(database, everything), before)
  }))

test('given a copy that ends early, then nothing of it is there, and another one succeeds', () =>
  withDirectory(async parent => {
    const [first, database, last] = [join(parent, 'first'), cluster().database(), join(parent, 'last')]
    await fill(first)
    const interrupt = (done: number, total: number) => {
      if (done === total) throw new Error('interrupted')
    }

    assert.match(String(await errorOf(copyData(first, database, interrupt))), /interrupted/)
    assert.match(String(await errorOf(checkData(database))), /it has no tables of schedkit/)
    await copyData(first, database)
    assert.match(String(await errorOf(copyData(database, last, interrupt))), /interrupted/)

    assert.equal(
      readdirSync(last).filter(name => name !== 'schedkit.lock'),
      [],
    )
    await copyData(database, last)
    assert.equal(await using(last, everything), await using(first, everything))
  }))

test('given names that are only unique per schedule, then they may be equal in the copy', () =>
  withDirectory(async parent => {
    const [first, database, last] = [join(parent, 'first'), cluster().database(), join(parent, 'last')]
    const store = await openStore({ uniqueNames: 'schedule', data: first, notify: () => {} })
    await store.write(rows => rows.clear())
    await furnish(store)
    await store.write(({ resources }) => resources.insert(resource('Red', { schedule_id: 'two' }), made))
    await store.close()

    await copyData(first, database)
    await copyData(database, last)

    for (const place of [database, last])
      assert.match(String(await errorOf(open(place))), /"Red" in (one and two|two and one)/)
  }))

test('given a database with wrong texts and sequences, then a check names them', () =>
  withDirectory(async parent => {
    const database = cluster().database()
    await fill(database)
    cluster().run(
      database,
      `UPDATE bookings SET object = substr(object, 2) WHERE id = 2;
       UPDATE bookings SET starts_at = starts_at - interval '1 second' WHERE id = 5;
       UPDATE resources SET object = replace(object, '"id":3', '"id":4') WHERE id = 3;
       UPDATE users SET object = '' WHERE id = 'bo';
       ALTER SEQUENCE bookings_ids RESTART WITH 7`,
    )

    const { problems, directory, counts } = await checkData(database)
    const copied = await errorOf(copyData(database, join(parent, 'copy')))

    assert.equal(problems, [
      'the sequence bookings_ids gives 7 next, but there is an id 13',
      'the stored texts of 1 user are damaged',
      'the stored text of resource 3 is damaged',
      'the stored text of booking 2 is damaged',
      'the stored text of booking 5 is damaged',
    ])
    assert.is(counts.bookings, 13)
    assert.not.ok(directory.includes(encodeURIComponent(password)))
    assert.match(String(copied), /Failed to use the data in .*: a stored text is damaged/)
    assert.not.ok(String(copied).includes(encodeURIComponent(password)))
    assert.not.ok(existsSync(join(parent, 'copy', 'schedkit.db')))
  }))

test('given a connection that is lost during a copy, then the error names the database without its password', () =>
  withDirectory(async parent => {
    const [first, database] = [join(parent, 'first'), cluster().database()]
    await fill(first)
    const terminate = () =>
      void cluster().run(
        database,
        'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()',
      )

    const error = await errorOf(copyData(first, database, terminate))

    assert.match(String(error), /Failed to use the data in postgres:\/\/schedkit@.*Nothing was changed/)
    assert.not.ok(String(error).includes(encodeURIComponent(password)))
    await copyData(first, database)
  }))

test.run()
