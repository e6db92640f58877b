import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openMounted } from '../engine.js'
import { createFaultyDisk } from '../testing/faulty-disk.js'
import { createMemoryDisk } from '../testing/memory-disk.js'
import { mount } from './mounted.js'

const path = '/data/schedkit.db'

/** A database whose log has many pages, on an in-memory disk that can be filled up. */
async function opened() {
  const memory = createMemoryDisk()
  const disk = createFaultyDisk(memory)
  const mounted = mount(disk, path)
  const database = await openMounted(mounted)
  database.run('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0')
  database.run(`CREATE TABLE t (x INTEGER PRIMARY KEY, y TEXT); INSERT INTO t (y)
    WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < 20000)
    SELECT hex(zeroblob(100)) FROM n`)
  const checkpoint = () => mounted.checkpoint(() => database.run('PRAGMA wal_checkpoint(PASSIVE)'))
  /** The rows as another program would read them from the database file alone. */
  const inFile = async (sql: string) => {
    const file = new Map([...memory.contents()].filter(([name]) => name === path))
    return (await openMounted(mount(createMemoryDisk(file), path))).rows(sql)[0]
  }
  return { database, disk, checkpoint, inFile }
}

test('given a log with scattered pages, then a checkpoint copies the newest content of each', async () => {
  const { database, checkpoint, inFile } = await opened()
  checkpoint()

  for (const [step, text] of [
    [1_000, 'first'],
    [770, 'second'],
    [39, 'third'],
    [5_000, 'last'],
  ])
    database.run(`UPDATE t SET y = '${text}' || x WHERE x % ${step} = 0`)
  checkpoint()

  const sum = 'SELECT count(DISTINCT substr(y, 1, 3)), sum(length(y)) FROM t'
  assert.equal(await inFile(sum), database.rows(sum)[0])
  assert.equal(await inFile('PRAGMA integrity_check'), ['ok'])
  assert.equal(await inFile('SELECT y FROM t WHERE x = 15000'), ['last15000'])
})

test('given a disk that becomes full during a checkpoint, then it says so, and a later one does the rest', async () => {
  const { disk: copying, checkpoint: copy } = await opened()
  copying.room = 2 ** 30
  copy()
  const length = 2 ** 30 - copying.room

  for (const room of [0, 1, 4_096, 1_000_000, 1_100_000, 4_000_000, length - 1]) {
    const { database, disk, checkpoint, inFile } = await opened()

    disk.room = room
    assert.throws(checkpoint, /^database or disk is full$/)
    assert.equal(database.rows('SELECT count(*) FROM t')[0], [20_000])
    disk.room = Number.POSITIVE_INFINITY
    database.run("UPDATE t SET y = 'new' WHERE x = 7")
    checkpoint()

    assert.equal(await inFile("SELECT count(*), sum(y = 'new') FROM t"), [20_000, 1])
  }
})

test.run()
