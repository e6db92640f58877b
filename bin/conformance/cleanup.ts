import { ExitError, UsageError } from '../errors.js'
import { command, positional } from '../options.js'
import { counted } from '../terminal.js'
import { withExitCodes } from './exit-codes.js'
import { type TargetOptions, targetOptions } from './target-options.js'

type CleanupOptions = TargetOptions & { ledger: string }

/** `schedkit conformance cleanup`. */
export const cleanup = command({
  command: 'cleanup <ledger> [url]',
  describe: 'Clean up after a run that was killed',
  usage:
    '$0 conformance cleanup LEDGER [URL] [OPTIONS]\n\nDeletes, by id, what a killed run left on a target, and restores settings. The ledger contains no passwords: give the accounts again. After a run with --control, pass the same --control: it removes the accounts of the run and all their data.',
  examples: {
    '$0 conformance cleanup schedkit-conformance-sk1a2b3c.jsonl \\\n--target target.json':
      'with the target file of the run',
    '$0 conformance cleanup schedkit-conformance-sk1a2b3c4d.jsonl \\\n--control http://127.0.0.1:4000 --control-token T':
      'after a run with --control',
  },
  builder: args =>
    targetOptions(
      args
        .positional('ledger', positional('The file that the run left'))
        .positional('url', { type: 'string', describe: 'URL of the service, without a target file' }),
    )
      // They make new accounts, and what is left belongs to those of the run.
      .hide('setup')
      .hide('setup-command'),
  handler: options => withExitCodes(() => cleanUp(options)),
})

async function cleanUp(options: CleanupOptions): Promise<void> {
  const { ledger, insecure, control } = options
  if (control !== undefined) return cleanUpAccounts(options, control)
  if (options.setup !== undefined || options.setupCommand !== undefined) {
    throw new UsageError(
      'cleanup needs the accounts of the run: --target, or --owner with --schedule and a URL.',
    )
  }
  const { cleanLedger, readLedger } = await import('../../conformance/index.js')
  const { provision } = await import('./provision.js')
  const { accounts } = readLedger(ledger)
  if (accounts) {
    throw new UsageError(
      `${ledger} is the ledger of a run with --control. Give --control ${accounts.control} and --control-token.`,
    )
  }
  const { target } = await provision(options)
  const { deleted, restored, remains } = await cleanLedger({ ledger, target, insecure })
  const settings = restored.length > 0 ? `, settings of ${restored.join(', ')} restored` : ''
  process.stdout.write(`${counted(deleted, 'object')} deleted${settings}.\n`)
  assertNothing(remains)
}

/** The accounts of a run with --control are deleted with all their data. */
async function cleanUpAccounts({ ledger, controlToken }: CleanupOptions, control: string): Promise<void> {
  if (controlToken === undefined) throw new UsageError('--control needs --control-token.')
  const { removeAccounts } = await import('../../conformance/index.js')
  const { removed, remains } = await removeAccounts({ url: control, token: controlToken, ledger })
  process.stdout.write(`${counted(removed, 'account')} of the run removed, with all their data.\n`)
  assertNothing(remains)
}

function assertNothing(remains: readonly string[]): void {
  if (remains.length === 0) return
  const list = remains.map(text => `  ${text}`).join('\n')
  throw new ExitError(`Not cleaned up:\n${list}\nThe ledger is kept, and lists what is left.`, 1)
}
