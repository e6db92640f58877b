import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { gated, levels } from '../../conformance/catalogue/rule.js'
import type { Baseline, CertifyOptions, Report } from '../../conformance/index.js'
import { runDefaults } from '../../conformance/session/defaults.js'
import { ExitError, UsageError } from '../errors.js'
import {
  assertInteger,
  choice,
  choices,
  command,
  defined,
  duration,
  flag,
  list,
  number,
  type OptionValues,
  single,
  text,
} from '../options.js'
import { screenOf } from '../terminal.js'
import { withExitCodes } from './exit-codes.js'
import { allowedRisks, checkPace, paceOptions, type TargetOptions, targetOptions } from './target-options.js'

const selection = {
  allow: choices(
    [...gated, 'all'],
    'Risks to take: guard (a faulty target may empty the third, spare schedule), wipe (empties it), lock (disposable accounts may be locked out or deleted), mail (the target sends e-mails)',
  ),
  only: { ...list('Checks to run: RES-05, "RES-*", "*.create"'), defaultDescription: 'all' },
  skip: list('Checks to skip'),
  level: choice(levels, 'may', 'Lowest level of rules to check'),
  strict: flag('Let warnings fail the run'),
  bail: flag('Stop at the first failure'),
  baseline: text('File of known problems, which do not fail the run'),
  'baseline-write': text(
    'Write the known problems to this file; if it exists, it is the baseline and only gets shorter',
  ),
  'dry-run': flag(
    'Only print how many requests the run would send, and how long that takes under the rate limits',
  ),
} as const

const limits = {
  quick: flag(
    `The checks that find most, in ${runDefaults.quickRequests} requests: same as --max-requests ${runDefaults.quickRequests}`,
  ),
  'max-requests': single({
    number: true,
    requiresArg: true,
    describe: `Requests that the run may send, at least ${runDefaults.leastRequests}: runs the checks that find most for their requests; unless all fit, the run is incomplete`,
  } as const),
  budget: duration('budget', 'Time that the run may take, such as 20m, under the rate limits: likewise'),
  continue: text('JSON report of an earlier run, at most 7 days old: add what is missing in it'),
  'failed-of': text('JSON report of an earlier run: repeat what did not pass in it'),
} as const

const display = {
  full: flag('Show the whole report instead of one screen'),
  summary: flag('Show only the verdict and the counts'),
  quiet: flag('Show nothing; only set the exit code and write the report files'),
  'max-failures': single({
    number: true,
    requiresArg: true,
    describe: 'How many failures to show with all evidence; without --full none by default',
  } as const),
} as const

const execution = {
  jobs: number(
    runDefaults.jobs,
    'Number of checks that run in parallel; up to twice as many requests may be in progress',
  ),
  seed: number(runDefaults.seed, 'The same seed gives the same inputs and order'),
  ...paceOptions,
  'mail-timeout': number(runDefaults.mailTimeout, 'Milliseconds to wait for an e-mail'),
  report: list(
    'FORMAT=FILE, repeatable: json, junit, tap, html, markdown, badge, text, sarif, har, github (annotations); FILE - is the standard output',
  ),
} as const

type RunOptions = TargetOptions &
  OptionValues<typeof selection & typeof limits & typeof execution & typeof display>

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
    '$0 conformance run --target target.json --allow all --quick': 'what finds most, in seconds',
    '$0 conformance run --target target.json --budget 20m': 'what finds most, in the time that there is',
    '$0 conformance run --target target.json --allow all \\\n--max-requests 3000 --continue monday.json':
      'more of it on another day',
    '$0 conformance run --target target.json --allow all --dry-run': 'how long it would take',
    "$0 conformance run --setup-command './provision.sh' --allow all":
      'against a target that a program sets up',
    '$0 conformance run --setup ./provision.mjs \\\n--report junit=junit.xml --report html=report.html':
      'in CI, with reports',
  },
  builder: args =>
    targetOptions(args.positional('url', { type: 'string', describe: 'URL of the service, without /v1' }))
      .options({ ...selection, ...limits, ...execution, ...display })
      .group(Object.keys(selection), 'What to check:')
      .group(Object.keys(limits), 'How much of it:')
      .group(Object.keys(execution), 'How to run:')
      .group(Object.keys(display), 'What to show:')
      .check(args => {
        assertInteger('jobs', args.jobs, 1, 256)
        checkPace(args)
        const { full, summary, quiet, maxFailures, mailTimeout, quick, maxRequests } = args
        if (typeof mailTimeout === 'number') assertInteger('mail-timeout', mailTimeout, 1, 3_600_000)
        if (typeof maxRequests === 'number')
          assertInteger('max-requests', maxRequests, runDefaults.leastRequests, 1_000_000)
        if (args.continue !== undefined && args.failedOf !== undefined)
          throw new UsageError('--continue and --failed-of cannot be combined.')
        if (quick && maxRequests !== undefined)
          throw new UsageError('--quick and --max-requests cannot be combined.')
        if ([full, summary, quiet].filter(Boolean).length > 1)
          throw new UsageError('--full, --summary and --quiet cannot be combined.')
        if (typeof maxFailures === 'number') assertInteger('max-failures', maxFailures, 0, 100_000)
        return true
      }),
  handler: options => withExitCodes(() => runChecks(options)),
})

