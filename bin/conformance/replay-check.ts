import { certify, matches, terminalReport } from '../../conformance/index.js'
import { UsageError } from '../usage-error.js'
import { explained } from './explained.js'
import { provision } from './provision.js'
import { readReportFile } from './read-report-file.js'
import { screenOf } from './screen.js'
import { endOnSignals } from './signals.js'
import type { TargetOptions } from './target-options.js'

/** The options of `schedkit conformance replay`. */
export interface ReplayOptions extends TargetOptions {
  report: string
  check: string
}

/** Runs one check, or the checks of one rule, again as a report tells they were run. */
export async function replayCheck(options: ReplayOptions): Promise<void> {
  await explained(async () => {
    const before = await readReportFile(options.report)
    const old = before.checks.filter(({ id }) => id === options.check || matches(options.check, id))
    if (old.length === 0) throw new UsageError(`${options.report} has no check "${options.check}".`)
    const isElsewhere =
      options.control !== undefined || options.setup !== undefined || options.target !== undefined
    const url = options.url ?? (isElsewhere ? undefined : before.target)
    const { target, teardown, mailbox } = await provision({ ...options, url })
    let ledger: string | undefined
    const signals = endOnSignals(() => ledger)
    try {
      const report = await certify({
        target,
        allow: before.options.allow as ('guard' | 'wipe' | 'lock' | 'mail')[],
        only: old.map(({ id }) => id),
        seed: before.seed,
        strict: before.options.strict,
        jobs: 1,
        insecure: options.insecure,
        signal: signals.signal,
        onProgress: progress => {
          ledger = progress.ledger
        },
        ...(mailbox && { mailbox }),
      })
      const lines = old.map(({ id, outcome }) => {
        const now = report.checks.find(check => check.id === id)?.outcome ?? 'not run'
        return `${id}: ${outcome} then, ${now} now`
      })
      process.stdout.write(`${terminalReport(report, screenOf(process.stdout))}\n\n${lines.join('\n')}\n`)
      const { failed, error, skipped, blocked, warned } = report.counts
      const isFailed = failed > 0 || (report.options.strict && warned > 0)
      process.exitCode = isFailed ? 1 : error > 0 ? 4 : skipped + blocked > 0 ? 3 : 0
    } finally {
      signals.release()
      await teardown?.()
    }
  })
}
