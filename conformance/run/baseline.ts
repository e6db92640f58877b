import * as z from 'zod'
import { nearestRules, ruleIdOf, rules } from '../catalogue/index.js'
import { parseBounded, readText, whyUnreadable } from '../http/unreadable-file.js'
import { headline } from './causes.js'
import { isFailing } from './counts.js'
import type { BaselineReport, CheckReport, Report } from './report.js'

const why = { error: 'must say why this is accepted' }
const reason = z.string(why).trim().min(1, why)
const until = z.iso.date({ error: 'must be a date such as "2026-12-31"' }).exactOptional()

/** The error for a value that is not an object with these fields. */
const fields =
  (...known: readonly string[]) =>
  ({ code, keys }: { readonly code?: string; readonly keys?: readonly string[] }) => {
    if (code === 'unrecognized_keys')
      return `has no field ${keys?.join(', ')}; its fields are ${known.join(', ')}`
    return code === 'invalid_type' ? 'must be an object' : undefined
  }

/** An entry of a baseline file. */
const entryShape = z
  .strictObject(
    {
      /** A rule: its failures are accepted. */
      rule: z.string().min(1).exactOptional(),
      /** A check: whatever keeps it from passing is accepted. */
      check: z.string().min(1).exactOptional(),
      reason,
      until,
    },
    { error: fields('rule', 'check', 'reason', 'until') },
  )
  .refine(({ rule, check }) => (rule === undefined) !== (check === undefined), {
    error: 'must name either a rule or a check',
  })

/** The content of a baseline file. */
export const baselineShape = z.strictObject(
  {
    /** The JSON schema, for editors. */
    $schema: z.string().exactOptional(),
    known: z.array(entryShape, { error: 'must be a list of entries' }),
  },
  { error: fields('$schema', 'known') },
)

/** Known problems: `{"known": [{"rule" or "check", "reason", "until"?}]}`; an entry is valid through `until`, a date in UTC. */
export type Baseline = z.infer<typeof baselineShape>
type Entry = Baseline['known'][number]

/** Thrown when a baseline can't be read. The message says why. */
export class BaselineError extends Error {
  override readonly name = 'BaselineError'
}

/** Parses a baseline. Whether its rules exist is checked at the end of the run. */
export function parseBaseline(value: unknown, from: string): Baseline {
  const parsed = baselineShape.safeParse(value)
  if (parsed.success) return parsed.data
  const faults = parsed.error.issues
    .slice(0, 20)
    .map(({ path, message }) => `  ${path.join('.') || 'the file'}: ${message}`.slice(0, 300))
  throw new BaselineError(
    `Failed to use ${from} as a baseline, {"known": [{"check" or "rule", "reason", "until"?}]}:\n${faults.join('\n')}`,
  )
}

/**
 * Reads a baseline file. Throws a `BaselineError` if it can't be read or is not a baseline.
 *
 * @example
 * const report = await certify({ target, baseline: await readBaseline('known-failures.json') })
 */
export async function readBaseline(file: string): Promise<Baseline> {
  const text = await readText(file).catch(error => {
    throw new BaselineError(`Failed to read the baseline ${file}: ${whyUnreadable(error)}`)
  })
  try {
    return parseBaseline(parseBounded(text), file)
  } catch (error) {
    if (error instanceof SyntaxError)
      throw new BaselineError(`Failed to read ${file}: it is not JSON. ${error.message}`)
    throw error
  }
}

/** Whether a check leaves nothing to accept. */
const isFine = ({ outcome }: Pick<CheckReport, 'outcome'>, strict: boolean) =>
  outcome === 'passed' || outcome === 'observed' || (outcome === 'warned' && !strict)

const idOf = ({ rule, check }: Entry): string => check ?? rule ?? ''

const ownOf = ({ rule, check }: Entry, checks: readonly CheckReport[]) =>
  checks.filter(each => (check === undefined ? each.rule === rule : each.id === check))

