import type { Argv, Options } from 'yargs'
import { whole } from '../whole.js'
import { checkPace, paceOptions } from './pace-options.js'
import { type TargetOptions, targetOptions } from './target-options.js'

/** The options of `schedkit conformance explore`. */
export interface ExploreCommandOptions extends TargetOptions {
  allow: ('guard' | 'wipe' | 'lock' | 'all')[]
  steps: number
  seed: number
  replay: string | undefined
  strict: boolean
  rate: number | undefined
  timeout: number
  report: string[]
}

const options = {
  allow: {
    choices: ['guard', 'wipe', 'lock', 'all'],
    array: true,
    default: [],
    defaultDescription: 'none',
    requiresArg: true,
    describe:
      'Risks to take: guard (a faulty target may empty the third schedule), wipe (it is emptied), lock (disposable accounts get other passwords)',
  },
  steps: { number: true, default: 2000, requiresArg: true, describe: 'How many steps to take' },
  seed: { number: true, default: 1, requiresArg: true, describe: 'The same seed gives the same walks' },
  replay: {
    string: true,
    requiresArg: true,
    describe: 'SEED/WALK/PATH of a difference: take just that walk',
  },
  strict: { boolean: true, default: false, describe: 'Rules that should hold count like those that must' },
  ...paceOptions,
  report: {
    string: true,
    array: true,
    default: [],
    defaultDescription: 'none',
    requiresArg: true,
    describe: 'json=FILE or text=FILE; FILE - is the standard output',
  },
} as const satisfies Record<string, Options>

/** Declares the options with their defaults, checks and examples. */
export function build(args: Argv): Argv<ExploreCommandOptions> {
  const declared = targetOptions(
    args
      .usage(
        '$0 conformance explore [URL] [OPTIONS]\n\nTakes random steps as several users, holds every answer against a model of what the document says of state, and shrinks what differs to the shortest sequence. Ends with 0: no difference, 1: a difference, 3: incomplete, 2: wrong usage, 4: the target can not be reached, or the kit broke.',
      )
      .positional('url', { type: 'string', describe: 'Where the service is, without /v1' }),
  )
  return declared
    .options(options)
    .group(['allow', 'steps', 'seed', 'replay', 'strict'], 'What is explored:')
    .group(['rate', 'timeout', 'report'], 'How:')
    .check(args => {
      whole('steps', args.steps, 1, 1_000_000_000)
      checkPace(args)
      return true
    })
    .example(
      '$0 conformance explore --control http://127.0.0.1:4000 --control-token T --allow all',
      'a schedkit server, with all kinds of steps',
    )
    .example('$0 conformance explore --target target.json --steps 100000 --seed 7', 'a long one')
    .example(
      '$0 conformance explore --target target.json --replay 7/12/0:3:1',
      'once more what was found',
    ) as unknown as Argv<ExploreCommandOptions>
}
