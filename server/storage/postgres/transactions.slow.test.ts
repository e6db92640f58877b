import { test as all } from 'uvu'
import * as assert from 'uvu/assert'
import {
  type Awaitable,
  type Repositories,
  ScanLost,
  type Unavailable,
  UniqueViolation,
} from '../../core/index.js'
import {
  booking,
  errorOf,
  everything,
  furnish,
  later,
  pause,
  read,
  resource,
} from '../../core/store-samples.contract.js'
import type { DataNote } from '../errors.js'
import { openPostgresStore, type PostgresStore } from './postgres-store.js'
import { password, withCluster } from './testing/cluster.js'

const { test, cluster } = withCluster(all)
const one = { schedule_id: 'one' }
const every = { offset: 0, limit: 0 }
let url = ''
const opened: PostgresStore[] = []

async function open(more: object = {}): Promise<PostgresStore> {
  const store = await openPostgresStore({ url, ...more })
  opened.push(store)
  return store
}

test.before.each(() => {
  url = cluster().database()
})
test.after.each(async () => {
  for (const store of opened.splice(0)) await store.close()
})

test('given ten concurrent creates of one name in two stores, then one succeeds', async () => {
  const stores = [await open(), await open()]
  await furnish(stores[0] as PostgresStore)

  for (let round = 0; round < 5; round++) {
    const errors = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        errorOf(() =>
          (stores[index % 2] as PostgresStore).write(rows =>
            rows.resources.insert(resource(`Room ${round}`), later),
          ),
        ),
      ),
    )

    assert.is(errors.filter(error => error === undefined).length, 1)
    assert.ok(errors.every(error => error === undefined || error instanceof UniqueViolation))
  }
})

test('given writes in two stores that count and then add, then no limit is exceeded', async () => {
  const stores = [await open(), await open()]
  await furnish(stores[0] as PostgresStore)

  const added = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      (stores[index % 2] as PostgresStore).write(async ({ bookings }) => {
        if ((await bookings.count(one)) >= 12) return false
        await pause()
        await bookings.insert(booking(), later)
        return true
      }),
    ),
  )

  assert.is(added.filter(Boolean).length, 4)
  assert.is(await stores[1]?.read(({ bookings }) => bookings.count(one)), 12)
})

test('given a sequence that returns an id which is in use, then the next insert gets a free one', async () => {
  const store = await open()
  await furnish(store)
  const newest = Number(cluster().run(url, 'SELECT max(id) FROM bookings'))
  cluster().run(url, `SELECT setval('bookings_ids', ${newest}, false)`)

  const ids = await Promise.all(
    [1, 2, 3].map(() => store.write(({ bookings }) => bookings.insert(booking(), later))),
  )

  assert.ok(Math.min(...ids) > newest, `${ids}`)
  assert.is(new Set(ids).size, 3)
})

test('given a booking of a resource that is removed meanwhile, then the write is retried and sees that', async () => {
  const [first, second] = [await open(), await open()]
  await furnish(first)
  let runs = 0

  const found = await first.write(async ({ resources, bookings }) => {
    const red = await resources.find('one', 1)
    if (runs++ === 0) await second.write(rows => rows.resources.remove({ ...one, ids: [1] }))
    if (red) await bookings.insert(booking(), later)
    return red
  })

  assert.equal([found, runs], [undefined, 2])
})

test('given an account that another store has changed, then this one sees it at once', async () => {
  const [first, second] = [await open(), await open()]
  await furnish(first)
  const seen = () =>
    second.read(async ({ users, schedules }) => [
      (await users.findByEmail('bo@example.test'))?.password_hash,
      (await schedules.membershipOf('one', 'bo'))?.role,
    ])
  assert.equal(await seen(), ['hash of bo', 'editor'])

  await first.write(async ({ users, collaborators }) => {
    await users.change('bo', { password_hash: 'new' }, later)
    await collaborators.remove({ ...one, ids: [1] })
  })

  assert.equal(await seen(), ['new', undefined])
  assert.is(
    await second.write(async rows => (await rows.users.findByEmail('bo@example.test'))?.password_hash),
    'new',
  )
  await first.write(({ users }) => users.remove('bo'))
  assert.equal(await seen(), [undefined, undefined])
})

