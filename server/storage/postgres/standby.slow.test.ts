import { setTimeout as waitFor } from 'node:timers/promises'
import { test as all } from 'uvu'
import * as assert from 'uvu/assert'
import type { Unavailable } from '../../core/index.js'
import { booking, errorOf, furnish, later } from '../../core/store-samples.contract.js'
import type { DataNote } from '../errors.js'
import { openPostgresStore } from './postgres-store.js'
import { withCluster } from './testing/cluster.js'

/* A synchronous standby that is unreachable: commits wait for it. */

const { test, cluster } = withCluster(all)

test.after.each(() => {
  cluster().run(cluster().urlOf('postgres'), 'ALTER SYSTEM RESET synchronous_standby_names')
  cluster().run(cluster().urlOf('postgres'), 'SELECT pg_reload_conf()')
})

test('given an unreachable synchronous standby, then reads work, and connections whose commits wait are closed', async () => {
  const url = cluster().database()
  const name = new URL(url).pathname.slice(1)
  const elsewhere = cluster().urlOf('postgres')
  const count = (condition: string) =>
    Number(cluster().run(elsewhere, `SELECT count(*) FROM pg_stat_activity WHERE ${condition}`))
  const notes: DataNote[] = []
  const limits = { poolSize: 4, statementTimeout: 300 }
  const store = await openPostgresStore({ url, limits, notify: note => notes.push(note) })
  await furnish(store)
  cluster().run(elsewhere, `ALTER SYSTEM SET synchronous_standby_names = 'away'`)
  cluster().run(elsewhere, 'SELECT pg_reload_conf()')
  const write = (account: string) =>
    errorOf(
      store.write(rows => rows.bookings.insert(booking(), later), { account, caller: account }),
    ) as Promise<Unavailable | undefined>
  while ((await write('first'))?.why !== 'unreachable') await waitFor(5)
  await store.read(rows => rows.users.list())
  const told = notes.splice(0)
  let isOver = false
  async function writeOn(account: string): Promise<void> {
    while (!isOver) await write(account)
  }

  const writing = Array.from({ length: 8 }, (_, index) => writeOn(`writer ${index}`))
  const read = []
  // Commits time out after 800 milliseconds.
  const end = performance.now() + 1_700
  while (performance.now() < end) {
    await waitFor(20)
    read.push(await errorOf(store.read(rows => rows.users.list(), { account: 'reader', caller: 'reader' })))
  }
  const events = notes.map(({ event }) => event)
  isOver = true
  await Promise.all(writing)
  const waiting = `datname = '${name}' AND wait_event = 'SyncRep'`
  for (let tries = 0; tries < 20 && count(waiting) > 0; tries++) await waitFor(20)

  assert.equal(
    read.filter(error => error !== undefined),
    [],
  )
  assert.is(count(waiting), 0)
  assert.ok(count(`datname = '${name}'`) <= limits.poolSize)
  assert.match(told[0]?.message ?? '', /does not answer: a query got no answer in time, perhaps because/)
  assert.equal(events, ['database waits'])
  await store.close()
})

test.run()
