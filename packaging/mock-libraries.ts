/**
 * The parts of @mswjs/data and MSW that the mock bundles. Their dependencies that the mock does not need are replaced by a few
 * lines: a page loads a quarter of the original size, and `overrides` in package.json keep 7,500 files of lodash and date-fns
 * out of installations of this repository.
 *
 * Two parts have no public API, and only they depend on a version: MSW's check for a newer worker (see `quietUpdate`), and the
 * storage of @mswjs/data (see mock/store/library.ts). With other versions, the build fails here.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import type { BuildOptions, Plugin } from 'esbuild'

const { resolve } = createRequire(import.meta.url)

/** The packages that @mswjs/data imports, except one: values at a path, dates, debug output, and handlers for its own API. */
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

/** Replaces MSW's cookie jar, which is a tenth of what a page would load. The mock's handlers set no cookies. */
const emptyCookieJar = `
  export class Cookie { static fromJSON() {} }
  export class CookieJar { getCookiesSync() { return [] } async setCookie() {} }
  export class MemoryCookieStore {}
`
/** Replaces the debug output of MSW's interceptors. */
const silentLogger = 'export class Logger { extend() { return this } info() {} }'

/** Bundles texts instead of the packages with these names. */
const replacing = (texts: Readonly<Record<string, string>>): Plugin => ({
  name: 'replaced packages',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /./ }, ({ path }) => (path in texts ? { path, namespace: 'replacement' } : undefined))
    onLoad({ filter: /./, namespace: 'replacement' }, ({ path }) => ({ contents: texts[path] ?? '' }))
  },
})

const update = 'existingRegistration.update();'

/**
 * MSW lets the browser check for a newer worker without awaiting the result. If the check fails, for example because the page
 * is reloaded meanwhile, the existing worker goes on, but the page has an unhandled rejection, which fails browser tests. No
 * option of `worker.start` prevents the call except a `findWorker` that denies the existing worker, but then MSW would no
 * longer reload a page that its worker does not control.
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

/** The options for bundling each library. In a page, @mswjs/data would synchronize its rows with those of other tabs. */
export const mockLibraries: Readonly<Record<string, Pick<BuildOptions, 'plugins' | 'define'>>> = {
  data: { plugins: [replacing(unneeded)], define: { BroadcastChannel: 'undefined' } },
  http: { plugins: [replacing({ 'tough-cookie': emptyCookieJar, '@open-draft/logger': silentLogger })] },
  msw: {
    plugins: [replacing({ 'tough-cookie': emptyCookieJar, '@open-draft/logger': silentLogger }), quietUpdate],
  },
}

/** The versions whose internals are known. */
const known = { '@mswjs/data': '0.16.2', msw: '2.15.0' }

/** @throws an Error if a version with unknown internals is installed */
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
