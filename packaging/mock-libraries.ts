/**
 * The parts of @mswjs/data and MSW that the mock bundles. Packages that they drag in and the mock does not need are replaced by a few
 * lines: a page loads a quarter of what it would, and `overrides` in package.json keep 7,500 files of lodash and date-fns
 * out of an installation of this repository.
 *
 * Two things have no public door, and are all that depends on a version: MSW's way to look for a newer worker (see
 * `quietUpdate`), and the storage of @mswjs/data (see mock/store/library.ts). A build with other versions fails here.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import type { BuildOptions, Plugin } from 'esbuild'

const { resolve } = createRequire(import.meta.url)

/** The packages that @mswjs/data imports, but for one: values at a path, dates, debug output, and handlers for its own API. */
const unneeded: Readonly<Record<string, string>> = {
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
  pluralize: 'export default {}',
  graphql: 'export class GraphQLList {}\nexport class GraphQLInputObjectType {}',
  msw: 'export {}',
  './model/generateRestHandlers': 'export {}',
  './model/generateGraphQLHandlers': 'export {}',
}

/** MSW's cookie jar, for handlers that set cookies, is a tenth of what a page would load. The mock sets none. */
const emptyCookieJar = `
  export class Cookie { static fromJSON() {} }
  export class CookieJar { getCookiesSync() { return [] } async setCookie() {} }
  export class MemoryCookieStore {}
`
/** The debug output of MSW's interceptors. */
const silentLogger = 'export class Logger { extend() { return this } info() {} }'

/** Bundles texts in place of the packages of these names. */
const replacing = (texts: Readonly<Record<string, string>>): Plugin => ({
  name: 'replaced packages',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /./ }, ({ path }) => (path in texts ? { path, namespace: 'replacement' } : undefined))
    onLoad({ filter: /./, namespace: 'replacement' }, ({ path }) => ({ contents: texts[path] ?? '' }))
  },
})

const update = 'existingRegistration.update();'

/**
 * MSW lets the browser look for a newer worker, and waits for nothing. If that fails, as it does when a page is reloaded
 * meanwhile, the worker that is there goes on, but the page has an unhandled rejection, which fails tests in browsers.
 * No option of `worker.start` prevents the call, short of a `findWorker` that denies the worker that is there, and with
 * that MSW would no longer reload a page that its worker does not control.
 */
const quietUpdate: Plugin = {
  name: 'quiet update',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]msw[\\/]lib[\\/]browser[\\/]index\.mjs$/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8')
      if (!text.includes(update)) throw new Error(`${path} does not contain ${update}`)
      return {
        contents: text.replace(update, 'existingRegistration.update().catch(() => {});'),
        resolveDir: dirname(path),
      }
    })
  },
}

/** The options with which each library is bundled. In a page, @mswjs/data would synchronize its rows with those of other tabs. */
export const mockLibraries: Readonly<Record<string, Pick<BuildOptions, 'plugins' | 'define'>>> = {
  data: { plugins: [replacing(unneeded)], define: { BroadcastChannel: 'undefined' } },
  http: { plugins: [replacing({ 'tough-cookie': emptyCookieJar, '@open-draft/logger': silentLogger })] },
  msw: {
    plugins: [replacing({ 'tough-cookie': emptyCookieJar, '@open-draft/logger': silentLogger }), quietUpdate],
  },
}

/** The versions whose insides are known. */
const known = { '@mswjs/data': '0.16.2', msw: '2.15.0' }

/** @throws an Error if another version is installed than one whose insides are known */
export function checkVersions(): void {
  for (const [name, version] of Object.entries(known)) {
    const installed: string = JSON.parse(readFileSync(resolve(`${name}/package.json`), 'utf8')).version
    if (installed === version) continue
    throw new Error(
      `Failed to bundle ${name} ${installed}: the mock relies on the insides of ${version}. Check that they are the same, ` +
        'run the tests of the mock in browsers, and change the version in packaging/mock-libraries.ts.',
    )
  }
}
