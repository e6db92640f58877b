import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { UniqueViolation } from '../../core/index.js'
import { storeContract } from '../../core/store.contract.js'
import { errorOf, furnish, later, pause, resource } from '../../core/store-samples.contract.js'
import { openSqlStore } from './sql-store.js'

// On disk, it takes all steps in a slow test.
storeContract('SQLite', openSqlStore, { share: 0.4 })

test('given names unique in the service, the name of another schedule is taken', async () => {
  const store = await openSqlStore()
  await furnish(store)

  const twice = () =>
    store.write(rows => rows.resources.insert(resource('Red', { schedule_id: 'two' }), later))

  assert.is(((await errorOf(twice)) as UniqueViolation).what, 'resource name')
  assert.equal(await store.read(rows => rows.resources.ids({ schedule_id: 'two' })), [3])
})

test('given names unique in each schedule, the name is free in another one, and taken in its own', async () => {
  const store = await openSqlStore({ uniqueNames: 'schedule' })
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
  const [first, second] = [await openSqlStore(), await openSqlStore()]

  await furnish(first)

  assert.is(await first.read(rows => rows.bookings.count({ schedule_id: 'one' })), 8)
  assert.is(await second.read(rows => rows.bookings.count({ schedule_id: 'one' })), 0)
})

test('given a close, what is under way is finished first, and nothing runs afterwards', async () => {
  const store = await openSqlStore()

  const write = store.write(async rows => {
    await pause()
    return rows.users.list()
  })
  const closed = store.close()

  assert.equal(await write, [])
  await closed
  assert.match(String(await errorOf(() => store.read(rows => rows.users.list()))), /closed/i)
})

test.run()
