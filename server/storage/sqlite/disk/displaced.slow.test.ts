import { copyFileSync, cpSync, mkdirSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Unavailable } from '../../../core/index.js'
import { errorOf, furnish, later, resource } from '../../../core/store-samples.contract.js'
import { type SeedInput, startServer } from '../../../index.js'
import { basic, createScene, people, sceneSeed } from '../../../testing/scene.js'
import { DataError, type DataNote } from '../../errors.js'
import { nodeDisk } from '../files/disk.js'
import { openSqlStore } from '../sql-store.js'
import { createFaultyDisk } from '../testing/faulty-disk.js'
import { filesOf, withDirectory } from '../testing/temporary-directory.js'
import { dataFiles } from './data-files.js'

const displacements: Record<string, (directory: string) => void> = {
  removed: directory => rmSync(directory, { recursive: true }),
  'moved away': directory => renameSync(directory, `${directory}-moved`),
  'replaced by a copy': directory => {
    cpSync(directory, `${directory}-copy`, { recursive: true })
    renameSync(directory, `${directory}-moved`)
    renameSync(`${directory}-copy`, directory)
  },
  'replaced by an empty one': directory => {
    rmSync(directory, { recursive: true })
    mkdirSync(directory)
  },
}

for (const [what, displace] of Object.entries(displacements)) {
  test(`given a directory that is ${what} while a store works, then the next write fails, and nothing there is touched`, () =>
    withDirectory(async parent => {
      const directory = join(parent, 'data')
      const notes: DataNote[] = []
      const store = await openSqlStore({ data: { directory, notify: note => void notes.push(note) } })
      await furnish(store)

      displace(directory)
      const before = filesOf(directory)
      const write = () => store.write(rows => rows.resources.insert(resource('Lost'), later))
      const errors = [await errorOf(write), await errorOf(write)]
      await store.close()

      for (const error of errors) assert.is((error as Unavailable).why, 'failed')
      assert.equal(
        notes.map(({ event }) => event),
        ['created', 'storage failed'],
      )
      assert.match(notes[1]?.message ?? '', /removed, moved or replaced|no such file/)
      assert.equal(filesOf(directory), before)
    }))
}

const replaceByCopy = (path: string) => {
  copyFileSync(path, `${path}.copy`)
  renameSync(`${path}.copy`, path)
}
const damages: [what: string, damage: (database: string) => void, message: RegExp][] = [
  [
    'database is cut',
    database => truncateSync(database, 8_192),
    /schedkit\.db has 8192 bytes and must have \d+/,
  ],
  ['database is emptied', database => truncateSync(database), /schedkit\.db has 0 bytes and must have \d+/],
  [
    'log is cut',
    database => truncateSync(`${database}-wal`, 8_192),
    /schedkit\.db-wal has 8192 bytes and must/,
  ],
  ['log is emptied', database => truncateSync(`${database}-wal`), /schedkit\.db-wal has 0 bytes and must/],
  ['database is removed', database => rmSync(database), /schedkit\.db is no longer the file/],
  ['database is replaced by a copy', replaceByCopy, /schedkit\.db is no longer the file/],
  ['log is removed', database => rmSync(`${database}-wal`), /schedkit\.db-wal is no longer the file/],
  [
    'log is replaced by a copy',
    database => replaceByCopy(`${database}-wal`),
    /schedkit\.db-wal is no longer/,
  ],
]

const databaseFileOf = (directory: string) => filesOf(directory).find(([path]) => path === 'schedkit.db')

for (const [what, damage, message] of damages) {
  for (const isWritten of [true, false]) {
    const then = isWritten ? 'the next writes fail' : 'its end without a further write says so'
    test(`given a store whose ${what} while it works, then ${then}, and its database file is unchanged`, () =>
      withDirectory(async directory => {
        const { database } = dataFiles(directory)
        const notes: DataNote[] = []
        const store = await openSqlStore({ data: { directory, notify: note => void notes.push(note) } })
        await furnish(store)

        damage(database)
        const before = databaseFileOf(directory)
        const write = () => store.write(rows => rows.resources.insert(resource('Lost'), later))
        const errors = isWritten ? [await errorOf(write), await errorOf(write)] : []
        await store.close()

        for (const error of errors) assert.is((error as Unavailable).why, 'failed')
        assert.equal(
          notes.map(({ event }) => event),
          ['created', 'storage failed'],
        )
        assert.match(notes[1]?.message ?? '', message)
        assert.equal(databaseFileOf(directory), before)
      }))
  }
}

