import type { Gated, Report } from '../../conformance/index.js'
import { UsageError } from '../errors.js'
import { command, defined, positional } from '../options.js'
import { screenOf } from '../terminal.js'
import { withExitCodes } from './exit-codes.js'
import { type TargetOptions, targetOptions } from './target-options.js'

/** `schedkit conformance replay`. */
export const replay = command({
  command: 'replay <report> <check> [url]',
  describe: 'Repeat a check of a json report',
  usage:
    '$0 conformance replay REPORT.json CHECK [URL] [OPTIONS]\n\nRepeats a check of a json report, with the same seed and the same allowed risks. The report contains no passwords: give the accounts again.',
  examples: {
    '$0 conformance replay report.json RES-05.create --target target.json': 'repeat one check',
  },
  builder: args =>
    targetOptions(
      args
        .positional('report', positional('A json report'))
        .positional('check', positional('A check or a rule in it'))
        .positional('url', { type: 'string', describe: 'URL of the service, if it changed' }),
    ),
  handler: options => withExitCodes(() => replayChecks(options)),
})

async function replayChecks(options: TargetOptions & { report: string; check: string }): Promise<void> {
  const { certify, matches, terminalReport } = await import('../../conformance/index.js')
  const { readReportFile } = await import('./reports.js')
  const { withSession } = await import('./session.js')
  const before = await readReportFile(options.report)
  const old = before.checks.filter(({ id }) => id === options.check || matches(options.check, id))
  if (old.length === 0) throw new UsageError(`${options.report} has no check "${options.check}".`)
  const isElsewhere = [options.control, options.setup, options.setupCommand, options.target].some(
    source => source !== undefined,
  )
  const url = options.url ?? (isElsewhere ? undefined : before.target)
  await withSession({ ...options, url }, 'checks', async session => {
    const { target, ledger, mailbox, signal, onProgress, endProgress } = session
    const report = await certify({
      target,
      allow: before.options.allow as Gated[],
      only: old.map(({ id }) => id),
      seed: before.seed,
      strict: before.options.strict,
      jobs: 1,
      insecure: options.insecure,
      signal,
      onProgress,
      ...defined({ mailbox, ledger }),
    })
    endProgress()
    const lines = old.map(({ id, outcome }) => {
      const now = report.checks.find(check => check.id === id)?.outcome ?? 'not run'
      return `${id}: ${outcome} then, ${now} now`
    })
    process.stdout.write(`${terminalReport(report, screenOf(process.stdout))}\n\n${lines.join('\n')}\n`)
    process.exitCode = exitCodeOf(report)
  })
}

/** A few checks can't make a target conformant; only their own outcomes count. */
function exitCodeOf({ counts, options }: Report): number {
  const { failed, error, skipped, blocked, notImplemented, warned } = counts
  if (failed + notImplemented > 0 || (options.strict && warned > 0)) return 1
  if (error > 0) return 4
  return skipped + blocked > 0 ? 3 : 0
}
