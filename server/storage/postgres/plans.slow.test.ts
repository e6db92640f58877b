import { test as all } from 'uvu'
import * as assert from 'uvu/assert'
import { type Caller, createScene, people, type Scene, sceneSeed } from '../../testing/scene.js'
import { idsInBlock } from './collection.js'
import { countBookings } from './migrations.js'
import { withCluster } from './testing/cluster.js'

/*
 * Ten schedules of very different sizes, whose bookings were created one schedule after the other: a request for one of them
 * must not read through those of the others. The database logs the plans of all statements with `auto_explain`.
 */

const { test, cluster } = withCluster(all)
/* The schedules that are read are large enough for one index to be clearly the cheapest. In a small one, several cost the same. */
const sizes = {
  first: 2_000,
  second: 1_000,
  largest: 70_000,
  fourth: 2_000,
  fifth: 4_000,
  sixth: 100,
  seventh: 8_000,
  eighth: 400,
  ninth: 4_000,
  last: 10_000,
}
type Schedule = keyof typeof sizes
const resourcesOfEach = 4
/** Each schedule has four bookings a day from this date on. */
const begin = Date.UTC(2030, 0, 1)
const hours = 3_600_000
/** A prepared statement may get another plan after five executions. */
const rounds = 7
/** The number of additional rows that may be read: resources, totals and other small tables are scanned. */
const allowance = 150

let url = ''
let scene: Scene
/** The ids of the bookings of a schedule, and of its resources. */
const ids = {} as Record<Schedule, { firstBooking: number; lastBooking: number; resource: number }>

test.before(async () => {
  url = cluster().database()
  const { owner, editor } = people
  const seed = {
    ...sceneSeed,
    schedules: Object.keys(sizes).map(id => ({
      id,
      owner: owner.email,
      collaborators: [{ email: editor.email, user_role: 'editor' as const }],
      resources: Array.from({ length: resourcesOfEach }, (_, index) => ({ name: `${id} ${index}` })),
      bookings: [{ resource: `${id} 0`, title: id, start: '2030-01-01 00:00', end: '2030-01-01 00:30' }],
    })),
  }
  const loading = await createScene({ database: url, seed })
  await loading.end()
  fill()
  for (const [name, value] of Object.entries({
    session_preload_libraries: 'auto_explain',
    'auto_explain.log_min_duration': '0',
    'auto_explain.log_analyze': 'on',
    'auto_explain.log_timing': 'off',
    'auto_explain.log_nested_statements': 'on',
    'auto_explain.log_format': 'json',
  }))
    cluster().run(url, `ALTER DATABASE ${new URL(url).pathname.slice(1)} SET ${name} = '${value}'`)
  scene = await createScene({ database: url, requestRateLimit: 1_000_000 })
})

/** Copies the only booking of each schedule, one schedule after the other. */
function fill(): void {
  let next = Object.keys(sizes).length + 1
  for (const [index, [id, size]] of Object.entries(sizes).entries()) {
    const resource = index * resourcesOfEach + 1
    ids[id as Schedule] = { firstBooking: next, lastBooking: next + size - 2, resource }
    next += size - 1
    cluster().run(
      url,
      `INSERT INTO bookings (id, schedule_id, resource_id, starts_at, ends_at, object)
       SELECT nextval('bookings_ids'), schedule_id, ${resource} + n % ${resourcesOfEach},
         starts_at + n * interval '6 hours', ends_at + n * interval '6 hours', object
       FROM bookings, generate_series(1, ${size - 1}) AS n WHERE schedule_id = '${id}'`,
    )
  }
  cluster().run(url, `DELETE FROM booking_totals; ${countBookings}`)
  cluster().run(url, 'VACUUM ANALYZE')
}

test.after(() => scene?.end())

interface Plan {
  'Node Type': string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  'Rows Removed by Index Recheck'?: number
  'Rows Removed by Join Filter'?: number
  Plans?: Plan[]
}

interface Explained {
  'Query Text': string
  Plan: Plan
}

const sumOf = <Each>(all: readonly Each[] = [], count: (one: Each) => number): number =>
  all.reduce((sum, one) => sum + count(one), 0)

