import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { dist } from '../bundle.js'

/** The folder of the bundles for Node.js. */
export const node = dist('node')
/** The command of the package. */
export const program = join(node, 'schedkit.js')
export const bundles = readdirSync(node).filter(name => /\.c?js$/.test(name))

/** Reads a file of the bundles. */
export const read = (file: string) => readFileSync(join(node, file), 'utf8')

/** Returns the packages in bundles, from the source maps of ES modules, or from comments with file names in others. */
export function packagesIn(names: readonly string[]): Set<string> {
  const texts = names.map(name => read(name.endsWith('.cjs') ? name : `${name}.map`))
  const paths = texts
    .join('\n')
    .matchAll(/(?:"|^ *\/\/ )(?:\.\.\/)*(?:[\w-]+\/)*?node_modules\/((?:@[^/\n]+\/)?[^./\n][^/\n]*)/gm)
  return new Set([...paths].map(([, name = '']) => name))
}
