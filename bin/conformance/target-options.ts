import type { Argv, InferredOptionTypes } from 'yargs'
import type { Gated } from '../../conformance/index.js'
import { runDefaults } from '../../conformance/session/defaults.js'
import { assertInteger, flag, list, number, type OptionValues, single, size, text } from '../options.js'

const options = {
  target: text('Target file; "conformance init" writes an example'),
  owner: text('EMAIL:PASSWORD of the owner; the password $NAME is read from the environment'),
  schedule: list('Up to three schedules of the owner: first, second, spare'),
  member: list('EMAIL:PASSWORD of up to three users: editor, viewer, stranger'),
  disposable: list('EMAIL:PASSWORD of accounts that may be changed and deleted'),
  'setup-command': text(
    'Shell command that prints a target as JSON, may keep running, and gets SIGTERM after the run',
  ),
  'mailbox-command': text('Shell command that gets an e-mail address and prints the e-mails to it as JSON'),
  setup: text('Module with "export default async () => ({ target, teardown })"'),
  control: text('URL of a schedkit server, on which the target is created'),
  'control-token': text('Token of its control interface'),
  insecure: flag('Allow credentials over plain http to other machines'),
} as const

/** The options that select a target and what may be used on it. */
export type TargetOptions = OptionValues<typeof options> & { url?: string | undefined }

/** Declares the options of all commands that communicate with a target. */
export const targetOptions = <T>(args: Argv<T>) =>
  args.options(options).group(Object.keys(options), 'Target:')

/** The options for what a command accepts from a target. */
export const answerOptions = {
  'max-response': size(
    'max-response',
    runDefaults.maxResponse,
    'Maximum size of a response; a larger one is a failure',
  ),
} as const

/** The options for how a command communicates with a target. */
export const paceOptions = {
  rate: single({
    number: true,
    requiresArg: true,
    describe: 'Maximum number of requests per second',
  } as const),
  timeout: number(runDefaults.timeout, 'Milliseconds to wait for a response'),
  ...answerOptions,
} as const

/** @throws UsageError for a seed, rate or timeout out of range */
export function checkPace(pace: InferredOptionTypes<typeof paceOptions> & { seed: number }): void {
  const { seed, rate, timeout } = pace
  assertInteger('seed', seed, 0, 0xffffffff)
  assertInteger('timeout', timeout, 1, 3_600_000)
  if (rate !== undefined) assertInteger('rate', rate, 1, 1_000_000)
}

/** Converts the values of `--allow` to what the kit takes. */
export const allowedRisks = (allow: readonly (Gated | 'all')[]): readonly Gated[] | readonly ['all'] =>
  allow.includes('all') ? ['all'] : (allow as readonly Gated[])
