import { type CertifyOptions, certify } from '../certify.js'
import type { Check } from '../check/check.js'
import type { Report } from '../run/report.js'
import type { Fake } from './fake.js'
import { folder } from './stage.js'

/** Certifies a fake with the checks of a test. */
export function certifyBy(
  fake: Fake,
  checks: readonly Check[],
  options: Partial<CertifyOptions> = {},
): Promise<Report> {
  return certify({
    target: fake.target,
    allow: ['all'],
    ledgerFolder: folder(),
    timeout: 10_000,
    checks,
    invariants: [],
    ...options,
  })
}

/** The report of the check with this id, or of the first check. */
export function checkOf(report: Report, id?: string) {
  const check = id === undefined ? report.checks[0] : report.checks.find(each => each.id === id)
  if (!check) throw new Error(`The report has no check ${id}.`)
  return check
}
