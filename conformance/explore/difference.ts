import type { Finding } from '../runner/outcomes.js'

/** The target and the model differ in what a rule speaks of. */
export class Difference extends Error {
  override readonly name = 'Difference'
  readonly rule: string
  readonly finding: Finding

  constructor(rule: string, finding: Finding) {
    super(finding.message)
    this.rule = rule
    this.finding = finding
  }
}
