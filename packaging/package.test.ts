import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { declarationsOf } from './declarations.js'

/*
 * What the package contains: the bundles for Node.js and the declarations.
 */

const dist = fileURLToPath(new URL('..', import.meta.url))
const node = join(dist, 'node')
const program = join(node, 'schedkit.js')
const { dependencies, peerDependencies, exports } = JSON.parse(readFileSync('package.json', 'utf8'))
const installed = new Set(['schedkit', ...Object.keys({ ...dependencies, ...peerDependencies })])

const read = (file: string) => readFileSync(join(node, file), 'utf8')
const bundles = readdirSync(node).filter(name => /\.c?js$/.test(name))

const packageOf = (specifier: string) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
const isForeign = (specifier: string) =>
  !/^(?:\.|node:)/.test(specifier) && !nodeModule.builtinModules.includes(specifier.split('/')[0] ?? '')

test('the bundles import nothing but Node.js and what is installed with the package', async () => {
  const { metafile } = await build({
    stdin: { contents: bundles.map(name => `import './${name}'`).join('\n'), resolveDir: node },
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    write: false,
    metafile: true,
    logLevel: 'silent',
  })
  const imported = Object.values(metafile.inputs).flatMap(({ imports }) =>
    imports.filter(({ external }) => external),
  )

  const missing = imported
    .map(({ path }) => path)
    .filter(isForeign)
    .map(packageOf)
    .filter(name => !installed.has(name))

  assert.ok(imported.length > 50)
  assert.equal([...new Set(missing)], [])
})

// `prepack` puts the declarations of zod into the package.
test('the declarations need no package but zod and those that are installed with this one', () => {
  const files = declarationsOf(exports)

  const imported = files.flatMap(file =>
    [...readFileSync(file, 'utf8').matchAll(/(?:from |import\()['"]([^.'"][^'"]*)['"]/g)].map(
      ([, specifier = '']) => `${packageOf(specifier)} in ${file}`,
    ),
  )

  assert.ok(files.length > 50)
  assert.equal(
    imported.filter(
      text => isForeign(text) && !/^zod /.test(text) && !installed.has(text.split(' ')[0] ?? ''),
    ),
    [],
  )
})

/** The packages in bundles: those of ES modules have source maps, the others name files above their code. */
function packagesIn(names: readonly string[]): Set<string> {
  const texts = names.map(name => read(name.endsWith('.cjs') ? name : `${name}.map`))
  const paths = texts
    .join('\n')
    .matchAll(/(?:"|^ *\/\/ )(?:\.\.\/)*node_modules\/((?:@[^/\n]+\/)?[^./\n][^/\n]*)/gm)
  return new Set([...paths].map(([, name = '']) => name))
}

test('the licence of every bundled package is in the package', () => {
  const files = ['LICENSES', 'LICENSES-CJS', '../mock/vendor/data.LICENSE', '../mock/vendor/msw.LICENSE']
  const licences = files.map(read).join('\n')
  const names = packagesIn(bundles)

  for (const name of ['yargs', 'undici', 'zod', 'luxon', 'nodemailer', 'fast-check'])
    assert.ok(names.has(name), name)
  for (const name of names) assert.match(licences, new RegExp(`^${name} \\d`, 'm'))
})

test('the docs page is in the package with the licences of Swagger UI', () => {
  const files = readdirSync(join(dist, 'docs')).sort()

  assert.equal(files, [
    ...['LICENSE', 'NOTICE', 'page.css', 'page.html', 'page.js'],
    ...['swagger-ui-bundle.js', 'swagger-ui-bundle.js.LICENSE.txt', 'swagger-ui.css'],
  ])
  assert.match(readFileSync(join(dist, 'docs', 'LICENSE'), 'utf8'), 'Apache License')
})

test('SQLite is in the package with its licence', () => {
  assert.equal(readdirSync(join(dist, 'sqlite')).sort(), ['LICENSE', 'sql-wasm.cjs', 'sql-wasm.wasm'])
})

test('the entry points share their classes', async () => {
  const [server, fixtures, mock] = await Promise.all([
    import('schedkit/server'),
    import('schedkit/fixtures'),
    import('schedkit/mock'),
  ])

  assert.is(server.SeedError, mock.SeedError)
  assert.throws(
    () => fixtures.fixturesBySeed(1).aResource({ name: '' }),
    (error: unknown) => error instanceof fixtures.FixtureError,
  )
})

test('the client is one file of less than 4 kB that imports nothing', async () => {
  const text = readFileSync(join(dist, 'client', 'client.js'), 'utf8')
  const compressed = gzipSync(text, { level: 9 }).length

  assert.ok(compressed < 4_000, `${compressed} bytes`)
  assert.not.match(text, /\bimport\b|\brequire\(/)
  assert.not.match(text, /\bnode_modules\b/)
  const loaded = [
    await import('schedkit/client'),
    nodeModule.createRequire(import.meta.url)('schedkit/client'),
  ]
  for (const { createClient } of loaded)
    assert.type(createClient({ baseUrl: 'http://127.0.0.1' }).readMe, 'function')
})

/** Runs the command of the package. Resolves with its output, and the bundles that it loaded. */
function run(args: readonly string[], env: NodeJS.ProcessEnv = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'loaded-'))
  try {
    const { stdout, stderr, status } = spawnSync(process.execPath, [program, ...args], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, NODE_V8_COVERAGE: folder, ...env },
    })
    const scripts: { url: string }[] = readdirSync(folder).flatMap(
      name => JSON.parse(readFileSync(join(folder, name), 'utf8')).result,
    )
    const loaded = scripts.map(({ url }) => url).filter(url => url.startsWith(pathToFileURL(node).href))
    return { stdout, stderr, status, loaded: loaded.map(url => url.split('/').at(-1) ?? '') }
  } finally {
    rmSync(folder, { recursive: true })
  }
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
  test(`schedkit ${args.join(' ')} loads no libraries but that of the command line, and nothing that runs a service`, () => {
    const { status, loaded } = run(args)

    const packages = packagesIn(loaded)
    assert.is(status, 0)
    assert.ok(packages.has('yargs'))
    for (const name of ['zod', 'luxon', 'undici', 'fast-check', 'nodemailer', 'yaml', '@mswjs/data']) {
      assert.not.ok(packages.has(name), name)
    }
    const sources = loaded.map(name => read(`${name}.map`)).join('\n')
    assert.not.match(sources, /bin\/(?:run-service|workers)\.ts/)
  })
}

test('the command is executable, because npx runs it directly', () => {
  if (process.platform === 'win32') return

  const { mode } = statSync(program)

  assert.is(mode & 0o111, 0o111)
})

test('the command keeps compiled code for its next start, where Node.js can', () => {
  const folder = mkdtempSync(join(tmpdir(), 'compiled-'))
  try {
    const env = { PATH: process.env.PATH, TMPDIR: folder, TEMP: folder }
    spawnSync(process.execPath, [program, 'conformance', 'list'], { env })

    assert.is(readdirSync(folder).length > 0, 'enableCompileCache' in nodeModule)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test('a stack trace of the command shows positions in the sources', () => {
  const { stderr, status } = run(['serve', '--seed', 'missing.json'], { SCHEDKIT_DEBUG: '1' })

  assert.is(status, 1)
  assert.match(stderr, /^SeedFileError: Failed to read the seed file missing\.json/m)
  assert.match(stderr, /^ {4}at \S+ \(fixtures\/seed-file\.ts:\d+:\d+\)$/m)
  assert.not.match(stderr, /chunk-/)
})

test.run()
