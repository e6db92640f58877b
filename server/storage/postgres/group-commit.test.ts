import { setTimeout as waitFor } from 'node:timers/promises'
import { test as all } from 'uvu'
import * as assert from 'uvu/assert'
import { Unavailable } from '../../core/index.js'
import { booking, errorOf, furnish, later } from '../../core/store-samples.contract.js'
import type { DatabaseLimits } from './limits.js'
import { openPostgresStore, type PostgresStore } from './postgres-store.js'
import { withCluster } from './testing/cluster.js'

/* Writes of several requests that are committed together. The store has one connection, so that they wait for it. */

const { test, cluster } = withCluster(all)
let url = ''
let store: PostgresStore
const opened: PostgresStore[] = []

async function open(limits: DatabaseLimits = {}): Promise<PostgresStore> {
  const one = await openPostgresStore({ url, limits: { poolSize: 1, ...limits } })
  opened.push(one)
  return one
}

test.before.each(async () => {
  url = cluster().database()
  store = await open()
  await furnish(store)
})
test.after.each(async () => {
  for (const one of opened.splice(0)) await one.close()
})

/** How often each booking was tried, by its title. */
let tries = new Map<string, number>()

/** Books a resource in the name of an account, as a request does that relies on both. */
function book(title: string, resource_id = 1, account = 'ada', into = store): Promise<unknown> {
  tries.set(title, 0)
  return Promise.resolve(
    into.write(
      rows => {
        tries.set(title, (tries.get(title) ?? 0) + 1)
        const user = rows.users.findByEmail(`${account}@example.test`)
        const found = rows.resources.find('one', resource_id)
        const insert = (isKnown: boolean) =>
          isKnown ? rows.bookings.insert(booking({ title, resource_id }), later) : undefined
        // What is remembered is at hand: waiting for it would be a turn of its own.
        if (user instanceof Promise || found instanceof Promise) {
          return Promise.all([user, found]).then(all => insert(all.every(Boolean)))
        }
        return insert(user !== undefined && found !== undefined)
      },
      { once: true },
    ),
  )
}

/** Has the store remember what the bookings of a test rely on. */
async function remember(into = store): Promise<void> {
  for (const [resource, account] of [
    [1, 'ada'],
    [2, 'ada'],
    [2, 'bo'],
  ] as const) {
    await book('before', resource, account, into)
  }
  tries = new Map()
}

const sql = (text: string) => cluster().run(url, text).trim()
const titles = () => sql(`SELECT json::json->>'title' FROM bookings WHERE id > 15 ORDER BY id`).split('\n')
const transactions = () => Number(sql('SELECT count(DISTINCT xmin::text) FROM bookings WHERE id > 15'))

test('writes that wait for a connection are committed together, sixteen at most', async () => {
  await remember()

  const ids = await Promise.all(Array.from({ length: 40 }, (_, index) => book(`${index}`)))

  assert.equal(
    ids,
    Array.from({ length: 40 }, (_, index) => 16 + index),
  )
  assert.equal(
    titles(),
    Array.from({ length: 40 }, (_, index) => `${index}`),
  )
  assert.is(transactions(), 3)
  assert.is(await store.read(({ bookings }) => bookings.count({ schedule_id: 'one' })), 8 + 3 + 40)
})

test('given one whose resource is gone, the others are committed without being run again', async () => {
  await remember()
  const other = await open()
  await other.write(rows => rows.resources.remove({ schedule_id: 'one', ids: [2] }))

  const ids = await Promise.all([book('a'), book('b', 2), book('c')])

  assert.equal(
    ids.map(id => typeof id),
    ['number', 'undefined', 'number'],
  )
  assert.equal(
    [titles(), [...tries.values()]],
    [
      ['a', 'c'],
      [1, 2, 1],
    ],
  )
})

test('given those whose account has changed, they are run again, the others not', async () => {
  await remember()
  const other = await open()
  await other.write(rows => rows.users.change('bo', { password_hash: 'new' }, later))

  await Promise.all([book('a'), book('b', 2, 'bo'), book('c'), book('d', 2, 'bo')])

  assert.equal(
    [titles().sort(), [...tries.values()]],
    [
      ['a', 'b', 'c', 'd'],
      [1, 2, 1, 2],
    ],
  )
})

test('given some that wait too long for a lock, the others are committed', async () => {
  const waiting = await open({ poolSize: 4, lockTimeout: 300, statementTimeout: 1_000 })
  await remember(waiting)
  const lock = cluster().hold(url, 'SELECT 1 FROM resources WHERE id = 2 FOR UPDATE')
  await lock.isHeld

  const resources = [1, 2, 2, 2, 2, 2, 2, 2, 2, 1]
  const errors = await Promise.all(
    resources.map((resource, index) => errorOf(book(`${index}`, resource, 'ada', waiting))),
  )
  lock.release()

  assert.equal(
    errors.map(error => (error as Unavailable | undefined)?.why),
    resources.map(resource => (resource === 2 ? 'contended' : undefined)),
  )
  assert.equal(titles().sort(), ['0', '9'])
})

test('after a lost connection, every write of the group has failed and nothing is stored', async () => {
  await remember()
  const lock = cluster().hold(url, 'SELECT 1 FROM resources WHERE id = 2 FOR UPDATE')
  await lock.isHeld
  const booked = ['a', 'b', 'c'].map((title, index) => errorOf(book(title, 1 + (index % 2))))
  const waiting = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
    WHERE datname = current_database() AND wait_event_type = 'Lock'`
  while (sql(waiting) === '') await waitFor(5)
  lock.release()

  for (const error of await Promise.all(booked)) {
    assert.instance(error, Unavailable)
    assert.is((error as Unavailable).why, 'unreachable')
  }
  assert.equal(titles(), [''])
  assert.type(await book('d'), 'number')
})

test('given no free connection in time, each of them fails', async () => {
  const waiting = await open({ connectionTimeout: 1_000 })
  await remember(waiting)
  const scan = await waiting.read(({ bookings }) =>
    bookings.scan({ schedule_id: 'one' }, { offset: 0, limit: 0 }),
  )

  const errors = await Promise.all(['a', 'b'].map(title => errorOf(book(title, 1, 'ada', waiting))))

  for (const error of errors) assert.instance(error, Unavailable)
  assert.equal(titles(), [''])
  scan.close()
  assert.type(await book('c', 1, 'ada', waiting), 'number')
})

all.run()
