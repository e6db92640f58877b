import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { Refusal, type Repositories, type Store, Unavailable } from '../../core/index.js'
import {
  booking,
  errorOf,
  everything,
  furnish,
  later,
  pause,
  resource,
} from '../../core/store-samples.contract.js'
import { openDatabase } from './engine.js'
import { nodeDisk } from './files/disk.js'
import { createRepositories } from './repositories.js'
import { migrate } from './schema.js'
import { openSqlStore, type SqlStore } from './sql-store.js'
import { createStatements } from './statements.js'
import { createFaultyDisk } from './testing/faulty-disk.js'
import { memoryWrites } from './testing/memory-writes.js'
import { withDirectory } from './testing/temporary-directory.js'

const one = { schedule_id: 'one' }

/** A store on a disk that counts the syncs of its log, each of which takes a moment. */
const onDisk = (work: (store: SqlStore, syncs: () => number) => Promise<void>) => () =>
  withDirectory(async directory => {
    let syncs = 0
    const disk: typeof nodeDisk = {
      ...nodeDisk,
      async syncSoon(file) {
        syncs++
        await pause()
        await nodeDisk.syncSoon(file)
      },
    }
    const store = await openSqlStore({ data: { directory, disk } })
    await furnish(store)
    await work(store, () => syncs)
    await store.close()
  })

/** Runs writes for whose transactions no time passes: the same ones must share one on a slow machine, too. */
async function inNoTime<T>(writes: () => Promise<T>): Promise<T> {
  const { now } = performance
  performance.now = () => 0
  try {
    return await writes()
  } finally {
    performance.now = now
  }
}

test(
  'given concurrent writers, then they share a sync, and each gets its own result',
  onDisk(async (store, syncs) => {
    const before = syncs()

    const ids = await inNoTime(() =>
      Promise.all(
        Array.from({ length: 50 }, () => store.write(rows => rows.bookings.insert(booking(), later))),
      ),
    )

    assert.equal(
      ids,
      Array.from({ length: 50 }, (_, index) => 13 + index),
    )
    assert.ok(syncs() - before < 10, `${syncs() - before} syncs`)
    assert.is(await store.read(rows => rows.bookings.count(one)), 58)
  }),
)

for (const [why, harm] of [
  ['full', { room: 0 }],
  ['failed', { syncs: 'EIO' }],
] as const) {
  test(`given a storage that is ${why}, then inserts that could share a transaction are all refused, and none waits`, () =>
    withDirectory(async directory => {
      const disk = createFaultyDisk(nodeDisk)
      const store = await openSqlStore({ data: { directory, disk, logLimit: 100_000 } })
      await furnish(store)
      const insert = () => store.write(rows => rows.bookings.insert(booking(), later), { once: true })
      Object.assign(disk, harm)
      while ((await errorOf(insert)) === undefined);

      const refused = Promise.all([errorOf(insert), errorOf(insert), errorOf(insert)])
      const answered = await Promise.race([refused, sleep(5_000, 'no answer', { ref: false })])

      assert.equal(
        [answered].flat().map(error => (error instanceof Unavailable ? error.why : error)),
        [why, why, why],
      )
      await store.close()
    }))
}

test(
  'given some that fail, then nothing of them is stored, and everything of the others',
  onDisk(async (store, syncs) => {
    const before = syncs()
    const work = (index: number) => async (rows: Repositories) => {
      await rows.bookings.insert(booking({ title: `${index}` }), later)
      if (index % 4 === 0) await rows.resources.remove({ ...one, ids: [1] })
      if (index % 4 === 1) await rows.users.remove('ada')
      if (index % 4 === 2) await rows.clear()
      if (index % 8 === 0) await pause()
      if (index % 4 !== 3) throw new Error(`no ${index}`)
      await rows.bookings.change({ ...one, ids: [1] }, { resource_id: 1 + (index % 8 > 3 ? 1 : 0) }, later)
    }

    const errors = await inNoTime(() =>
      Promise.all(Array.from({ length: 40 }, (_, index) => errorOf(() => store.write(work(index))))),
    )

    assert.equal(
      errors.map(error => (error as Error | undefined)?.message),
      Array.from({ length: 40 }, (_, index) => (index % 4 === 3 ? undefined : `no ${index}`)),
    )
    assert.ok(syncs() - before < 15, `${syncs() - before} syncs`)
    await store.read(async ({ bookings }) => {
      const listed = await bookings.list(one, { offset: 0, limit: 0 })
      const titles = listed.slice(8).map(({ json }) => JSON.parse(json).title)
      assert.equal(
        titles,
        Array.from({ length: 10 }, (_, index) => `${4 * index + 3}`),
      )
      assert.is(await bookings.count(one), 18)
      for (const resource_id of [1, 2]) {
        const scope = { ...one, resource_id }
        assert.is(await bookings.count(scope), (await bookings.ids(scope)).length)
      }
    })
  }),
)

test(
  'accounts take turns, however many writers each has',
  onDisk(async store => {
    const order: string[] = []
    const write = (account: string, name: string) =>
      store.write(
        async rows => {
          order.push(name)
          await rows.bookings.insert(booking(), later)
        },
        { account },
      )

    await Promise.all([
      ...[1, 2, 3].map(index => write('busy', `busy ${index}`)),
      write('other', 'other'),
      write('busy', 'busy 4'),
    ])

    assert.equal(order, ['busy 1', 'other', 'busy 2', 'busy 3', 'busy 4'])
  }),
)

