/**
 * What durability costs: acknowledged writes a second of one, 16 and 64 writers in memory, on disk with writes that share
 * a sync, and on disk with a sync for each; how long bringing the log into the file holds everybody up; and what a start
 * takes in time and memory, whatever there is.
 *
 *     npm run build && node dist/proof/bench/durable.bench.js [BOOKINGS...]
 *
 * The directory for temporary files decides which disk is measured (TMPDIR).
 */
import { fork } from 'node:child_process'
import { fdatasyncSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import type { Store } from '../../server/core/index.js'
import { booking, made, resource, user } from '../../server/core/store-samples.contract.js'
import { openSqlStore } from '../../server/storage/sqlite/sql-store.js'
import { withDirectory } from '../../server/storage/sqlite/testing/temporary-directory.js'

const seconds = 2
const note = 'Bring the plans of the second floor,\nand the samples that came on Friday. '.repeat(4)
const print = (line: string) => void process.stdout.write(`${line}\n`)

async function furnish(store: Store): Promise<void> {
  await store.write(async rows => {
    await rows.clear()
    await rows.users.insert(user('ada'), made)
    await rows.schedules.insert({ id: 'one', owner_id: 'ada' }, made)
    await rows.resources.insert(resource('Red'), made)
  })
}

const insert = (store: Store) => store.write(rows => rows.bookings.insert(booking({ note }), made))

/** Lets one work at a time pass. */
function inTurn(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return work => {
    const next = last.then(work)
    last = next
    return next
  }
}

async function rate(writers: number, write: () => Promise<unknown>): Promise<number> {
  const begin = performance.now()
  let count = 0
  const one = async () => {
    while (performance.now() - begin < seconds * 1_000) {
      await write()
      count++
    }
  }
  await Promise.all(Array.from({ length: writers }, one))
  return count / ((performance.now() - begin) / 1_000)
}

function syncOf(directory: string): number {
  const file = openSync(join(directory, 'sync'), 'w')
  const begin = performance.now()
  for (let index = 0; index < 50; index++) {
    writeSync(file, Buffer.alloc(32_768), 0, 32_768, 0)
    fdatasyncSync(file)
  }
  return (performance.now() - begin) / 50
}

async function compareWrites(): Promise<void> {
  await withDirectory(async directory => {
    print(`one sync of 32 KiB takes ${syncOf(directory).toFixed(2)} ms here`)
    const memory = await openSqlStore()
    const disk = await openSqlStore({ data: { directory } })
    for (const store of [memory, disk]) await furnish(store)
    print('writers      memory   shared sync   sync each   loop held up (most, 99 %)')
    for (const writers of [1, 16, 64]) {
      const turn = inTurn()
      const delay = monitorEventLoopDelay({ resolution: 1 })
      const cells = [await rate(writers, () => insert(memory))]
      delay.enable()
      cells.push(await rate(writers, () => insert(disk)))
      delay.disable()
      cells.push(await rate(writers, () => turn(() => insert(disk))))
      const held = `${(delay.max / 1e6).toFixed(0)} ms, ${(delay.percentile(99) / 1e6).toFixed(0)} ms`
      print(
        `${String(writers).padStart(7)}${cells.map(cell => `${Math.round(cell)}/s`.padStart(12)).join('')}   ${held}`,
      )
    }
    await memory.close()
    await disk.close()
  })
}

async function measureStart(bookings: number): Promise<void> {
  await withDirectory(async directory => {
    const store = await openSqlStore({ data: { directory } })
    await furnish(store)
    for (let done = 0; done < bookings; done += 10_000) {
      await store.write(async rows => {
        for (let index = done; index < Math.min(bookings, done + 10_000); index++) {
          await rows.bookings.insert(booking({ note, start: index * 60, end: index * 60 + 60 }), made)
        }
      })
    }
    await store.close()
    const started = await new Promise<{ opened: number; rss: number; served: number }>(resolve => {
      fork(fileURLToPath(import.meta.url), ['start', directory]).once('message', message =>
        resolve(message as never),
      )
    })
    print(
      `${bookings.toLocaleString('en').padStart(9)} bookings: opened after ${started.opened.toFixed(0)} ms, ${started.rss.toFixed(0)} MB; after reading and 1,000 writes ${started.served.toFixed(0)} MB`,
    )
  })
}

/** What a start takes, in a process of its own. */
async function start(directory: string): Promise<void> {
  const rss = () => process.memoryUsage().rss / 2 ** 20
  const begin = performance.now()
  const store = await openSqlStore({ data: { directory } })
  const opened = performance.now() - begin
  const first = rss()
  const ids = await store.read(rows => rows.bookings.count({ schedule_id: 'one' }))
  for (let index = 0; index < 1_000; index++) {
    await store.read(rows => rows.bookings.find('one', 1 + Math.floor((index / 1_000) * ids)))
  }
  await Promise.all(Array.from({ length: 1_000 }, () => insert(store)))
  process.send?.({ opened, rss: first, served: rss() })
  await store.close()
}

const [mode, directory = ''] = process.argv.slice(2)
if (mode === 'start') {
  await start(directory)
  process.disconnect?.()
} else {
  await compareWrites()
  const sizes = process.argv.slice(2).map(Number)
  for (const size of sizes.length > 0 ? sizes : [1_000, 100_000]) await measureStart(size)
}
