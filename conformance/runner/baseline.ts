import { readFile } from 'node:fs/promises'
import { z } from 'zod'
import { nearestRules, rules } from '../areas/index.js'
import type { BaselineReport, CheckReport } from '../report/report.js'

const shape = z.strictObject({
  known: z.array(
    z.strictObject({
      rule: z.string().min(1),
      reason: z.string().trim().min(1, { error: 'must say why this failure is accepted' }),
      until: z.iso.date({ error: 'must be a date such as "2026-12-31"' }).optional(),
    }),
  ),
})

/** Known failures: `{"known": [{"rule", "reason", "until"?}]}`; `until` is the last day, in UTC, on which one counts. */
export type Baseline = z.infer<typeof shape>

/** A baseline can't be read. The message says why. */
export class BaselineError extends Error {
  override readonly name = 'BaselineError'
}

/** Parses a baseline. Whether its rules exist is checked at the end of the run. */
export function parseBaseline(value: unknown, from: string): Baseline {
  const parsed = shape.safeParse(value)
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues.map(
    ({ path, message }) => `  ${path.join('.') || 'the file'}: ${message}`,
  )
  throw new BaselineError(
    `Failed to use ${from} as a baseline, {"known": [{"rule", "reason", "until"?}]}:\n${faults.join('\n')}`,
  )
}

/**
 * Reads a baseline file. Throws a `BaselineError` where it can't be read or is not a baseline.
 *
 * @example
 * const report = await certify({ target, baseline: await readBaseline('known-failures.json') })
 */
export async function readBaseline(file: string): Promise<Baseline> {
  const text = await readFile(file, 'utf8').catch(error => {
    throw new BaselineError(`Failed to read the baseline ${file}: ${error.message}`)
  })
  try {
    return parseBaseline(JSON.parse(text), file)
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new BaselineError(`Failed to read ${file}: it is not JSON. ${error.message}`)
    throw error
  }
}

/** Whether a check failed in a way that a baseline can accept. */
export const isFailing = ({ outcome }: Pick<CheckReport, 'outcome'>, strict: boolean) =>
  outcome === 'failed' || (strict && outcome === 'warned')

/** Compares a baseline with the checks of a run. `today` is a date such as `2026-12-31`, in UTC. */
export function holdAgainst(
  { known }: Baseline,
  checks: readonly CheckReport[],
  { today, strict }: { today: string; strict: boolean },
): BaselineReport {
  const problems: string[] = []
  const still: BaselineReport['known'][number][] = []
  for (const { rule, reason, until } of known) {
    const own = checks.filter(check => check.rule === rule)
    if (!rules.some(({ id }) => id === rule)) {
      const near = nearestRules(rule).map(({ id }) => id)
      problems.push(
        `${rule} is not a rule of the catalogue${near.length > 0 ? `; did you mean ${near.join(' or ')}?` : '.'}`,
      )
    } else if (known.filter(entry => entry.rule === rule).length > 1) {
      problems.push(`${rule} is listed more than once.`)
    } else if (until !== undefined && until < today) {
      problems.push(`${rule} was accepted only until ${until}: fix it, or set a later date.`)
    } else if (own.some(check => isFailing(check, strict))) {
      still.push({ rule, reason, ...(until !== undefined && { until }) })
    } else if (own.length > 0 && own.every(({ outcome }) => outcome === 'passed' || outcome === 'observed')) {
      problems.push(`${rule} passes now: remove it from the list.`)
    }
  }
  return { known: still, problems: [...new Set(problems)] }
}
