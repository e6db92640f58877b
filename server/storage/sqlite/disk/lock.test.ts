import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { errorOf } from '../../../core/store-samples.contract.js'
import type { DataNote } from '../../errors.js'
import { openSqlStore } from '../sql-store.js'
import { holder, killed } from '../testing/holders.js'
import { withDirectory } from '../testing/temporary-directory.js'
import { DataInUse, dataFiles } from './data-files.js'
import { takeLock } from './lock.js'

test('given a server in the directory, then a second one is refused, even by another path', () =>
  withDirectory(async parent => {
    const directory = join(parent, 'data')
    const store = await openSqlStore({ data: { directory } })
    const other = join(parent, 'link')
    symlinkSync(directory, other)

    const { said, child } = await holder(other)
    await killed(child)

    assert.match(said, `DataInUse: Failed to use the data in ${other}: process ${process.pid} on`)
    assert.match(said, /Stop that server, or choose another directory\.$/)
    assert.instance(await errorOf(openSqlStore({ data: { directory } })), DataInUse)
    await store.close()
  }))

test('given a lock that was released, then it can be taken again in the same process', () =>
  withDirectory(async directory => {
    const files = dataFiles(directory)
    const notes: DataNote[] = []
    const take = () => takeLock(files, { key: 'k', notify: note => void notes.push(note) })

    const first = await take()
    const refused = await errorOf(take())
    await first.release()
    const again = await take()
    await again.release()

    assert.instance(refused, DataInUse)
  }))

test('given no flock(1), then the lock still works on this machine, and the log says that it is weaker', () =>
  withDirectory(async directory => {
    const files = dataFiles(directory)
    const notes: DataNote[] = []
    const path = process.env.PATH
    process.env.PATH = '/nowhere'
    try {
      const lock = await takeLock(files, { key: 'k', notify: note => void notes.push(note) })
      const refused = await errorOf(takeLock(files, { key: 'k', notify: () => {} }))
      await lock.release()

      assert.instance(refused, DataInUse)
    } finally {
      process.env.PATH = path
    }
    if (process.platform === 'linux')
      assert.equal(
        notes.map(({ event }) => event),
        ['weak lock'],
      )
  }))

test('given the lock file of an older run, whatever it contains, then it keeps nobody out', () =>
  withDirectory(async directory => {
    mkdirSync(directory, { recursive: true })
    writeFileSync(
      dataFiles(directory).lock,
      `{"pid": ${process.pid}, "host": "here", "since": "now", "key": "x"}`,
    )

    const store = await openSqlStore({ data: { directory } })

    await store.close()
    assert.ok(existsSync(dataFiles(directory).lock))
  }))

test.run()
