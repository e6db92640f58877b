import { oneLine } from './clean.js'
import type { CheckReport, Report } from './report.js'

/** What a check means to a tool that only knows success and failure. */
export type Standing = 'success' | 'failure' | 'error' | 'skipped' | 'known' | 'warning'

/** A warning is a failure where the run was strict; a failure of the baseline is none. */
export function standingOf({ outcome, known }: CheckReport, { options }: Report): Standing {
  if (outcome === 'error') return 'error'
  if (outcome === 'skipped' || outcome === 'blocked') return 'skipped'
  const failed = outcome === 'failed' || (outcome === 'warned' && options.strict)
  if (failed) return known === true ? 'known' : 'failure'
  return outcome === 'warned' ? 'warning' : 'success'
}

/** Why a check was not exercised, or why its failure is known, in one line. */
export function reasonOf(check: CheckReport, report: Report): string {
  if (check.known === true) {
    const entry = report.baseline?.known.find(({ rule }) => rule === check.rule || rule === check.id)
    const until = entry?.until === undefined ? '' : ` (until ${entry.until})`
    return oneLine(`known: ${entry?.reason ?? 'it is in the baseline'}${until}`)
  }
  if (check.blockedBy === undefined) return oneLine(check.reason ?? check.outcome)
  const by = `${check.outcome} by ${check.blockedBy}`
  return oneLine(check.reason === undefined ? by : `${by}: ${check.reason}`)
}
