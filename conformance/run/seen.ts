import type { CheckReport } from './report.js'

/** The message of a finding of an invariant, with the check whose requests showed it. */
export const seenIn = (message: string, check: string) => `${message} (seen in ${check})`

/** Whether an id is that of a check, and not of what a run does before and after all checks. */
export const isCheckId = (id: string) => /^[A-Z]+-\d+(\.[\w.-]+)?$/.test(id)

/**
 * Returns the checks to run so that the findings of a check show again. For an invariant, these include the checks in which
 * it was seen, or else all of its rule.
 */
export function shownBy({ id, rule, evidence }: Pick<CheckReport, 'id' | 'rule' | 'evidence'>): string[] {
  const seen = evidence.flatMap(({ message }) => / \(seen in ([\w.-]+)\)$/.exec(message)?.slice(1) ?? [])
  const others = seen.filter(isCheckId)
  return seen.length > 0 && others.length === 0 ? [rule] : [...new Set([id, ...others])]
}