test('given reads with several queries, then they see one state', async () => {
  const [first, second] = [await open(), await open()]
  await furnish(first)
  const before = await first.read(({ bookings }) => bookings.count(one))
  let runs = 0

  const counts = await first.read(async ({ bookings }) => {
    runs++
    const count = await bookings.count(one)
    await second.write(rows => rows.bookings.insert(booking(), later))
    return [count, await bookings.count(one), (await bookings.list(one, every)).length]
  })

  assert.equal([counts, runs], [Array(3).fill(before), 1])
})

test('given refused writes, then their ids are assigned to the next objects', async () => {
  const store = await open()
  await furnish(store)
  const insert = (name: string) => store.write(rows => rows.resources.insert(resource(name), later))
  await errorOf(() => insert('Red'))
  const undone = store.write(async rows => {
    await rows.resources.insert(resource('Grey'), later)
    throw new Error('no')
  })
  await errorOf(undone)
  const snapshot = await store.snapshot()

  assert.equal([await insert('Grey'), await insert('Pink')], [4, 5])

  await store.restore(snapshot)
  assert.equal([await insert('Grey'), await insert('Pink')], [4, 5])
})

test('given a snapshot, then a restore restores all rows and the next ids', async () => {
  const store = await open()
  await furnish(store)
  await store.write(({ users }) => users.change('ada', { firstname: '"\\\u0000\u{1f600}' }, later))
  const before = await everything(store)
  const snapshot = await store.snapshot()

  await store.write(({ users }) => users.remove('ada'))
  await store.restore(snapshot)

  assert.equal(await everything(store), before)
  assert.is(await store.write(({ bookings }) => bookings.insert(booking(), later)), 13)
})

test('given thousands of bookings, then one change changes all of them, in statements that each end soon', async () => {
  const store = await open()
  cluster().run(
    url,
    `CREATE TABLE statements (rows bigint);
     CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS
       'BEGIN INSERT INTO statements SELECT count(*) FROM changed; RETURN NULL; END';
     CREATE TRIGGER noting AFTER UPDATE ON bookings REFERENCING NEW TABLE AS changed
       FOR EACH STATEMENT EXECUTE FUNCTION note()`,
  )
  await furnish(store)
  await store.write(async ({ bookings }) => {
    await Promise.all(Array.from({ length: 2_100 }, () => bookings.insert(booking(), later)))
  })

  await store.write(({ bookings }) => bookings.change(one, { resource_id: 2, title: 'new' }, later))

  await store.read(async ({ bookings }) => {
    const listed = await bookings.list({ ...one, resource_id: 2 }, every)
    assert.is(listed.length, 2_108)
    assert.ok(listed.every(kept => read(kept)?.title === 'new'))
  })
  assert.equal(cluster().run(url, 'SELECT rows FROM statements').trim().split('\n'), ['1000', '1000', '108'])
})

test('given impossible ids, then nothing is found', async () => {
  const store = await open()
  await furnish(store)

  await store.read(async ({ bookings }) => {
    assert.equal(await bookings.ids({ ...one, ids: [1, 1e21, Number.NaN, 0.5] }), [1])
    assert.is(await bookings.find('one', 1e21), undefined)
  })
})

test('given a lost connection, then a scan fails, and the store continues', async () => {
  const store = await open()
  await furnish(store)
  const scan = await store.read(({ bookings }) => bookings.scan(one, every))
  await scan.next(3)

  cluster().run(url, `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'FETCH%'`)

  assert.instance(await errorOf(() => scan.next(3)), ScanLost)
  assert.is(await store.read(({ bookings }) => bookings.count(one)), 8)
})

test('given concurrent writes that change what they scan, then each is retried until it succeeds', async () => {
  const store = await open()
  await furnish(store)

  await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      store.write(async ({ bookings }) => {
        const selection = { ...one, ids: [1] }
        const scan = await bookings.scan(selection, every)
        for (let part = await scan.next(3); part.length > 0; part = await scan.next(3)) {
          await bookings.change(selection, { end: (part[0]?.end ?? 0) + index + 1 }, later)
        }
      }),
    ),
  )

  const kept = await store.read(({ bookings }) => bookings.find('one', 1))
  assert.is(Number(kept?.end) - Number(kept?.start), 1800 + 36)
})

const writes: Record<string, (rows: Repositories, id: number) => Awaitable<void>> = {
  change: ({ bookings }, id) => bookings.change({ ...one, ids: [id] }, { title: 'Changed' }, later),
  removal: ({ bookings }, id) => bookings.remove({ ...one, ids: [id] }),
}

