import { readFile } from 'node:fs/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openDatabase, openMounted } from '../engine.js'
import { describeInstalled } from '../testing/probe-sqljs.js'
import { createMemoryDisk } from './memory-disk.js'
import { mount } from './mounted.js'
import { testEngine } from './self-test.js'
import { sqljsBuild } from './sqljs-build.js'

test('the table of file calls is the one that probing the installed sql.js gives', async () => {
  assert.is(await describeInstalled(), await readFile('server/storage/sqlite/files/sqljs-build.ts', 'utf8'))
})

test('the version in the table is the one that is depended on, and no other one', async () => {
  const { devDependencies } = JSON.parse(await readFile('package.json', 'utf8'))

  assert.is(devDependencies['sql.js'], sqljsBuild.version)
})

test('given the installed sql.js, it passes the test that comes before it is trusted with files', async () => {
  await testEngine(openMounted)
})

test('given an engine that forgets what is written, the test refuses it in words that help', async () => {
  const forgetful = async () => openDatabase()

  const error = await testEngine(forgetful).catch(error => error)

  assert.match(error.message, /self-test could not find it on the disk: .*Reinstall schedkit/)
})

test('given a disk that gives back other bytes, the test finds it', async () => {
  const error = await testEngine(async mounted => {
    const disk = mounted.disk
    const read: typeof disk.read = (file, bytes, position) => {
      const length = disk.read(file, bytes, position)
      if (position > 4_096) bytes.fill(7)
      return length
    }
    return openMounted(mount({ ...disk, read }, mounted.path))
  }).catch(error => error)

  assert.match(error.message, /self-test could not/)
})

test('given databases in memory beside one on a disk, neither knows of the other', async () => {
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
