import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import {
  booking,
  errorOf,
  everything,
  furnish,
  later,
  made,
  resource,
} from '../../../core/store-samples.contract.js'
import { DataError, type DataNote } from '../../errors.js'
import { openMounted } from '../engine.js'
import { nodeDisk } from '../files/disk.js'
import { mount } from '../files/mounted.js'
import { migrate, newestVersion, ownMigrations } from '../schema.js'
import { openSqlStore } from '../sql-store.js'
import { withDirectory } from '../testing/temporary-directory.js'
import { dataFiles } from './data-files.js'

test('given a store that is reopened, then rows, totals and changes of address are as before, and ids continue', () =>
  withDirectory(async directory => {
    const store = await openSqlStore({ data: { directory } })
    await furnish(store)
    await store.write(async rows => {
      assert.is(await rows.bookings.insert(booking(), made), 13)
      await rows.bookings.remove({ schedule_id: 'one', ids: [13] })
      await rows.users.change('ada', { password_hash: 'another' }, later)
    })
    const before = await everything(store)
    await store.close()

    const again = await openSqlStore({ data: { directory } })

    assert.equal(await everything(again), before)
    assert.is(await again.write(rows => rows.bookings.insert(booking(), made)), 14)
    await again.close()
  }))

test('given a secret of an activation link, then only its hash is on disk', () =>
  withDirectory(async directory => {
    const store = await openSqlStore({ data: { directory } })
    await furnish(store)

    const inLog = readFileSync(dataFiles(directory).log)
    await store.close()
    const inFile = readFileSync(dataFiles(directory).database)

    for (const bytes of [inLog, inFile]) {
      assert.ok(bytes.includes('new@example.test'))
      assert.not.ok(bytes.includes('secret of bo'))
    }
  }))

test('given an empty directory, then it is seeded once: later data is kept, even when all of it was removed', () =>
  withDirectory(async directory => {
    const first = await openSqlStore({ data: { directory } })
    assert.is(first.isSeeded, false)
    await first.close()
    const second = await openSqlStore({ data: { directory } })
    assert.is(second.isSeeded, false)
    await second.write(rows => rows.clear())
    await second.close()

    const third = await openSqlStore({ data: { directory } })

    assert.is(third.isSeeded, true)
    await third.close()
  }))

test('given a directory that others can read, only the owner can read the data files', () =>
  withDirectory(async parent => {
    if (process.platform === 'win32') return
    const directory = join(parent, 'made', 'here')
    const store = await openSqlStore({ data: { directory } })

    await furnish(store)

    assert.is(statSync(directory).mode & 0o777, 0o700)
    for (const name of [
      'schedkit.db',
      'schedkit.db-wal',
      'schedkit.db-mark',
      'schedkit.db-reserve',
      'schedkit.lock',
    ]) {
      assert.is(statSync(join(directory, name)).mode & 0o077, 0, name)
    }
    await store.close()
  }))

test('given data of version 6, then it is migrated to the newest one, and a backup of it is kept', () =>
  withDirectory(async directory => {
    const old = await openMounted(mount(nodeDisk, dataFiles(directory).database))
    migrate(old, { newest: 6, after: () => ownMigrations.after(0).slice(0, 1) })
    const columns = `'', '', 'en', 'Y-m-d', 'H:i', 'UTC', 'monday', 1, 0, 1, 1, 1, 1, 1`
    old.run(`INSERT INTO users VALUES ('ada', 'ada@example.test', 'ada@example.test', 'hash', ${columns})`)
    old.run(`INSERT INTO planted VALUES (1); CREATE TABLE resources_per_schedule (schedule_id, total)`)
    old.close()
    const notes: DataNote[] = []

    const store = await openSqlStore({ data: { directory, notify: note => void notes.push(note) } })

    assert.equal(await store.read(async rows => (await rows.users.list()).map(({ id }) => id)), ['ada'])
    assert.is(store.isSeeded, true)
    assert.equal(
      notes.map(({ event }) => event),
      ['migrated'],
    )
    await store.close()
    const { database } = dataFiles(directory)
    assert.is(readFileSync(`${database}.version-6`).readUInt32BE(60), 6)
    assert.is(readFileSync(database).readUInt32BE(60), newestVersion)
    assert.not.ok(readFileSync(database).includes('resources_per_schedule'))
  }))

