import { test as all } from 'uvu'
import * as assert from 'uvu/assert'
import type { Entry, Repositories, StoredUser } from '../../core/index.js'
import { booking, errorOf, furnish, later, pause } from '../../core/store-samples.contract.js'
import { basic, createScene, people } from '../../testing/scene.js'
import { openPostgresStore } from './postgres-store.js'
import { withCluster } from './testing/cluster.js'

const { test, cluster } = withCluster(all)

const question = {
  email: 'bo@example.test',
  schedule_id: 'one',
  object: { kind: 'resources', id: 1 },
} as const
const one = { schedule_id: 'one' }

const changes: [what: string, change: (rows: Repositories) => unknown][] = [
  ['another password', ({ users }) => users.change('bo', { password_hash: 'new' }, later)],
  ['another time zone', ({ users }) => users.change('bo', { timezone: 'Asia/Kolkata' }, later)],
  ['another role', ({ collaborators }) => collaborators.change(one, { user_role: 'viewer' }, later)],
  ['no role', ({ collaborators }) => collaborators.remove(one)],
  ['no account', ({ users }) => users.remove('bo')],
  ['no resource', ({ resources }) => resources.remove({ ...one, ids: [1] })],
]
for (const [what, change] of changes) {
  test(`given an account that has ${what} by now, then a write that presumes the earlier state is retried and sees it`, async () => {
    const store = await openPostgresStore({ url: cluster().database() })
    await furnish(store)
    const found = (await store.read(rows => rows.entry?.(question))) as Entry
    await store.write(change)
    const before = await store.read(({ bookings }) => bookings.count(one))
    const seen: unknown[] = []

    await store.write(
      async rows => {
        const entry = await rows.entry?.(question)
        seen.push(entry)
        if (seen.length === 1) await rows.bookings.insert(booking(), later)
      },
      { once: true, found },
    )

    assert.is(seen.length, 2)
    assert.equal(seen[1], await store.read(rows => rows.entry?.(question)))
    assert.is(await store.read(({ bookings }) => bookings.count(one)), before)
    await store.close()
  })
}

test('given that what was found still holds, then a booking is inserted and counted in one attempt', async () => {
  const store = await openPostgresStore({ url: cluster().database() })
  await furnish(store)
  const found = (await store.read(rows => rows.entry?.(question))) as Entry
  const retries = store.figures().retries

  const id = await store.write(({ bookings }) => bookings.insert(booking(), later), { once: true, found })

  const kept = await store.read(async ({ bookings }) => [
    (await bookings.find('one', id))?.id,
    await bookings.count(one),
    await bookings.count({ ...one, resource_id: 1 }),
  ])
  assert.equal([kept, store.figures().retries], [[id, 9, 5], retries])
  await store.close()
})