for (const [what, write] of Object.entries(writes)) {
  test(`given a ${what} of one booking beside that of another one in small tables, then neither is retried`, async () => {
    const store = await open()
    await furnish(store)
    // The database replans a prepared statement for its first five executions.
    const ids = Array.from({ length: 20 }, (_, index) => 14 + index)
    await store.write(async ({ bookings }) => {
      for (const _ of ids) await bookings.insert(booking(), later)
    })
    cluster().run(url, 'ANALYZE')
    let runs = 0
    async function attempt(rows: Repositories, id: number): Promise<void> {
      runs++
      await rows.entry?.({ email: 'ada@example.test', schedule_id: 'one', object: { kind: 'bookings', id } })
      await write(rows, id)
    }

    for (const id of ids.filter(id => id % 2 === 0)) {
      await store.write(async rows => {
        await attempt(rows, id)
        await store.write(others => attempt(others, id + 1))
      })
    }

    assert.is(runs, ids.length)
  })
}

test('given two stores that start at once, then both find the tables', async () => {
  const [first, second] = await Promise.all([open(), open()])

  await furnish(first)

  assert.is(await second.read(({ bookings }) => bookings.count(one)), 8)
  assert.equal([first.isSeeded, (await open()).isSeeded], [false, false])
  await first.write(rows => rows.clear())
  assert.ok((await open()).isSeeded)
})

test('given tables of a newer version, then the store is not opened', async () => {
  await open()
  cluster().run(url, 'UPDATE schedkit SET version = 99')

  const error = await errorOf(() => open())

  assert.match(
    String(error),
    /its version is 99, but this schedkit supports versions up to \d+\. Use a newer/,
  )
  assert.not.match(String(error), password)
})

test('given equal names in several schedules, then they cannot be made unique', async () => {
  const store = await open({ uniqueNames: 'schedule' })
  await furnish(store)
  await store.write(({ resources }) => resources.insert(resource('Red', { schedule_id: 'two' }), later))

  const error = await errorOf(() => open())

  assert.match(String(error), /some occur more than once: "Red" in (one and two|two and one)\. Rename them/)
})

for (const [what, wrong, message] of [
  ['that is none', 'secret:5432/x', /is not of the form postgres:/],
  ['of another kind', 'mysql://me:secret@localhost/x', /is not of the form postgres:/],
  [
    'with a wrong password',
    'wrong password',
    /authentication failed.*Check the user and the password in its URL/,
  ],
  ['with an unknown database', 'unknown', /database "nowhere" does not exist/],
  [
    'where nothing listens',
    'postgres://me:secret@127.0.0.1:1/x',
    /postgres:\/\/me@127\.0\.0\.1:1\/x: .*ECONNREFUSED/,
  ],
] as const) {
  test(`given a URL ${what}, then the reason is given without the password`, async () => {
    const given = new URL(url)
    if (wrong === 'wrong password') given.password = 'secret'
    if (wrong === 'unknown') given.pathname = 'nowhere'
    const used = /^(wrong|unknown)/.test(wrong) ? given.href : wrong

    const error = await errorOf(() => openPostgresStore({ url: used }))

    assert.match(String(error), message)
    assert.not.match(String(error), /secret/)
    assert.not.match(String(error), encodeURIComponent(password))
  })
}

test('given a closed store, then nothing runs in it', async () => {
  const store = await open()
  const reading = store.read(async rows => {
    await pause()
    return rows.users.list()
  })

  await store.close()

  assert.equal(await reading, [])
  assert.match(String(await errorOf(() => store.read(rows => rows.users.list()))), /closed/)
})

test('given a full disk, then writes are refused, and the log has the reason of the database once', async () => {
  const notes: DataNote[] = []
  const store = await open({ notify: (note: DataNote) => notes.push(note) })
  await furnish(store)
  cluster().run(
    url,
    `CREATE FUNCTION fill() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
       RAISE 'could not extend file "base/5/16384": No space left on device' USING ERRCODE = 'disk_full';
     END $$;
     CREATE TRIGGER fill BEFORE INSERT ON resources FOR EACH ROW EXECUTE FUNCTION fill()`,
  )

  const insert = () => errorOf(store.write(rows => rows.resources.insert(resource('Attic'), later)))
  const errors = [await insert(), await insert()]

  assert.equal(
    errors.map(error => (error as Unavailable).why),
    ['full', 'full'],
  )
  assert.equal(
    notes.map(({ event }) => event),
    ['storage full'],
  )
  assert.match(
    notes[0]?.message ?? '',
    /could not extend file .* No space left on device\. Make room on the disk/,
  )
})

test.run()
