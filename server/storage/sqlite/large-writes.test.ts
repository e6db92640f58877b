import { setImmediate as turn } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Awaitable, Repositories, WriteOptions } from '../../core/index.js'
import { booking, errorOf, furnish, later, noon, resource } from '../../core/store-samples.contract.js'
import type { SqlSnapshot } from './snapshot.js'
import { openSqlStore, type SqlStore } from './sql-store.js'

const count = 5_000
const one = { schedule_id: 'one' }
const three = { schedule_id: 'three' }
const page = { offset: 0, limit: 1 }

/** The initial data of the first store; restoring it is faster than inserting it again. */
let full: SqlSnapshot | undefined
async function opened(): Promise<SqlStore> {
  const store = await openSqlStore()
  if (full) {
    await store.restore(full)
    return store
  }
  await furnish(store)
  await store.write(async rows => {
    for (let index = 0; index < count; index++) await rows.bookings.insert(booking({ title: 'old' }), later)
    await rows.schedules.insert({ id: 'three', owner_id: 'bo' }, later)
    const resource_id = await rows.resources.insert(resource('Three', { schedule_id: 'three' }), later)
    await rows.bookings.insert(booking({ schedule_id: 'three', resource_id, title: 'other' }), later)
  })
  full = await store.snapshot()
  return store
}

const titleOf = async (rows: Repositories, selection: { schedule_id: string }) =>
  JSON.parse((await rows.bookings.list(selection, page))[0]?.json ?? '{}').title

const writes: Record<string, (rows: Repositories) => Awaitable<unknown>> = {
  'new titles': rows => rows.bookings.change(one, { title: 'new' }, later),
  'new times': rows => rows.bookings.change(one, { start: noon, end: noon + 60, title: 'new' }, later),
  'another resource': rows => rows.bookings.change(one, { resource_id: 2, title: 'new' }, later),
  'changes part by part': async rows => {
    const scan = await rows.bookings.scan(one, { offset: 0, limit: 0 })
    for (let part = await scan.next(500); part.length > 0; part = await scan.next(500)) {
      await rows.bookings.change({ ...one, ids: part.map(({ id }) => id) }, { title: 'new' }, later)
    }
  },
  'a removal': rows => rows.bookings.remove(one),
  'the removal of a resource': rows => rows.resources.remove({ ...one, ids: [1] }),
  'the removal of all resources': rows => rows.resources.remove(one),
  'the removal of an owner': rows => rows.users.remove('ada'),
}

/** Makes large writes, then a small one. Returns how many have ended before that, and the title stored then. */
async function writeBoth(large: readonly WriteOptions[], small: WriteOptions) {
  const store = await opened()
  const order: string[] = []
  const write = async (
    name: string,
    asker: WriteOptions,
    work: (rows: Repositories) => Awaitable<unknown>,
  ) => {
    await store.write(work, asker)
    order.push(name)
  }
  const busy = large.map((asker, index) =>
    write('large', asker, rows => rows.bookings.change(one, { title: `${index}` }, later)),
  )
  await turn()
  await Promise.all([
    ...busy,
    write('small', small, rows => rows.bookings.insert(booking({ title: 'small' }), later)),
  ])
  const title = await store.read(rows => titleOf(rows, one))
  await store.close()
  return { before: order.indexOf('small'), title }
}

test('an account with very large writes delays the writes of others once', async () => {
  const { before, title } = await writeBoth(Array(3).fill({ account: 'busy' }), { account: 'other' })

  assert.ok(before <= 1, `${before}`)
  assert.is(title, '2')
})

test('a caller whose accounts have very large writes delays the writes of others once', async () => {
  const accounts = ['first', 'second', 'third', 'fourth']
  const large = accounts.map(account => ({ caller: 'busy', account }))

  const { before } = await writeBoth(large, { caller: 'other', account: 'ada' })

  assert.ok(before <= 1, `${before}`)
})

for (const [what, write] of Object.entries(writes)) {
  test(`reads of other data continue during ${what} of very many bookings, and none sees a partial result`, async () => {
    const store = await opened()
    const other = await store.read(rows => titleOf(rows, three))
    const old = await store.read(rows => titleOf(rows, one))
    let isOver = false
    const writing = Promise.resolve(store.write(write)).then(() => {
      isOver = true
    })
    // Until the transaction begins, reads return the old titles; then they wait for its end.
    const waiting = (async () => {
      for (;;) {
        const title = await store.read(rows => titleOf(rows, one))
        if (title !== old) return title
        await turn()
      }
    })()
    let others = 0
    while (!isOver) {
      await turn()
      const title = await store.read(rows => titleOf(rows, three))
      assert.is(title, other)
      if (!isOver) others++
    }
    await writing

    assert.ok(others >= 1, 'no read until the write was over')
    assert.is(await waiting, await store.read(rows => titleOf(rows, one)))
    const { counted, listed } = await store.read(async rows => ({
      counted: await rows.bookings.count(one),
      listed: (await rows.bookings.ids(one)).length,
    }))
    assert.is(counted, listed)
    await store.close()
  })
}

for (const what of ['the removal of a resource', 'the removal of an owner'] as const) {
  test(`a read that meets ${what} sees the state before or after it, and not a mixture`, async () => {
    const store = await opened()
    const seen = new Set<string>()
    const look = async () => {
      const state = await store.read(async rows => [
        (await rows.users.find('ada'))?.id,
        (await rows.resources.find('one', 1))?.id,
        (await rows.bookings.count({ ...one, resource_id: 1 })) > 0,
      ])
      seen.add(JSON.stringify(state))
    }
    await look()
    let isOver = false
    const writing = Promise.resolve(store.write(writes[what] as (typeof writes)[string])).then(() => {
      isOver = true
    })
    const looks: Promise<void>[] = []
    while (!isOver) {
      await turn()
      looks.push(look())
    }
    await Promise.all([writing, ...looks, look()])

    const owner = what === 'the removal of an owner' ? null : 'ada'
    assert.equal([...seen], ['["ada",1,true]', JSON.stringify([owner, null, false])])
    await store.close()
  })
}

test('a large write that fails leaves nothing behind, and the reads that waited continue', async () => {
  const store = await opened()
  const before = await store.read(rows => rows.bookings.count(one))
  const title = await store.read(rows => titleOf(rows, one))

  const failing = errorOf(() =>
    store.write(async rows => {
      await rows.bookings.remove(one)
      throw new Error('undone')
    }),
  )
  await turn()
  await turn()
  const waiting = store.read(rows => titleOf(rows, one))

  assert.is(((await failing) as Error).message, 'undone')
  assert.is(await waiting, title)
  assert.is(await store.read(rows => rows.bookings.count(one)), before)
  await store.close()
})

test('writes wait for a large one, and a snapshot has all of it', async () => {
  const store = await opened()
  const order: string[] = []
  const write = (name: string, work: (rows: Repositories) => Awaitable<unknown>) =>
    Promise.resolve(store.write(work)).then(() => order.push(name))
  const large = write('large', rows => rows.bookings.change(one, { title: 'new' }, later))
  await turn()
  const small = write('small', rows => rows.bookings.insert(booking({ title: 'small' }), later))
  const snapshot = await store.snapshot()
  await Promise.all([large, small])

  const bookings = snapshot.rows.get('bookings') ?? []
  const olds = bookings.filter(row => row.some(value => String(value).includes('"title":"old"')))
  assert.ok(olds.length === 0 || olds.length === count, `${olds.length} of ${count}`)
  assert.equal(order, ['large', 'small'])
  await store.close()
})

test.run()
