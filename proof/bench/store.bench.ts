/**
 * What the store's design decisions gain: each is compared with the obvious alternative, in turns and in one process. Prints
 * the medians and their ratio.
 *
 *     npm run build && node dist/proof/bench/store.bench.js
 */
import type { Repositories } from '../../server/core/index.js'
import { booking, made } from '../../server/core/store-samples.contract.js'
import { openDatabase } from '../../server/storage/sqlite/engine.js'
import { createRepositories } from '../../server/storage/sqlite/repositories.js'
import { keepNamesUnique, migrate } from '../../server/storage/sqlite/schema.js'
import { openSqlStore } from '../../server/storage/sqlite/sql-store.js'
import { createStatements } from '../../server/storage/sqlite/statements.js'
import { memoryWrites } from '../../server/storage/sqlite/testing/memory-writes.js'
import { compare, note, print, printHeads } from './measure.js'
import { addBooking, addSchedule, first, one } from './sample-schedule.js'

const bookings = 100_000

const database = await openDatabase()
migrate(database)
keepNamesUnique(database, 'service')
const statements = createStatements(database)
const rows = createRepositories(statements)
await addSchedule(rows, 2)

const begin = performance.now()
await memoryWrites(statements.run)(async () => {
  for (let index = 0; index < bookings; index++) await addBooking(rows, index, 2)
})
const rate = bookings / ((performance.now() - begin) / 1000)
print(`${bookings} bookings inserted in one transaction: ${Math.round(rate)}/s`)

printHeads('', 'the first', 'the second')
const count = (scope: object) => () => rows.bookings.count({ ...one, ...scope })
await compare('total of a schedule: stored, counted', 20, count({}), () =>
  statements.get('SELECT count(*) FROM bookings WHERE schedule = ?', [1]),
)
const pageAt = (offset: number) => () => rows.bookings.list(one, { offset, limit: 20 })
await compare('page at offset 0, at 90,000', 30, pageAt(0), pageAt(90_000))
const day = { time_min: first + 3e7, time_max: first + 3e7 + 86_400 }
const within = 'schedule = 1 AND start >= ? AND "end" < ?'
await compare('bookings of a day: start bounded twice, once', 20, count(day), () =>
  statements.get(`SELECT count(*) FROM bookings WHERE ${within}`, [day.time_min, day.time_max]),
)
const ids = Array.from({ length: 20 }, (_, index) => index * 5000 + 1)
await compare('20 ids of a day: by id, by time', 20, count({ ...day, ids }), () =>
  statements.get(`SELECT count(*) FROM bookings WHERE ${within} AND id IN (SELECT value FROM json_each(?))`, [
    day.time_min,
    day.time_max,
    JSON.stringify(ids),
  ]),
)
await compare(
  'find a booking, an account by address',
  3_000,
  () => rows.bookings.find('one', 50_000),
  () => rows.users.findByEmail('ada@example.test'),
)

const store = await openSqlStore()
await store.write(fresh => addSchedule(fresh))
const insert = ({ bookings }: Repositories) => bookings.insert(booking({ note }), made)
await compare(
  '100 inserts: one transaction, one each',
  10,
  () =>
    store.write(async fresh => {
      for (let index = 0; index < 100; index++) await insert(fresh)
    }),
  async () => {
    for (let index = 0; index < 100; index++) await store.write(insert)
  },
)
