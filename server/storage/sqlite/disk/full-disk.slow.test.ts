import { existsSync, mkdirSync, rmSync, statfsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { Unavailable } from '../../../core/index.js'
import { booking, errorOf, everything, furnish, made } from '../../../core/store-samples.contract.js'
import { importData } from '../../../import-data.js'
import { startServer } from '../../../start.js'
import { createScene } from '../../../testing/scene.js'
import type { DataNote } from '../../errors.js'
import { copyData } from '../../transfer.js'
import { nodeDisk } from '../files/disk.js'
import { openSqlStore, type SqlStore } from '../sql-store.js'
import { createFaultyDisk } from '../testing/faulty-disk.js'
import { filesOf, withDirectory, withSmallDisk } from '../testing/temporary-directory.js'
import { dataFiles } from './data-files.js'

const whyOf = (error: unknown) => (error instanceof Unavailable ? error.why : error)
const note = 'x'.repeat(500)

/** A store on a disk that fills up, with a reserve of 100 kB. */
async function onDisk(directory: string) {
  const disk = createFaultyDisk(nodeDisk)
  const notes: DataNote[] = []
  const data = { directory, disk, logLimit: 100_000, notify: (each: DataNote) => void notes.push(each) }
  const store = await openSqlStore({ data })
  await furnish(store)
  const insert = (into: SqlStore = store) =>
    into.write(rows => rows.bookings.insert({ ...booking(), note }, made), { once: true })
  for (let count = 0; count < 100; count++) await insert()
  return { disk, store, insert, data, events: () => notes.map(({ event }) => event) }
}

const remove = (store: SqlStore, id: number) =>
  store.write(rows => rows.bookings.remove({ schedule_id: 'one', ids: [id] }), { frees: true })

test('given a full disk, then deletions succeed using the reserve, other writes are refused, and both work once there is room', () =>
  withDirectory(async directory => {
    const { disk, store, insert, events } = await onDisk(directory)
    const { reserve } = dataFiles(directory)
    assert.is(statSync(reserve).size, 100_000)

    disk.room = 0
    while ((await errorOf(() => insert())) === undefined);
    for (let id = 13; id < 100; id++) {
      assert.is(await errorOf(() => remove(store, id)), undefined, `deletion of ${id}`)
      if (id % 10 === 0) assert.is(whyOf(await errorOf(() => insert())), 'full')
    }
    assert.not(existsSync(reserve))

    disk.room = 10_000_000
    assert.is(await errorOf(() => insert()), undefined)
    assert.ok(existsSync(reserve))
    assert.equal(events(), ['created', 'storage full', 'storage has room'])
    await store.close()
  }))

test('given a full disk at startup, then everything can be read, deletions succeed, and other writes are refused', () =>
  withDirectory(async directory => {
    const { disk, store, insert, data, events } = await onDisk(directory)
    const before = await everything(store)
    await store.close()

    disk.room = 0
    const again = await openSqlStore({ data })

    assert.equal(await everything(again), before)
    assert.is(whyOf(await errorOf(() => insert(again))), 'full')
    assert.is(await errorOf(() => remove(again, 13)), undefined)
    assert.equal(events(), ['created', 'storage full'])
    disk.room = 10_000_000
    assert.is(await errorOf(() => insert(again)), undefined)
    await again.close()
  }))

test('given a log of any length, then the reserve has at most 8 MiB', () =>
  withDirectory(async directory => {
    const store = await openSqlStore({ data: { directory, logLimit: Number.POSITIVE_INFINITY } })

    assert.is(statSync(dataFiles(directory).reserve).size, 8 * 2 ** 20)
    await store.close()
  }))

test('given many writers on a full disk, then each deletion among them succeeds', () =>
  withDirectory(async directory => {
    const { disk, store, insert } = await onDisk(directory)
    disk.room = 0
    while ((await errorOf(() => insert())) === undefined);

    const tasks = Array.from({ length: 20 }, (_, index) =>
      index % 2 === 0 ? errorOf(() => insert()) : errorOf(() => remove(store, 13 + index)),
    )

    assert.equal(
      (await Promise.all(tasks)).map(whyOf),
      Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? 'full' : undefined)),
    )
    await store.close()
  }))

