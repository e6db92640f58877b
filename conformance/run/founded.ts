import { type Foundation, foundations } from '../catalogue/foundations.js'
import type { CheckReport, Outcome } from './report.js'

const shows: readonly Outcome[] = ['passed', 'warned', 'observed']
const denies: readonly Outcome[] = ['failed', 'blocked']
/** Outcomes that are no evidence about a rule. */
const saysNothing: readonly Outcome[] = ['skipped', 'not implemented']

/**
 * Blocks passed checks whose result shows nothing, because the rules that they are founded on were checked and none of them
 * holds. Rules that were not selected do not count.
 */
export function foundedChecks(checks: readonly CheckReport[]): CheckReport[] {
  const broken = new Map<Foundation, string | undefined>()
  const brokenOf = (foundation: Foundation) => {
    if (!broken.has(foundation)) broken.set(foundation, brokenRule(foundation, checks))
    return broken.get(foundation)
  }
  return checks.map(check => {
    const foundation = check.outcome === 'passed' ? foundations[check.rule] : undefined
    const blockedBy = foundation && brokenOf(foundation)
    if (!foundation || blockedBy === undefined) return check
    return {
      ...check,
      outcome: 'blocked',
      blockedBy,
      reason: `it passed, but proves nothing as long as ${foundation.doubt} (${blockedBy})`,
    }
  })
}

/** Returns the first rule of a foundation if all of its checked rules are broken. */
function brokenRule({ rules }: Foundation, checks: readonly CheckReport[]): string | undefined {
  const checked = rules.flatMap(rule => {
    const own = checks.filter(check => check.rule === rule && !saysNothing.includes(check.outcome))
    return own.length > 0 ? [{ rule, own }] : []
  })
  const isBroken = ({ own }: { own: readonly CheckReport[] }) =>
    own.some(({ outcome }) => denies.includes(outcome)) || !own.some(({ outcome }) => shows.includes(outcome))
  return checked.every(isBroken) ? checked[0]?.rule : undefined
}
