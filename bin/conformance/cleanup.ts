import type { CommandModule } from 'yargs'
import { type TargetOptions, targetOptions } from './target-options.js'

/** `schedkit conformance cleanup`. */
export const cleanup: CommandModule<object, TargetOptions & { ledger: string }> = {
  command: 'cleanup <ledger> [url]',
  describe: 'Clean up after a run that was killed',
  builder: args =>
    targetOptions(
      args
        .usage(
          '$0 conformance cleanup LEDGER [URL] [OPTIONS]\n\nDeletes by id what a killed run left on a target, and puts settings back. Passwords are not in the ledger: say again who the accounts are.',
        )
        .positional('ledger', { type: 'string', demandOption: true, describe: 'The file that the run left' })
        .positional('url', { type: 'string', describe: 'Where the service is, without a target file' }),
    ).example(
      '$0 conformance cleanup schedkit-conformance-sk1a2b3c.jsonl --target target.json',
      'with the target of the run',
    ) as never,
  async handler(options) {
    const { cleanUpLedger } = await import('./clean-up-ledger.js')
    await cleanUpLedger(options)
  },
}
