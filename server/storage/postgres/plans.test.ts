import { test as all } from 'uvu'
import * as assert from 'uvu/assert'
import type { Selection } from '../../core/index.js'
import { resource, user } from '../../core/store-samples.contract.js'
import { openPostgresStore } from './postgres-store.js'
import { createRepositories, type DatabaseRepositories } from './repositories.js'
import { withCluster } from './testing/cluster.js'
import type { Row, Transaction, Value } from './transaction.js'

/*
 * Schedules of very different size, whose bookings were made one schedule after the other: what is read of one of them must not
 * read through those of the others.
 */

const { test, cluster } = withCluster(all)
const sizes = { first: 200, largest: 40_000, small: 300, last: 10_000 }
const begin = 1_900_000_000
const day = 86_400
const now = Date.UTC(2026, 10, 23)
let url = ''

test.before(async () => {
  url = cluster().database()
  const store = await openPostgresStore({ url })
  await store.write(async rows => {
    await rows.users.insert(user('ada'), now)
    for (const id of Object.keys(sizes)) {
      await rows.schedules.insert({ id, owner_id: 'ada' }, now)
      await rows.resources.insert(resource(`Room of ${id}`, { schedule_id: id }), now)
    }
  })
  await store.close()
  for (const [index, [id, count]] of Object.entries(sizes).entries()) {
    cluster().run(
      url,
      `INSERT INTO bookings (id, schedule_id, resource_id, start, "end", json)
       SELECT nextval('bookings_ids'), '${id}', ${index + 1}, ${begin} + n * ${day}, ${begin} + n * ${day} + 3600, '{"id":1}'
       FROM generate_series(0::bigint, ${count - 1}) AS n`,
    )
  }
  cluster().run(url, 'ANALYZE')
})

interface Plan {
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

/** How many rows the scans of a plan read. */
function rowsRead({ Plans, ...plan }: Plan): number {
  if (Plans) return Plans.reduce((sum, part) => sum + rowsRead(part), 0)
  return (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops']
}

/** The statement that is sent when something is read. */
async function statementOf(
  read: (rows: DatabaseRepositories) => unknown,
): Promise<[string, readonly Value[]]> {
  const sent: [string, readonly Value[]][] = []
  const note = (sql: string, values: readonly Value[] = []): Row[] => {
    sent.push([sql, values])
    return []
  }
  const transaction: Transaction = {
    all: async (sql, values) => note(sql, values),
    first: async (sql, values) => note(sql, values)[0],
    run: async (sql, values) => void note(sql, values),
    insert: async () => 0,
    scan: async (sql, values) => ({ next: () => note(sql, values) as never[], close: () => {} }),
  }
  await read(createRepositories(transaction))
  assert.is(sent.length, 1)
  return sent[0] as [string, readonly Value[]]
}

function literal(value: Value): string {
  if (value === null) return 'NULL'
  return typeof value === 'object' ? `'{${value}}'` : `'${value}'`
}

/** The plans of a statement that is prepared: the database may make another one once it has run five times. */
function plansOf(sql: string, values: readonly Value[]): Plan[] {
  const run = `EXPLAIN (ANALYZE, FORMAT JSON) EXECUTE one (${values.map(literal)})`
  const printed = cluster().run(url, `PREPARE one AS ${sql}; ${Array(7).fill(run).join('; ')}`)
  return printed.split(/^(?=\[)/m).map(text => JSON.parse(text)[0].Plan)
}

const page = (offset: number) => ({ offset, limit: 20 })
const reads: Record<string, (rows: DatabaseRepositories, schedule_id: string, last: number) => unknown> = {
  'the default list': ({ bookings }, schedule_id) => bookings.list({ schedule_id }, page(0)),
  'a page': ({ bookings }, schedule_id) => bookings.list({ schedule_id }, page(100)),
  'the list of a resource': ({ bookings }, schedule_id) =>
    bookings.list({ schedule_id, resource_id: Object.keys(sizes).indexOf(schedule_id) + 1 }, page(0)),
  'a window': ({ bookings }, schedule_id) => bookings.list(windowOf(schedule_id), page(0)),
  'a list of ids': ({ bookings }, schedule_id, last) =>
    bookings.list({ schedule_id, ids: [last - 9, last] }, page(0)),
  'one booking': ({ bookings }, schedule_id, last) => bookings.find(schedule_id, last),
}

const windowOf = (schedule_id: string): Selection => ({
  schedule_id,
  time_min: begin + 50 * day,
  time_max: begin + 100 * day,
})

for (const [what, read] of Object.entries(reads)) {
  test(`${what} reads at most ten times what it returns, whatever the size of its schedule`, async () => {
    let last = 0
    for (const [schedule_id, count] of Object.entries(sizes)) {
      last += count

      const plans = plansOf(...(await statementOf(rows => read(rows, schedule_id, last))))

      assert.is(plans.length, 7)
      for (const plan of plans) {
        assert.ok(plan['Actual Rows'] > 0, `${schedule_id}: nothing was found`)
        assert.ok(rowsRead(plan) <= 10 * plan['Actual Rows'], `${schedule_id}: ${JSON.stringify(plan)}`)
      }
    }
  })
}

test.run()