async function runChecks(options: RunOptions): Promise<void> {
  const { skip, level, strict, jobs, seed, rate, timeout, mailTimeout, maxResponse, bail, insecure } = options
  const { baselineOf, baselineText, certify, estimate, estimateText, formats } = await import(
    '../../conformance/index.js'
  )
  const { checkPatterns } = await import('./patterns.js')
  checkPatterns('only', options.only)
  checkPatterns('skip', skip)
  const { checkDestinations, checkWritable, readReportFile, screenFor, writeReports, writeWrapped } =
    await import('./reports.js')
  const { withSession } = await import('./session.js')
  const destinations = await checkDestinations(options.report)
  if (options.baselineWrite !== undefined) await checkWritable(options.baselineWrite, 'The baseline')
  const baseline = await baselineFrom(options)
  const continues = options.continue === undefined ? undefined : await readReportFile(options.continue)
  const only = await onlyFrom(options)
  if (typeof only === 'string') {
    if (!options.quiet) writeWrapped(screenFor(destinations), only)
    return
  }
  await withSession(
    options,
    'checks',
    async ({ target, ledger, mailbox, signal, onProgress, endProgress }) => {
      const certification: CertifyOptions = {
        target,
        allow: allowedRisks(options.allow),
        only,
        skip,
        level,
        strict,
        jobs,
        seed,
        timeout,
        mailTimeout,
        maxResponse,
        bail,
        insecure,
        signal,
        onProgress,
        onEstimate: estimate => options.quiet || writeWrapped(process.stderr, estimateText(estimate)),
        rewriteBaseline: options.baselineWrite !== undefined,
        ...defined({ rate, baseline, mailbox, ledger, budget: budgetFrom(options), continues }),
      }
      if (options.dryRun) {
        writeWrapped(process.stdout, estimateText(await estimate(certification)))
        return
      }
      const report = await certify(certification)
      endProgress()
      await show(report, options, screenFor(destinations))
      await writeReports(destinations, format => formats[format](report))
      process.exitCode = report.exitCode
      const { baselineWrite: file } = options
      if (file === undefined) return
      await writeFile(file, baselineText(baselineOf(report, baseline))).catch(error => {
        throw new ExitError(`The baseline ${file} can't be written: ${error.message}`, 4)
      })
    },
  )
}

/**
 * Returns the patterns of the selected checks; an empty list selects all. If there is nothing to repeat, returns a text that says
 * so, and sets the exit code if the earlier run was not complete.
 */
async function onlyFrom({ only, failedOf }: RunOptions): Promise<readonly string[] | string> {
  if (failedOf === undefined) return only
  const { matches, unpassedChecks } = await import('../../conformance/index.js')
  const { readReportFile } = await import('./reports.js')
  const report = await readReportFile(failedOf)
  const wanted = unpassedChecks(report, id => only.length === 0 || only.some(pattern => matches(pattern, id)))
  if (wanted.length > 0) return wanted
  const passed = `Everything that was run passed in ${failedOf}: there is nothing to repeat.`
  const { notStarted, ran } = report.counts
  if (notStarted === 0 && ran > 0) return passed
  process.exitCode = 3
  const why = ran === 0 ? 'no check ran' : `${notStarted} of its checks had not started`
  return `${passed} That run was not complete: ${why}. Use --continue ${failedOf} to add what is missing.`
}

/** Returns the budget set by the options, or undefined. */
function budgetFrom({ quick, maxRequests, budget: time }: RunOptions): CertifyOptions['budget'] {
  const requests = quick ? runDefaults.quickRequests : maxRequests
  return requests === undefined && time === undefined ? undefined : defined({ requests, time })
}

/** Reads the baseline to compare the run with; the file to be written is one if it already exists. */
async function baselineFrom({ baseline, baselineWrite }: RunOptions): Promise<Baseline | undefined> {
  const file =
    baseline ?? (baselineWrite !== undefined && existsSync(baselineWrite) ? baselineWrite : undefined)
  if (file === undefined) return undefined
  const { readBaseline } = await import('../../conformance/index.js')
  return readBaseline(file)
}

async function show(
  report: Report,
  { full, summary, quiet, maxFailures }: RunOptions,
  screen: NodeJS.WriteStream,
): Promise<void> {
  if (quiet) return
  const { screenReport, summaryReport, terminalReport } = await import('../../conformance/index.js')
  const render = full ? terminalReport : summary ? summaryReport : screenReport
  screen.write(`${render(report, { ...screenOf(screen), maxFailures })}\n`)
}
