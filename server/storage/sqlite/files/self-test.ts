import type { Database } from '../connection.js'
import { createMemoryDisk } from './memory-disk.js'
import { type Mounted, mount } from './mounted.js'

/*
 * Before SQLite may use a real file, it must prove on a disk in memory that every file call works: what one instance
 * writes, another reads.
 */

const path = '/self-test/schedkit.db'
const rows = 40

type Open = (mounted: Mounted) => Promise<Database>

/** @throws {Error} that names the failed step */
export async function testEngine(open: Open): Promise<void> {
  const disk = createMemoryDisk()
  await step('write a database', async () => {
    const mounted = mount(disk, path)
    const database = await open(mounted)
    database.run('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0')
    database.run('CREATE TABLE t (x INTEGER PRIMARY KEY, y TEXT); PRAGMA wal_checkpoint(TRUNCATE)')
    database.run(`WITH RECURSIVE n (x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n WHERE x < ${rows})
      INSERT INTO t SELECT x, hex(zeroblob(200)) FROM n`)
    // From here on nothing reaches the disk, as if the process were killed: the rows are only in the log.
    mounted.seal()
    database.close()
  })
  await step('find it on the disk', async () => {
    const start = new TextDecoder().decode(disk.contents().get(path)?.subarray(0, 15))
    expect(start === 'SQLite format 3', 'the database file has another content')
    expect((disk.contents().get(`${path}-wal`)?.length ?? 0) > rows * 200, 'the log holds no rows')
  })
  const copy = createMemoryDisk(disk.contents())
  await step('recover it from its log', async () => {
    const database = await open(mount(copy, path))
    expect(count(database) === rows, `${count(database)} rows of ${rows} came back`)
    database.close()
    expect(!copy.contents().has(`${path}-wal`), 'the log was left behind')
  })
  await step('read it again', async () => {
    const database = await open(mount(createMemoryDisk(copy.contents()), path))
    expect(count(database) === rows, `${count(database)} rows of ${rows} were left`)
    expect(database.rows('PRAGMA integrity_check')[0]?.[0] === 'ok', 'it is damaged')
    database.close()
  })
}

const count = (database: Database) => database.rows('SELECT count(*) FROM t')[0]?.[0]

function expect(condition: boolean, otherwise: string): void {
  if (!condition) throw new Error(otherwise)
}

async function step(what: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    throw new Error(
      `Failed to use SQLite on disk: its self-test could not ${what}: ${error instanceof Error ? error.message : error}. Reinstall schedkit, or run it without a data directory.`,
      { cause: error },
    )
  }
}
