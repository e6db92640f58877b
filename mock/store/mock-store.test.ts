import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { UniqueViolation } from '../../server/core/index.js'
import { storeContract } from '../../server/core/store.contract.js'
import { errorOf, furnish, later, resource } from '../../server/core/store-samples.contract.js'
import { createMockStore } from './mock-store.js'

storeContract('@mswjs/data', async () => createMockStore())

test('given names unique in the service, the name of another schedule is taken', async () => {
  const store = createMockStore()
  await furnish(store)

  const twice = () =>
    store.write(rows => rows.resources.insert(resource('Red', { schedule_id: 'two' }), later))

  assert.is(((await errorOf(twice)) as UniqueViolation).what, 'resource name')
  assert.equal(await store.read(rows => rows.resources.ids({ schedule_id: 'two' })), [3])
})

test('given names unique in each schedule, the name is free in another one, and taken in its own', async () => {
  const store = createMockStore({ uniqueNames: 'schedule' })
  await furnish(store)
  const insert = (schedule_id: string) =>
    store.write(rows => rows.resources.insert(resource('Red', { schedule_id }), later))

  assert.is(await insert('two'), 4)
  for (const schedule_id of ['one', 'two']) {
    const error = await errorOf(() => insert(schedule_id))
    assert.instance(error, UniqueViolation)
    assert.is((error as UniqueViolation).what, 'resource name')
  }
  assert.equal(await store.read(rows => rows.resources.ids({ schedule_id: 'two' })), [3, 4])
})

test('given two stores, each has rows of its own', async () => {
  const [first, second] = [createMockStore(), createMockStore()]

  await furnish(first)

  assert.is(await first.read(rows => rows.bookings.count({ schedule_id: 'one' })), 8)
  assert.is(await second.read(rows => rows.bookings.count({ schedule_id: 'one' })), 0)
  assert.equal(second.db.booking.getAll(), [])
})

test.run()