test('given a database that is truncated, then a list of missing rows gets 503, and is not shorter', () =>
  withDirectory(async directory => {
    const [schedule, ...others] = sceneSeed.schedules ?? []
    const resources = Array.from({ length: 3_000 }, (_, index) => ({ name: `Room ${index}` }))
    const seed = { ...sceneSeed, schedules: [{ ...schedule, resources }, ...others] } as SeedInput
    await (await createScene({ data: directory, seed })).end()
    const server = await startServer({ data: directory })
    const list = () =>
      fetch(`${server.url}/v1/schedules/first/resources?limit=0`, {
        headers: { authorization: basic(people.owner.email, people.owner.password) },
      })

    truncateSync(dataFiles(directory).database, 65_536)
    const answers = [await list(), await list()]

    assert.equal(
      answers.map(({ status }) => status),
      [503, 503],
    )
    assert.is(server.hasFailed, true)
    await server.close()
  }))

test('given a directory that becomes read-only, then the next write fails', () =>
  withDirectory(async directory => {
    const disk = createFaultyDisk(nodeDisk)
    const store = await openSqlStore({ data: { directory, disk } })
    await furnish(store)

    disk.permission = 'EACCES'
    const error = await errorOf(() => store.write(rows => rows.resources.insert(resource('Lost'), later)))

    assert.is((error as Unavailable).why, 'failed')
    await store.close()
  }))

test('given a server whose directory is removed, then a write gets 503, and never 201', () =>
  withDirectory(async parent => {
    const directory = join(parent, 'data')
    const scene = await createScene({ data: directory })
    rmSync(directory, { recursive: true })

    const answers = []
    for (const name of ['One', 'Two'])
      answers.push(await scene.owner.post('/schedules/first/resources', { name }))

    assert.equal(
      answers.map(({ status, body }) => [status, body.error?.code]),
      Array(2).fill([503, 'unavailable']),
    )
    await scene.end()
  }))

for (const [what, damage] of [
  ['empty', (database: string) => truncateSync(database, 0)],
  ['missing', (database: string) => rmSync(database)],
] as const) {
  test(`given a database that is ${what} beside a mark, then a start is refused instead of loading a seed`, () =>
    withDirectory(async directory => {
      const store = await openSqlStore({ data: { directory } })
      await furnish(store)
      await store.close()
      damage(dataFiles(directory).database)
      const before = filesOf(directory)

      const error = await errorOf(() => openSqlStore({ data: { directory } }))

      assert.instance(error, DataError)
      assert.match(
        String(error),
        'schedkit.db is missing or empty, but schedkit.db-mark shows that there was data. Nothing was changed.',
      )
      assert.equal(filesOf(directory), before)
    }))
}

/** A database without rows: its header has this version and application id. */
function emptyDatabase(version: number, id: number): Buffer {
  const page = Buffer.alloc(4096)
  page.write('SQLite format 3\0')
  page.writeUInt16BE(4096, 16)
  page.set([1, 1, 0, 64, 32, 32], 18)
  page.writeUInt32BE(1, 28)
  page.writeUInt32BE(version, 60)
  page.writeUInt32BE(id, 68)
  return page
}

for (const [version, id, message] of [
  [0, 0, /schedkit\.db is the database of another program\. Nothing was changed\./],
  [5, 0x73636b64, /says version 5, which no released schedkit has written\. Nothing was changed\./],
] as const) {
  test(`given a database of version ${version} and application ${id}, then it is refused in one sentence, and not replaced`, () =>
    withDirectory(async directory => {
      writeFileSync(dataFiles(directory).database, emptyDatabase(version, id))
      const before = filesOf(directory)

      const error = await errorOf(() => openSqlStore({ data: { directory } }))

      assert.match(String(error), message)
      assert.equal(filesOf(directory), before)
    }))
}

test('given a lock file that cannot be opened, then the error says what to do', () =>
  withDirectory(async directory => {
    mkdirSync(dataFiles(directory).lock)

    const error = await errorOf(() => openSqlStore({ data: { directory } }))

    assert.instance(error, DataError)
    assert.match(
      String(error),
      /^DataError: Failed to use the data in .*: the system said "EISDIR.*schedkit\.lock'"\. The user who runs schedkit/,
    )
  }))

test.run()
