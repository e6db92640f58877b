import { readFile, writeFile } from 'node:fs/promises'
import { pathToFileURL } from 'node:url'
import { areas, rules } from '../catalogue/index.js'
import { checks, invariants } from '../checks/index.js'
import { schemaFile, schemaNames, schemaText } from './schemas.js'

/*
 * The files that repeat what the areas declare, so that a change of an id, a level or a title shows in a review:
 *
 *   npm run snapshots
 */

export const rulesFile = 'conformance/catalogue/rules.snapshot.json'
export const checksFile = 'conformance/checks/checks.snapshot.txt'
export const readmeFile = 'conformance/README.md'

const all = [...checks, ...invariants]

export const rulesSnapshot = () =>
  `${JSON.stringify(Object.fromEntries(rules.map(({ id, level }) => [id, level])), undefined, 2)}\n`

export const checksSnapshot = () =>
  `${all
    .map(({ id, title }) => `${id}: ${title}`)
    .sort()
    .join('\n')}\n`

/** How many rules and checks each area has. */
function tableOfRules(): string {
  const count = (prefix: string, level: string) =>
    rules.filter(rule => rule.id.startsWith(prefix) && rule.level === level).length
  const rows = areas.map(({ prefix, title }) => {
    const own = all.filter(({ rule }) => rule.startsWith(`${prefix}-`)).length
    const [must, should, may] = ['must', 'should', 'may'].map(level => count(`${prefix}-`, level))
    return `| ${prefix} | ${title} | ${must} | ${should} | ${may} | ${own} |`
  })
  const [must, should, may] = ['must', 'should', 'may'].map(level => count('', level))
  return [
    '| Area | What it is about | must | should | may | checks |',
    '| --- | --- | --- | --- | --- | --- |',
    ...rows,
    `| | **${rules.length} rules** | ${must} | ${should} | ${may} | ${all.length} |`,
  ].join('\n')
}

/** Returns the README with an updated table of rules. */
export const withTableOfRules = (readme: string) =>
  readme.replace(
    /(<!-- rules:[^>]*-->\n+)[\s\S]*?(\n+<!-- end of rules -->)/,
    (_, before: string, after: string) => before + tableOfRules() + after,
  )

/** Returns the ids of a snapshot that a newer one lacks: ids are permanent, so there should be none. */
export function lostIds(before: string, after: string): readonly string[] {
  const idsIn = (text: string) => text.match(/(?<=^\s*"?)[A-Z]+-\d\d[\w.-]*(?="?: )/gm) ?? []
  const kept = new Set(idsIn(after))
  return idsIn(before).filter(id => !kept.has(id))
}

async function writeSnapshot(file: string, text: string): Promise<void> {
  const lost = lostIds(await readFile(file, 'utf8'), text)
  if (lost.length > 0) {
    throw new Error(
      `Failed to write ${file}: ids are permanent, and ${lost.join(', ')} would be lost. ` +
        'Restore them, or delete their lines by hand first.',
    )
  }
  await writeFile(file, text)
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  await writeSnapshot(rulesFile, rulesSnapshot())
  await writeSnapshot(checksFile, checksSnapshot())
  for (const name of schemaNames) await writeFile(schemaFile(name), schemaText(name))
  await writeFile(readmeFile, withTableOfRules(await readFile(readmeFile, 'utf8')))
}
