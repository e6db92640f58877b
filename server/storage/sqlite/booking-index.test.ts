import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { booking, errorOf, furnish, later, resource } from '../../core/store-samples.contract.js'
import { openDatabase } from './engine.js'
import { migrations } from './migrations/index.js'
import { createRepositories } from './repositories.js'
import { migrate } from './schema.js'
import { createStatements, type Statements } from './statements.js'
import { memoryWrites } from './testing/memory-writes.js'

const one = { schedule_id: 'one' }

test('given writes that are refused or change little, long lists are not summarised again', async () => {
  const database = await openDatabase()
  migrate(database, migrations)
  const statements = createStatements(database)
  let summaries = 0
  const counting: Statements = {
    ...statements,
    get(sql, values) {
      if (sql.includes('min(start)')) summaries++
      return statements.get(sql, values)
    },
  }
  const { rows, state } = createRepositories(counting)
  const write = memoryWrites({ run: counting.run, state })
  await furnish({ read: work => work(rows), write: work => write(() => work(rows)) })
  await write(() => {
    for (let index = 0; index < 5_000; index++) {
      rows.bookings.insert(booking({ start: index * 600, end: index * 600 + 600 }), later)
    }
  })
  const look = () => [
    rows.bookings.list(one, { offset: 4_000, limit: 1 }),
    rows.bookings.count({ ...one, time_min: 600_000 }),
  ]

  const before = look()
  const made = summaries
  await errorOf(() => write(() => rows.resources.insert(resource('Red'), later)))
  await errorOf(() =>
    write(() => {
      rows.bookings.insert(booking(), later)
      throw new Error('refused')
    }),
  )
  assert.equal(look(), before)
  await write(() => rows.bookings.insert(booking({ start: 0, end: 600 }), later))
  await write(() => rows.bookings.change({ ...one, ids: [5_000] }, { title: 'new' }, later))
  assert.equal(look(), before)
  await write(() => rows.bookings.remove({ ...one, ids: [100] }))
  await write(() => rows.bookings.change({ ...one, ids: [3_000] }, { start: 0 }, later))

  assert.ok(made > 30 && made < 50, `${made} summaries`)
  const [[first], count] = before as [{ id: number }[], number]
  const [[next], left] = look() as [{ id: number }[], number]
  assert.equal([next?.id, left], [Number(first?.id) + 1, count - 1])
  assert.is(summaries, made)
})

test.run()
