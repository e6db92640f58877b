/**
 * The last step of `npm run build`: creates the bundles in the package. The command and the entry points for Node.js start
 * several times faster from a few files. For browsers, only libraries are bundled, so that the rest can be tree-shaken
 * module by module.
 */
import { chmodSync, copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { gzipSync } from 'node:zlib'
import { type BuildOptions, type Plugin, transform } from 'esbuild'
import { bundle, dist } from './bundle.js'
import { checkVersions, mockLibraries } from './mock-libraries.js'
import { billOfMaterials } from './sbom.js'

const require = createRequire(import.meta.url)

/** Jest's own jsdom hides globals of Node.js, and libraries would fail with no more than the name of one. */
const refuseBareJsdom = `if (typeof Request === 'undefined' || typeof TextDecoder === 'undefined') throw new Error(
  'Failed to load schedkit: there is no Request or TextDecoder, as in the environment jsdom of Jest. ' +
  "See node_modules/schedkit/docs/recipes/jest.md: its environment has both, and the FormData of jsdom. " +
  'It extends jest-fixed-jsdom.');`

// The worker that matches the bundled MSW: `schedkit mock --init` copies it.
const workerFile = dist('mock/vendor/mockServiceWorker.js')
copyFileSync(require.resolve('msw/mockServiceWorker.js'), workerFile)
const [, checksum] = /INTEGRITY_CHECKSUM = '(\w+)'/.exec(readFileSync(workerFile, 'utf8')) ?? []

/** The folders of the packages of which this package contains parts. */
const contained: string[] = []

checkVersions()
for (const [name, { define, ...options }] of Object.entries(mockLibraries)) {
  const packages = await bundle(
    'mock/vendor',
    { [name]: `mock/vendor/${name}.ts` },
    {
      ...options,
      licences: `${name}.LICENSE`,
      format: 'esm',
      platform: 'browser',
      define: { ...define, WORKER_CHECKSUM: JSON.stringify(checksum) },
    },
  )
  contained.push(...packages)
}

// SQLite: two files of sql.js, whose package is 40 times as large. Its code is CommonJS.
const sqlite = { 'sql-wasm.js': 'sql-wasm.cjs', 'sql-wasm.wasm': 'sql-wasm.wasm', '../LICENSE': 'LICENSE' }
// Remove the files of earlier builds.
for (const name of ['sqlite', 'postgres']) rmSync(dist(name), { recursive: true, force: true })
mkdirSync(dist('sqlite'), { recursive: true })
for (const [from, to] of Object.entries(sqlite)) {
  const folder = dirname(require.resolve('sql.js'))
  copyFileSync(join(folder, from), join(dist('sqlite'), to))
}

for (const name of ['sqlite/migrations', 'postgres/migrations']) {
  const from = fileURLToPath(new URL(`../../server/storage/${name}`, import.meta.url))
  cpSync(from, dist(name), { recursive: true, filter: path => !path.endsWith('.ts') })
}

/** Packages that are installed with schedkit: three peer dependencies, and a large generator. */
const installed = ['msw', 'imapflow', 'pg', 'json-schema-faker']

rmSync(dist('node'), { recursive: true, force: true })
const entryPoints = {
  schedkit: dist('bin/schedkit.js'),
  server: dist('server/index.js'),
  conformance: dist('conformance/index.js'),
  fixtures: dist('fixtures/index.js'),
  mock: dist('mock/index.js'),
  'mock-node': dist('mock/node.js'),
  openapi: dist('server/openapi.js'),
  schemas: dist('server/schemas.js'),
}
const ofNode = await bundle('node', entryPoints, {
  licences: 'LICENSES',
  format: 'esm',
  platform: 'node',
  // Shared code is in chunks, so that an error of one entry point is an instance of the class in another.
  splitting: true,
  external: installed,
  sourcemap: true,
  sourcesContent: false,
  // Minified code is parsed faster. Names are kept, and lines are short enough for stack traces.
  minifyWhitespace: true,
  lineLimit: 160,
  // For CommonJS modules in the bundle.
  banner: {
    js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
  },
})
contained.push(...ofNode)
chmodSync(dist('node/schedkit.js'), 0o755)

// The docs page: our files, and those of Swagger UI with its licences. Large files are compressed here, in advance.
const docs = ['page.css', 'page.html', 'page.js'].map(name =>
  fileURLToPath(new URL(`../../server/docs/${name}`, import.meta.url)),
)
const swagger = (name: string) => require.resolve(`swagger-ui-dist/${name}`)
const licences = ['swagger-ui-bundle.js.LICENSE.txt', 'LICENSE', 'NOTICE'].map(swagger)
rmSync(dist('docs'), { recursive: true, force: true })
mkdirSync(dist('docs'), { recursive: true })
for (const file of [...docs, ...licences]) copyFileSync(file, join(dist('docs'), basename(file)))
for (const name of ['swagger-ui.css', 'swagger-ui-bundle.js'])
  writeFileSync(dist(`docs/${name}.gz`), gzipSync(readFileSync(swagger(name)), { level: 9 }))

// One small file for pages and Node.js, without imports to resolve.
const client = dist('server/client/index.js')
rmSync(dist('client'), { recursive: true, force: true })
await bundle('client', { client }, { format: 'esm', platform: 'neutral' })

/** Imports a compiled module, and returns its exports. */
async function exportsOf(module: string): Promise<Record<string, unknown>> {
  const { href } = pathToFileURL(dist(module))
  return await import(/* Which names it has, only the built module knows. */ href)
}

// The console: one page, with a small library for its views. Its forms are made from the schema of a booking.
const { newBooking } = await exportsOf('server/schemas.js')
const { operationIds } = await exportsOf('server/core/wire/routes.js')
const source = (path: string) => fileURLToPath(new URL(`../../console/${path}`, import.meta.url))
const css = readFileSync(source('page.css'), 'utf8')
const { code: styles } = await transform(css, { loader: 'css', minify: true })
const consoleOptions = {
  ...({ licences: 'LICENSES', format: 'esm', platform: 'browser', minify: true } as const),
  ...({ jsx: 'automatic', jsxImportSource: 'preact' } as const),
  define: {
    NEW_BOOKING: JSON.stringify(newBooking),
    OPERATIONS: JSON.stringify(operationIds),
    STYLES: JSON.stringify(styles),
  },
}
const pages = { page: source('main.tsx'), panel: source('panel/main.tsx') }
contained.push(...(await bundle('console', pages, consoleOptions)))
const fromDist: Plugin = {
  name: 'the service in the page, as it was compiled',
  setup({ onResolve }) {
    onResolve({ filter: /^\.\.\/\.\.\/(?:mock|fixtures)\// }, ({ path, importer }) =>
      /static.main\.tsx$/.test(importer) ? { path: dist(path.replace('../../', '')) } : undefined,
    )
  },
}
// Resolves the client to dist, so that modules shared with the service are bundled only once.
const alias = { 'schedkit/client': dist('server/client/index.js') }
const staticOptions = { ...consoleOptions, alias, plugins: [fromDist] }
contained.push(...(await bundle('console/static', { page: source('static/main.tsx') }, staticOptions)))
const page = readFileSync(source('page.html'), 'utf8')
writeFileSync(dist('console/page.html'), page)
// Static hosting sends no Content-Security-Policy, so the page contains it. Its files are in the same folder.
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; base-uri 'none'; form-action 'none'"
const head = `<head>\n  <meta http-equiv="content-security-policy" content="${policy}">`
writeFileSync(dist('console/static/page.html'), page.replace('<head>', head).replaceAll('_console/', ''))
for (const folder of ['console', 'console/static']) writeFileSync(dist(`${folder}/page.css`), styles)

/** Lets CommonJS bundles share the files next to them. */
const besideBundle: Plugin = {
  name: 'beside the bundle',
  setup({ onResolve }) {
    onResolve({ filter: /^(?:luxon|zod)$/ }, ({ path }) => ({ path: `./${path}.cjs`, external: true }))
  },
}

// Jest loads CommonJS by default, and then cannot load the ES modules of schedkit and of MSW.
const { fixtures, 'mock-node': mock } = entryPoints
const commonJs: BuildOptions = { format: 'cjs', platform: 'node', outExtension: { '.js': '.cjs' } }
await bundle('node', { client }, commonJs)
const zod = join(dirname(require.resolve('zod/package.json')), 'index.js')
await bundle('node', { luxon: require.resolve('luxon'), zod }, commonJs)
const ofCommonJs = await bundle(
  'node',
  { fixtures, 'mock-node': mock },
  {
    ...commonJs,
    licences: 'LICENSES-CJS',
    plugins: [besideBundle],
    define: { 'import.meta.url': 'moduleUrl' },
    banner: {
      js: `${refuseBareJsdom}\nconst moduleUrl = require('node:url').pathToFileURL(__filename).href;`,
    },
  },
)

contained.push(...ofCommonJs)
// Packages whose files are copied.
for (const name of ['sql.js', 'swagger-ui-dist']) contained.push(join('node_modules', name))
writeFileSync(dist('sbom.json'), `${JSON.stringify(billOfMaterials(contained), undefined, 2)}\n`)

/** The import attribute with which a CommonJS module imports the types of an ES module. */
const mode = '{ "resolution-mode": "import" }'

/**
 * Writes the declarations of a bundle for `require`. They re-export those of the ES module, which TypeScript does not let a
 * CommonJS module import directly, except for what has its own declarations.
 */
async function writeRequireTypes(name: string, module: string, own = ''): Promise<void> {
  const path = JSON.stringify(`../${module}`)
  const types = `import (${path}, { with: ${mode} })`
  const values = Object.entries(await exportsOf(module))
  const others = values.filter(([value]) => !own.includes(`export declare function ${value}(`))
  const lines = others.flatMap(([value, of]) => [
    `export declare const ${value}: typeof ${types}.${value}`,
    ...(/^class\b/.test(String(of)) ? [`export type ${value} = ${types}.${value}`] : []),
  ])
  const all = [`export type * from ${path} with ${mode}`, ...lines, own]
  writeFileSync(dist(`node/${name}.d.cts`), `${all.join('\n')}\n`)
}

await writeRequireTypes('client', 'server/client/index.js')
await writeRequireTypes('fixtures', 'fixtures/index.js')
const ownOfMock = new URL('../../packaging/mock-node.d.cts', import.meta.url)
await writeRequireTypes('mock-node', 'mock/node.js', readFileSync(ownOfMock, 'utf8'))
