/**
 * What the store's design decisions gain: each is compared with the obvious alternative, in turns and in one process. Prints
 * the medians and their ratio.
 *
 *     npm run build && node dist/proof/bench/store.bench.js
 */
import { booking, made } from '../../server/core/store-samples.contract.js'
import { openDatabase } from '../../server/storage/sqlite/engine.js'
import { migrations } from '../../server/storage/sqlite/migrations/index.js'
import { createRepositories } from '../../server/storage/sqlite/repositories.js'
import { keepNamesUnique, migrate } from '../../server/storage/sqlite/schema.js'
import { openSqlStore } from '../../server/storage/sqlite/sql-store.js'
import { createStatements } from '../../server/storage/sqlite/statements.js'
import { memoryWrites } from '../../server/storage/sqlite/testing/memory-writes.js'
import { medians, note, print, type Work } from './measure.js'
import { addBooking, addSchedule, first, one } from './sample-schedule.js'

const bookings = 100_000
const page = { offset: 0, limit: 20 }

interface Side {
  name: string
  work: Work
}

async function compare(ours: Side, other: Side, runs: number): Promise<void> {
  const [left = 0, right = 0] = await medians([ours.work, other.work], runs)
  const cell = (name: string, value: number) => `${name.padEnd(34)}${value.toFixed(1).padStart(10)} us   `
  print(`${cell(ours.name, left)}${cell(other.name, right)}${(right / left).toFixed(2).padStart(8)}`)
}

const database = await openDatabase()
migrate(database, migrations)
keepNamesUnique(database, 'service')
const statements = createStatements(database)
const { rows, state } = createRepositories(statements)
await addSchedule(rows, 2)

const begin = performance.now()
await memoryWrites({ run: statements.run, state })(async () => {
  for (let index = 0; index < bookings; index++) await addBooking(rows, index, 2)
})
const rate = bookings / ((performance.now() - begin) / 1000)
print(`${bookings} bookings inserted in one transaction: ${Math.round(rate)}/s`)

const count = (scope: object) => () => rows.bookings.count({ ...one, ...scope })
await compare(
  { name: 'total of a schedule, stored', work: count({}) },
  {
    name: 'counted',
    work: () => statements.get('SELECT count(*) FROM bookings WHERE schedule = ?', [1]),
  },
  20,
)
await compare(
  { name: 'page at offset 0', work: () => rows.bookings.list(one, page) },
  { name: 'at offset 90,000', work: () => rows.bookings.list(one, { ...page, offset: 90_000 }) },
  30,
)
const day = { time_min: first + 3e7, time_max: first + 3e7 + 86_400 }
const within = 'schedule = 1 AND start >= ? AND "end" < ?'
await compare(
  { name: 'bookings of a day, start bounded twice', work: count(day) },
  {
    name: 'start bounded once',
    work: () => statements.get(`SELECT count(*) FROM bookings WHERE ${within}`, [day.time_min, day.time_max]),
  },
  20,
)
const ids = Array.from({ length: 20 }, (_, index) => index * 5000 + 1)
await compare(
  { name: '20 ids of a day, by id', work: count({ ...day, ids }) },
  {
    name: 'by time',
    work: () =>
      statements.get(
        `SELECT count(*) FROM bookings WHERE ${within} AND id IN (SELECT value FROM json_each(?))`,
        [day.time_min, day.time_max, JSON.stringify(ids)],
      ),
  },
  20,
)
await compare(
  { name: 'find a booking', work: () => rows.bookings.find('one', 50_000) },
  { name: 'find an account by address', work: () => rows.users.findByEmail('ada@example.test') },
  3_000,
)

const store = await openSqlStore()
await store.write(fresh => addSchedule(fresh))
const bulk = 100
await compare(
  {
    name: '100 inserts, one transaction',
    work: () =>
      store.write(async fresh => {
        for (let index = 0; index < bulk; index++) await fresh.bookings.insert(booking({ note }), made)
      }),
  },
  {
    name: 'one transaction each',
    async work() {
      for (let index = 0; index < bulk; index++) {
        await store.write(fresh => fresh.bookings.insert(booking({ note }), made))
      }
    },
  },
  10,
)