test('given data of a newer version, then it is refused, and nothing is changed', () =>
  withDirectory(async directory => {
    const store = await openSqlStore({ data: { directory } })
    await furnish(store)
    await store.close()
    const { database } = dataFiles(directory)
    const bytes = readFileSync(database)
    bytes.writeUInt32BE(99, 60)
    writeFileSync(database, bytes)

    const error = await errorOf(openSqlStore({ data: { directory } }))

    assert.instance(error, DataError)
    assert.match(
      (error as Error).message,
      /its version is 99, but this schedkit supports versions up to 7\. .*Use a newer schedkit/,
    )
    assert.ok(readFileSync(database).equals(bytes))
    assert.equal(readdirSync(directory).sort(), [
      'schedkit.db',
      'schedkit.db-mark',
      'schedkit.db-reserve',
      'schedkit.lock',
    ])
  }))

test('given names that are only unique per schedule, then uniqueness in the service is refused with what to fix', () =>
  withDirectory(async directory => {
    const store = await openSqlStore({ data: { directory }, uniqueNames: 'schedule' })
    await furnish(store)
    await store.write(rows => rows.resources.insert(resource('Red', { schedule_id: 'two' }), made))
    await store.close()

    const error = await errorOf(openSqlStore({ data: { directory }, uniqueNames: 'service' }))

    assert.match(String(error), /unique in the whole service: .*"Red" in one and two.* Rename them, or/)
    const again = await openSqlStore({ data: { directory }, uniqueNames: 'schedule' })
    assert.is(await again.read(rows => rows.resources.count({ schedule_id: 'two' })), 2)
    await again.close()
  }))

test('given a directory that is not writable, then the error says so', () =>
  withDirectory(async directory => {
    if (process.getuid?.() === 0) return
    chmodSync(directory, 0o500)

    const error = await errorOf(openSqlStore({ data: { directory } }))

    chmodSync(directory, 0o700)
    assert.match(String(error), /EACCES/)
  }))

/** The output of the sqlite3 command; undefined if it is not installed. */
function sqlite3(database: string, sql: string): { out: string; failed: boolean } | undefined {
  try {
    return {
      out: execFileSync('sqlite3', [database, sql], { stdio: 'pipe' }).toString().trim(),
      failed: false,
    }
  } catch (error) {
    const { code, stderr } = error as { code?: string; stderr?: Buffer }
    return code === 'ENOENT' ? undefined : { out: String(stderr), failed: true }
  }
}

test('given another program that opens the file of a running server, then it can read and change nothing, and nothing is lost', () =>
  withDirectory(async directory => {
    const { database, log } = dataFiles(directory)
    const store = await openSqlStore({ data: { directory } })
    await furnish(store)
    const read = sqlite3(database, 'SELECT count(*) FROM bookings')

    if (!read) return void (await store.close())
    const written = sqlite3(database, 'DELETE FROM bookings')
    await store.write(rows => rows.bookings.insert(booking(), made))
    assert.ok(existsSync(log))
    await store.close()

    assert.equal(read, { out: '12', failed: false })
    assert.match(String(written?.out), /readonly/)
    assert.equal(sqlite3(database, 'SELECT count(*) FROM bookings; PRAGMA integrity_check'), {
      out: '13\nok',
      failed: false,
    })
    assert.equal(sqlite3(database, 'DELETE FROM bookings WHERE id = 13'), { out: '', failed: false })
    const again = await openSqlStore({ data: { directory } })
    assert.is(await again.read(rows => rows.bookings.count({ schedule_id: 'one' })), 8)
    await again.close()
  }))

test('given another program that has the file open, then a server does not start', () =>
  withDirectory(async directory => {
    const { database } = dataFiles(directory)
    const store = await openSqlStore({ data: { directory } })
    await furnish(store)
    await store.close()
    if (process.platform !== 'linux' || !sqlite3(database, 'SELECT 1')) return
    const other = spawn('sqlite3', [database], { stdio: ['pipe', 'pipe', 'ignore'] })
    other.stdin.write('BEGIN IMMEDIATE; SELECT 7;\n')
    await once(other.stdout, 'data')

    const refused = await errorOf(openSqlStore({ data: { directory } }))

    other.kill()
    await once(other, 'close')
    assert.match(String(refused), `another program has schedkit.db open (process ${other.pid})`)
    await (await openSqlStore({ data: { directory } })).close()
  }))

test('given files of a program that has exited, then they do not matter', () =>
  withDirectory(async directory => {
    const store = await openSqlStore({ data: { directory } })
    await furnish(store)
    await store.close()
    writeFileSync(dataFiles(directory).guard, new Uint8Array(32_768))
    rmSync(dataFiles(directory).mark)

    const again = await openSqlStore({ data: { directory } })

    assert.is(statSync(dataFiles(directory).guard).isDirectory(), true)
    await again.close()
  }))

test.run()
