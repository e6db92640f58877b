import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Selection, Slice, StoredBooking } from '../../core/index.js'
import { booking, furnish, later } from '../../core/store-samples.contract.js'
import { createBookingCache } from './booking-cache.js'
import { openDatabase } from './engine.js'
import { migrations } from './migrations/index.js'
import { createRepositories } from './repositories.js'
import { migrate } from './schema.js'
import { openSqlStore } from './sql-store.js'
import { createStatements } from './statements.js'

/** Bookings of a database, read through a cache of this size, and how often each is read without it. */
async function counted(most?: number) {
  const database = await openDatabase()
  migrate(database, migrations)
  const { rows } = createRepositories(createStatements(database))
  const write = <T>(work: (given: typeof rows) => T): T => work(rows)
  await furnish({ read: write, write })
  const asked: string[] = []
  const noting = <Values extends unknown[], T>(name: string, ask: (...values: Values) => T) => {
    return (...values: Values): T => {
      asked.push(name)
      return ask(...values)
    }
  }
  const { find, list, count } = rows.bookings
  const noted = {
    ...rows.bookings,
    find: noting('find', find),
    list: noting('list', list),
    count: noting('count', count),
  }
  const cache = createBookingCache(most)
  return { reading: cache.reading(noted), writing: rows.bookings, forget: cache.forget, asked }
}

const one = { schedule_id: 'one' }
const two = { schedule_id: 'two' }
const page = { offset: 0, limit: 20 }

test('given bookings, a page and a total that were read, they are read again without the database', async () => {
  const { reading, asked } = await counted()
  const read = () => [reading.find('one', 3), reading.list(one, page), reading.count(one)]
  const before = read()

  const again = read()

  assert.equal(asked, ['find', 'list', 'count'])
  assert.ok(again.every((answer, index) => answer === before[index]))
  assert.throws(() => (again[1] as StoredBooking[]).pop(), /^Cannot delete property/)
})

test('given a write, what was read of its schedule is read anew, and the rest is kept', async () => {
  const { reading, writing, forget, asked } = await counted()
  const read = () => [reading.count(one), reading.count(two)]
  read()

  writing.insert(booking(), later)
  forget('one')

  assert.equal(read(), [9, 4])
  assert.equal(asked, ['count', 'count', 'count'])
})

test('given other selections and slices, their answers are not confused', async () => {
  const { reading } = await counted()
  const selections: Selection[] = [one, two, { ...one, resource_id: 1 }, { ...one, time_min: 1 }]
  const slices: Slice[] = [page, { offset: 1, limit: 20 }, { offset: 0, limit: 2 }]
  const read = () =>
    selections.flatMap(selection => slices.map(slice => JSON.stringify(reading.list(selection, slice))))
  const before = read()

  assert.equal(read(), before)
  // The last selection has all that the first has.
  assert.is(new Set(before).size, 9)
})

test('given a list by ids, a list without a limit or nothing found, it takes no room', async () => {
  const { reading, asked } = await counted()

  for (const _ of [1, 2]) {
    reading.list({ ...one, ids: [1] }, page)
    reading.list(one, { offset: 0, limit: 0 })
    reading.find('one', 99)
  }

  assert.equal(asked, ['list', 'list', 'find', 'list', 'list', 'find'])
})

test('given more text than fits, what was kept gives way', async () => {
  const { reading, asked } = await counted(1_000)

  for (const id of [1, 2, 3, 3, 1]) reading.find('one', id)

  assert.equal(asked, ['find', 'find', 'find', 'find'])
})

test('given a restored snapshot, bookings that were read before are read anew', async () => {
  const store = await openSqlStore()
  const seen = () =>
    store.read(({ bookings }) => [bookings.find('one', 1), bookings.list(one, page), bookings.count(one)])
  await furnish(store)
  const snapshot = await store.snapshot()
  const before = seen()
  await store.write(({ bookings }) => bookings.remove({ ...one, ids: [1] }))
  const between = seen()

  await store.restore(snapshot)

  assert.not.equal(between, before)
  assert.equal(seen(), before)
})

test.run()
