import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { runBatch } from './run-tests.js'

interface Folder {
  path: string
}

const test = suite<Folder>('run-tests', { path: '' })
test.before.each(async context => {
  await mkdir('dist/proof/testing', { recursive: true })
  context.path = await mkdtemp('dist/proof/testing/sample-')
})
test.after.each(({ path }) => rm(path, { recursive: true }))

const run = async ({ path }: Folder, text: string, timeout?: number) => {
  const file = join(path, 'sample.mjs')
  await writeFile(file, `import { test } from 'uvu'\nimport * as assert from 'uvu/assert'\n${text}`)
  return runBatch([relative('dist', file)], timeout)
}

test('tests that pass and tests that fail are counted, suites added up', async folder => {
  const result = await run(
    folder,
    `import { suite } from 'uvu'
    const other = suite('other')
    test('a', () => {}); test('b', () => assert.is(1, 2)); test.run()
    other('c', () => {}); other.run()`,
  )

  assert.is(result.passed, 2)
  assert.is(result.failed, 1)
  assert.match(result.output, 'FAIL')
})

test('a file without .run() fails, because it ran no test', async folder => {
  const result = await run(folder, `test('a', () => {})`)

  assert.is(result.failed, 1)
  assert.match(`${result.reasons}`, 'ran no test')
})

test('a file whose before hook throws fails, although uvu exits with 0', async folder => {
  const result = await run(
    folder,
    `test.before(() => { throw new Error('no') }); test('a', () => {}); test.run()`,
  )

  assert.is(result.failed, 1)
})

test('a skipped test is no failure', async folder => {
  const result = await run(folder, `test('a', () => {}); test.skip('b', () => {}); test.run()`)

  assert.is(result.passed, 1)
  assert.is(result.failed, 0)
})

test('a file that crashes after its tests fails', async folder => {
  const result = await run(
    folder,
    `test('a', () => {}); test.run(); setTimeout(() => { throw new Error('late') }, 50)`,
  )

  assert.is(result.failed, 1)
  assert.match(`${result.reasons}`, 'exited with')
})

test('the files of a batch are told apart: one that ran no test fails beside one that passed', async folder => {
  const passing = join(folder.path, 'passing.mjs')
  await writeFile(passing, `import { test } from 'uvu'\ntest('a', () => {}); test.run()`)
  const silent = join(folder.path, 'silent.mjs')
  await writeFile(silent, '')

  const result = await runBatch([passing, silent].map(file => relative('dist', file)))

  assert.is(result.passed, 1)
  assert.is(result.failed, 1)
  assert.match(`${result.reasons}`, 'silent.mjs ran no test')
})

test('a file that never ends is killed and fails', async folder => {
  const result = await run(folder, 'setInterval(() => {}, 1000)', 1000)

  assert.is(result.failed, 1)
  assert.match(`${result.reasons}`, 'ran no test')
})

test.run()
