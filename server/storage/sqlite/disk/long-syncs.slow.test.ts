import { setTimeout as pause } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { booking, furnish, later, made } from '../../../core/store-samples.contract.js'
import { nodeDisk } from '../files/disk.js'
import { openSqlStore } from '../sql-store.js'
import { createFaultyDisk } from '../testing/faulty-disk.js'
import { withDirectory } from '../testing/temporary-directory.js'
import { dataFiles } from './data-files.js'

/** A store on a disk whose syncs can be observed and delayed, by the path of their file. */
async function onWatchedDisk(directory: string, logLimit: number) {
  const disk = createFaultyDisk(nodeDisk)
  const files = dataFiles(directory)
  const held = new Map<string, Promise<void>>()
  const synced: string[] = []
  const { syncSoon } = disk
  disk.syncSoon = async file => {
    const { ino } = disk.facts(file)
    const path = [files.database, files.log].find(path => disk.facts(path).ino === ino) ?? ''
    synced.push(path)
    await held.get(path)
    await syncSoon(file)
  }
  const store = await openSqlStore({ data: { directory, disk, logLimit } })
  await furnish(store)
  return { store, files, held, synced }
}

test('given a database file whose sync takes long, then reads continue meanwhile, and writes wait', () =>
  withDirectory(async directory => {
    const { store, files, held, synced } = await onWatchedDisk(directory, 100_000)
    let letGo = () => {}
    held.set(
      files.database,
      new Promise(resolve => {
        letGo = resolve
      }),
    )
    const insert = async () => store.write(rows => rows.bookings.insert(booking(), made))
    await pause(100)
    synced.length = 0

    while (!synced.includes(files.database)) {
      await insert()
      await pause(1)
    }
    let isWritten = false
    const writing = insert().then(() => {
      isWritten = true
    })
    for (let index = 0; index < 10; index++) {
      assert.is((await store.read(rows => rows.resources.find('one', 1)))?.id, 1)
      assert.ok(Number(await store.read(rows => rows.bookings.count({ schedule_id: 'one' }))) > 0)
      await pause(1)
    }
    assert.is(isWritten, false)
    letGo()
    await writing

    await store.close()
  }))

test('given a write that is being synced, then the first read of a request continues, and the last one waits for the sync', () =>
  withDirectory(async directory => {
    const { store, files, held } = await onWatchedDisk(directory, Number.POSITIVE_INFINITY)
    let letGo = () => {}
    held.set(
      files.log,
      new Promise(resolve => {
        letGo = resolve
      }),
    )
    const writing = store.write(rows => rows.bookings.insert(booking(), made))
    await pause(20)

    let isRead = false
    const reading = store
      .read(rows => rows.bookings.count({ schedule_id: 'one' }))
      .then(() => {
        isRead = true
      })
    assert.ok(await store.read(rows => rows.users.list(), { isFirst: true }))
    await pause(20)
    assert.is(isRead, false)
    letGo()
    await Promise.all([writing, reading])

    await store.close()
  }))

test('given a large write, then the log is synced during it, so that little is left for its end', () =>
  withDirectory(async directory => {
    const { store, files, synced } = await onWatchedDisk(directory, Number.POSITIVE_INFINITY)
    const note = 'x'.repeat(500)
    await store.write(async rows => {
      for (let index = 0; index < 30_000; index++) await rows.bookings.insert(booking({ note }), made)
    })
    synced.length = 0

    await store.write(async rows => {
      await rows.bookings.change({ schedule_id: 'one' }, { title: 'new' }, later)
      assert.ok(synced.filter(path => path === files.log).length > 0)
    })

    await store.close()
  }))

test.run()
