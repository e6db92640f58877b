import { test as all } from 'uvu'
import * as assert from 'uvu/assert'
import type { Repositories } from '../../core/index.js'
import {
  booking,
  errorOf,
  furnish,
  halfHour,
  later,
  noon,
  resource,
} from '../../core/store-samples.contract.js'
import { checkData } from '../transfer.js'
import { constraintsQuery, expectedConstraints } from './check-data.js'
import { openPostgresStore, type PostgresStore } from './postgres-store.js'
import { withCluster } from './testing/cluster.js'

const { test, cluster } = withCluster(all)
const one = { schedule_id: 'one' }
const opened: PostgresStore[] = []
let url = ''
let stores: readonly [PostgresStore, PostgresStore] | undefined

async function open(): Promise<PostgresStore> {
  const store = await openPostgresStore({ url })
  opened.push(store)
  return store
}

/** Two stores on one database that contains the samples. */
async function furnished(): Promise<readonly [PostgresStore, PostgresStore]> {
  stores ??= [await open(), await open()]
  await stores[0].write(rows => rows.clear())
  await furnish(stores[0])
  return stores
}

/** The totals of schedule one and of its resources 1 and 2, after checking that all totals match the rows. */
async function totals({ read }: PostgresStore): Promise<number[]> {
  assert.equal((await checkData(url)).wrongTotals, [])
  return read(async ({ bookings }) => [
    await bookings.count(one),
    await bookings.count({ ...one, resource_id: 1 }),
    await bookings.count({ ...one, resource_id: 2 }),
  ])
}

const insertMany = ({ bookings }: Repositories, count: number, resource_id = 1) =>
  Promise.all(Array.from({ length: count }, () => bookings.insert(booking({ resource_id }), later)))

test.before(() => {
  url = cluster().database()
})
test.after(async () => {
  for (const store of opened) await store.close()
})

const writes: [what: string, write: (rows: Repositories) => unknown, expected: number[]][] = [
  ['no write', () => {}, [8, 4, 4]],
  ['a new booking', ({ bookings }) => bookings.insert(booking(), later), [9, 5, 4]],
  ['many new bookings', rows => insertMany(rows, 30, 2), [38, 4, 34]],
  ['a removal', ({ bookings }) => bookings.remove({ ...one, ids: [1, 99] }), [7, 3, 4]],
  ['a removal of none', ({ bookings }) => bookings.remove({ ...one, ids: [9, 99] }), [8, 4, 4]],
  ['a removal of all', ({ bookings }) => bookings.remove(one), [0, 0, 0]],
  ['a removal from a resource', ({ bookings }) => bookings.remove({ ...one, resource_id: 2 }), [4, 4, 0]],
  [
    'a removal by time',
    ({ bookings }) => bookings.remove({ ...one, time_min: noon + 3 * halfHour }),
    [6, 4, 2],
  ],
  ['a move', ({ bookings }) => bookings.change({ ...one, ids: [1] }, { resource_id: 2 }, later), [8, 3, 5]],
  ['a move of all', ({ bookings }) => bookings.change(one, { resource_id: 1 }, later), [8, 8, 0]],
  [
    'a move to where it is',
    ({ bookings }) => bookings.change({ ...one, ids: [1] }, { resource_id: 1 }, later),
    [8, 4, 4],
  ],
  ['another change', ({ bookings }) => bookings.change(one, { title: 'new' }, later), [8, 4, 4]],
  ['the removal of a resource', ({ resources }) => resources.remove({ ...one, ids: [1] }), [4, 0, 4]],
  ['the removal of all resources', ({ resources }) => resources.remove(one), [0, 0, 0]],
  ['the removal of the owner', ({ users }) => users.remove('ada'), [0, 0, 0]],
  ['the removal of everything', rows => rows.clear(), [0, 0, 0]],
]

