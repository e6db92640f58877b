import fc from 'fast-check'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import {
  booking,
  errorOf,
  everything,
  furnish,
  guest,
  later,
  made,
  pause,
  resource,
  stir,
  user,
} from '../../core/store-samples.contract.js'
import { openSqlStore, type SqlStore } from './sql-store.js'

let store: SqlStore
test.before(async () => {
  store = await openSqlStore()
})
test.before.each(async () => {
  await store.write(rows => rows.clear())
  await furnish(store)
})
test.after(() => store.close())

const one = { schedule_id: 'one' }

test('given a restore, then rows, totals, order and pending changes of address are as at the snapshot', async () => {
  const before = await everything(store)
  const snapshot = await store.snapshot()

  await stir(store)
  assert.not.equal(await everything(store), before)
  await store.restore(snapshot)

  assert.equal(await everything(store), before)
  assert.is(await store.read(rows => rows.emailChanges.find('s')), undefined)
})

test('given a snapshot of another store, then everything is restored, including totals', async () => {
  const other = await openSqlStore()
  const empty = other.countObjects()

  await other.restore(await store.snapshot())

  assert.equal(await everything(other), await everything(store))
  assert.is(empty, 0)
  assert.is(other.countObjects(), store.countObjects())
  await other.close()
})

test('given a restore, then unique values are known, and totals are maintained from then on', async () => {
  const snapshot = await store.snapshot()
  await stir(store)
  await store.restore(snapshot)

  const taken = await errorOf(() => store.write(rows => rows.resources.insert(resource('Red'), later)))
  const counts = await store.write(async rows => {
    await rows.bookings.insert(booking({ resource_id: 2 }), later)
    await rows.bookings.change({ ...one, ids: [1] }, { resource_id: 2 }, later)
    await rows.resources.insert(resource('Crimson'), later)
    await rows.collaborators.remove(one)
    const { bookings, resources, collaborators } = rows
    return Promise.all([
      bookings.count(one),
      bookings.count({ ...one, resource_id: 1 }),
      bookings.count({ ...one, resource_id: 2 }),
      resources.count(one),
      collaborators.count(one),
    ])
  })

  assert.match(String(taken), /already in use/)
  assert.equal(counts, [9, 3, 6, 3, 0])
})

test('given ids of deleted objects, then a restore neither assigns them again nor skips later ones', async () => {
  const next = async () =>
    store.write(async rows => [
      await rows.resources.insert(resource(`R${Math.random()}`), later),
      await rows.bookings.insert(booking(), later),
      await rows.collaborators.insert(guest(`g${Math.random()}@example.test`), later),
    ])
  await next()
  await store.write(async rows => {
    await rows.resources.remove({ ...one, ids: [4] })
    await rows.bookings.remove({ ...one, ids: [13] })
    await rows.collaborators.remove({ ...one, ids: [4] })
  })
  const snapshot = await store.snapshot()

  const first = await next()
  await stir(store)
  await store.restore(snapshot)
  const again = await next()

  assert.equal(first, [5, 14, 5])
  assert.equal(again, first)
})

test('given an empty store, then a restore empties it, and ids start at 1', async () => {
  await store.write(rows => rows.clear())
  const snapshot = await store.snapshot()
  await furnish(store)

  await store.restore(snapshot)

  assert.equal(await store.read(rows => rows.users.list()), [])
  await furnish(store)
  assert.equal(await store.read(rows => rows.resources.ids(one)), [1, 2])
})

test('given a snapshot, then later writes do not affect it, and it can be restored repeatedly', async () => {
  const before = await everything(store)
  const snapshot = await store.snapshot()

  for (let round = 0; round < 3; round++) {
    await stir(store)
    await store.restore(snapshot)

    assert.equal(await everything(store), before)
  }
})

test('given numbers beyond 32 bits and texts of every kind, then they are returned unchanged', async () => {
  const text = 'a\u0000b \u{1F600} \u2028 "quoted" \\ \n\r\t'
  await store.write(async rows => {
    const limits = { request_rate_limit: Number.MAX_SAFE_INTEGER, collaboration_limit: 2 ** 40 }
    await rows.users.insert(user('big', { ...limits, lastname: text }), 253_402_300_799_999)
    await rows.bookings.insert(booking({ start: -62_135_596_800, end: 253_402_300_799, note: text }), made)
  })
  const before = await everything(store)

  const snapshot = await store.snapshot()
  await stir(store)
  await store.restore(snapshot)

  assert.equal(await everything(store), before)
  const big = await store.read(rows => rows.users.find('big'))
  assert.is(big?.request_rate_limit, Number.MAX_SAFE_INTEGER)
})

