import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { basename, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { newFolder } from '../server/testing/folder.js'
import { node, packagesIn, program, read } from './testing/bundles.js'

/*
 * What the command of the package loads and caches: it runs instrumented, once for each case.
 */

/** Runs the command of the package. Resolves with its output, and the bundles that it loaded. */
function run(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const folder = newFolder()
  const { stdout, stderr, status } = spawnSync(process.execPath, [program, ...args], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, NODE_V8_COVERAGE: folder, ...env },
  })
  const scripts: { url: string }[] = readdirSync(folder).flatMap(
    name => JSON.parse(readFileSync(join(folder, name), 'utf8')).result,
  )
  const loaded = scripts.map(({ url }) => url).filter(url => url.startsWith(pathToFileURL(node).href))
  return { stdout, stderr, status, loaded: loaded.map(url => url.split('/').at(-1) ?? '') }
}

const light = [
  ['--help'],
  ['serve', '--help'],
  ['mock', '--help'],
  ['data', 'check', '--help'],
  ['fixtures', 'generate', '--help'],
  ['openapi', '--help'],
  ['conformance', '--help'],
  ['conformance', 'run', '--help'],
  ['conformance', 'explore', '--help'],
  ['conformance', 'list'],
  ['conformance', 'explain', 'RES-05'],
]
for (const args of light) {
  test(`schedkit ${args.join(' ')} loads no libraries except that of the command line, and nothing that runs a service`, () => {
    const { status, loaded } = run(args)

    const packages = packagesIn(loaded)
    assert.is(status, 0)
    assert.ok(packages.has('yargs'))
    // Listing loads the checks, which compare times with Luxon.
    const heavy = args[1] === 'list' || args[1] === 'explain' ? [] : ['luxon']
    for (const name of [...heavy, 'zod', 'undici', 'fast-check', 'nodemailer', 'yaml', '@mswjs/data']) {
      assert.not.ok(packages.has(name), name)
    }
    const sources = loaded.map(name => read(`${name}.map`)).join('\n')
    assert.not.match(sources, /bin\/(?:run-service|workers)\.ts/)
  })
}

test('the command caches compiled code for its next start, if Node.js can', () => {
  const folder = newFolder()
  const env = { PATH: process.env.PATH, TMPDIR: folder, TEMP: folder }
  spawnSync(process.execPath, [program, 'conformance', 'list'], { env })

  assert.is(readdirSync(folder).length > 0, 'enableCompileCache' in nodeModule)
})

test('a stack trace of the command shows positions in the sources', () => {
  const { stderr, status } = run(['serve', '--seed', 'missing.json'], { SCHEDKIT_DEBUG: '1' })

  assert.is(status, 1)
  assert.match(stderr, /^SeedFileError: Failed to read the seed file missing\.json/m)
  assert.match(stderr, /^ {4}at \S+ \(fixtures\/seed-file\.ts:\d+:\d+\)$/m)
  assert.not.match(stderr, /chunk-/)
})

test('--version is that of schedkit, even if it is installed in a project that has a version', () => {
  const project = newFolder()
  const installed = join(project, 'node_modules/schedkit')
  mkdirSync(installed, { recursive: true })
  writeFileSync(join(project, 'package.json'), '{ "name": "project", "version": "9.9.9" }')
  cpSync('package.json', join(installed, 'package.json'))
  cpSync(node, join(installed, 'dist/node'), { recursive: true })

  const command = join(installed, 'dist/node', basename(program))
  const { stdout } = spawnSync(process.execPath, [command, '--version'], { cwd: project, encoding: 'utf8' })

  assert.is(stdout.trim(), JSON.parse(readFileSync('package.json', 'utf8')).version)
})

test.run()
