import { certify, formats, gated, levels, readBaseline, terminalReport } from '../../conformance/index.js'
import {
  assertInteger,
  choice,
  choices,
  command,
  defined,
  flag,
  list,
  number,
  type OptionValues,
  text,
} from '../options.js'
import { screenOf } from '../terminal.js'
import { checkDestinations, screenFor, writeReports } from './reports.js'
import { withExitCodes, withSession } from './session.js'
import { allowedRisks, checkPace, paceOptions, type TargetOptions, targetOptions } from './target-options.js'

const selection = {
  allow: choices(
    [...gated, 'all'],
    'Risks to take: guard (a faulty target may empty the third schedule), wipe (empties it), lock (disposable accounts may be locked out or deleted), mail (the target sends e-mails)',
  ),
  only: list('Checks to run: RES-05, "RES-*", "*.create"'),
  skip: list('Checks to skip'),
  level: choice(levels, 'may', 'Lowest level of rules to check'),
  strict: flag('Let warnings fail the run'),
  bail: flag('Stop at the first failure'),
  baseline: text('File of known failures'),
} as const

const execution = {
  jobs: number(8, 'Number of checks that run in parallel'),
  seed: number(1, 'The same seed gives the same inputs and order'),
  ...paceOptions,
  report: list('FORMAT=FILE, repeatable: json, junit, tap, html, badge, text; FILE - is the standard output'),
} as const

type RunOptions = TargetOptions & OptionValues<typeof selection & typeof execution>

/** `schedkit conformance run`. */
export const run = command({
  command: 'run [url]',
  describe: 'Certify a target',
  usage:
    '$0 conformance run [URL] [OPTIONS]\n\nCertifies an implementation of the service over HTTP. Exits with 0: conformant, 1: not conformant, 2: wrong usage, 3: incomplete, 4: the target is unreachable, or an internal error.',
  examples: {
    '$0 conformance run --control http://127.0.0.1:4000 \\\n--control-token T --allow all':
      'everything, against a schedkit server',
    '$0 conformance run --target target.json --allow guard lock': 'any server, with a target file',
    "$0 conformance run https://api.example.test --schedule lab \\\n--owner 'ada@example.test:$PASSWORD'":
      'what one account and one schedule allow',
    '$0 conformance run --target target.json --only "BULK-*" --bail': 'one area, up to the first failure',
    '$0 conformance run --setup ./provision.js \\\n--report junit=junit.xml --report html=report.html':
      'in CI, with reports',
  },
  builder: args =>
    targetOptions(args.positional('url', { type: 'string', describe: 'URL of the service, without /v1' }))
      .options({ ...selection, ...execution })
      .group(Object.keys(selection), 'What to check:')
      .group(Object.keys(execution), 'How to run:')
      .check(args => {
        assertInteger('jobs', args.jobs, 1, 256)
        checkPace(args)
        return true
      }),
  handler: options => withExitCodes(() => runChecks(options)),
})

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
      ...defined({ rate, baseline, mailbox }),
    })
    endProgress()
    const screen = screenFor(destinations)
    screen.write(`${terminalReport(report, screenOf(screen))}\n`)
    await writeReports(destinations, format => formats[format](report))
    process.exitCode = report.exitCode
  })
}
