import { certify, readBaseline, terminalReport } from '../../conformance/index.js'
import { explained } from './explained.js'
import { provision } from './provision.js'
import { checkDestinations, writeReports } from './reports.js'
import type { RunOptions } from './run-options.js'
import { screenOf } from './screen.js'
import { showProgress } from './show-progress.js'
import { endOnSignals } from './signals.js'

/** Certifies a target as the options of `schedkit conformance run` say, and writes the reports. */
export async function runConformance(options: RunOptions): Promise<void> {
  await explained(async () => {
    const { allow, only, skip, level, strict, jobs, seed, rate, timeout, bail, insecure } = options
    const destinations = await checkDestinations(options.report)
    const baseline = options.baseline === undefined ? undefined : await readBaseline(options.baseline)
    const { target, teardown, mailbox } = await provision(options)
    const live = showProgress(process.stderr)
    const signals = endOnSignals(() => live.ledger)
    try {
      const report = await certify({
        target,
        allow: allow.includes('all') ? ['all'] : (allow as Exclude<(typeof allow)[number], 'all'>[]),
        only,
        skip,
        level,
        strict,
        jobs,
        seed,
        timeout,
        bail,
        insecure,
        signal: signals.signal,
        onProgress: live.show,
        ...(rate !== undefined && { rate }),
        ...(baseline && { baseline }),
        ...(mailbox && { mailbox }),
      })
      live.end()
      const toScreen = destinations.some(({ file }) => file === '-') ? process.stderr : process.stdout
      toScreen.write(`${terminalReport(report, screenOf(toScreen))}\n`)
      await writeReports(report, destinations)
      process.exitCode = report.exitCode
    } finally {
      live.end()
      signals.release()
      await teardown?.()
    }
  })
}
