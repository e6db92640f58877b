import { writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { dist } from './bundle.js'

/** How a CommonJS module refers to the types of an ES module. */
const mode = '{ "resolution-mode": "import" }'

/**
 * Writes the declarations of a bundle for `require`: those of the ES module, which TypeScript does not let a CommonJS module
 * import as they are.
 */
export async function writeRequireTypes(name: string, module: string): Promise<void> {
  const path = JSON.stringify(`../${module}`)
  const types = `import (${path}, { with: ${mode} })`
  const values: object = await import(/* Which names it has, only the built module knows. */ urlOf(module))
  const lines = Object.entries(values).flatMap(([value, of]) => [
    `export declare const ${value}: typeof ${types}.${value}`,
    ...(/^class\b/.test(String(of)) ? [`export type ${value} = ${types}.${value}`] : []),
  ])
  const all = [`export type * from ${path} with ${mode}`, ...lines]
  writeFileSync(dist(`node/${name}.d.cts`), `${all.join('\n')}\n`)
}

const urlOf = (module: string) => pathToFileURL(dist(module)).href
