/**
 * How the store grows: processor time per operation, bytes per booking and how long a start takes, with a thousand bookings, a
 * hundred thousand and a million in one schedule on disk. An operation with a window reads its total and its first page.
 *
 *     npm run build && node dist/proof/bench/store-growth.bench.js [BOOKINGS...]
 */
import { statSync } from 'node:fs'
import { join } from 'node:path'
import type { Selection } from '../../server/core/index.js'
import { openSqlStore } from '../../server/storage/sqlite/sql-store.js'
import { withDirectory } from '../../server/storage/sqlite/testing/temporary-directory.js'
import { cpuMicroseconds, print } from './measure.js'
import { addBooking, fill, first, one, step } from './sample-schedule.js'

/** Microseconds of processor time: of the first run, and the best of several turns. */
async function time(runs: number, work: (run: number) => unknown): Promise<{ first: number; best: number }> {
  const start = cpuMicroseconds()
  await work(0)
  const first = cpuMicroseconds() - start
  let best = Number.POSITIVE_INFINITY
  for (let turn = 0; turn < 5; turn++) {
    const start = cpuMicroseconds()
    for (let run = 0; run < runs; run++) await work(run)
    best = Math.min(best, (cpuMicroseconds() - start) / runs)
  }
  return { first, best }
}

async function measure(count: number): Promise<void> {
  await withDirectory(async directory => {
    const data = { directory }
    const filling = await openSqlStore({ data })
    const filled = cpuMicroseconds()
    await fill(filling, count, 10)
    const inserted = (cpuMicroseconds() - filled) / count
    await filling.close()
    const bytes = statSync(join(directory, 'schedkit.db')).size / count
    const opening = performance.now()
    const store = await openSqlStore({ data })
    const opened = performance.now() - opening
    const at = (share: number) => first + Math.floor(count * share) * step
    const list = (selection: Selection, offset = 0) =>
      store.read(({ bookings }) => [
        bookings.count(selection),
        bookings.list(selection, { offset, limit: 20 }),
      ])
    const tasks: Record<string, (run: number) => unknown> = {
      'one booking': run => store.read(rows => rows.bookings.find('one', 1 + ((run * 7_919) % count))),
      'first page': () => list(one),
      'page at 90 %': () => list(one, Math.floor(count * 0.9)),
      'page of a resource at 90 %': () => list({ ...one, resource_id: 3 }, Math.floor(count * 0.09)),
      'a week': () => list({ ...one, time_min: at(0.5), time_max: at(0.5) + 7 * 86_400 }),
      'from a date on': () => list({ ...one, time_min: at(0.1) + 1 }),
      'until a date': () => list({ ...one, time_max: at(0.9) + 1 }),
      'from a date on, page at 80 %': () => list({ ...one, time_min: at(0.1) + 1 }, Math.floor(count * 0.8)),
      'of a resource, from a date on': () => list({ ...one, resource_id: 3, time_min: at(0.1) + 1 }),
      'insert, 64 at once': () =>
        Promise.all(
          Array.from({ length: 64 }, (_, index) => store.write(rows => addBooking(rows, count + index, 10))),
        ),
    }
    print(
      `${count} bookings: inserted with ${inserted.toFixed(1)} us each, ${bytes.toFixed(0)} bytes each, opened in ${opened.toFixed(0)} ms`,
    )
    for (const [name, work] of Object.entries(tasks)) {
      const isMany = name.includes('64')
      const { first, best } = await time(isMany ? 5 : 300, work)
      const cell = (value: number) => (isMany ? value / 64 : value).toFixed(1).padStart(10)
      print(`  ${name.padEnd(32)}${cell(best)} us, the first time${cell(first)} us`)
    }
    await store.close()
  })
}

const sizes = process.argv.slice(2).map(Number)
for (const size of sizes.length > 0 ? sizes : [1_000, 100_000, 1_000_000]) await measure(size)
