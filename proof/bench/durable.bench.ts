/**
 * The cost of durability: acknowledged writes per second and processor time per write of 1, 16 and 64 writers in memory, on
 * disk with shared syncs, and on disk with one sync per write; the bytes that a write takes in the log; and how
 * long a checkpoint blocks the event loop.
 *
 *     npm run build && node dist/proof/bench/durable.bench.js
 *
 * TMPDIR decides which disk is measured.
 */
import { fdatasyncSync, openSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Repositories, Store } from '../../server/core/index.js'
import { booking, made } from '../../server/core/store-samples.contract.js'
import { nodeDisk } from '../../server/storage/sqlite/files/disk.js'
import { openSqlStore } from '../../server/storage/sqlite/sql-store.js'
import { withDirectory } from '../../server/storage/sqlite/testing/temporary-directory.js'
import { cpuMicroseconds, note, print } from './measure.js'
import { addSchedule } from './sample-schedule.js'

const seconds = 2

const insert = async (store: Store) => store.write(rows => rows.bookings.insert(booking({ note }), made))

interface Rate {
  perSecond: number
  /** Processor time of this process, in microseconds. */
  each: number
}

async function rate(writers: number, write: () => Promise<unknown>): Promise<Rate> {
  const begin = performance.now()
  const used = cpuMicroseconds()
  let count = 0
  const one = async () => {
    while (performance.now() - begin < seconds * 1_000) {
      await write()
      count++
    }
  }
  await Promise.all(Array.from({ length: writers }, one))
  const each = (cpuMicroseconds() - used) / count
  return { perSecond: count / ((performance.now() - begin) / 1_000), each }
}

/** The bytes that one booking takes in the log, if this many writers share a commit. */
async function logBytes(writers: number): Promise<number> {
  let written = 0
  const disk: typeof nodeDisk = {
    ...nodeDisk,
    write(file, bytes, position) {
      written += bytes.length
      return nodeDisk.write(file, bytes, position)
    },
  }
  return withDirectory(async directory => {
    const store = await openSqlStore({ data: { directory, disk, logLimit: 2 ** 32 } })
    await store.write(rows => addSchedule(rows))
    // Their times lie anywhere within five years.
    const insertAnywhere = ({ bookings }: Repositories) => {
      const start = Math.floor(Math.random() * 43_800) * 3_600
      return bookings.insert(booking({ note, start, end: start + 3_600 }), made)
    }
    const write = async () => store.write(insertAnywhere)
    await store.write(async rows => {
      for (let index = 0; index < 20_000; index++) await insertAnywhere(rows)
    })
    written = 0
    const turns = Math.ceil(1_280 / writers)
    for (let turn = 0; turn < turns; turn++) await Promise.all(Array.from({ length: writers }, write))
    const bytes = written / (turns * writers)
    await store.close()
    return bytes
  })
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
    for (const store of [memory, disk]) await store.write(rows => addSchedule(rows))
    print('writers            memory       shared sync         sync each   loop blocked (max, 99 %)')
    for (const writers of [1, 16, 64]) {
      let last: Promise<unknown> = Promise.resolve()
      const delay = monitorEventLoopDelay({ resolution: 1 })
      const cells = [await rate(writers, () => insert(memory))]
      delay.enable()
      cells.push(await rate(writers, () => insert(disk)))
      delay.disable()
      // One after the other.
      cells.push(await rate(writers, () => (last = last.then(() => insert(disk)))))
      const held = `${(delay.max / 1e6).toFixed(0)} ms, ${(delay.percentile(99) / 1e6).toFixed(0)} ms`
      print(
        `${String(writers).padStart(7)}${cells.map(({ perSecond, each }) => `${Math.round(perSecond)}/s ${Math.round(each)} us`.padStart(18)).join('')}   ${held}`,
      )
    }
    await memory.close()
    await disk.close()
  })
}

await compareWrites()
for (const writers of [1, 16, 64]) {
  print(`${writers} writers share a commit: ${Math.round(await logBytes(writers))} bytes of log per booking`)
}