/** Returns the number of rows read by the scans of a plan. */
function rowsRead({ Plans, ...plan }: Plan): number {
  const removed =
    (plan['Rows Removed by Filter'] ?? 0) +
    (plan['Rows Removed by Index Recheck'] ?? 0) +
    (plan['Rows Removed by Join Filter'] ?? 0)
  const below = sumOf(Plans, rowsRead)
  return (
    (/Scan/.test(plan['Node Type']) && !Plans ? plan['Actual Rows'] + removed : 0) * plan['Actual Loops'] +
    below
  )
}

/** Returns the number of rows that a plan returns, counts or changes. */
function rowsReturned({ Plans, ...plan }: Plan): number {
  const isOfRowsBelow = /Aggregate|ModifyTable/.test(plan['Node Type'])
  return isOfRowsBelow ? sumOf(Plans, rowsReturned) : plan['Actual Rows'] * plan['Actual Loops']
}

/** Returns the plans of the statements since the last call. */
const explained = (): Explained[] =>
  [
    ...cluster()
      .logged()
      .matchAll(/plan:\n((?:\t.*\n)+)/g),
  ].map(([, text = '']) => JSON.parse(text.replace(/^\t/gm, '')))

const timeAt = (index: number) => new Date(begin + index * 6 * hours).toISOString().slice(0, 16)
const window = (from: number, until: number) => `time_min=${timeAt(from)}&time_max=${timeAt(until)}`

/** A request to a schedule, possibly one of several that belong together. */
type Ask = (caller: Caller, path: string, schedule: Schedule) => Promise<{ status: number; body?: unknown }>

const idOf = ({ body }: { body?: unknown }) => (body as { data: { id: number }[] }).data[0]?.id
const times = { start: '2031-05-01 10:00', end: '2031-05-01 11:00' }

const requests: Record<string, Ask> = {
  'the default list': (caller, path) => caller.get(`${path}/bookings`),
  'a page': (caller, path) => caller.get(`${path}/bookings?offset=60&limit=20`),
  'a window': (caller, path) => caller.get(`${path}/bookings?${window(40, 60)}`),
  'a window without a limit': (caller, path) => caller.get(`${path}/bookings?limit=0&${window(40, 60)}`),
  'a window that is open at its end': (caller, path, schedule) =>
    caller.get(`${path}/bookings?time_min=${timeAt(sizes[schedule] - 20)}`),
  'a window that is open at its start': (caller, path) =>
    caller.get(`${path}/bookings?time_max=${timeAt(20)}`),
  'bookings by their ids': (caller, path, schedule) =>
    caller.get(`${path}/bookings?ids=${ids[schedule].firstBooking},${ids[schedule].lastBooking}`),
  'the bookings of a resource': (caller, path, schedule) =>
    caller.get(`${path}/resources/${ids[schedule].resource}/bookings`),
  'a window of a resource': (caller, path, schedule) =>
    caller.get(`${path}/resources/${ids[schedule].resource}/bookings?${window(40, 60)}`),
  'one booking': (caller, path, schedule) => caller.get(`${path}/bookings/${ids[schedule].lastBooking}`),
  'a change of a booking': (caller, path, schedule) =>
    caller.put(`${path}/bookings/${ids[schedule].lastBooking}`, { title: `${Math.random()}` }),
  'new times of a booking': (caller, path, schedule) =>
    caller.put(`${path}/bookings/${ids[schedule].firstBooking + 5}`, times),
  'a change of some bookings': (caller, path, schedule) =>
    caller.put(`${path}/bookings?ids=${ids[schedule].firstBooking},${ids[schedule].lastBooking}`, {
      resource_id: ids[schedule].resource + Math.floor(Math.random() * resourcesOfEach),
    }),
  'a new booking, and its deletion': async (caller, path, schedule) => {
    const created = await caller.post(`${path}/bookings`, {
      resource_id: ids[schedule].resource,
      title: '',
      ...times,
    })
    return caller.delete(`${path}/bookings/${idOf(created)}`)
  },
  'two new bookings, and their deletion': async (caller, path, schedule) => {
    const body = { resource_id: ids[schedule].resource, title: '', ...times }
    const created = [
      idOf(await caller.post(`${path}/bookings`, body)),
      idOf(await caller.post(`${path}/bookings`, body)),
    ]
    return caller.delete(`${path}/bookings?ids=${created}`)
  },
  resources: (caller, path) => caller.get(`${path}/resources`),
  'one resource': (caller, path, schedule) => caller.get(`${path}/resources/${ids[schedule].resource}`),
  'a change of a resource': (caller, path, schedule) =>
    caller.put(`${path}/resources/${ids[schedule].resource}`, { note: `${Math.random()}` }),
  'a new resource with bookings, and their deletion': async (caller, path) => {
    const id = idOf(await caller.post(`${path}/resources`, { name: `New ${Math.random()}` }))
    for (let count = 0; count < 3; count++)
      await caller.post(`${path}/bookings`, { resource_id: id, title: '', ...times })
    await caller.put(`${path}/resources/${id}/bookings`, { title: 'new' })
    await caller.delete(`${path}/resources/${id}/bookings?all=1`)
    await caller.post(`${path}/bookings`, { resource_id: id, title: '', ...times })
    return caller.delete(`${path}/resources/${id}`)
  },
  collaborators: (caller, path) => caller.get(`${path}/collaborators`),
  'a new collaborator, its role, and its end': async (caller, path) => {
    const id = idOf(await caller.post(`${path}/collaborators`, { email: people.viewer.email }))
    await caller.put(`${path}/collaborators/${id}`, { user_role: 'editor' })
    return caller.delete(`${path}/collaborators/${id}`)
  },
  'the account': caller => caller.get('/users/me'),
  'a change of the account': caller => caller.put('/users/me', { firstname: `${Math.random()}` }),
}

