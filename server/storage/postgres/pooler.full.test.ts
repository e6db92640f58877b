import { test as all } from 'uvu'
import * as assert from 'uvu/assert'
import { storeContract } from '../../core/store.contract.js'
import { booking, errorOf, furnish, later, resource } from '../../core/store-samples.contract.js'
import { hasPooler } from './connections.js'
import { openPostgresStore, type PostgresStore } from './postgres-store.js'
import { withCluster } from './testing/cluster.js'
import { type Pooler, poolerProgram, startPooler } from './testing/pooler.js'

/* The store behind pgbouncer, which assigns each database connection to one transaction. */

const { cluster, isInstalled, ...given } = withCluster(all)
/** Takes long, because the whole contract of a store is run: only in .ci/full. */
const isWanted = process.env.SCHEDKIT_PROXIES === 'required'
const isReady = isInstalled && isWanted && poolerProgram() !== undefined
const test = isReady ? given.test : Object.assign(all.skip.bind(all), all)
if (isWanted && !isReady) {
  all('pgbouncer is installed', () => {
    throw new Error('pgbouncer is not installed: apt-get install pgbouncer')
  })
} else if (!isWanted) process.stdout.write('Tests skipped: SCHEDKIT_PROXIES=required runs them\n')
let pooler: Pooler
const opened: PostgresStore[] = []

async function open(url = cluster().database(), connections = 20): Promise<PostgresStore> {
  const store = await openPostgresStore({ url: pooler.urlOf(url), limits: { poolSize: connections } })
  opened.push(store)
  return store
}

if (isReady) {
  all.before(async () => {
    pooler = await startPooler(cluster().database(), { mode: 'transaction', size: 8 })
  })
  all.after(async () => {
    for (const store of opened) await store.close()
    pooler.stop()
  })
}

given.test('given a database without a pooler, its connections are kept', async () => {
  assert.is(await hasPooler(cluster().database(), 2_000), false)
})

test('given a pooler, then it is detected, even if a client gets the same connection again while others use the pool', async () => {
  const url = cluster().database()
  const sessions = await startPooler(url, { mode: 'session', size: 8 })

  assert.is(await hasPooler(pooler.urlOf(url), 2_000), true)
  assert.is(await hasPooler(sessions.urlOf(url), 2_000), true)
  sessions.stop()
})

test('given more writers and readers in two stores than the pooler has connections, all succeed', async () => {
  const url = cluster().database()
  const stores = [await open(url), await open(url)]
  await furnish(stores[0] as PostgresStore)
  const one = { schedule_id: 'one' }

  const errors = await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      errorOf(async () => {
        const store = stores[index % 2] as PostgresStore
        if (index % 4 < 2) await store.write(({ bookings }) => bookings.insert(booking(), later))
        else
          await store.read(async ({ bookings }) => [
            await bookings.count(one),
            await bookings.list(one, { offset: 0, limit: 20 }),
          ])
      }),
    ),
  )

  assert.equal(errors.filter(Boolean).map(String), [])
  assert.is(await stores[0]?.read(({ bookings }) => bookings.count(one)), 108)
})

test('given refused writes in two stores behind a pooler, then nothing else fails in the database', async () => {
  const url = cluster().database()
  const stores = [await open(url), await open(url)]
  await furnish(stores[0] as PostgresStore)
  cluster().logged()

  await Promise.all(
    Array.from({ length: 400 }, (_, index) =>
      errorOf(async () => {
        const store = stores[index % 2] as PostgresStore
        if (index % 4 < 2) await store.write(({ resources }) => resources.insert(resource('Red'), later))
        else await store.read(({ bookings }) => bookings.count({ schedule_id: 'one' }))
      }),
    ),
  )

  const logged = cluster().logged()
  const errors = logged.split('\n').filter(line => /ERROR: /.test(line))
  assert.ok(errors.length > 0)
  assert.equal(
    errors.filter(line => !/duplicate key|could not serialize/.test(line)),
    [],
  )
})

test('given a pooler, then a transaction has the limits of the store', async () => {
  const url = cluster().database()
  const store = await openPostgresStore({ url: pooler.urlOf(url), limits: { lockTimeout: 100 } })
  opened.push(store)
  await furnish(store)
  const held = cluster().hold(url, 'LOCK TABLE resources IN ACCESS EXCLUSIVE MODE')
  await held.isHeld

  const error = await errorOf(store.write(({ resources }) => resources.remove({ schedule_id: 'one' })))
  held.release()

  assert.match(String(error), /is busy/)
})

test('given a pooler, then a single read has the limits of the store, too', async () => {
  const url = cluster().database()
  const store = await openPostgresStore({ url: pooler.urlOf(url), limits: { lockTimeout: 100 } })
  opened.push(store)
  await furnish(store)
  const held = cluster().hold(url, 'LOCK TABLE users IN ACCESS EXCLUSIVE MODE')
  await held.isHeld

  const error = await errorOf(store.read(({ users }) => users.find('bo'), { consistent: false }))
  held.release()

  assert.match(String(error), /is busy/)
})

if (isReady) storeContract('PostgreSQL behind pgbouncer', open, { writes: 'side by side', share: 0.3 })

test.run()
