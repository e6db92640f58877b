import type { Argv, Options } from 'yargs'
import { whole } from '../whole.js'
import { checkPace, paceOptions } from './pace-options.js'
import { type TargetOptions, targetOptions } from './target-options.js'

/** The options of `schedkit conformance run`. */
export interface RunOptions extends TargetOptions {
  allow: ('guard' | 'wipe' | 'lock' | 'mail' | 'all')[]
  only: string[]
  skip: string[]
  level: 'must' | 'should' | 'may'
  strict: boolean
  jobs: number
  seed: number
  rate: number | undefined
  timeout: number
  bail: boolean
  baseline: string | undefined
  report: string[]
}

const several = { string: true, array: true, default: [], defaultDescription: 'none', requiresArg: true }

const options = {
  allow: {
    choices: ['guard', 'wipe', 'lock', 'mail', 'all'],
    array: true,
    default: [],
    defaultDescription: 'none',
    requiresArg: true,
    describe:
      'Risks to take: guard (a faulty target may empty the third schedule), wipe (it is emptied), lock (disposable accounts may end), mail (e-mails leave)',
  },
  only: { ...several, describe: 'Checks to run: RES-05, "RES-*", "*.create"' },
  skip: { ...several, describe: 'Checks to leave out' },
  level: {
    choices: ['must', 'should', 'may'],
    default: 'may',
    requiresArg: true,
    describe: 'The lowest level that is checked',
  },
  strict: { boolean: true, default: false, describe: 'Warnings fail the run' },
  bail: { boolean: true, default: false, describe: 'Stop at the first failure' },
  baseline: { string: true, requiresArg: true, describe: 'File of known failures' },
  jobs: { number: true, default: 8, requiresArg: true, describe: 'Checks that run side by side' },
  seed: {
    number: true,
    default: 1,
    requiresArg: true,
    describe: 'The same seed gives the same inputs and order',
  },
  ...paceOptions,
  report: {
    ...several,
    describe: 'FORMAT=FILE, any number: json, junit, tap, html, badge, text; FILE - is the standard output',
  },
} as const satisfies Record<string, Options>

/** Declares the options with their defaults, checks and examples. */
export function build(args: Argv): Argv<RunOptions> {
  const declared = targetOptions(
    args
      .usage(
        '$0 conformance run [URL] [OPTIONS]\n\nCertifies an implementation of the service from the outside. Ends with 0: conformant, 1: not conformant, 3: incomplete, 2: wrong usage, 4: the target can not be reached, or the kit broke.',
      )
      .positional('url', { type: 'string', describe: 'Where the service is, without /v1' }),
  )
  return declared
    .options(options)
    .group(['allow', 'only', 'skip', 'level', 'strict', 'bail', 'baseline'], 'What is checked:')
    .group(['jobs', 'seed', 'rate', 'timeout', 'report'], 'How:')
    .check(args => {
      whole('jobs', args.jobs, 1, 256)
      checkPace(args)
      return true
    })
    .example(
      '$0 conformance run --control http://127.0.0.1:4000 --control-token T --allow all',
      'a schedkit server, completely',
    )
    .example('$0 conformance run --target target.json --allow guard lock', 'any server, by a target file')
    .example(
      "$0 conformance run https://api.example.test --owner 'ada@example.test:$PASSWORD' --schedule lab",
      'what one account and one schedule allow',
    )
    .example(
      '$0 conformance run --target target.json --only "BULK-*" --bail',
      'one area, up to the first failure',
    )
    .example(
      '$0 conformance run --setup ./provision.js --report junit=junit.xml --report html=report.html',
      'in a CI, with reports',
    ) as unknown as Argv<RunOptions>
}
