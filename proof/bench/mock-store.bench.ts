/**
 * The cost of the mock's store compared with the SQLite store: both hold the same 10,000 bookings and take turns in one
 * process. Prints the medians and their ratio.
 *
 *     npm run build && node dist/proof/bench/mock-store.bench.js
 */
import { demo } from '../../fixtures/demo.js'
import { createMockStore } from '../../mock/store/mock-store.js'
import type { Repositories, Store } from '../../server/core/index.js'
import { loadSeed } from '../../server/core/seed.js'
import { booking, made, resource } from '../../server/core/store-samples.contract.js'
import { openSqlStore } from '../../server/storage/index.js'
import { createPorts } from '../server/in-process.js'
import { medians, note, print, type Work } from './measure.js'
import { addBooking, addSchedule, first, one } from './sample-schedule.js'

const bookings = 10_000
async function compare(name: string, runs: number, ours: Work, other: Work): Promise<void> {
  const [left = 0, right = 0] = await medians([ours, other], runs)
  const cells = [left, right].map(value => `${value.toFixed(1).padStart(10)} us`).join('')
  print(`${name.padEnd(44)}${cells}${(right / left).toFixed(2).padStart(10)}`)
}

async function fill(store: Store): Promise<number> {
  const begin = performance.now()
  await store.write(async rows => {
    await addSchedule(rows, 2)
    for (let index = 0; index < bookings; index++) await addBooking(rows, index, 2)
  })
  return bookings / ((performance.now() - begin) / 1000)
}

const mock = createMockStore()
const sql = await openSqlStore()
const rates = [await fill(mock), await fill(sql)].map(Math.round)
print(`${bookings} bookings inserted in one transaction: ${rates[0]}/s, SQLite ${rates[1]}/s\n`)
print(`${''.padEnd(44)}${'mock'.padStart(13)}${'SQLite'.padStart(13)}${'ratio'.padStart(10)}`)

/** The same work in both stores. */
const both = (
  name: string,
  runs: number,
  work: (rows: Repositories) => unknown,
  way: 'read' | 'write' = 'read',
) =>
  compare(
    name,
    runs,
    () => mock[way](work),
    () => sql[way](work),
  )

const page = (offset: number) => (rows: Repositories) => rows.bookings.list(one, { offset, limit: 20 })
const day = { ...one, time_min: first + 3_000_000, time_max: first + 3_086_400 }
const ids = Array.from({ length: 20 }, (_, index) => index * 500 + 1)
let turn = 0

await both('read by id', 2000, rows => rows.bookings.find('one', 5000))
await both('list of 20', 1000, page(0))
await both('list of 20 at offset 9,000', 500, page(9000))
await both('list of 20 of a resource', 500, rows =>
  rows.bookings.list({ ...one, resource_id: 2 }, { offset: 0, limit: 20 }),
)
await both('list of a day', 50, rows => rows.bookings.list(day, { offset: 0, limit: 0 }))
await both('20 by their ids', 500, rows => rows.bookings.list({ ...one, ids }, { offset: 0, limit: 0 }))
await both('total of a schedule', 2000, rows => rows.bookings.count(one))
await both('account by address', 2000, rows => rows.users.findByEmail('ADA@example.test'))
await both(
  'change of one booking',
  500,
  rows => rows.bookings.change({ ...one, ids: [5000] }, { title: `${turn++}` }, made),
  'write',
)
await both(
  'insert and remove of one booking',
  500,
  async rows => rows.bookings.remove({ ...one, ids: [await rows.bookings.insert(booking({ note }), made)] }),
  'write',
)
const changeAll = (store: Store) => () =>
  store
    .write(async rows => {
      await rows.bookings.change(one, { title: `${turn++}` }, made)
      throw new Error('undone')
    })
    .catch(() => undefined)
await compare('change of all, undone', 1, changeAll(mock), changeAll(sql))

/** The cost of a reset compared with loading the seed again. */
const demoStore = createMockStore()
const seed = demo({ now: made })
const settings = { requestRateLimit: 1000 }
const loadDemo = (store: Store) =>
  loadSeed(seed, {
    settings,
    idOf: email => `user of ${email}`,
    ports: { ...createPorts(store, []), clock: { now: () => made } },
  })
await loadDemo(demoStore)
const counts = Object.entries({ ...demoStore.db }).map(([name, model]) => `${model.count()} ${name}`)
print(`\nThe demo: ${counts.join(', ')}`)
const atStart = demoStore.snapshot()
const touch = () =>
  demoStore.write(async rows => {
    const [schedule] = await rows.schedules.list()
    const schedule_id = schedule?.id ?? ''
    const [id] = await rows.bookings.ids({ schedule_id })
    await rows.bookings.change({ schedule_id, ids: [id ?? 0] }, { title: `${turn++}` }, made)
    await rows.resources.insert(resource(`New ${turn}`, { schedule_id }), made)
  })
await compare(
  'reset of the demo after two writes',
  200,
  async () => {
    await touch()
    demoStore.restore(atStart)
  },
  () => loadDemo(sql),
)
await compare('the two writes alone', 200, touch, () => undefined)
demoStore.restore(atStart)
await compare(
  'reset of the demo after emptying it',
  100,
  async () => {
    await demoStore.write(rows => rows.clear())
    demoStore.restore(atStart)
  },
  () => loadDemo(demoStore),
)
const atEnd = mock.snapshot()
const changeOne = () =>
  mock.write(rows => rows.bookings.change({ ...one, ids: [5000] }, { title: `${turn++}` }, made))
await compare(
  'the same of 10,000 bookings after one change',
  20,
  async () => {
    await changeOne()
    mock.restore(atEnd)
  },
  async () => {
    await sql.write(rows => rows.clear())
    await fill(sql)
  },
)
await sql.close()
