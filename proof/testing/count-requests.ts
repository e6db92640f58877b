import { writeFile } from 'node:fs/promises'
import { ruleIdOf } from '../../conformance/catalogue/index.js'
import { checks } from '../../conformance/checks/index.js'
import { filled } from '../runner/effective-checks.js'
import { countRun } from './counted-run.js'

/*
 * `npm run count:requests` counts the requests of every check against the reference server, by account. It writes the average
 * per rule, from which a run estimates its duration, and the checks that do not depend on the settings of the owner: these can
 * run in parallel with checks that change the settings.
 */

/** Formats the average number of requests of checks by sender: `o8e2.5`. */
function averages(all: readonly ReadonlyMap<string, number>[]): string {
  const sum = new Map<string, number>()
  for (const [sender, count] of all.flatMap(of => [...of])) sum.set(sender, (sum.get(sender) ?? 0) + count)
  return [...sum]
    .sort()
    .map(([sender, count]) => `${sender}${Math.round((count / all.length) * 10) / 10}`)
    .join('')
}

const write = (file: string, text: string) =>
  writeFile(new URL(`../../../conformance/run/${file}`, import.meta.url), text)

const sum = (counts: ReadonlyMap<string, number> | undefined) =>
  [...(counts?.values() ?? [])].reduce((total, count) => total + count, 0)

const { requests, counts, timed } = await countRun()
const alone = await countRun({ isAlone: true })
const inBoth = checks.filter(({ id }) => sum(alone.counts.get(id)) > 0)
const more = inBoth.map(({ id }) => sum(alone.counts.get(id)) - sum(counts.get(id)))
const oneByOne = Math.round((more.reduce((total, count) => total + count, 0) / more.length) * 10) / 10
const byRule = [...new Set([...counts.keys()].map(ruleIdOf))].map(
  rule => `${rule}:${averages([...counts].flatMap(([id, of]) => (ruleIdOf(id) === rule ? [of] : [])))}`,
)
await write(
  'request-counts.ts',
  `// Written by \`npm run count:requests\`: the requests of a check of each rule by sender, on average, as of its last run.
// o: owner, e: editor, v: viewer, s: stranger, t: throwaway, l: limited, n: nobody with an account. Where no check proves bulk
// deletes safe, each one sends some more, to delete its objects one by one.
export const requestCounts = \`
${filled([...byRule, `one-by-one:o${oneByOne}`].sort())}
\`
`,
)
const timeless = checks.map(({ id }) => id).filter(id => (counts.get(id)?.size ?? 0) > 0 && !timed.has(id))
await write(
  'checks-without-times.ts',
  `// Written by \`npm run count:requests\`: the checks that sent nothing to which the settings of the owner matter, neither
// of bookings nor of its own account.
export const checksWithoutTimes: ReadonlySet<string> = new Set(
  \`
${filled(timeless)}
\`
    .trim()
    .split(/\\s+/),
)
`,
)
process.stdout.write(`${requests} requests of ${counts.size} checks counted.\n`)
