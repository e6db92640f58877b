import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { type Result, runFiles, summarize } from './run-tests.js'

interface Folder {
  path: string
}

const test = suite<Folder>('run-tests', { path: '' })
test.before.each(async context => {
  await mkdir('dist/proof/testing', { recursive: true })
  context.path = await mkdtemp('dist/proof/testing/sample-')
})
test.after.each(({ path }) => rm(path, { recursive: true }))

const run = async ({ path }: Folder, text: string, options: Parameters<typeof runFiles>[1] = {}) => {
  const file = join(path, 'sample.mjs')
  await writeFile(file, `import { test } from 'uvu'\nimport * as assert from 'uvu/assert'\n${text}`)
  return total(await runFiles([relative('dist', file)], options))
}

const total = (results: readonly Result[]) => ({
  passed: results.reduce((sum, { passed }) => sum + passed, 0),
  failed: results.reduce((sum, { failed }) => sum + failed, 0),
  reasons: results.flatMap(({ reasons }) => reasons),
  output: results.map(({ output }) => output).join('\n'),
})

/** Writes files. Returns their paths relative to `dist`. */
const write = (path: string, files: Record<string, string>) =>
  Promise.all(
    Object.entries(files).map(async ([name, text]) => {
      const file = join(path, `${name}.mjs`)
      await writeFile(file, text)
      return relative('dist', file)
    }),
  )

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

test('a skipped test is not a failure', async folder => {
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

test('the files of a process are judged separately: one that ran no test fails, others pass', async ({
  path,
}) => {
  const passing = `import { test } from 'uvu'\ntest('a', () => {}); test.run()`

  const results = await runFiles(await write(path, { one: passing, silent: '', two: passing }))

  assert.equal(
    results.map(({ passed, failed }) => [passed, failed]),
    [
      [1, 0],
      [0, 1],
      [1, 0],
    ],
  )
  assert.match(`${results[1]?.reasons}`, 'silent.mjs ran no test')
})

test('given a file that ends its process, then it fails, and the next one runs in another', async ({
  path,
}) => {
  const ending = `import { test } from 'uvu'\ntest('a', () => process.exit(0)); test.run()`
  const passing = `import { test } from 'uvu'\ntest('a', () => {}); test.run()`

  const results = await runFiles(await write(path, { ending, passing }))

  assert.equal(
    results.map(({ passed, failed }) => [passed, failed]),
    [
      [0, 2],
      [1, 0],
    ],
  )
})

test('a test that waits for nothing fails, although its process waits for the next file', async folder => {
  const result = await run(folder, `test('a', () => new Promise(() => {})); test.run()`)

  assert.is(result.failed, 2)
  assert.match(result.output, 'Exiting early')
})

test('a file that never ends is killed and fails', async folder => {
  const result = await run(
    folder,
    `test('a', () => new Promise(done => setTimeout(done, 1e9))); test.run()`,
    {
      timeout: 1_000,
    },
  )

  assert.match(`${result.reasons}`, 'exited with SIGKILL')
})

test('a process that an open handle keeps alive is killed soon, and the failure names the handle', async folder => {
  const result = await run(folder, `test('a', () => { setInterval(() => {}, 1000) }); test.run()`, {
    endTimeout: 100,
  })

  assert.is(result.failed, 1)
  assert.match(`${result.reasons}`, 'exited with 1')
  assert.match(result.output, /Its tests left open: .*Timeout/)
})

test('a summary counts the files and the tests of all of them', () => {
  const result = { name: 'a.test.js', passed: 2, failed: 0, reasons: [], seconds: 1.5, output: '' }

  const { text, failed } = summarize([result, { ...result, name: 'b.test.js', failed: 1, seconds: 3 }])

  assert.is(failed, 1)
  assert.is(text, 'Slowest of 2 files:\n   3.0 s  b.test.js\n   1.5 s  a.test.js\n\n4 passed, 1 failed\n')
})

test.run()
