import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openMounted } from '../engine.js'
import { createFaultyDisk } from '../testing/faulty-disk.js'
import { createMemoryDisk } from '../testing/memory-disk.js'
import { mount } from './mounted.js'

const path = '/data/schedkit.db'

/** A database with a log, on an in-memory disk whose writes can be made to fail. */
async function opened() {
  const memory = createMemoryDisk()
  const disk = createFaultyDisk(memory)
  const database = await openMounted(mount(disk, path))
  database.run('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0')
  database.run('CREATE TABLE t (x INTEGER PRIMARY KEY, y TEXT); CREATE INDEX i ON t (y)')
  const sum = () => database.rows('SELECT count(*), sum(x) FROM t')[0]
  return { database, disk, sum, contents: memory.contents }
}

const insert = (count: number) => `INSERT INTO t (y)
  WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < ${count})
  SELECT printf('%d ', random()) || hex(zeroblob(100)) FROM n`

test('given a transaction that does not fit in memory, then its writes can be read back and rolled back', async () => {
  const { database, sum } = await opened()
  database.run(insert(100))
  const before = sum()
  database.run('PRAGMA cache_size = 4')

  database.run(`BEGIN; ${insert(3_000)}; UPDATE t SET y = 'new ' || y`)
  assert.equal(database.rows("SELECT count(*) FROM t WHERE y LIKE 'new%'")[0], [3_100])
  database.run('ROLLBACK')
  assert.equal(sum(), before)

  database.run(`BEGIN; ${insert(3_000)}; DELETE FROM t WHERE x % 2 = 0; COMMIT`)
  assert.equal(sum(), [1_550, 1_550 ** 2])
  assert.equal(database.rows('PRAGMA integrity_check'), [['ok']])
})

test('given a disk that accepts a part of a transaction or none, then the transaction fails and the next one works', async () => {
  for (const room of [0, 24, 5_000, 40_000]) {
    const { database, disk, sum, contents } = await opened()
    database.run(insert(100))
    const before = sum()

    disk.room = room
    assert.throws(() => database.run(insert(500)), /^database or disk is full$/)
    disk.room = Number.POSITIVE_INFINITY

    assert.equal(sum(), before)
    database.run(insert(1))
    assert.equal(sum(), [101, (101 * 102) / 2])
    const copy = await openMounted(mount(createMemoryDisk(contents()), path))
    assert.equal(copy.rows('SELECT count(*) FROM t')[0], [101])
  }
})

test('given a log of a killed process, then its first sync is a real one, because its writes may never have been synced', async () => {
  const { database, disk, contents } = await opened()
  database.run(insert(10))
  const killed = createMemoryDisk(contents())
  let syncs = 0
  const counting = {
    ...killed,
    sync(file: number) {
      syncs++
      killed.sync(file)
    },
  }
  const mounted = mount(counting, path)
  const again = await openMounted(mounted)

  mounted.checkpoint(() => again.run('PRAGMA wal_checkpoint(PASSIVE)'))

  assert.is(syncs, 1)
  assert.ok(disk.changes > 0)
})

test('given a sync ahead that fails, then a later sync of the log also fails, although the system reports the failure only once', async () => {
  const memory = createMemoryDisk()
  let fails = false
  const disk = {
    ...memory,
    async syncSoon(file: number) {
      if (fails) {
        fails = false
        throw new Error('EIO: injected')
      }
      await memory.syncSoon(file)
    },
  }
  const mounted = mount(disk, path)
  const database = await openMounted(mounted)
  database.run('PRAGMA journal_mode = WAL; CREATE TABLE t (x)')

  fails = true
  const ahead = mounted.syncAhead().catch((error: Error) => error.message)
  const synced = await mounted.syncLog().catch((error: Error) => error.message)

  assert.equal([await ahead, synced], ['EIO: injected', 'EIO: injected'])
})

test.run()
