import type { Argv, CommandModule, Options } from 'yargs'
import { certify, formats, type Gated, readBaseline, terminalReport } from '../../conformance/index.js'
import { assertInteger } from '../option-values.js'
import { screenOf } from '../terminal.js'
import { checkDestinations, screenFor, writeReports } from './reports.js'
import { withExitCodes, withSession } from './session.js'
import {
  allowedRisks,
  checkPace,
  type PaceOptions,
  paceOptions,
  several,
  type TargetOptions,
  targetOptions,
} from './target-options.js'

interface RunOptions extends TargetOptions, PaceOptions {
  allow: (Gated | 'all')[]
  only: string[]
  skip: string[]
  level: 'must' | 'should' | 'may'
  strict: boolean
  jobs: number
  bail: boolean
  baseline: string | undefined
  report: string[]
}

const options = {
  allow: {
    choices: ['guard', 'wipe', 'lock', 'mail', 'all'],
    array: true,
    default: [],
    defaultDescription: 'none',
    requiresArg: true,
    describe:
      'Risks to take: guard (a faulty target may empty the third schedule), wipe (empties it), lock (disposable accounts may be locked out or deleted), mail (the target sends e-mails)',
  },
  only: { ...several, describe: 'Checks to run: RES-05, "RES-*", "*.create"' },
  skip: { ...several, describe: 'Checks to skip' },
  level: {
    choices: ['must', 'should', 'may'],
    default: 'may',
    requiresArg: true,
    describe: 'Lowest level of rules to check',
  },
  strict: { boolean: true, default: false, describe: 'Let warnings fail the run' },
  bail: { boolean: true, default: false, describe: 'Stop at the first failure' },
  baseline: { string: true, requiresArg: true, describe: 'File of known failures' },
  jobs: { number: true, default: 8, requiresArg: true, describe: 'Number of checks that run in parallel' },
  seed: {
    number: true,
    default: 1,
    requiresArg: true,
    describe: 'The same seed gives the same inputs and order',
  },
  ...paceOptions,
  report: {
    ...several,
    describe: 'FORMAT=FILE, repeatable: json, junit, tap, html, badge, text; FILE - is the standard output',
  },
} as const satisfies Record<string, Options>

const builder = (args: Argv): Argv<RunOptions> =>
  targetOptions(
    args
      .usage(
        '$0 conformance run [URL] [OPTIONS]\n\nCertifies an implementation of the service over HTTP. Exits with 0: conformant, 1: not conformant, 2: wrong usage, 3: incomplete, 4: the target is unreachable, or an internal error.',
      )
      .positional('url', { type: 'string', describe: 'URL of the service, without /v1' }),
  )
    .options(options)
    .group(['allow', 'only', 'skip', 'level', 'strict', 'bail', 'baseline'], 'What to check:')
    .group(['jobs', 'seed', 'rate', 'timeout', 'report'], 'How to run:')
    .check(args => {
      assertInteger('jobs', args.jobs, 1, 256)
      checkPace(args)
      return true
    })
    .example(
      '$0 conformance run --control http://127.0.0.1:4000 --control-token T --allow all',
      'everything, against a schedkit server',
    )
    .example('$0 conformance run --target target.json --allow guard lock', 'any server, with a target file')
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
      'in CI, with reports',
    ) as unknown as Argv<RunOptions>

/** `schedkit conformance run`. */
export const run: CommandModule<object, RunOptions> = {
  command: 'run [url]',
  describe: 'Certify a target',
  builder,
  handler: options => withExitCodes(() => runChecks(options)),
}

async function runChecks(options: RunOptions): Promise<void> {
  const { only, skip, level, strict, jobs, seed, rate, timeout, bail, insecure } = options
  const destinations = await checkDestinations(options.report)
  const baseline = options.baseline === undefined ? undefined : await readBaseline(options.baseline)
  await withSession(options, 'checks', async ({ target, mailbox, signal, onProgress, endProgress }) => {
    const report = await certify({
      target,
      allow: allowedRisks(options.allow),
      only,
      skip,
      level,
      strict,
      jobs,
      seed,
      timeout,
      bail,
      insecure,
      signal,
      onProgress,
      ...(rate !== undefined && { rate }),
      ...(baseline && { baseline }),
      ...(mailbox && { mailbox }),
    })
    endProgress()
    const screen = screenFor(destinations)
    screen.write(`${terminalReport(report, screenOf(screen))}\n`)
    await writeReports(destinations, format => formats[format](report))
    process.exitCode = report.exitCode
  })
}
