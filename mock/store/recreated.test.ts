import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { everything, later, user } from '../../server/core/store-samples.contract.js'
import { createMockStore, type MockStore } from './mock-store.js'

/** A store with three accounts, each of which owns a schedule. */
async function withThree(): Promise<MockStore> {
  const store = createMockStore({ now: () => later })
  await store.write(async ({ users, schedules }) => {
    for (const id of ['ada', 'bo', 'cy']) {
      await users.insert(user(id), later)
      await schedules.insert({ id: `of-${id}`, owner_id: id }, later)
    }
  })
  return store
}

const lists = (store: MockStore) =>
  store.read(async ({ users, schedules }) => [
    (await users.list()).map(({ id }) => id),
    (await schedules.list()).map(({ id }) => id),
    store.db.user.getAll().map(({ id }) => id),
    store.db.schedule.getAll().map(({ id }) => id),
  ])

for (const anew of [['ada'], ['cy', 'ada'], ['bo', 'ada', 'cy']]) {
  test(`given ${anew.join(' and ')} removed and recreated, when an earlier snapshot is restored, then all accounts exist, in the old order`, async () => {
    const store = await withThree()
    const [before, listed] = [await everything(store), await lists(store)]
    const snapshot = store.snapshot()
    await store.write(async ({ users, schedules }) => {
      for (const id of anew) await users.remove(id)
      for (const id of anew) {
        await users.insert(user(id), later)
        await schedules.insert({ id: `of-${id}`, owner_id: id }, later)
      }
    })
    const since = store.snapshot()
    const [after, listedThen] = [await everything(store), await lists(store)]

    store.restore(snapshot)
    const back = [await everything(store), await lists(store)]
    store.restore(JSON.parse(JSON.stringify(since)))
    const forth = [await everything(store), await lists(store)]

    assert.equal(back, [before, listed])
    assert.equal(forth, [after, listedThen])
    assert.not.equal(listedThen, listed)
  })
}

test.run()
