import type { CommandModule } from 'yargs'
import type { ReplayOptions } from './replay-check.js'
import { targetOptions } from './target-options.js'

/** `schedkit conformance replay`. */
export const replay: CommandModule<object, ReplayOptions> = {
  command: 'replay <report> <check> [url]',
  describe: 'Run one check of a json report again',
  builder: args =>
    targetOptions(
      args
        .usage(
          '$0 conformance replay REPORT.json CHECK [URL] [OPTIONS]\n\nRuns a check of a json report again, with the same seed and the same risks allowed. Passwords are not in the report: say again who the accounts are.',
        )
        .positional('report', { type: 'string', demandOption: true, describe: 'A json report' })
        .positional('check', { type: 'string', demandOption: true, describe: 'A check or a rule in it' })
        .positional('url', { type: 'string', describe: 'Where the service is, if not where it was' }),
    ).example('$0 conformance replay report.json RES-05.create --target target.json', 'once more') as never,
  async handler(options) {
    const { replayCheck } = await import('./replay-check.js')
    await replayCheck(options)
  },
}
