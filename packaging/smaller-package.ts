/**
 * A step of `prepack`: deletes declarations that no entry point uses, source maps of bundles that contain only packages,
 * references to source maps, and whitespace. The maps of bundles name sources that are not in the package: tools that follow
 * the references warn about them, and source-positions.ts does not need them. The next build restores everything.
 */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { transformSync } from 'esbuild'
import { dist } from './bundle.js'
import { declarationsOf } from './declarations.js'

const read = (file: string) => readFileSync(file, 'utf8')
const dropReference = (file: string) =>
  writeFileSync(file, read(file).replace(/\n\/\/# sourceMappingURL=\S+\s*$/, '\n'))

/** Returns the files in folders of dist with a file extension. */
function filesIn(folders: readonly string[], ending: string): string[] {
  const entries = folders.flatMap(folder =>
    readdirSync(dist(folder), { recursive: true, withFileTypes: true }),
  )
  return entries
    .filter(({ name }) => name.endsWith(ending))
    .map(({ name, parentPath }) => join(parentPath, name))
}

for (const file of filesIn(['fixtures', 'mock', 'node', 'server', 'packaging'], '.js')) dropReference(file)

const { exports } = JSON.parse(read('package.json'))
const declarations = new Set(declarationsOf(exports))
for (const file of filesIn(['conformance', 'fixtures', 'mock', 'server', 'vendor'], '.d.ts')) {
  if (!declarations.has(relative('.', file))) rmSync(file)
}

for (const map of filesIn(['node'], '.js.map')) {
  const { sources }: { sources: string[] } = JSON.parse(read(map))
  if (sources.every(source => source.includes('node_modules/'))) rmSync(map)
}

// Except in zod: bundlers would no longer know what they can tree-shake.
for (const file of [...filesIn(['node'], '.cjs'), ...filesIn(['vendor/luxon'], '.js')]) {
  writeFileSync(file, transformSync(read(file), { minifyWhitespace: true, lineLimit: 160 }).code)
}

// This file tells the compiler that dist is up to date.
rmSync(dist('.tsbuildinfo'))
