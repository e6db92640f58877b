import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { Unavailable, UniqueViolation } from '../../../core/index.js'
import { errorOf, later, resource } from '../../../core/store-samples.contract.js'
import type { DataNote } from '../../errors.js'
import { nodeDisk } from '../files/disk.js'
import { openSqlStore } from '../sql-store.js'
import { contradictionOf, openDiary, type Writer, writeOn } from '../testing/diary.js'
import { createFaultyDisk } from '../testing/faulty-disk.js'
import { withDirectory, withSmallDisk } from '../testing/temporary-directory.js'
import { backupData } from './backup-data.js'
import { dataFiles } from './data-files.js'

/** A store on a disk that can be made to fail, with two writers that have written. */
async function onFaultyDisk(directory: string, { logLimit = 10_000_000, real = nodeDisk } = {}) {
  const disk = createFaultyDisk(real)
  const notes: DataNote[] = []
  const data = { directory, disk, logLimit, notify: (note: DataNote) => void notes.push(note) }
  const store = await openSqlStore({ data })
  const writers = await openDiary(store, 2)
  for (const writer of writers) await writeOn(store, writer)
  const events = () => notes.map(({ event }) => event)
  const check = () => store.read(rows => contradictionOf(rows, writers))
  return { disk, store, writers, notes, events, check, data }
}

/** Reopens the data of a directory on a working disk; returns how it contradicts what the writers were told. */
async function contradictionIn(directory: string, writers: readonly Writer[]) {
  const again = await openSqlStore({ data: { directory } })
  const contradiction = await again.read(rows => contradictionOf(rows, writers))
  await again.close()
  return contradiction
}

const whyOf = (error: unknown) => (error instanceof Unavailable ? error.why : error)

/** A disk whose next sync in the background fails, once: the system reports success the next time, and has forgotten the writes. */
function createForgetfulDisk() {
  const next = { fails: false }
  async function syncSoon(file: number): Promise<void> {
    if (next.fails) {
      next.fails = false
      throw Object.assign(new Error('EIO: injected'), { code: 'EIO' })
    }
    await nodeDisk.syncSoon(file)
  }
  return { next, real: { ...nodeDisk, syncSoon } }
}

test('given a sync of the database file that fails when the server stops, then the log stays, and the next start recovers it', () =>
  withDirectory(async directory => {
    const { next, real } = createForgetfulDisk()
    const { store, writers, events } = await onFaultyDisk(directory, { real })
    next.fails = true

    await store.close()

    assert.equal(events(), ['created', 'storage failed'])
    assert.is(await contradictionIn(directory, writers), undefined)
  }))

test('given a sync of the database file that fails during a backup, then nothing more is written, and nothing is lost', () =>
  withDirectory(async directory => {
    const { next, real } = createForgetfulDisk()
    const { store, writers, events } = await onFaultyDisk(directory, { real })
    next.fails = true

    const refused = await errorOf(() => backupData(directory, join(directory, 'copy.db')))
    const [writer] = writers as [(typeof writers)[0]]
    const before = { ...writer }
    const error = await errorOf(writeOn(store, writer))
    Object.assign(writer, before)
    await store.close()

    assert.ok(refused)
    assert.is(whyOf(error), 'failed')
    assert.equal(events(), ['created', 'storage failed'])
    assert.is(await contradictionIn(directory, writers), undefined)
  }))

test('given a full disk, then a write is refused completely, reads work, and it recovers when there is room', () =>
  withDirectory(async directory => {
    const { disk, store, writers, events, check } = await onFaultyDisk(directory)
    const [writer, other] = writers as [(typeof writers)[0], (typeof writers)[0]]

    for (const room of [0, 1, 100, 4_000, 5_000, 8_000]) {
      disk.room = room
      const before = { ...writer }
      assert.is(whyOf(await errorOf(writeOn(store, writer))), 'full', `room for ${room} bytes`)
      Object.assign(writer, before)
      assert.is(await check(), undefined)
    }
    assert.equal(events(), ['created', 'storage full'])
    disk.room = Number.POSITIVE_INFINITY
    await writeOn(store, writer)
    await writeOn(store, other)

    assert.is(await check(), undefined)
    assert.equal(events(), ['created', 'storage full', 'storage has room'])
    await store.close()
    assert.is(await contradictionIn(directory, writers), undefined)
  }))

test('given a disk that becomes full during a checkpoint, then nothing is lost, and it is retried', () =>
  withDirectory(async directory => {
    const { disk, store, writers, events, check, data } = await onFaultyDisk(directory, { logLimit: 100_000 })

    let refused = 0
    disk.room = 60_000
    for (let turn = 0; turn < 60; turn++) {
      for (const writer of writers) {
        const before = { ...writer }
        const error = await errorOf(writeOn(store, writer))
        if (error === undefined) continue
        assert.is(whyOf(error), 'full')
        Object.assign(writer, before)
        refused++
      }
      if (turn === 40) disk.room = Number.POSITIVE_INFINITY
    }

    assert.ok(refused > 0)
    assert.ok(events().includes('storage has room'))
    assert.is(await check(), undefined)
    await store.close()
    const again = await openSqlStore({ data })
    assert.is(await again.read(rows => contradictionOf(rows, writers)), undefined)
    await again.close()
  }))

