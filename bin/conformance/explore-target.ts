import { explore, exploreText } from '../../conformance/index.js'
import { UsageError } from '../usage-error.js'
import { explained } from './explained.js'
import type { ExploreCommandOptions } from './explore-options.js'
import { checkExploreReports, writeExploreReports } from './explore-reports.js'
import { provision } from './provision.js'
import { repeatCommand } from './repeat-command.js'
import { screenOf } from './screen.js'
import { showProgress } from './show-progress.js'
import { endOnSignals } from './signals.js'

/** Explores a target as the options of `schedkit conformance explore` say, and writes what was found. */
export async function exploreTarget(options: ExploreCommandOptions): Promise<void> {
  await explained(async () => {
    const { allow, steps, seed, replay, strict, rate, timeout, insecure } = options
    const destinations = await checkExploreReports(options.report)
    if (replay !== undefined && !/^\d{1,10}\/\d{1,9}\/0(:\d+)*$/.test(replay)) {
      throw new UsageError(`--replay "${replay}" must be SEED/WALK/PATH, such as 7/12/0:3:1.`)
    }
    const { target, teardown } = await provision(options)
    const live = showProgress(process.stderr, 'steps')
    const signals = endOnSignals(() => live.ledger)
    try {
      const report = await explore({
        target,
        allow: allow.includes('all') ? ['all'] : (allow as Exclude<(typeof allow)[number], 'all'>[]),
        steps,
        seed,
        strict,
        timeout,
        insecure,
        signal: signals.signal,
        onProgress: live.show,
        ...(rate !== undefined && { rate }),
        ...(replay !== undefined && { replay }),
      })
      live.end()
      const toScreen = destinations.some(({ file }) => file === '-') ? process.stderr : process.stdout
      const again = report.difference
        ? `\n\nOnce more:\n  ${repeatCommand(options, report.difference.replay)}`
        : ''
      toScreen.write(`${exploreText(report, screenOf(toScreen))}${again}\n`)
      await writeExploreReports(report, destinations)
      process.exitCode = report.exitCode
    } finally {
      live.end()
      signals.release()
      await teardown?.()
    }
  })
}