test(
  'given inserts of a caller between long writes of another, then they do not each wait for one of these',
  onDisk(async store => {
    const order: string[] = []
    const write = (caller: string, name: string, once: boolean) =>
      store.write(
        async rows => {
          order.push(name)
          await rows.bookings.insert(booking(), later)
        },
        { caller, account: caller, once },
      )

    await inNoTime(() =>
      Promise.all([
        ...[1, 2, 3].map(index => write('busy', `long ${index}`, false)),
        ...[1, 2, 3].map(index => write('other', `insert ${index}`, true)),
      ]),
    )

    assert.equal(order, ['long 1', 'insert 1', 'insert 2', 'insert 3', 'long 2', 'long 3'])
  }),
)

test('given a failure that ends the transaction itself, then only its writer gets it', async () => {
  const database = await openDatabase()
  migrate(database)
  const statements = createStatements(database)
  const rows = createRepositories(statements)
  const write = memoryWrites(statements.run)
  const store: Store = { read: async work => work(rows), write: work => write(() => work(rows)) }
  await furnish(store)
  database.run(`CREATE TRIGGER hopeless BEFORE INSERT ON resources WHEN new.name = 'last straw'
    BEGIN SELECT RAISE(ROLLBACK, 'all is lost'); END`)
  const insert = (name: string) =>
    errorOf(() =>
      store.write(async ({ resources, bookings }) => {
        await bookings.insert(booking(), later)
        await resources.insert(resource(name), later)
      }),
    )

  const errors = await Promise.all(['a', 'b', 'last straw', 'c'].map(insert))

  assert.equal(
    errors.map(error => (error as Error | undefined)?.message),
    [undefined, undefined, 'all is lost', undefined],
  )
  assert.equal(await rows.bookings.ids(one), [1, 2, 3, 4, 5, 6, 7, 8, 13, 14, 15])
  assert.equal(await rows.resources.ids(one), [1, 2, 4, 5, 6])
})

test(
  'given many that insert one object, then they share transactions, and each gets its own result',
  onDisk(async (store, syncs) => {
    const before = syncs()
    const insert = (index: number) =>
      errorOf(() =>
        store.write(
          rows => {
            if (index % 5 === 0) throw new Refusal('not_found', `refused ${index}`)
            return rows.bookings.insert(booking({ title: `${index}` }), later)
          },
          { once: true },
        ),
      )
    const other = (index: number) => store.write(rows => rows.resources.insert(resource(`${index}`), later))

    const [errors] = await inNoTime(() =>
      Promise.all([
        Promise.all(Array.from({ length: 40 }, (_, index) => insert(index))),
        Promise.all([1, 2, 3].map(other)),
      ]),
    )

    assert.equal(
      errors.map(error => (error as Error | undefined)?.message),
      Array.from({ length: 40 }, (_, index) => (index % 5 === 0 ? `refused ${index}` : undefined)),
    )
    assert.is(await store.read(rows => rows.bookings.count(one)), 8 + 32)
    assert.ok(syncs() - before < 10, `${syncs() - before} syncs`)
  }),
)

test('given one of several inserts whose failure ends their transaction, then the others are stored', async () => {
  const database = await openDatabase()
  migrate(database)
  const statements = createStatements(database)
  const rows = createRepositories(statements)
  const write = memoryWrites(statements.run)
  const store: Store = {
    read: async work => work(rows),
    write: (work, options) => write(() => work(rows), options),
  }
  await furnish(store)
  database.run(`CREATE TRIGGER hopeless BEFORE INSERT ON bookings WHEN new.json ->> 'title' = 'last straw'
    BEGIN SELECT RAISE(ROLLBACK, 'all is lost'); END`)
  const insert = (title: string) =>
    errorOf(() => store.write(({ bookings }) => bookings.insert(booking({ title }), later), { once: true }))

  const errors = await Promise.all(['a', 'b', 'last straw', 'c'].map(insert))

  assert.equal(
    errors.map(error => (error as Error | undefined)?.message),
    [undefined, undefined, 'all is lost', undefined],
  )
  const titles = await rows.bookings.list(one, { offset: 8, limit: 0 })
  assert.equal(
    titles.map(({ json }) => JSON.parse(json).title),
    ['a', 'b', 'c'],
  )
})

test('given writers that fail, then nothing of them remains, and no id is used up', async () => {
  const store = await openSqlStore()
  await furnish(store)
  const before = await everything(store)
  const insert = (resource_id: number, fails = false) =>
    errorOf(() =>
      store.write(rows => {
        if (fails) throw new Error('refused')
        return rows.bookings.insert(booking({ resource_id }), later)
      }),
    )

  const errors = await Promise.all([insert(1), insert(99), insert(2), insert(1, true), insert(1)])

  assert.equal(
    errors.map(error => (error as Error | undefined)?.message),
    [undefined, 'FOREIGN KEY constraint failed', undefined, 'refused', undefined],
  )
  await store.write(async ({ bookings }) => {
    assert.equal(await bookings.ids(one), [1, 2, 3, 4, 5, 6, 7, 8, 13, 14, 15])
    assert.is(await bookings.count(one), 11)
    await bookings.remove({ ...one, ids: [13, 14, 15] })
  })
  assert.equal(await everything(store), before)
})

test(
  'given a read beside many writers, then it gets its turn before they are done',
  onDisk(async store => {
    const done: number[] = []
    const writes = Array.from({ length: 30 }, async (_, index) => {
      await store.write(rows => {
        const end = performance.now() + 2
        while (performance.now() < end);
        return rows.bookings.insert(booking(), later)
      })
      done.push(index)
    })
    await pause()

    const count = await store.read(rows => rows.bookings.count(one))

    assert.ok(count < 38, `${count} of 38 at the first read`)
    await Promise.all(writes)
  }),
)

test.run()
