import { UsageError } from './usage-error.js'

/** Refuses what is no whole number within bounds. `name` is that of the option. */
export function whole(name: string, value: number, least: number, most: number): void {
  if (Number.isInteger(value) && value >= least && value <= most) return
  throw new UsageError(`--${name} must be a whole number from ${least} to ${most}.`)
}
