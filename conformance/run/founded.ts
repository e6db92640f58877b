import { type Foundation, foundations } from '../catalogue/foundations.js'
import type { CheckReport, Outcome } from './report.js'

const shows: readonly Outcome[] = ['passed', 'warned', 'observed']
const denies: readonly Outcome[] = ['failed', 'blocked']
/** What is not there yet says nothing against what is. */
const saysNothing: readonly Outcome[] = ['skipped', 'not implemented']

/**
 * The reports with those blocked that passed and show nothing, because the rules that they are founded on were checked, and none of
 * them holds. Rules that were not selected say nothing against them.
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
      reason: `it passed, and shows nothing as long as ${foundation.doubt} (${blockedBy})`,
    }
  })
}

/** The first rule of a foundation, where all of its rules that were checked are broken. */
function brokenRule({ rules }: Foundation, checks: readonly CheckReport[]): string | undefined {
  const checked = rules.flatMap(rule => {
    const own = checks.filter(check => check.rule === rule && !saysNothing.includes(check.outcome))
    return own.length > 0 ? [{ rule, own }] : []
  })
  const isBroken = ({ own }: { own: readonly CheckReport[] }) =>
    own.some(({ outcome }) => denies.includes(outcome)) || !own.some(({ outcome }) => shows.includes(outcome))
  return checked.every(isBroken) ? checked[0]?.rule : undefined
}
