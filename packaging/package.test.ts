import { readdirSync, readFileSync, statSync } from 'node:fs'
import * as nodeModule from 'node:module'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { dist } from './bundle.js'
import { declarationsOf } from './declarations.js'
import { bundles, node, packagesIn, program, read } from './testing/bundles.js'

/*
 * The contents of the package: the bundles for Node.js and the declarations.
 */

const { dependencies, peerDependencies, exports, typesVersions } = JSON.parse(
  readFileSync('package.json', 'utf8'),
)
const installed = new Set(['schedkit', ...Object.keys({ ...dependencies, ...peerDependencies })])

const packageOf = (specifier: string) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
const isForeign = (specifier: string) =>
  !/^(?:\.|node:)/.test(specifier) && !nodeModule.builtinModules.includes(specifier.split('/')[0] ?? '')

test('the bundles only import Node.js and what is installed with the package', async () => {
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
test('the declarations only need zod and packages that are installed with this one', () => {
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

test('every entry point has types for resolvers that do not support exports, such as that of ts-jest', () => {
  const typesOf = (entry: string | { types: string }) =>
    typeof entry === 'string' ? entry.replace(/\.js$/, '.d.ts') : entry.types
  const entries = Object.entries(exports as Record<string, string | { types: string }>).filter(
    ([name]) => name !== '.' && !name.endsWith('.json'),
  )

  assert.equal(
    typesVersions['*'],
    Object.fromEntries(entries.map(([name, entry]) => [name.slice(2), [typesOf(entry)]])),
  )
})

test('the licence of every bundled package is in the package', () => {
  const files = [
    'LICENSES',
    'LICENSES-CJS',
    '../mock/vendor/data.LICENSE',
    '../mock/vendor/http.LICENSE',
    '../mock/vendor/msw.LICENSE',
  ]
  const licences = files.map(read).join('\n')
  const names = packagesIn(bundles)

  for (const name of ['yargs', 'undici', 'zod', 'luxon', 'nodemailer', 'fast-check'])
    assert.ok(names.has(name), name)
  for (const name of names) assert.match(licences, new RegExp(`^${name} \\d`, 'm'))
})

test('every bundled or copied package is in the bill of materials, with its version', () => {
  const { bomFormat, metadata, components } = JSON.parse(read('../sbom.json'))
  const listed = new Map<string, { purl: string; licenses: object[] }>(
    components.map((each: { name: string }) => [each.name, each]),
  )

  assert.is(bomFormat, 'CycloneDX')
  assert.is(metadata.component.name, 'schedkit')
  for (const name of packagesIn(bundles)) assert.ok(listed.has(name), name)
  for (const name of ['@mswjs/data', 'msw', 'undici', 'zod', 'sql.js', 'swagger-ui-dist']) {
    const { version, license } = JSON.parse(readFileSync(`node_modules/${name}/package.json`, 'utf8'))
    assert.is(listed.get(name)?.purl, `pkg:npm/${name.replace('@', '%40')}@${version}`)
    assert.equal(listed.get(name)?.licenses, [{ expression: license }])
  }
  assert.not.ok(listed.has('lodash'), 'it is replaced by a few lines')
})

test('the docs page is in the package with the licences of Swagger UI', () => {
  const files = readdirSync(dist('docs')).sort()

  assert.equal(files, [
    ...['LICENSE', 'NOTICE', 'page.css', 'page.html', 'page.js'],
    ...['swagger-ui-bundle.js.LICENSE.txt', 'swagger-ui-bundle.js.gz', 'swagger-ui.css.gz'],
  ])
  assert.match(readFileSync(dist('docs/LICENSE'), 'utf8'), 'Apache License')
})

test('SQLite is in the package with its licence, and so are the tables and their migrations', () => {
  const files = readdirSync(dist('sqlite'), { recursive: true }).map(String)

  assert.equal(files.filter(name => !name.startsWith('migrations/')).sort(), [
    'LICENSE',
    'migrations',
    'sql-wasm.cjs',
    'sql-wasm.wasm',
  ])
  assert.ok(files.includes('migrations/006-tables.sql'))
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

test('the client is one file that imports nothing, and createClient is less than 4 kB of it', async () => {
  const text = readFileSync(dist('client/client.js'), 'utf8')
  const { outputFiles } = await build({
    stdin: { contents: "export { createClient } from './client.js'", resolveDir: dist('client') },
    ...{ bundle: true, minify: true, format: 'esm', write: false },
  })
  const compressed = gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length

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

test('the command is executable, because npx runs it directly', () => {
  if (process.platform === 'win32') return

  const { mode } = statSync(program)

  assert.is(mode & 0o111, 0o111)
})

test.run()
