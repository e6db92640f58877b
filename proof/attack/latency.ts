import { atMost, milliseconds } from '../bench/line.js'
import type { Measured, Verdict } from './attack.js'
import { percentile } from './percentile.js'

/** How long the normal client waits, in all but the slowest hundredth of its requests. */
export const latency = ({ attacked, quiet }: Measured, goal: number): Verdict => ({
  what: 'p99 of the normal client',
  value: percentile(attacked.times, 0.99),
  quiet: percentile(quiet.times, 0.99),
  show: milliseconds,
  goal: atMost(goal),
})
