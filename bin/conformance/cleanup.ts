import { cleanLedger } from '../../conformance/index.js'
import { ExitError, UsageError } from '../errors.js'
import { command } from '../options.js'
import { counted } from '../terminal.js'
import { provision } from './provision.js'
import { withExitCodes } from './session.js'
import { type TargetOptions, targetOptions } from './target-options.js'

/** `schedkit conformance cleanup`. */
export const cleanup = command({
  command: 'cleanup <ledger> [url]',
  describe: 'Clean up after a run that was killed',
  usage:
    '$0 conformance cleanup LEDGER [URL] [OPTIONS]\n\nDeletes, by id, what a killed run left on a target, and restores settings. The ledger contains no passwords: give the accounts again.',
  examples: {
    '$0 conformance cleanup schedkit-conformance-sk1a2b3c.jsonl \\\n--target target.json':
      'with the target file of the run',
  },
  builder: args =>
    targetOptions(
      args
        .positional('ledger', { type: 'string', demandOption: true, describe: 'The file that the run left' })
        .positional('url', { type: 'string', describe: 'URL of the service, without a target file' }),
    ),
  handler: options => withExitCodes(() => cleanUp(options)),
})

async function cleanUp(options: TargetOptions & { ledger: string }): Promise<void> {
  if (options.control !== undefined || options.setup !== undefined) {
    throw new UsageError(
      'cleanup needs the accounts of the run: --target, or --owner with --schedule and a URL.',
    )
  }
  const { target } = await provision(options)
  const { ledger, insecure } = options
  const { deleted, restored, remains } = await cleanLedger({ ledger, target, insecure })
  const settings = restored.length > 0 ? `, settings of ${restored.join(', ')} restored` : ''
  process.stdout.write(`${counted(deleted, 'object')} deleted${settings}.\n`)
  if (remains.length > 0) {
    const list = remains.map(text => `  ${text}`).join('\n')
    throw new ExitError(`Not cleaned up:\n${list}\nThe ledger is kept.`, 1)
  }
}
