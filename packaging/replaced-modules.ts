import { readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Plugin } from 'esbuild'

/*
 * Modules that are replaced where they are bundled, because they are slow or large and little of them is needed.
 */

/** The text of a file with one statement replaced; fails where a new version of it has no such statement. */
function replacing(statement: string, by: string) {
  return ({ path }: { path: string }) => {
    const text = readFileSync(path, 'utf8')
    if (!text.includes(statement)) throw new Error(`${path} does not contain ${statement}`)
    return { contents: text.replace(statement, by), resolveDir: dirname(path) }
  }
}

/**
 * What the mock needs of the libraries of @mswjs/data: it saves three quarters of the size. The
 * `overrides` of package.json replace date-fns and lodash by an empty package, which saves 7,500 files of an installation.
 */
const ofTheMock: Readonly<Record<string, string>> = {
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
}

/** MSW's cookie jar, for handlers that set cookies. The mock sets none, and the jar is a tenth of what a page loads. */
const emptyCookieJar = `
  export class Cookie { static fromJSON() {} }
  export class CookieJar { getCookiesSync() { return [] } async setCookie() {} }
  export class MemoryCookieStore {}
`

/** The debug output of MSW's interceptors. */
const silentLogger = 'export class Logger { extend() { return this } info() {} }'

/** Replaces what @mswjs/data, MSW and its interceptors import. */
export const smallerMock: Plugin = {
  name: 'smaller mock',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /./ }, ({ path, importer }) =>
      path in ofTheMock && /[\\/]node_modules[\\/]@mswjs[\\/]data[\\/]/.test(importer)
        ? { path, namespace: 'replacement' }
        : undefined,
    )
    onLoad({ filter: /./, namespace: 'replacement' }, ({ path }) => ({ contents: ofTheMock[path] ?? '' }))
    onResolve({ filter: /^tough-cookie$/ }, ({ path }) => ({ path, namespace: 'cookies' }))
    onLoad({ filter: /./, namespace: 'cookies' }, () => ({ contents: emptyCookieJar }))
    onResolve({ filter: /^@open-draft\/logger$/ }, ({ path, importer }) =>
      /[\\/]node_modules[\\/]@mswjs[\\/]interceptors[\\/]/.test(importer)
        ? { path, namespace: 'logger' }
        : undefined,
    )
    onLoad({ filter: /./, namespace: 'logger' }, () => ({ contents: silentLogger }))
  },
}

const update = 'existingRegistration.update();'

/**
 * MSW lets the browser look for a newer worker, and waits for nothing. If that fails, as it does when a page is reloaded
 * meanwhile, the worker that is there goes on, and the page must not see an error.
 */
export const quietUpdate: Plugin = {
  name: 'quiet update',
  setup({ onLoad }) {
    onLoad(
      { filter: /[\\/]msw[\\/]lib[\\/]browser[\\/]index\.mjs$/ },
      replacing(update, 'existingRegistration.update().catch(() => {});'),
    )
  },
}

/*
 * Loading string-width prepares the segmentation of text, which takes longer than a whole `--help`. Latin letters do
 * not need it.
 */
const widthOfText = `
  export default (text, options) =>
    /^[ -~\\u00c0-\\u024f]*$/.test(text) ? text.length : require('string-width').default(text, options)
`

/** Loads string-width where a text is more than Latin letters, and in one version for all. */
export const lazyStringWidth: Plugin = {
  name: 'lazy string-width',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^string-width$/ }, ({ kind }) =>
      kind === 'require-call' ? undefined : { path: 'string-width', namespace: 'width' },
    )
    onLoad({ filter: /./, namespace: 'width' }, () => ({ contents: widthOfText, resolveDir: '.' }))
  },
}

const helpForLater = 'yargs.getInternalMethods().getUsageInstance().cacheHelpMessage();'
const assertions = `
  const fail = message => { throw new Error(message) }
  export const strictEqual = (one, other, message) => { if (one !== other) fail(message) }
  export const notStrictEqual = (one, other, message) => { if (one === other) fail(message) }
`

/** Keeps yargs from loading node:assert, and from formatting the help of each command that is run. */
export const fasterYargs: Plugin = {
  name: 'faster yargs',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^assert$/ }, ({ path, importer }) =>
      /[\\/]node_modules[\\/]yargs[\\/]/.test(importer) ? { path, namespace: 'assertions' } : undefined,
    )
    onLoad({ filter: /./, namespace: 'assertions' }, () => ({ contents: assertions }))
    onLoad({ filter: /[\\/]yargs[\\/]build[\\/]lib[\\/]command\.js$/ }, replacing(helpForLater, ''))
  },
}

/** Leaves the messages of zod in other languages out: half of its size. */
export const englishZod: Plugin = {
  name: 'english zod',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, ({ path }) => ({
      contents: "export { default as en } from './en.js'",
      resolveDir: dirname(path),
    }))
  },
}

/** Lets CommonJS bundles share what stands beside them. */
export const besideBundle: Plugin = {
  name: 'beside the bundle',
  setup({ onResolve }) {
    onResolve({ filter: /^(?:luxon|zod)$/ }, ({ path }) => ({ path: `./${path}.cjs`, external: true }))
  },
}

const packageOnDemand = "createRequire(import.meta.url)('luxon')"

/** Lets the kit load Luxon from beside its bundle, when it needs it. */
export const lazyLuxon: Plugin = {
  name: 'lazy Luxon',
  setup({ onLoad }) {
    onLoad(
      { filter: /[\\/]conformance[\\/]runner[\\/]instants\.js$/ },
      replacing(packageOnDemand, "createRequire(import.meta.url)('./luxon.cjs')"),
    )
  },
}
