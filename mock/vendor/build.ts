/**
 * The last step of `npm run build`: bundles the parts of libraries that the mock uses into dist/mock/vendor, and makes
 * CommonJS builds for Jest.
 */
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BuildOptions, build, type Metafile, type Plugin } from 'esbuild'

/*
 * Modules that are replaced, because the mock does not need them or needs a small part of a large library: three quarters
 * of the size.
 */
const replacements: Readonly<Record<string, string>> = {
  // @mswjs/data uses these for values at a path, dates, its debug output, and to synchronize tabs.
  lodash: "export const isFunction = value => typeof value === 'function'",
  'lodash/isFunction': "export default value => typeof value === 'function'",
  'lodash/get': 'export default (object, path) => [path].flat().reduce((value, key) => value?.[key], object)',
  'lodash/has':
    'export default (object, path) => [path].flat().reduce((value, key) => value?.[key], object) !== undefined',
  'lodash/set': `export default (object, path, value) => {
    const keys = [path].flat()
    const last = keys.pop()
    keys.reduce((inner, key) => (inner[key] ??= {}), object)[last] = value
    return object
  }`,
  'date-fns': 'export const compareAsc = (one, other) => Math.sign(one - other)',
  debug: 'export const debug = () => () => {}',
  md5: "export default () => ''",
  'strict-event-emitter': 'export class Emitter { emit() {} }',
  './extensions/sync': 'export const sync = () => {}',
  // Its request handlers, for APIs that need none of their own.
  './model/generateRestHandlers': 'export {}',
  './model/generateGraphQLHandlers': 'export {}',
  // The list of all public suffixes, with which MSW's cookie jar refuses cookies for domains such as co.uk.
  tldts: "export const getDomain = host => host.split('.').slice(-2).join('.')",
}

const replace: Plugin = {
  name: 'replace modules',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /./ }, ({ path, importer }) =>
      path in replacements && /[\\/]node_modules[\\/](?:@mswjs[\\/]data|tough-cookie)[\\/]/.test(importer)
        ? { path, namespace: 'replacement' }
        : undefined,
    )
    onLoad({ filter: /./, namespace: 'replacement' }, ({ path }) => ({ contents: replacements[path] ?? '' }))
  },
}

/** The folders of the packages that a bundle contains parts of. */
function packagesIn({ outputs }: Metafile): string[] {
  const files = Object.values(outputs).flatMap(({ inputs }) => Object.entries(inputs))
  const used = files.filter(([, { bytesInOutput }]) => bytesInOutput > 0)
  return [...new Set(used.flatMap(([path]) => /.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? []))]
}

/** The licence of an installed package: its file, or what its package.json says. */
function licenceOf(folder: string): string {
  const file = readdirSync(folder).find(each => /^licen[cs]e/i.test(each))
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const text = file
    ? readFileSync(join(folder, file), 'utf8').trim()
    : `License: ${license}\nAuthor: ${author?.name ?? author}`
  return `${name} ${version}\n\n${text}\n`
}

const dist = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url))

/** Bundles a module, and writes the licences of what it contains next to it. */
async function bundle(source: string, target: string, options: BuildOptions): Promise<void> {
  const outfile = dist(target)
  const { metafile } = await build({
    entryPoints: [source],
    outfile,
    bundle: true,
    target: 'es2023',
    legalComments: 'none',
    metafile: true,
    ...options,
  })
  const licences = packagesIn(metafile as Metafile).map(licenceOf)
  writeFileSync(outfile.replace(/\.c?js$/, '.LICENSE'), licences.join(`\n${'-'.repeat(80)}\n\n`))
}

const forPages: BuildOptions = { format: 'esm', platform: 'browser', plugins: [replace] }
await bundle('mock/vendor/data.ts', 'mock/vendor/data.js', forPages)
await bundle('mock/vendor/msw.ts', 'mock/vendor/msw.js', forPages)

// Jest loads CommonJS by default, and then can't load the ES modules of schedkit and of MSW.
const forJest: BuildOptions = { format: 'cjs', platform: 'node', external: ['luxon', 'zod'] }
await bundle(dist('mock/node.js'), 'mock/node.cjs', forJest)
await bundle(dist('fixtures/index.js'), 'fixtures/index.cjs', forJest)

// The worker that fits the bundled MSW: `schedkit mock --init` copies it.
copyFileSync(
  createRequire(import.meta.url).resolve('msw/mockServiceWorker.js'),
  dist('mock/vendor/mockServiceWorker.js'),
)