test('given a real disk that fills up, then the same happens; if none can be mounted, the test above stands for it', () =>
  withDirectory(async directory => {
    await withSmallDisk(directory, async () => {
      const notes: DataNote[] = []
      const data = { directory, logLimit: 300_000, notify: (note: DataNote) => void notes.push(note) }
      const store = await openSqlStore({ data })
      const writers = await openDiary(store, 2)
      writeFileSync(join(directory, 'ballast'), new Uint8Array(1_500_000))
      let refused = 0
      for (let turn = 0; turn < 2_000 && refused < 20; turn++) {
        const writer = writers[turn % 2] as (typeof writers)[0]
        const before = { ...writer }
        const error = await errorOf(writeOn(store, writer))
        if (error === undefined) continue
        assert.is(whyOf(error), 'full')
        Object.assign(writer, before)
        refused++
      }
      assert.is(refused, 20)
      assert.is(await store.read(rows => contradictionOf(rows, writers)), undefined)

      rmSync(join(directory, 'ballast'))
      for (const writer of writers) await writeOn(store, writer)

      assert.is(await store.read(rows => contradictionOf(rows, writers)), undefined)
      assert.is(notes.at(-1)?.event, 'storage has room')
      await store.close()
      const again = await openSqlStore({ data })
      assert.is(await again.read(rows => contradictionOf(rows, writers)), undefined)
      await again.close()
    })
  }))

test('given a sync that fails, then nothing more is written, data that may be lost is never returned, and it is reported once', () =>
  withDirectory(async directory => {
    const { disk, store, writers, events, notes } = await onFaultyDisk(directory)

    disk.syncs = 'EIO'
    const failed = await Promise.all(writers.map(writer => errorOf(writeOn(store, writer))))
    disk.syncs = undefined
    const { changes } = disk
    const later = await errorOf(writeOn(store, writers[0] as (typeof writers)[0]))
    const seen = await errorOf(() => store.read(rows => contradictionOf(rows, writers)))

    assert.equal([...failed, later, seen].map(whyOf), ['failed', 'failed', 'failed', 'failed'])
    assert.equal(events(), ['created', 'storage failed'])
    assert.match(String(notes.at(-1)?.message), /EIO.*restart it/)
    await store.close()
    assert.is(disk.changes, changes)
    assert.is(await contradictionIn(directory, writers), undefined)
  }))

test('given a sync that fails while nobody writes, then what is on disk can still be read', () =>
  withDirectory(async directory => {
    let ino: number | undefined
    // The log is due for a checkpoint, and only that fails.
    const real: typeof nodeDisk = {
      ...nodeDisk,
      async syncSoon(file) {
        if (nodeDisk.facts(file).ino === ino) throw Object.assign(new Error('EIO: injected'), { code: 'EIO' })
        await nodeDisk.syncSoon(file)
      },
    }
    const { disk, store, writers, events, check } = await onFaultyDisk(directory, { logLimit: 100_000, real })
    ino = disk.facts(dataFiles(directory).database).ino
    while (!events().includes('storage failed'))
      await errorOf(writeOn(store, writers[0] as (typeof writers)[0]))

    const error = await errorOf(writeOn(store, writers[1] as (typeof writers)[0]))
    assert.is(whyOf(error), 'failed')
    assert.is(await check(), undefined)
    await store.close()
    assert.is(await contradictionIn(directory, writers), undefined)
  }))

for (const kind of ['writes', 'reads'] as const) {
  test(`given a disk whose ${kind} fail, then it is reported, and nothing more is written`, () =>
    withDirectory(async directory => {
      const { disk, store, writers, events, data } = await onFaultyDisk(directory)
      await store.close()
      const opened = await openSqlStore({ data })

      disk[kind] = 'EIO'
      const [first] = writers as [(typeof writers)[0]]
      const error = await errorOf(() =>
        kind === 'writes' ? writeOn(opened, first) : opened.read(rows => rows.emailChanges.find('x')),
      )
      disk[kind] = undefined

      assert.is(whyOf(error) ?? 'cached', kind === 'reads' && error === undefined ? 'cached' : 'failed')
      if (error !== undefined) {
        assert.is(whyOf(await errorOf(writeOn(opened, first))), 'failed')
        assert.is(events().at(-1), 'storage failed')
      }
      await opened.close()
      assert.is(await contradictionIn(directory, writers), undefined)
    }))
}

test('given a duplicate value, then the error is unchanged: the storage works', () =>
  withDirectory(async directory => {
    const { store, events } = await onFaultyDisk(directory)

    const error = await errorOf(() => store.write(rows => rows.resources.insert(resource('Writer 0'), later)))

    assert.instance(error, UniqueViolation)
    assert.equal(events(), ['created'])
    await store.close()
  }))

test.run()
