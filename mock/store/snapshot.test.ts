import { test } from 'uvu'
import * as assert from 'uvu/assert'
import {
  booking,
  errorOf,
  everything,
  furnish,
  later,
  made,
  pause,
  read,
  resource,
  stir,
  user,
} from '../../server/core/store-samples.contract.js'
import { createMockStore, type MockStore } from './mock-store.js'

const one = { schedule_id: 'one' }

async function furnished(): Promise<MockStore> {
  const store = createMockStore({ now: () => later })
  await furnish(store)
  return store
}

/** Changes rows of every kind, also through the mock's database. */
async function stirAll(store: MockStore): Promise<void> {
  await stir(store)
  store.db.resource.create({ schedule_id: 'two', name: 'Blue and more' })
}

test('given a restore, rows, totals, unique values and the next ids are as at the snapshot', async () => {
  const store = await furnished()
  const before = await everything(store)
  const shown = store.db.booking.getAll()

  const snapshot = store.snapshot()
  await stirAll(store)
  assert.not.equal(await everything(store), before)
  store.restore(snapshot)

  assert.equal(await everything(store), before)
  assert.equal(store.db.booking.getAll(), shown)
  await store.write(async ({ resources, bookings, users }) => {
    assert.match(String(await errorOf(() => resources.insert(resource('Red'), later))), /in use/)
    assert.match(
      String(await errorOf(() => users.insert(user('x', { email: 'bo@example.test' }), later))),
      /in use/,
    )
    assert.is(await resources.insert(resource('Crimson'), later), 4)
    assert.is(await bookings.insert(booking(), later), 13)
    await users.insert(user('cy'), later)
  })
})

test('given several snapshots, each can be restored any number of times, in any order', async () => {
  const store = createMockStore()
  const empty = store.snapshot()
  await furnish(store)
  const full = store.snapshot()
  const atFull = await everything(store)
  await stirAll(store)
  const stirred = store.snapshot()
  const atStirred = await everything(store)

  for (let turn = 0; turn < 2; turn++) {
    store.restore(full)
    assert.equal(await everything(store), atFull)
    await stirAll(store)
    store.restore(empty)
    assert.is(store.db.user.count(), 0)
    await furnish(store)
    assert.equal(await everything(store), atFull)
    store.restore(stirred)
    assert.equal(await everything(store), atStirred)
  }
})

test('given a snapshot as JSON, it can be restored in another store', async () => {
  const store = await furnished()
  await stirAll(store)
  const data = JSON.parse(JSON.stringify(store.snapshot()))
  const other = createMockStore()

  other.restore(data)

  assert.equal(await everything(other), await everything(store))
  assert.equal(other.db.collaborator.getAll(), store.db.collaborator.getAll())
  assert.equal(
    other.db.booking.findMany({ where: { title: { equals: 'new' } } }).length,
    store.db.booking.findMany({ where: { title: { equals: 'new' } } }).length,
  )
  for (const each of [store, other]) {
    assert.is(await each.write(({ bookings }) => bookings.insert(booking(), later)), 14)
  }
  assert.equal(JSON.stringify(other.snapshot()), JSON.stringify(store.snapshot()))
})

test('given a snapshot of another store, it is restored too', async () => {
  const store = await furnished()
  const other = createMockStore()

  other.restore(store.snapshot())
  await stirAll(other)

  assert.is(read(await store.read(({ resources }) => resources.find('one', 1)))?.name, 'Red')
  assert.is(read(await other.read(({ resources }) => resources.find('one', 1)))?.name, 'Crimson')
})

test('given a write in progress, a snapshot is refused, and a restore makes the write fail', async () => {
  const store = await furnished()
  const before = await everything(store)
  const snapshot = store.snapshot()

  const write = errorOf(() =>
    store.write(async ({ bookings }) => {
      await bookings.remove(one)
      await pause()
      await pause()
      await bookings.insert(booking(), made)
    }),
  )
  await pause()
  assert.throws(() => store.snapshot(), /write is in progress/)
  store.restore(snapshot)

  assert.match(String(await write), /restored meanwhile/)
  assert.equal(await everything(store), before)
  assert.is(await store.write(({ bookings }) => bookings.insert(booking(), later)), 13)
})

test.run()
