import type { Options } from 'yargs'
import { whole } from '../whole.js'

/** How whatever talks to a target does so. */
export const paceOptions = {
  rate: { number: true, requiresArg: true, describe: 'Requests a second at most' },
  timeout: {
    number: true,
    default: 10_000,
    requiresArg: true,
    describe: 'Milliseconds to wait for an answer',
  },
} as const satisfies Record<string, Options>

/** Refuses a seed and a pace that are none. */
export function checkPace(args: { seed: number; timeout: number; rate?: number | undefined }): void {
  whole('seed', args.seed, 0, 0xffffffff)
  whole('timeout', args.timeout, 1, 3_600_000)
  if (args.rate !== undefined) whole('rate', args.rate, 1, 1_000_000)
}
