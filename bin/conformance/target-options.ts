import type { Argv, Options } from 'yargs'
import type { Gated } from '../../conformance/index.js'
import { assertInteger } from '../option-values.js'

/** Which target is meant, and what may be used of it. */
export interface TargetOptions {
  url?: string | undefined
  target: string | undefined
  owner: string | undefined
  schedule: string[]
  member: string[]
  disposable: string[]
  setup: string | undefined
  control: string | undefined
  controlToken: string | undefined
  insecure: boolean
}

export const several = {
  string: true,
  array: true,
  default: [],
  defaultDescription: 'none',
  requiresArg: true,
} as const

const options = {
  target: {
    string: true,
    requiresArg: true,
    describe: 'Target file; "conformance init" writes an example',
  },
  owner: {
    string: true,
    requiresArg: true,
    describe: 'EMAIL:PASSWORD of the owner; the password $NAME is read from the environment',
  },
  schedule: { ...several, describe: 'Up to three schedules of the owner: first, second, spare' },
  member: { ...several, describe: 'EMAIL:PASSWORD of up to three users: editor, viewer, stranger' },
  disposable: { ...several, describe: 'EMAIL:PASSWORD of accounts that may be changed and deleted' },
  setup: {
    string: true,
    requiresArg: true,
    describe: 'Module with "export default async () => ({ target, teardown })"',
  },
  control: {
    string: true,
    requiresArg: true,
    describe: 'URL of a schedkit server, on which the target is created',
  },
  'control-token': { string: true, requiresArg: true, describe: 'Token of its control interface' },
  insecure: {
    boolean: true,
    default: false,
    describe: 'Allow credentials over plain http to other machines',
  },
} as const satisfies Record<string, Options>

/** Declares the options of every command that talks to a target. */
export const targetOptions = <T>(args: Argv<T>): Argv<T & TargetOptions> =>
  args.options(options).group(Object.keys(options), 'Target:') as unknown as Argv<T & TargetOptions>

export interface PaceOptions {
  seed: number
  rate: number | undefined
  timeout: number
}

/** How a command talks to a target. */
export const paceOptions = {
  rate: { number: true, requiresArg: true, describe: 'Maximum number of requests per second' },
  timeout: {
    number: true,
    default: 10_000,
    requiresArg: true,
    describe: 'Milliseconds to wait for a response',
  },
} as const satisfies Record<string, Options>

/** @throws UsageError for a seed, rate or timeout out of range */
export function checkPace({ seed, rate, timeout }: PaceOptions): void {
  assertInteger('seed', seed, 0, 0xffffffff)
  assertInteger('timeout', timeout, 1, 3_600_000)
  if (rate !== undefined) assertInteger('rate', rate, 1, 1_000_000)
}

/** The values of `--allow` as the kit takes them. */
export const allowedRisks = (allow: readonly (Gated | 'all')[]): readonly Gated[] | readonly ['all'] =>
  allow.includes('all') ? ['all'] : (allow as readonly Gated[])