for (const [what, write, expected] of writes) {
  test(`given ${what}, then totals are right`, async () => {
    const [store] = await furnished()

    await store.write(async rows => void (await write(rows)))

    assert.equal(await totals(store), expected)
  })

  test(`given ${what} with other writes in one transaction, then totals are right before and after its end`, async () => {
    const [store] = await furnished()

    const seen = await store.write(async rows => {
      await insertMany(rows, 3)
      await write(rows)
      return rows.bookings.count(one)
    })

    assert.is(seen, (await totals(store))[0])
  })

  test(`given ${what} that is rolled back, then totals are as before`, async () => {
    const [store] = await furnished()

    const error = await errorOf(
      store.write(async rows => {
        await write(rows)
        await rows.bookings.count(one)
        throw new Error('no')
      }),
    )

    assert.match(String(error), /no$/)
    assert.equal(await totals(store), [8, 4, 4])
  })
}

test('given two concurrent writers to one resource, then neither waits for the other or is retried', async () => {
  const [store] = await furnished()
  let runs = 0

  await store.write(async first => {
    runs++
    await insertMany(first, 2)
    await store.write(async second => {
      runs++
      await insertMany(second, 2)
    })
  })

  assert.is(runs, 2)
  assert.equal(await totals(store), [12, 8, 4])
})

test('given writers in two stores that insert, move and remove concurrently, then totals are right', async () => {
  const both = await furnished()

  const errors = await Promise.all(
    Array.from({ length: 120 }, (_, index) =>
      errorOf(async () =>
        both[index % 2]?.write(async rows => {
          const { bookings, resources } = rows
          const ids = [await bookings.insert(booking({ resource_id: (index % 2) + 1 }), later)]
          if (index % 3 === 0) await bookings.change({ ...one, ids }, { resource_id: 2 }, later)
          if (index % 4 === 0) await bookings.remove({ ...one, ids })
          if (index === 60) await resources.remove({ ...one, ids: [1] })
          if (index % 5 === 0) throw new Error('undone')
        }),
      ),
    ),
  )

  const [whole, ...parts] = await totals(both[1])
  assert.is(whole, (parts[0] ?? 0) + (parts[1] ?? 0))
  assert.ok((whole ?? 0) > 8)
  assert.ok(errors.filter(error => !error).length > 30)
})

test('given a resource that is removed while it is booked, then totals are right', async () => {
  const both = await furnished()

  for (let round = 0; round < 10; round++) {
    const id = await both[0].write(({ resources }) => resources.insert(resource(`Room ${round}`), later))
    await Promise.all([
      ...both.map(store => errorOf(() => store.write(rows => insertMany(rows, 2, id)))),
      both[1].write(({ resources }) => resources.remove({ ...one, ids: [id] })),
    ])
  }

  assert.equal(await totals(both[0]), [8, 4, 4])
})

test('given a snapshot, then a restore restores the totals', async () => {
  const [store] = await furnished()
  const snapshot = await store.snapshot()
  await store.write(rows => insertMany(rows, 5))

  await store.restore(snapshot)

  assert.equal(await totals(store), [8, 4, 4])
})

test('given bookings that another program has changed, then a check reports wrong totals', async () => {
  await furnished()
  cluster().run(url, 'DELETE FROM bookings WHERE id = 1; DELETE FROM booking_totals WHERE resource_id = 3')

  const { problems, wrongTotals } = await checkData(url)

  assert.equal(problems, [])
  assert.equal(wrongTotals, [
    'booking_totals says 8 for ids 0 to 4095 of schedule one, but there are 7',
    'booking_totals says 4 for resource 1, but there are 3',
    'booking_totals says 0 for resource 3, but there are 4',
  ])
})

test('a check expects all constraints and indexes of new tables', async () => {
  await furnished()

  const names = cluster().run(url, `SELECT name FROM (${constraintsQuery}) AS found`).trim().split('\n')

  const found = names.filter(name => name !== 'resources_name_unique')
  assert.equal(found.sort(), [...expectedConstraints].sort())
})

test('given tables without some of their constraints, as after an interrupted restore, then a check reports them', async () => {
  await furnished()
  cluster().run(
    url,
    `DROP INDEX bookings_by_time; ALTER TABLE resources DROP CONSTRAINT resources_schedule_id_fkey;
     ALTER TABLE resources ADD CONSTRAINT later FOREIGN KEY (schedule_id) REFERENCES schedules NOT VALID`,
  )

  const { problems } = await checkData(url)

  assert.equal(problems, [
    'resources_schedule_id_fkey is missing',
    'bookings_by_time is missing',
    'later is not valid',
  ])
})

test.run()
