import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite } from 'uvu'
import * as assert from 'uvu/assert'
import { newFolder } from '../server/testing/folder.js'
import { UsageError } from './errors.js'
import { initWorker } from './init-worker.js'

const file = 'mockServiceWorker.js'
const ours = await readFile(createRequire(import.meta.url).resolve(`msw/${file}`), 'utf8')
const [, version] = /PACKAGE_VERSION = '([^']+)'/.exec(ours) ?? assert.unreachable() ?? []

const test = suite('the file of the worker', { cwd: '', path: '' })

test.before.each(async context => {
  context.cwd = newFolder()
  context.path = join(context.cwd, 'public', file)
  await mkdir(join(context.cwd, 'public'))
})

const refusalOf = async (folder: string, cwd: string): Promise<string> => {
  const error = await initWorker(folder, { cwd }).catch(error => error)
  assert.instance(error, UsageError)
  return error.message
}

test('given a folder, then the file is written there', async ({ cwd, path }) => {
  const said = await initWorker('public', { cwd })

  assert.is(await readFile(path, 'utf8'), ours)
  assert.is(said, `Created ${join('public', file)} from msw ${version}. Commit it with your pages.`)
})

test('given an absolute path, then it is used unchanged', async ({ cwd, path }) => {
  await initWorker(join(cwd, 'public'), { cwd: tmpdir() })

  assert.is(await readFile(path, 'utf8'), ours)
})

test('given the same file, then it says that it is there', async ({ cwd }) => {
  await initWorker('public', { cwd })

  const said = await initWorker('public', { cwd })

  assert.is(said, `${join('public', file)} is up to date with msw ${version}.`)
})

test('given the file of another version, then it is replaced, and both versions are named', async ({
  cwd,
  path,
}) => {
  await writeFile(path, "const PACKAGE_VERSION = '2.0.1'\n")

  const said = await initWorker('public', { cwd })

  assert.is(await readFile(path, 'utf8'), ours)
  assert.is(said, `Updated ${join('public', file)} from msw 2.0.1 to msw ${version}.`)
})

test('given a project with another version of MSW, then the file still matches the version that the mock bundles', async ({
  cwd,
  path,
}) => {
  const own = join(cwd, 'node_modules', 'msw')
  await mkdir(own, { recursive: true })
  const exports = { [`./${file}`]: './worker.js' }
  await writeFile(join(own, 'package.json'), JSON.stringify({ name: 'msw', exports }))
  await writeFile(join(own, 'worker.js'), "const PACKAGE_VERSION = '2.99.0'\n")

  const said = await initWorker('public', { cwd })

  assert.is(await readFile(path, 'utf8'), ours)
  assert.match(said, `from msw ${version}`)
})

test('given a missing folder, then nothing is written, and the message says which one to name', async ({
  cwd,
}) => {
  assert.is(
    await refusalOf('pubic', cwd),
    `Failed to write ${file}: there is no folder pubic in ${cwd}. Make it, or name the folder that your pages are served from.`,
  )
})

test('given a file instead of the folder, then the message says so', async ({ cwd }) => {
  await writeFile(join(cwd, 'page.html'), '')

  assert.match(await refusalOf('page.html', cwd), /page\.html is a file\. Name the folder/)
})

test("given another file of this name, which is not MSW's, then it is left alone", async ({ cwd, path }) => {
  await writeFile(path, 'self.addEventListener("push", () => {})')

  assert.match(await refusalOf('public', cwd), /not MSW's\. Move it away/)
  assert.is(await readFile(path, 'utf8'), 'self.addEventListener("push", () => {})')
})

test('given a folder instead of the file, then the message says why nothing is written', async ({
  cwd,
  path,
}) => {
  await mkdir(path)

  assert.match(await refusalOf('public', cwd), /^Failed to write public.mockServiceWorker\.js: EISDIR/)
})

test.run()
