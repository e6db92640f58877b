import { setTimeout as waitFor } from 'node:timers/promises'
import { test as all } from 'uvu'
import * as assert from 'uvu/assert'
import { type ReadOptions, Unavailable } from '../../core/index.js'
import { errorOf } from '../../core/store-samples.contract.js'
import { openPostgresStore, type PostgresStore } from './postgres-store.js'
import { withCluster } from './testing/cluster.js'

const { test, cluster } = withCluster(all)
const opened: PostgresStore[] = []

async function open(poolSize: number, url = cluster().database(), connectionTimeout = 10_000) {
  const store = await openPostgresStore({ url, limits: { poolSize, connectionTimeout } })
  opened.push(store)
  return store
}

test.after.each(async () => {
  for (const store of opened.splice(0)) await store.close()
})

/** Reads that last until they are released, in the order in which they began. */
function createReads({ read }: PostgresStore) {
  const begun: string[] = []
  const releases: (() => void)[] = []
  return {
    begun,
    start: (name: string, requester: ReadOptions = {}) =>
      read(async rows => {
        await rows.users.list()
        begun.push(name)
        await new Promise<void>(release => releases.push(release))
      }, requester),
    async until(count: number) {
      while (begun.length < count) await waitFor(5)
    },
    release: () => releases.splice(0).forEach(release => void release()),
  }
}

test('an account gets half of the connections, and leaves the rest to others', async () => {
  const { begun, start, until, release } = createReads(await open(6))

  const reads = Array.from({ length: 8 }, (_, index) => start(`${index}`, { account: 'ada', caller: 'one' }))
  await until(3)
  reads.push(start('bo', { account: 'bo', caller: 'one' }), start('cy', { account: 'cy', caller: 'two' }))
  await until(5)

  assert.equal([...begun].sort(), ['0', '1', '2', 'bo', 'cy'])
  for (const count of [8, 10]) {
    release()
    await until(count)
  }
  release()
  await Promise.all(reads)
})

test('the long lists of an account count towards its half', async () => {
  const store = await open(6)
  const { begun, start, until, release } = createReads(store)
  const scan = () =>
    store.read(({ bookings }) => bookings.scan({ schedule_id: 'one' }, { offset: 0, limit: 0 }), {
      account: 'ada',
    })
  const scans = [await scan(), await scan()]

  const reads = ['first', 'second'].map(name => start(name, { account: 'ada' }))
  reads.push(start('other', { account: 'bo' }))
  await until(2)

  assert.equal([[...begun].sort(), store.figures().inUse], [['first', 'other'], 4])
  scans[0]?.close()
  await until(3)
  scans[1]?.close()
  release()
  await Promise.all(reads)
})

test('writes get all but a quarter of the connections, and the next one when one of them ends', async () => {
  const store = await open(4, cluster().database(), 2_000)
  const { begun, start, until, release } = createReads(store)
  const releases: (() => void)[] = []
  const writes = Array.from({ length: 4 }, (_, index) =>
    store.write(
      async rows => {
        await rows.users.list()
        await new Promise<void>(release => releases.push(release))
      },
      { account: `writer ${index}` },
    ),
  )
  const untilWriting = async (count: number) => {
    while (releases.length < count) await waitFor(5)
  }
  await untilWriting(3)

  const read = start('read', { account: 'reader' })
  await Promise.race([until(1), errorOf(read)])
  const seen = [...begun, releases.length, store.figures().waiting]
  releases[0]?.()
  await untilWriting(4)
  release()
  for (const release of releases) release()
  await Promise.all([read, ...writes])

  assert.equal(seen, ['read', 3, 1])
})

test('requests of an account that have given up do not count as waiting', async () => {
  const store = await open(4, cluster().database(), 1_000)
  const { start, until, release } = createReads(store)
  const reads = ['first', 'second'].map(name => start(name, { account: 'ada' }))
  await until(2)

  const errors = await Promise.all([1, 2, 3].map(() => errorOf(start('late', { account: 'ada' }))))
  const { waiting } = store.figures()
  release()
  await Promise.all(reads)

  assert.ok(errors.every(error => error instanceof Unavailable))
  assert.is(waiting, 0)
})

test('waiting requests take turns by address, and by the accounts of each', async () => {
  const store = await open(2)
  const { begun, start, until, release } = createReads(store)
  const reads = [start('first', { account: 'x' }), start('second', { account: 'y' })]
  await until(2)

  for (const [name, account, caller] of [
    ['a1', 'ada', 'one'],
    ['a2', 'ada', 'one'],
    ['b1', 'bo', 'one'],
    ['c1', 'cy', 'two'],
  ] as const) {
    reads.push(start(name, { account, caller }))
  }
  release()
  await until(4)

  assert.equal(begun.slice(2).sort(), ['a1', 'c1'])
  release()
  await until(6)
  release()
  await Promise.all(reads)
})

test('given a pool of one connection, then all requests of an account are served', async () => {
  const store = await open(1)

  const found = await Promise.all(
    Array.from({ length: 30 }, () => store.read(rows => rows.users.list(), { account: 'ada' })),
  )

  assert.is(found.length, 30)
})

test('given a role with at most three connections, then a larger pool uses these three', async () => {
  const url = new URL(cluster().database())
  const name = url.pathname.slice(1)
  cluster().run(
    url.href,
    `CREATE ROLE limited LOGIN PASSWORD 'secret' CONNECTION LIMIT 3; ALTER DATABASE ${name} OWNER TO limited`,
  )
  url.username = 'limited'
  url.password = 'secret'
  const store = await open(10, url.href)

  const found = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      store.read(rows => rows.users.list(), { account: `user ${index % 7}` }),
    ),
  )

  assert.is(found.length, 60)
})

test('given no connection in time, then a request is refused, and nothing is lost', async () => {
  const store = await open(1, cluster().database(), 1_000)
  const { start, until, release } = createReads(store)
  const read = start('one')
  await until(1)

  const error = await errorOf(store.read(rows => rows.users.list()))

  assert.instance(error, Unavailable)
  assert.is((error as Unavailable).why, 'contended')
  release()
  await read
  assert.equal(await store.read(rows => rows.users.list()), [])
})

test.run()