test('given a log with the values of all statements, then an inserted booking leaves no password hash in it', async () => {
  const url = cluster().database()
  const store = await openPostgresStore({ url })
  await furnish(store)
  await store.write(({ users }) => users.change('bo', { password_hash: 'a hash of Bo' }, later))
  await store.close()
  cluster().run(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET log_min_duration_statement = 0`)
  const logging = await openPostgresStore({ url })
  const found = (await logging.read(rows => rows.entry?.(question))) as Entry
  cluster().logged()

  await logging.write(({ bookings }) => bookings.insert(booking(), later), { once: true, found })
  await logging.close()

  const logged = cluster().logged()
  assert.is(found.user?.password_hash, 'a hash of Bo')
  assert.match(logged, /WITH given AS MATERIALIZED.*parameters: \$1/s)
  assert.not.match(logged, /a hash of Bo|timezone/)
})

test('given many concurrent inserts, some with outdated presumptions, then each is judged individually', async () => {
  const store = await openPostgresStore({ url: cluster().database() })
  await furnish(store)
  const stale = (await store.read(rows => rows.entry?.(question))) as Entry
  await store.write(({ users }) => users.change('bo', { timezone: 'Asia/Kolkata' }, later))
  const found = (await store.read(rows => rows.entry?.(question))) as Entry
  const insert = (resource_id: number, presumed: Entry) =>
    errorOf(
      store.write(
        async rows => {
          const entry = await rows.entry?.(question)
          if (entry?.user?.timezone !== 'Asia/Kolkata') throw new Error('presumed')
          return rows.bookings.insert(booking({ resource_id }), later)
        },
        { once: true, found: presumed },
      ),
    )
  const lies = { ...stale, user: { ...(stale.user as StoredUser), timezone: 'Asia/Kolkata' } }

  const errors = await Promise.all(
    Array.from({ length: 40 }, (_, index) => insert(index === 20 ? 99 : 1, index % 4 === 3 ? lies : found)),
  )

  assert.equal(
    errors.flatMap((error, index) => (error === undefined ? [] : [index])),
    [20],
  )
  const kept = await store.read(async ({ bookings }) => [
    (await bookings.ids({ ...one, resource_id: 1 })).length,
    await bookings.count(one),
    await bookings.count({ ...one, resource_id: 1 }),
  ])
  assert.equal(kept, [43, 47, 43])
  await store.close()
})

test('given an account with all the connections that it may have, then bookings of others do not wait for it', async () => {
  const limits = { poolSize: 4, connectionTimeout: 500 }
  const store = await openPostgresStore({ url: cluster().database(), limits })
  await furnish(store)
  const found = (await store.read(rows => rows.entry?.(question))) as Entry
  const insert = (account: string) =>
    errorOf(store.write(({ bookings }) => bookings.insert(booking(), later), { once: true, found, account }))
  const releases: (() => void)[] = []
  const reads = [1, 2].map(() =>
    store.read(
      async rows => {
        await rows.users.list()
        await new Promise<void>(release => releases.push(release))
      },
      { account: 'ada' },
    ),
  )
  while (releases.length < 2) await pause()

  // The first one is sent at once, and the others together after it.
  const errors = await Promise.all(['cy', 'ada', 'bo'].map(insert))

  assert.is(errors[2], undefined)
  for (const release of releases) release()
  await Promise.all(reads)
  await store.close()
})

const window = '/schedules/first/bookings?time_min=2030-01-01%2010:00'
const start = '2030-01-01 10:00'

test('given an account that another process changes, then its next request sees the change', async () => {
  const database = cluster().database()
  const seed = {
    users: [people.owner],
    schedules: [
      {
        id: 'first',
        owner: people.owner.email,
        resources: [{ name: 'Room' }],
        bookings: [{ resource: 'Room', title: '', start, end: '2030-01-01 11:00' }],
      },
    ],
  }
  const scene = await createScene({ database, seed })
  const listed = async () => {
    const { status, body } = await scene.owner.get(window)
    return [status, body.pagination?.total_count]
  }
  assert.equal(
    [await listed(), await listed()],
    [
      [200, 1],
      [200, 1],
    ],
  )

  cluster().run(database, `UPDATE users SET object = replace(object, 'Europe/Berlin', 'America/New_York')`)
  const elsewhere = await listed()
  cluster().run(database, `UPDATE users SET password_hash = 'none'`)
  const refused = await listed()
  const created = await scene
    .caller(basic(people.owner.email, people.owner.password))
    .post('/schedules/first/bookings', { resource_id: 1, title: '', start, end: '2030-01-01 11:00' })
  await scene.end()

  // 10:00 in New York is 16:00 in Berlin.
  assert.equal([elsewhere, refused[0], created.status], [[200, 0], 401, 401])
})

test('given an insert with several mistakes, then both stores refuse it for the same one', async () => {
  const backwards = { resource_id: 99, title: '', start: '2030-01-01 11:00', end: '2030-01-01 10:00' }
  const messages = []
  for (const database of [undefined, cluster().database()]) {
    const scene = await createScene(database === undefined ? {} : { database })
    const { body } = await scene.owner.post('/schedules/first/bookings', backwards)
    messages.push(body.error.message)
    await scene.end()
  }

  assert.match(messages[0], 'end must not be before start')
  assert.is(messages[1], messages[0])
})

test.run()
