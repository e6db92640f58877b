import { readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import type { Metafile } from 'esbuild'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { bundle } from './testing/bundle.js'
import { packageOf, sharesOf } from './testing/shares.js'

/*
 * The entry points for browsers as bundled by a frontend.
 */

const builtin = new Set(builtinModules)

/** The Node.js modules that a bundle imports. */
function ofNode({ inputs }: Metafile): string[] {
  const referred = Object.values(inputs).flatMap(({ imports }) => imports.map(({ path }) => path))
  return [...Object.keys(inputs), ...referred]
    .map(path => path.replace(/^\(disabled\):/, ''))
    .filter(path => path.startsWith('node:') || builtin.has(path.split('/')[0] ?? ''))
}

/** Returns the files with code in a bundle: bundlers read more files than they use. */
const filesIn = ({ outputs }: Metafile) =>
  Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([path, { bytesInOutput }]) => (bytesInOutput > 0 ? [path] : [])),
  )

const whole = `
  import { startMock } from 'schedkit/mock/browser'
  import { demo } from 'schedkit/fixtures'
  console.log(startMock, demo)
`

test('a bundle of the mock for browsers contains nothing of Node.js, and nothing that only the server needs', async () => {
  const { metafile } = await bundle(whole)

  assert.equal(ofNode(metafile), [])
  const files = filesIn(metafile)
  const packages = new Set(files.map(packageOf))
  for (const name of ['sql.js', 'nodemailer', 'undici', 'yargs', 'fast-check', 'json-schema-faker']) {
    assert.not.ok(packages.has(name), name)
  }
  for (const path of files) {
    assert.not.match(path, /\/(?:server\/(?:storage|http|mail)|mock\/serve|conformance|bin)\//)
  }
  for (const name of ['schedkit: mock/vendor/msw', 'schedkit: mock/vendor/data', 'schedkit: server/core']) {
    assert.ok(packages.has(name), name)
  }
})

/** Returns the packages in a bundle of the build itself: esbuild names each file in a comment. */
const packagesIn = (file: URL) =>
  new Set(
    [...readFileSync(file, 'utf8').matchAll(/^\/\/ (.*node_modules.*)$/gm)].map(([, path = '']) =>
      packageOf(path),
    ),
  )

test('the libraries that the mock bundles are those that it uses, each with its licence', () => {
  for (const [file, wanted] of [
    ['data', ['@mswjs/data', 'outvariant']],
    ['http', ['msw']],
    ['msw', ['msw', '@mswjs/interceptors']],
  ] as const) {
    const packages = packagesIn(new URL(`./vendor/${file}.js`, import.meta.url))
    const licences = readFileSync(new URL(`./vendor/${file}.LICENSE`, import.meta.url), 'utf8')

    for (const name of wanted) assert.ok(packages.has(name), name)
    for (const name of [
      'graphql',
      'lodash',
      'date-fns',
      'tough-cookie',
      'tldts',
      'pluralize',
      'zod',
      'luxon',
    ]) {
      assert.not.ok(packages.has(name), name)
    }
    for (const name of packages) assert.match(licences, new RegExp(`^${name} \\d`, 'm'))
  }
})

test('references to Node.js in a bundle are found', async () => {
  const { metafile } = await bundle("import 'node:fs'\nimport { join } from 'path'\nconsole.log(join)", {
    platform: 'node',
  })

  assert.equal(ofNode(metafile).sort(), ['node:fs', 'path'])
})

test('the server in a bundle for browsers is refused by the bundler', async () => {
  const message = await bundle(
    "import { startServer } from 'schedkit/server'\nconsole.log(startServer)",
  ).then(() => 'nothing was refused', String)

  assert.match(message, /Could not resolve "node:/)
})

test('a bundle of the demo alone contains only what reads its seed', async () => {
  const { metafile } = await bundle("import { demo } from 'schedkit/fixtures'\nconsole.log(demo)")

  const names = sharesOf(metafile).map(([name]) => name)
  assert.equal(names.filter(name => !/^schedkit:|^the program/.test(name)).sort(), ['luxon', 'zod'])
})

test('a bundle contains only the used parts of zod: no translations', async () => {
  const { metafile } = await bundle(whole)

  const translations = filesIn(metafile).filter(path => /\/zod\/.*\/locales\/(?!(?:en|index)\.js)/.test(path))

  assert.equal(translations, [], "write import * as z from 'zod'")
})

test('a bundle is no larger than the README says', async () => {
  const { metafile } = await bundle(whole, { minify: true, splitting: true })

  const { outputs } = metafile
  const first = new Set(Object.keys(outputs).filter(path => path.endsWith('stdin.js')))
  for (const path of first) {
    for (const { kind, path: next } of outputs[path]?.imports ?? [])
      if (kind === 'import-statement') first.add(next)
  }
  const bytes = [...first].reduce((sum, path) => sum + (outputs[path]?.bytes ?? 0), 0)
  const worldsIn = (paths: Iterable<string>) =>
    [...paths]
      .flatMap(path => Object.keys(outputs[path]?.inputs ?? {}))
      .filter(path => path.includes('/control/worlds/'))

  assert.ok(bytes > 300_000 && bytes <= 500_000, `${bytes} bytes: npm run size shows what of`)
  // Only pages that play a world load these.
  assert.equal(worldsIn(first), [])
  assert.ok(worldsIn(Object.keys(outputs)).length > 3)
})

test('the panel is a separate chunk, outside the mock, and a production build contains nothing of it', async () => {
  const isOfPanel = (path: string) => /console\/panel|mock\/panel/.test(path)
  const code = `import 'schedkit/mock/panel'\n${whole}`

  const [none, development, production] = await Promise.all([
    bundle(whole),
    bundle(code, { splitting: true }),
    bundle(code, { alias: {}, conditions: ['production'] }),
  ])

  const [main] = Object.keys(development.metafile.outputs).filter(path => path.endsWith('stdin.js'))
  const { inputs, imports } = development.metafile.outputs[main as string] as Metafile['outputs'][string]
  const chunk = imports.find(({ kind, path }) => kind === 'dynamic-import' && path.includes('panel'))
  assert.not.ok(filesIn(none.metafile).some(isOfPanel))
  assert.not.ok('dist/console/panel.js' in inputs)
  assert.ok((development.metafile.outputs[chunk?.path ?? '']?.bytes ?? 0) > 50_000)
  assert.not.ok(filesIn(production.metafile).some(isOfPanel))
})

test('a page without a bundler needs no package for the mock and one for the factories', async () => {
  const packagesOf = async (entryPoint: string) => {
    const { metafile } = await bundle(`import * as all from '${entryPoint}'\nconsole.log(all)`)
    return [...new Set(Object.keys(metafile.inputs).map(packageOf))].filter(
      name => !/^schedkit: |^the program/.test(name),
    )
  }

  // `prepack` puts zod and Luxon next to the modules.
  assert.equal((await packagesOf('schedkit/mock/browser')).sort(), ['luxon', 'zod'])
  assert.equal((await packagesOf('schedkit/fixtures')).sort(), ['json-schema-faker', 'luxon', 'zod'])
})

test('a program that imports an entry point without using it stays empty', async () => {
  const { text } = await bundle(
    "import 'schedkit/mock/browser'\nimport 'schedkit/mock'\nimport 'schedkit/fixtures'",
    { minify: true },
  )

  assert.is(text.trim(), '')
})

test.run()
