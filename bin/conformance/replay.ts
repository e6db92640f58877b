import { gated } from '../../conformance/catalogue/rule.js'
import type { Report, Target } from '../../conformance/index.js'
import { kitCommand } from '../../conformance/session/defaults.js'
import { ExitError, UsageError } from '../errors.js'
import { choices, command, defined, type OptionValues, positional } from '../options.js'
import { screenOf } from '../terminal.js'
import { withExitCodes } from './exit-codes.js'
import { allowedRisks, answerOptions, type TargetOptions, targetOptions } from './target-options.js'

const risks = choices([...gated, 'all'], 'Risks to take again, of those that the run took')

/** `schedkit conformance replay`. */
export const replay = command({
  command: 'replay <report> <check> [url]',
  describe: 'Repeat a check of a json report',
  usage:
    '$0 conformance replay REPORT.json CHECK [URL] [OPTIONS]\n\nRepeats a check of a json report with the same seed. The report contains no passwords and decides nothing: name the target and its accounts again, and with --allow the risks that the check takes.',
  examples: {
    '$0 conformance replay report.json RES-05.create --target target.json': 'repeat one check',
  },
  builder: args =>
    targetOptions(
      args
        .positional('report', positional('A json report'))
        .positional('check', positional('A check or a rule in it'))
        .positional('url', { type: 'string', describe: 'URL of the service, without a target file' }),
    ).options({ allow: risks, ...answerOptions }),
  handler: options => withExitCodes(() => replayChecks(options)),
})

type ReplayOptions = TargetOptions &
  OptionValues<{ allow: typeof risks } & typeof answerOptions> & { report: string; check: string }

async function replayChecks(options: ReplayOptions): Promise<void> {
  const { certify, checks, invariants, matches, shownBy, terminalReport } = await import(
    '../../conformance/index.js'
  )
  const { readReportFile } = await import('./reports.js')
  const { withSession } = await import('./session.js')
  const before = await readReportFile(options.report)
  const known = new Set([...checks, ...invariants].map(({ id }) => id))
  const old = before.checks.filter(({ id }) => known.has(id) && matches(options.check, id))
  if (old.length === 0) throw new UsageError(`${options.report} has no check "${options.check}".`)
  // An invariant is judged by the requests of other checks.
  const watched = new Set(invariants.map(({ id }) => id))
  const only = old.flatMap(check => (watched.has(check.id) ? shownBy(check) : check.id))
  if (!checks.some(({ id }) => only.some(pattern => matches(pattern, id))))
    throw new ExitError(
      `${only.join(', ')} can't be repeated: that is judged in the requests of other checks, and ${options.report} names none in which it was broken. Run all checks again.`,
      3,
    )
  const allow = allowedRisks(options.allow)
  const missing = gated.filter(
    risk =>
      before.options.allow.includes(risk) &&
      before.checks.some(
        ({ id, danger }) => only.some(pattern => matches(pattern, id)) && danger.includes(risk),
      ),
  )
  const risk = missing.find(each => !options.allow.includes(each) && !options.allow.includes('all'))
  if (risk !== undefined)
    throw new UsageError(
      `The run of ${options.report} had --allow ${risk}. Add that, to take the same risk again.`,
    )
  refuseUnnamed(options, before)
  await withSession(options, 'checks', async session => {
    const { target, ledger, mailbox, signal, onProgress, endProgress } = session
    await refuseOtherHost(target, options, before)
    const report = await certify({
      target,
      allow,
      only,
      seed: before.seed,
      strict: before.options.strict,
      jobs: 1,
      insecure: options.insecure,
      maxResponse: options.maxResponse,
      signal,
      onProgress,
      ...defined({ mailbox, ledger }),
    })
    endProgress()
    const now = new Map(report.checks.map(({ id, outcome }) => [id, outcome]))
    const lines = old.map(({ id, outcome }) => `${id}: ${outcome} then, ${now.get(id) ?? 'not run'} now`)
    const isOpen = old.some(({ id, outcome }) => outcome !== 'passed' && !now.has(id))
    process.stdout.write(`${terminalReport(report, screenOf(process.stdout))}\n\n${lines.join('\n')}\n`)
    process.exitCode = exitCodeOf(report) || (isOpen || report.counts.ran === 0 ? 3 : 0)
  })
}

/** Throws unless the command line says where to send the credentials: the report is not trusted. */
function refuseUnnamed(options: ReplayOptions, { target }: Report): void {
  const { url, control, setup, setupCommand, target: file } = options
  if ([url, control, setup, setupCommand, file].some(source => source !== undefined)) return
  throw new UsageError(
    `Say where to repeat it: give a URL, or --target. The report is of ${target}, and passwords go only where the command line says.`,
  )
}

/** Throws if the report is of a host other than the target's. */
async function refuseOtherHost(
  { baseUrl }: Target,
  { report, check }: ReplayOptions,
  before: Report,
): Promise<void> {
  const { isLoopback } = await import('../../conformance/index.js')
  const hostOf = (url: string) => {
    const host = URL.canParse(url) ? new URL(url).hostname : url
    return isLoopback(host) ? 'this machine' : host
  }
  if (hostOf(baseUrl) === hostOf(before.target)) return
  throw new UsageError(
    `${report} is for ${before.target}, but the target is ${baseUrl}. A check is repeated on the host of its report; to run it on another one: ${kitCommand} run --only ${check} --seed ${before.seed}`,
  )
}

/** Returns the exit code by the outcomes of the repeated checks alone: a few checks cannot prove conformance. */
function exitCodeOf({ counts, options }: Report): number {
  const { failed, error, skipped, blocked, notImplemented, warned } = counts
  if (failed + notImplemented > 0 || (options.strict && warned > 0)) return 1
  if (error > 0) return 4
  return skipped + blocked > 0 ? 3 : 0
}