for (const [what, ask] of Object.entries(requests)) {
  test(`${what}: no statement reads more than ten times the rows that it returns, whatever the size of the schedule`, async () => {
    let statements = 0
    cluster().logged()
    for (const schedule of ['first', 'largest', 'last'] as const) {
      for (let round = 0; round < rounds; round++) {
        const { status } = await ask(scene.owner, `/schedules/${schedule}`, schedule)

        assert.ok(status < 300, `${schedule}: ${status}`)
        for (const { 'Query Text': text, Plan: plan } of explained()) {
          statements++
          const [read, returned] = [rowsRead(plan), rowsReturned(plan)]
          assert.ok(
            read <= 10 * returned + allowance,
            `${schedule}: ${read} rows read for ${returned}: ${text}\n${JSON.stringify(plan, null, 1)}`,
          )
        }
      }
    }
    assert.ok(statements >= 3 * rounds, `only ${statements} plans were found`)
  })
}

test('a page deep in a long list is right, and for a schedule reads at most one extra block of ids', async () => {
  const { firstBooking, resource } = ids.largest
  // The third resource has every fourth booking from the third one on, three of which are deleted. No others are moved there.
  await scene.owner.put(`/schedules/largest/bookings/${firstBooking}`, { resource_id: resource })
  await scene.owner.delete(`/schedules/largest/bookings?ids=${[41, 81, 121].map(n => firstBooking + n)}`)
  for (const [path, offset, first, passed] of [
    ['bookings', 60_000, 60_003, idsInBlock],
    [`resources/${resource + 2}/bookings`, 15_000, 2 + 4 * 15_003, 15_000],
  ] as const) {
    cluster().logged()

    const { body } = await scene.owner.get(`/schedules/largest/${path}?offset=${offset}&limit=20`)

    const starts = (body as { data: { start: string }[] }).data.map(({ start }) => start)
    assert.is(starts[0], timeAt(first).replace('T', ' '))
    assert.is(starts.length, 20)
    const read = sumOf(explained(), ({ Plan }) => rowsRead(Plan))
    assert.ok(
      read <= passed + 10 * starts.length + allowance,
      `${read} rows were read for the page at ${offset} of ${path}`,
    )
  }
})

test.run()
