import { UsageError } from './errors.js'

/** @throws UsageError unless the value of the option is an integer in the range */
export function assertInteger(option: string, value: number, least: number, most: number): void {
  if (Number.isInteger(value) && value >= least && value <= most) return
  throw new UsageError(`--${option} must be a whole number from ${least} to ${most}.`)
}

const dateOrTime = /^(\d{4}-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d)?(?:Z|[+-]\d\d:\d\d))?$/

/**
 * The milliseconds since 1970 of `--now`: a date in UTC or a time with a zone, so that every machine reads it alike.
 *
 * @throws UsageError for any other text, and for a date that does not exist
 */
export function parseInstant(text: string): number {
  const [, date = ''] = dateOrTime.exec(text) ?? []
  const midnight = Date.parse(date)
  const exists = !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(date)
  const instant = exists ? Date.parse(text) : Number.NaN
  if (!Number.isNaN(instant)) return instant
  throw new UsageError(
    `--now must be a date such as 2026-11-23, or a time with its zone such as 2026-11-23T09:00Z, not "${text}".`,
  )
}
