import { setImmediate as turn } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { booking, furnish, later } from '../../core/store-samples.contract.js'
import type { SqlSnapshot } from './snapshot.js'
import { openSqlStore, type SqlStore } from './sql-store.js'

const count = 20_000
const one = { schedule_id: 'one' }
const window = { ...one, time_min: 600 * 1_000 }
const page = { offset: count - 2_000, limit: 10 }

/** What the first store was filled with; restoring it takes less than inserting again. */
let full: SqlSnapshot | undefined

async function filled(): Promise<SqlStore> {
  const store = await openSqlStore()
  if (full) {
    await store.restore(full)
    return store
  }
  await furnish(store)
  await store.write(rows => rows.bookings.remove(one))
  await store.write(async rows => {
    for (let index = 0; index < count; index++) {
      await rows.bookings.insert(booking({ start: index * 600, end: index * 600 + 600 }), later)
    }
  })
  full = await store.snapshot()
  return store
}

// Slices end by this clock, however fast the machine is.
const { now } = performance
test.before(() => {
  let time = 0
  performance.now = () => ++time
})
test.after(() => {
  performance.now = now
})

async function opened() {
  const store = await filled()
  const look = async () =>
    store.read(async rows => ({
      counted: await rows.bookings.count(window),
      ids: (await rows.bookings.list(window, page)).map(({ id }) => id),
    }))
  return { store, look }
}

test('the first look into a long list lets others in, and the next one finds what it needs', async () => {
  const { store, look } = await opened()
  let isOver = false
  const looking = look().then(found => {
    isOver = true
    return found
  })
  let others = 0
  while (!isOver) {
    await turn()
    assert.is((await store.read(rows => rows.resources.find('one', 1)))?.id, 1)
    if (!isOver) others++
  }
  const first = await looking
  const next = store.read(rows => rows.bookings.count(window))

  assert.ok(others >= 5, `${others} reads`)
  assert.is(first.counted, count - 1_000)
  assert.is(first.ids.length, 10)
  assert.is(next, count - 1_000)
  await store.close()
})

test('writes that come in between are seen whole', async () => {
  const { store, look } = await opened()

  const looking = look()
  for (let index = 0; index < 20; index++) {
    await turn()
    await store.write(rows =>
      rows.bookings.insert(booking({ start: (count + index) * 600, end: (count + index + 1) * 600 }), later),
    )
  }
  await looking

  assert.is((await look()).counted, count - 1_000 + 20)
  await store.close()
})

test('given writes that undo all preparation, the read ends nevertheless', async () => {
  const { store, look } = await opened()
  const ids = Array.from({ length: 600 }, (_, index) => 20 + index)

  let isOver = false
  const looking = look().then(found => {
    isOver = true
    return found
  })
  for (let index = 0; !isOver; index++) {
    await turn()
    await store.write(rows => rows.bookings.change({ ...one, ids }, { start: index % 600 }, later))
  }

  assert.is((await looking).counted, count - 1_000)
  await store.close()
})

test.run()
