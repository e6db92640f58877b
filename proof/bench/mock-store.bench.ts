/**
 * The cost of the mock's store compared with the SQLite store: both hold the same 10,000 bookings and take turns in one
 * process. Prints the medians and their ratio.
 *
 *     npm run build && node dist/proof/bench/mock-store.bench.js
 */
import { createMockStore } from '../../mock/store/mock-store.js'
import type { Repositories, Store } from '../../server/core/index.js'
import { booking, made } from '../../server/core/store-samples.contract.js'
import { openSqlStore } from '../../server/storage/index.js'
import { compare, note, print, printHeads } from './measure.js'
import { fill, first, one } from './sample-schedule.js'

const bookings = 10_000
async function filledPerSecond(store: Store): Promise<number> {
  const begin = performance.now()
  await fill(store, bookings, 2)
  return Math.round(bookings / ((performance.now() - begin) / 1000))
}

const mock = createMockStore()
const sql = await openSqlStore()
const rates = [await filledPerSecond(mock), await filledPerSecond(sql)]
print(`${bookings} bookings inserted in one transaction: ${rates[0]}/s, SQLite ${rates[1]}/s\n`)
printHeads('', 'mock', 'SQLite')

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
await sql.close()