const isAccepted = (entry: Entry, check: CheckReport, strict: boolean) =>
  entry.check === undefined ? isFailing(check, strict) : !isFine(check, strict)

export interface Circumstances {
  /** A date such as `2026-12-31`, in UTC. */
  readonly today: string
  readonly strict: boolean
  /** The ids of all existing checks. */
  readonly available: readonly string[]
  /** The ids of the invariants. */
  readonly watched: ReadonlySet<string>
  /** The baseline will be rewritten without entries that now pass, so these are no problem. */
  readonly isRewritten: boolean
}

/** Compares a baseline with the checks of a run. */
export function holdAgainst(
  { known }: Baseline,
  checks: readonly CheckReport[],
  { today, strict, available, watched, isRewritten }: Circumstances,
): BaselineReport {
  const problems = new Set<string>()
  const still: BaselineReport['known'][number][] = []
  const accepted = new Set<string>()
  for (const entry of known) {
    const id = idOf(entry)
    const own = ownOf(entry, checks)
    const open = own.filter(check => isAccepted(entry, check, strict))
    const unknown = whyUnknown(entry, available)
    if (unknown !== undefined) problems.add(unknown)
    else if (known.filter(other => idOf(other) === id).length > 1)
      problems.add(`${id} is listed more than once.`)
    else if (entry.until !== undefined && entry.until < today)
      problems.add(`${id} was accepted only until ${entry.until}: fix it, or set a later date.`)
    else if (open.length > 0) {
      for (const check of open) accepted.add(check.id)
      const { rule = open[0]?.rule ?? id, ...rest } = entry
      still.push({ rule, ...rest })
    } else if (
      !isRewritten &&
      own.length > 0 &&
      // What invariants see across several checks may depend on their order.
      !own.some(({ id }) => watched.has(id)) &&
      own.every(check => isFine(check, strict) && check.outcome !== 'warned')
    )
      problems.add(`${id} passes now: remove it from the list.`)
  }
  const regressions = checks
    .filter(check => !isFine(check, strict) && !accepted.has(check.id) && check.outcome !== 'skipped')
    .map(({ id }) => id)
  return { known: still, regressions, problems: [...problems] }
}

function whyUnknown({ rule, check }: Entry, available: readonly string[]): string | undefined {
  const id = check ?? rule ?? ''
  if (check !== undefined ? available.includes(check) : rules.some(each => each.id === rule)) return undefined
  const near = nearestRules(ruleIdOf(id)).map(each => each.id)
  const what = check === undefined ? 'a rule' : 'a check'
  return `${id} is not ${what} of the catalogue${near.length > 0 ? `; did you mean ${near.join(' or ')}?` : '.'}`
}

/**
 * Returns the baseline that accepts what a run found: every check that did not pass. With a `previous` one, it has only
 * those of its entries that are not fixed, with their reasons: a baseline can only get shorter.
 *
 * @example
 * await writeFile('known.json', baselineText(baselineOf(report)))
 */
export function baselineOf(report: Report, previous?: Baseline): Baseline {
  const { strict } = report.options
  if (previous) {
    const isLeft = (entry: Entry) => {
      const own = ownOf(entry, report.checks)
      return own.length === 0 || own.some(check => isAccepted(entry, check, strict))
    }
    return { known: previous.known.filter(isLeft) }
  }
  const open = report.checks.filter(check => !isFine(check, strict))
  return { known: open.map(check => ({ check: check.id, reason: reasonFor(check) })) }
}

function reasonFor(check: CheckReport): string {
  const { outcome, operation, blockedBy } = check
  if (operation !== undefined) return `${operation} is not implemented`
  const by = blockedBy === undefined ? '' : ` by ${blockedBy}`
  return `${outcome}${by}: ${headline(check)}`.slice(0, 300)
}

/** Formats a baseline as a file with one entry per line. */
export const baselineText = ({ known }: Baseline): string =>
  `{\n  "known": [\n${known.map(entry => `    ${JSON.stringify(entry)}`).join(',\n')}\n  ]\n}\n`
