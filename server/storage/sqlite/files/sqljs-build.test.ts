import { readFile } from 'node:fs/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openDatabase, openMounted } from '../engine.js'
import { createMemoryDisk } from '../testing/memory-disk.js'
import { describeInstalled } from '../testing/probe-sqljs.js'
import { createFileCalls } from './file-calls.js'
import { mount } from './mounted.js'
import { sqljsBuild } from './sqljs-build.js'

test('the table of file calls is the one determined by probing the installed sql.js', async () => {
  assert.is(await describeInstalled(), await readFile('server/storage/sqlite/files/sqljs-build.ts', 'utf8'))
})

test('the version in the table is exactly the one in the dependencies', async () => {
  const { devDependencies } = JSON.parse(await readFile('package.json', 'utf8'))

  assert.is(devDependencies['sql.js'], sqljsBuild.version)
})

test('given an engine that does not use the disk, then nothing is opened', () => {
  const mounted = mount(createMemoryDisk(), '/data/a.db')

  assert.throws(() => createFileCalls().opening(mounted, () => 'opened elsewhere'), /did not use the disk/)
})

test('given in-memory databases beside one on a disk, then they are independent', async () => {
  const disk = createMemoryDisk()
  const inMemory = await openDatabase()
  const onDisk = await openMounted(mount(disk, '/data/a.db'))

  inMemory.run('CREATE TABLE m (x)')
  onDisk.run('CREATE TABLE d (x)')
  const third = await openDatabase()
  onDisk.close()

  assert.equal([...disk.contents().keys()], ['/data/a.db'])
  assert.equal(inMemory.rows('SELECT name FROM sqlite_schema'), [['m']])
  assert.equal(third.rows('SELECT name FROM sqlite_schema'), [])
})

test.run()
