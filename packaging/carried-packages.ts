/**
 * A step of `prepack`: copies the parts of zod and Luxon that the published modules use to `dist/vendor`, and lets modules and
 * declarations import them from there. The whole packages are ten times as large.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative, sep } from 'node:path'
import { dist } from './bundle.js'

const require = createRequire(import.meta.url)

/** Copies the declarations and ES modules of zod, with only its English messages. */
function copyZod(): void {
  const from = dirname(require.resolve('zod/package.json'))
  const to = dist('vendor/zod')
  for (const part of ['index.js', 'index.d.ts', 'LICENSE', 'v4/classic', 'v4/core']) {
    cpSync(join(from, part), join(to, part), {
      recursive: true,
      filter: file => !/\.(?:d?\.?cts|cjs|json)$|[\\/]tests$/.test(file),
    })
  }
  mkdirSync(join(to, 'v4/locales'), { recursive: true })
  for (const kind of ['js', 'd.ts']) {
    cpSync(join(from, `v4/locales/en.${kind}`), join(to, `v4/locales/en.${kind}`))
    writeFileSync(join(to, `v4/locales/index.${kind}`), "export { default as en } from './en.js'\n")
  }
}

function copyLuxon(): void {
  const from = dirname(require.resolve('luxon/package.json'))
  const files = { 'build/es6/luxon.mjs': 'index.js', 'LICENSE.md': 'LICENSE.md' }
  mkdirSync(dist('vendor/luxon'), { recursive: true })
  for (const [file, to] of Object.entries(files)) cpSync(join(from, file), dist(`vendor/luxon/${to}`))
  const path = dist('vendor/luxon/index.js')
  writeFileSync(path, readFileSync(path, 'utf8').replace(/\n\/\/# sourceMappingURL=\S+\s*$/, '\n'))
}

const imported = /(\bfrom |\bimport\()(['"])(zod|luxon)\2/g

function importCopies(file: string): void {
  const text = readFileSync(file, 'utf8')
  const changed = text.replace(imported, (_, before, quote, name) => {
    const path = relative(dirname(file), dist(`vendor/${name}/index.js`)).replaceAll(sep, '/')
    return `${before}${quote}${path}${quote}`
  })
  if (changed !== text) writeFileSync(file, changed)
}

copyZod()
copyLuxon()
for (const folder of ['conformance', 'fixtures', 'mock', 'server']) {
  for (const { name, parentPath } of readdirSync(dist(folder), { recursive: true, withFileTypes: true })) {
    if (/\.(?:js|d\.ts)$/.test(name) && !/\.test\./.test(basename(name))) importCopies(join(parentPath, name))
  }
}