test('given a real disk that fills up under a server, then it deletes, is reset and restarts, and only other writes get 503', () =>
  withDirectory(async directory => {
    await withSmallDisk(directory, async () => {
      const path = '/schedules/first/resources'
      let scene = await createScene({ data: directory })
      try {
        const post = (name: string) => scene.owner.post(path, { name, note })
        const ids: number[] = []
        for (let index = 0; index < 50; index++) ids.push((await post(`Room ${index}`)).body.data[0].id)
        const { bavail, bsize } = statfsSync(directory)
        const ballast = join(directory, 'ballast')
        writeFileSync(ballast, new Uint8Array(bavail * bsize))
        let answer = await post('First')
        for (let index = 0; answer.status === 201 && index < 1_000; index++)
          answer = await post(`More ${index}`)
        assert.equal([answer.status, answer.body.error?.code], [503, 'storage_full'])

        for (const id of ids) assert.is((await scene.owner.delete(`${path}/${id}`)).status, 200)
        assert.is((await post('Refused')).status, 503)
        assert.is((await scene.control('POST', '/reset')).status, 200)
        await scene.end()
        writeFileSync(ballast, new Uint8Array(0))
        const free = statfsSync(directory)
        writeFileSync(ballast, new Uint8Array(free.bavail * free.bsize))
        scene = await createScene({ data: directory })

        assert.is((await scene.owner.get(path)).status, 200)
        assert.is((await post('Refused')).status, 503)
        rmSync(ballast)
        assert.is((await post('Welcome')).status, 201)
      } finally {
        await scene.end()
      }
    })
  }))

test('given a full disk at startup, and no reserve, then everything can be read, every write is refused, and a start with room continues', () =>
  withDirectory(async directory => {
    const { disk, store, insert, data, events } = await onDisk(directory)
    const before = await everything(store)
    await store.close()
    rmSync(dataFiles(directory).reserve)
    const files = () => filesOf(directory).filter(([path]) => path !== 'schedkit.db-mark')
    const kept = files()

    disk.room = 0
    const again = await openSqlStore({ data })

    assert.equal(await everything(again), before)
    assert.is(whyOf(await errorOf(() => insert(again))), 'full')
    assert.is(whyOf(await errorOf(() => remove(again, 13))), 'full')
    assert.equal(events(), ['created', 'storage full'])
    await again.close()
    assert.equal(files(), kept)
    disk.room = 10_000_000
    const last = await openSqlStore({ data })
    assert.equal(await everything(last), before)
    assert.is(await errorOf(() => insert(last)), undefined)
    await last.close()
  }))

test('given a real disk that is full at startup, and no reserve, then a server serves reads, and writes get 503', () =>
  withDirectory(async directory => {
    await withSmallDisk(directory, async () => {
      const path = '/schedules/first/resources'
      let scene = await createScene({ data: directory })
      try {
        await scene.owner.post(path, { name: 'Room' })
        await scene.end()
        rmSync(dataFiles(directory).reserve)
        const ballast = join(directory, 'ballast')
        const { bavail, bsize } = statfsSync(directory)
        writeFileSync(ballast, new Uint8Array(bavail * bsize))
        scene = await createScene({ data: directory })

        assert.is((await scene.owner.get(path)).body.data[0].name, 'Room')
        const refused = await scene.owner.post(path, { name: 'Refused' })
        assert.equal([refused.status, refused.body.error.code], [503, 'storage_full'])
        await scene.end()
        rmSync(ballast)
        scene = await createScene({ data: directory })
        assert.is((await scene.owner.post(path, { name: 'Welcome' })).status, 201)
      } finally {
        await scene.end()
      }
    })
  }))

test('given a real disk that is too small for data, then a copy, an import and a start say that it is full', () =>
  withDirectory(async parent => {
    const [source, small] = [join(parent, 'source'), join(parent, 'small')]
    const { store } = await onDisk(source)
    await store.close()
    mkdirSync(small)
    const bookings = Array.from({ length: 1_000 }, () => ({
      ...{ resource: 'Room', note, start: '2026-03-02 09:00', end: '2026-03-02 10:00' },
    }))
    const schedule = { id: 'one', owner: 'mira@ribeira.example', resources: [{ name: 'Room' }], bookings }
    const seed = {
      users: [{ email: 'mira@ribeira.example', password: 'mira-demo' }],
      schedules: [{ ...schedule, collaborators: [] }],
    }
    for (const size of ['60k', '160k', '400k']) {
      await withSmallDisk(
        small,
        async () => {
          for (const fill of [
            (data: string) => copyData(source, data),
            (data: string) => importData(data, { seed }),
            (data: string) => startServer({ data, seed, port: 0 }),
          ]) {
            const directory = join(small, 'data')

            const error = await errorOf(() => fill(directory))

            const expected = new RegExp(
              `^Failed to use the data in ${directory}: .*(disk is full|ENOSPC).* Make room`,
            )
            if (size !== '400k' || error !== undefined) assert.match((error as Error)?.message, expected)
            rmSync(directory, { recursive: true })
          }
        },
        size,
      )
    }
  }))

test.run()
