import { readFileSync } from 'node:fs'
import { join } from 'node:path'

type Target = string | { readonly [condition: string]: Target }

function filesOf(target: Target): string[] {
  if (typeof target === 'string') return target.endsWith('.js') ? [target.replace(/\.js$/, '.d.ts')] : []
  const { types, ...others } = target
  const nested = Object.values(others).filter(each => types === undefined || typeof each === 'object')
  return [...(typeof types === 'string' ? [types] : []), ...nested.flatMap(filesOf)]
}

/** Returns the declarations that the entry points use, as paths in the package. */
export function declarationsOf(exports: Target): string[] {
  const found = new Set(filesOf(exports).map(file => join(file)))
  for (const file of found) {
    for (const [, path = ''] of readFileSync(file, 'utf8').matchAll(
      /(?:from |import ?\()['"](\.[^'"]+)\.js['"]/g,
    )) {
      found.add(join(file, '..', `${path}.d.ts`))
    }
  }
  return [...found]
}
