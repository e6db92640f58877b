import { test as all } from 'uvu'
import * as assert from 'uvu/assert'
import type { EntryQuestion, Selection } from '../../core/index.js'
import { furnish, halfHour, later, noon } from '../../core/store-samples.contract.js'
import { createScene, people, sceneSeed } from '../../testing/scene.js'
import { openPostgresStore, type PostgresStore } from './postgres-store.js'
import { withCluster } from './testing/cluster.js'
import { openCountingProxy } from './testing/counting-proxy.js'

const { test, cluster } = withCluster(all)
let store: PostgresStore

test.before(async () => {
  store = await openPostgresStore({ url: cluster().database() })
  await furnish(store)
  await store.write(({ users }) => users.change('bo', { firstname: '"B"\u0000' }, later))
})
test.after(() => store?.close())

const selections: Selection[] = [
  { schedule_id: 'one' },
  { schedule_id: 'two' },
  { schedule_id: 'three' },
  { schedule_id: 'one', resource_id: 1 },
  { schedule_id: 'one', ids: [1, 3, 99, 1e21] },
  { schedule_id: 'one', time_min: noon + 2 * halfHour },
  { schedule_id: 'one', time_max: noon + 2 * halfHour },
  { schedule_id: 'one', resource_id: 2, time_min: noon + halfHour, time_max: noon + 6 * halfHour },
]
const slices = [
  { offset: 0, limit: 20 },
  { offset: 1, limit: 2 },
  { offset: 99, limit: 2 },
]

/** Reads an entry with separate queries. */
function askEach({ email, schedule_id = '', object, page }: EntryQuestion) {
  return store.read(async rows => {
    const user = await rows.users.findByEmail(email)
    if (!user) return { user, membership: undefined }
    return {
      user,
      membership: await rows.schedules.membershipOf(schedule_id, user.id),
      ...(object && { object: (await rows[object.kind].find(schedule_id, object.id)) ?? null }),
      ...(page && {
        page: {
          total: await rows[page.kind].count(page.selection),
          objects: await rows[page.kind].list(page.selection, page.slice),
        },
      }),
    }
  })
}

for (const email of ['ada@example.test', 'BO@example.test', 'nobody@example.test']) {
  for (const kind of ['resources', 'bookings', 'collaborators'] as const) {
    test(`given ${email} and ${kind}, then one statement finds the same as separate ones`, async () => {
      for (const selection of kind === 'bookings' ? selections : selections.slice(0, 3)) {
        const { schedule_id } = selection
        for (const slice of slices) {
          const page = { kind, selection, slice }
          for (const question of [
            { email, schedule_id, object: undefined, page },
            { email, schedule_id, object: { kind: 'resources', id: 1 }, page: { ...page, kind: 'bookings' } },
            { email, schedule_id, object: { kind, id: 1 } },
            { email, schedule_id, object: { kind, id: 99 } },
            { email, schedule_id: undefined, object: undefined },
          ] as const) {
            const entry = await store.read(rows => rows.entry?.(question))

            assert.equal(entry, await askEach(question))
          }
        }
      }
    })
  }
}

const times = { start: '2030-01-01 10:00', end: '2030-01-01 11:00' }
const begin = { resource: 'Room', title: '', ...times }
for (const [what, expected, ask] of [
  ['one booking', 1, caller => caller.get('/schedules/first/bookings/1')],
  ['a list', 1, caller => caller.get('/schedules/first/bookings?time_min=2029-01-01')],
  ['the list of a resource', 1, caller => caller.get('/schedules/first/resources/1/bookings')],
  [
    'a new booking',
    2,
    caller => caller.post('/schedules/first/bookings', { resource_id: 1, title: '', ...times }),
  ],
  [
    'a changed booking',
    4,
    caller => caller.put('/schedules/first/bookings/1', { title: String(Math.random()) }),
  ],
] as [
  string,
  number,
  (caller: Awaited<ReturnType<typeof createScene>>['owner']) => Promise<{ status: number }>,
][]) {
  test(`${what} takes ${expected} round trips`, async () => {
    const proxy = await openCountingProxy(cluster().database())
    const seed = {
      ...sceneSeed,
      schedules: [
        {
          id: 'first',
          owner: people.owner.email,
          resources: ['Room'].map(name => ({ name })),
          bookings: [begin],
        },
      ],
    }
    const scene = await createScene({ database: proxy.url, seed })
    for (let count = 0; count < 3; count++) await ask(scene.owner)
    proxy.count()

    const { status } = await ask(scene.owner)
    const trips = proxy.count()
    await scene.end()
    proxy.close()

    assert.ok(status < 300, `${status}`)
    assert.is(trips, expected)
  })
}

test.run()