test('given a write in progress, then a snapshot has all of it or nothing, and a restore waits for it', async () => {
  const before = await everything(store)
  const half = () =>
    store.write(async rows => {
      await rows.resources.insert(resource('Half'), later)
      await pause()
      await pause()
      await rows.resources.insert(resource('Whole'), later)
    })

  const [snapshot] = await Promise.all([store.snapshot(), half()])
  const [, during] = await Promise.all([errorOf(half), store.snapshot()])
  await Promise.all([store.write(rows => rows.bookings.remove(one)), store.restore(snapshot)])
  const restored = await everything(store)
  await store.restore(during)

  assert.equal(restored, before)
  const names = await store.read(async rows =>
    (await rows.resources.list(one, { offset: 0, limit: 0 })).map(({ json }) => JSON.parse(json).name),
  )
  assert.equal(names, ['Red', 'Blue', 'Half', 'Whole'])
})

test('given a snapshot that cannot be restored, then everything is unchanged', async () => {
  const before = await everything(store)
  const { rows } = await store.snapshot()
  const [table] = rows.get('bookings') ?? []
  const broken = { rows: new Map(rows).set('bookings', table ? [table, table] : []) }

  const error = await errorOf(store.restore(broken))

  assert.instance(error, Error)
  assert.equal(await everything(store), before)
})

test('given names that are unique per schedule, then a restore preserves that', async () => {
  const own = await openSqlStore({ uniqueNames: 'schedule' })
  await furnish(own)
  await own.write(rows => rows.resources.insert(resource('Red', { schedule_id: 'two' }), made))
  const before = await everything(own)

  const snapshot = await own.snapshot()
  await own.write(rows => rows.clear())
  await own.restore(snapshot)

  assert.equal(await everything(own), before)
  await own.close()
})

type Step = { kind: 'snapshot' | 'restore' | 'stir'; of: number; value: number }

/** A change of the rows; its targets may no longer exist. */
async function happen({ of, value }: Step): Promise<void> {
  const schedule_id = value % 2 === 0 ? 'one' : 'two'
  const ids = [value]
  const tasks: (() => unknown)[] = [
    () => store.write(rows => rows.users.insert(user(`u${value}`), made + value)),
    () => store.write(rows => rows.users.remove(`u${value}`)),
    () => store.write(rows => rows.users.change('ada', { firstname: `${value}` }, later)),
    () => store.write(rows => rows.schedules.insert({ id: 'two', owner_id: 'ada' }, made)),
    () => store.write(rows => rows.resources.insert(resource(`N${value}`, { schedule_id }), later)),
    () => store.write(rows => rows.resources.remove({ schedule_id, ids })),
    () => store.write(rows => rows.bookings.insert(booking({ title: `${value}` }), later)),
    () => store.write(rows => rows.bookings.change(one, { resource_id: 1 + (value % 2) }, later)),
    () => store.write(rows => rows.bookings.remove({ schedule_id, ids })),
    () => store.write(rows => rows.collaborators.insert(guest(`g${value}@x.test`, schedule_id), later)),
    () => store.write(rows => rows.collaborators.remove({ schedule_id, ids })),
    () =>
      store.write(rows =>
        rows.emailChanges.put({
          user_id: 'ada',
          email: `${value}@x.test`,
          secret: 'secret of bo',
          expires_at: value,
        }),
      ),
  ]
  await errorOf(tasks[of % tasks.length] ?? pause)
}

const step = fc.record({
  kind: fc.constantFrom<Step['kind']>('snapshot', 'restore', 'stir', 'stir', 'stir', 'stir'),
  of: fc.nat(1_000),
  value: fc.integer({ min: 1, max: 16 }),
})

test('given any changes in between, then each restore restores the state of its snapshot, including the next ids', async () => {
  const following = async () => {
    const mark = await store.snapshot()
    const ids = await store.write(async rows => {
      if (!(await rows.users.find('ada'))) return []
      await rows.schedules.insert({ id: 'probe', owner_id: 'ada' }, made)
      const scope = { schedule_id: 'probe' }
      const resource_id = await rows.resources.insert(resource('probe', scope), made)
      const booked = await rows.bookings.insert(booking({ ...scope, resource_id }), made)
      return [resource_id, booked, await rows.collaborators.insert(guest('p@x.test', 'probe'), made)]
    })
    await store.restore(mark)
    return ids
  }

  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async steps => {
      await store.write(rows => rows.clear())
      await furnish(store)
      const seen: { snapshot: Awaited<ReturnType<SqlStore['snapshot']>>; all: unknown; ids: number[] }[] = []
      for (const each of steps) {
        const known = seen[each.of % Math.max(1, seen.length)]
        if (each.kind === 'snapshot') {
          const snapshot = await store.snapshot()
          seen.push({ snapshot, all: await everything(store), ids: await following() })
        } else if (each.kind === 'restore' && known) {
          await store.restore(known.snapshot)
          assert.equal(await everything(store), known.all)
          assert.equal(await following(), known.ids)
        } else await happen(each)
      }
    }),
    { numRuns: 60, seed: 4 },
  )
})

test.run()
