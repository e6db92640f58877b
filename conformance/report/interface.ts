import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

/** The folder of the package that contains this module, wherever the module is in it. */
const packageFolder = dirname(createRequire(import.meta.url).resolve('schedkit/package.json'))

/** The description of the interface, in the package as in the repository. */
export const interfaceFile = join(packageFolder, 'docs', 'interface.md')

let text: string | undefined

/** The description of the interface, in Markdown. */
export function readInterface(): string {
  text ??= readFileSync(interfaceFile, 'utf8')
  return text
}

/** The sections, in their order: `2.1`, or `7.2` for item 2 of section 7. Each has the anchor `section-2.1`. */
export const sectionsOfInterface = (): readonly string[] =>
  [...readInterface().matchAll(/<a id="section-([\d.]+)">/g)].map(([, section = '']) => section)

/**
 * The links to the sections that a rule cites.
 *
 * @example
 * sectionLinks('2.1, 7.2') // ['/…/docs/interface.md#section-2.1', '/…/docs/interface.md#section-7.2']
 */
export const sectionLinks = (sections: string): readonly string[] =>
  sections.split(', ').map(section => `${interfaceFile}#section-${section}`)
