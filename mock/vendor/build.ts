/**
 * Bundles the parts of libraries that the mock uses into dist/mock/vendor. It is the last step of `npm run build`.
 */
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Metafile, type Plugin } from 'esbuild'

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

const source = (name: string) => join('mock', 'vendor', `${name}.ts`)
const target = (name: string) => fileURLToPath(new URL(name, import.meta.url))

for (const name of ['data', 'msw']) {
  const { metafile } = await build({
    entryPoints: [source(name)],
    outfile: target(`${name}.js`),
    bundle: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2023',
    legalComments: 'none',
    metafile: true,
    plugins: [replace],
  })
  const licences = packagesIn(metafile).map(licenceOf)
  writeFileSync(target(`${name}.LICENSE`), licences.join(`\n${'-'.repeat(80)}\n\n`))
}

// The worker that fits the bundled MSW: `schedkit mock --init` copies it.
copyFileSync(
  createRequire(import.meta.url).resolve('msw/mockServiceWorker.js'),
  target('mockServiceWorker.js'),
)
