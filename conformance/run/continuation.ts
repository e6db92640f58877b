import { createHash } from 'node:crypto'
import { rules } from '../catalogue/index.js'
import type { Check, Invariant } from '../check/check.js'
import { count } from './counts.js'
import type { CheckReport, Outcome, Report } from './report.js'
import { shownBy } from './seen.js'

/** The number of days, from its first part, during which a certification made of parts is valid. */
const longestDays = 7

const day = 24 * 3_600_000

/** Outcomes that judge the target: checks with these are not run again. */
const decided: readonly Outcome[] = ['passed', 'observed', 'warned', 'failed']

/** Thrown when a run can't continue a report. The message says why. */
export class ContinuationError extends Error {
  override readonly name = 'ContinuationError'
}

/** A digest of all rules and checks, which tells whether two runs checked the same. */
export function catalogueDigest(
  available: readonly Pick<Check | Invariant, 'id' | 'title' | 'level'>[],
): string {
  const all = [
    ...rules.map(({ id, level, statement }) => [id, level, statement]),
    ...available.map(({ id, title, level }) => [id, title, level]),
  ]
  return createHash('sha256').update(JSON.stringify(all)).digest('hex').slice(0, 16)
}

/** Throws a `ContinuationError` unless a run of this target, kit and catalogue can continue a report. */
export function refuseOther(
  before: Report,
  now: { target: string; kit: string; catalogue: string; seed: number; time: number },
): void {
  const refuse = (reason: string, advice = 'Certify the target from the start') => {
    throw new ContinuationError(`Failed to continue the report: ${reason}. ${advice}.`)
  }
  if (before.target !== now.target) refuse(`it is for ${before.target}, but the target is ${now.target}`)
  if (before.kit !== now.kit) refuse(`it was written by ${before.kit}, but this is ${now.kit}`)
  if (before.catalogue !== now.catalogue) refuse('its checks differ from those of this kit')
  if (before.seed !== now.seed)
    refuse(`its seed is ${before.seed}, and that of this run is ${now.seed}`, `Use --seed ${before.seed}`)
  const { started } = before.parts?.[0] ?? before
  if (now.time - Date.parse(started) > longestDays * day)
    refuse(`it began on ${started.slice(0, 10)}, and its parts are valid for ${longestDays} days`)
}

/** Returns the checks of a report that need not run again. */
export const decidedChecks = ({ checks }: Report): CheckReport[] =>
  checks.filter(({ outcome }) => decided.includes(outcome)).map(({ known: _, ...check }) => check)

/** Returns the ids of the matching checks to run again: those that did not pass, and those in which invariants were broken. */
export const unpassedChecks = (
  { checks, options }: Report,
  fits: (id: string) => boolean = () => true,
): string[] => {
  const unpassed = checks
    .filter(({ outcome }) => !(outcome === 'passed' || outcome === 'observed' || outcome === 'skipped'))
    .filter(({ outcome }) => options.strict || outcome !== 'warned')
    .filter(({ id }) => fits(id))
  return [...new Set(unpassed.flatMap(shownBy))]
}

/**
 * Merges the checks of a run with those of the report that it continues: new results replace old ones, except that an
 * invariant which was broken before stays broken.
 */
export function joined(now: readonly CheckReport[], before: readonly CheckReport[]): CheckReport[] {
  const byId = new Map(before.map(check => [check.id, check]))
  for (const check of now) {
    const earlier = byId.get(check.id)
    // This part had nothing to judge by it.
    if (earlier && check.outcome === 'skipped') continue
    const isWorse = earlier && (earlier.outcome === 'failed' || earlier.outcome === 'warned')
    if (!isWorse || earlier.requests > 0) byId.set(check.id, check)
  }
  return [...byId.values()]
}

/** Returns the parts of a report, newest last. */
export function partsOf(before: Report, part: Pick<Report, 'started' | 'took'> & { requests: number }) {
  const { started, took, traffic } = before
  return [...(before.parts ?? [{ started, took, requests: traffic.requests }]), part]
}

/** Describes the parts as a reason for the verdict. */
export function partsText(parts: NonNullable<Report['parts']>): string {
  const requests = parts.reduce((sum, part) => sum + part.requests, 0)
  const [first, last] = [parts[0], parts.at(-1)].map(part => part?.started.slice(0, 10))
  const end = new Date(Date.parse(parts[0]?.started ?? '') + longestDays * day).toISOString().slice(0, 10)
  const when = first === last ? `of ${first}` : `from ${first} to ${last}`
  return `Made of ${parts.length} parts ${when}; holds until ${end}. ${count(requests, 'request')}.`
}
