import type { Leftovers } from '../../conformance/index.js'
import { ExitError, UsageError } from '../errors.js'
import { command, flag, positional } from '../options.js'
import { counted } from '../terminal.js'
import { withExitCodes } from './exit-codes.js'
import { type TargetOptions, targetOptions } from './target-options.js'

type CleanupOptions = TargetOptions & { ledger: string; trustLedger: boolean }

/** `schedkit conformance cleanup`. */
export const cleanup = command({
  command: 'cleanup <ledger> [url]',
  describe: 'Clean up after a run that was killed',
  usage:
    '$0 conformance cleanup LEDGER [URL] [OPTIONS]\n\nDeletes, by id, what a killed run left on a target, and restores settings. The ledger contains no passwords: give the accounts again. After a run with --control, pass the same --control: it removes the accounts of the run and all their data.\n\nA ledger that this machine did not write, or that was changed since, is only shown, with every request that it would send.',
  examples: {
    '$0 conformance cleanup schedkit-conformance-sk1a2b3c.jsonl \\\n--target target.json':
      'with the target file of the run',
    '$0 conformance cleanup schedkit-conformance-sk1a2b3c4d.jsonl \\\n--control http://127.0.0.1:4000 --control-token T':
      'after a run with --control',
    '$0 conformance cleanup schedkit-conformance-sk1a2b3c.jsonl \\\n--target target.json --trust-ledger':
      'after a run on another machine',
  },
  builder: args =>
    targetOptions(
      args
        .positional('ledger', positional('The file that the run left'))
        .positional('url', { type: 'string', describe: 'URL of the service, without a target file' })
        .option('trust-ledger', flag('Act on a ledger of another machine, after showing its requests')),
    )
      // A setup creates new accounts, but the leftovers belong to the accounts of the run.
      .hide('setup')
      .hide('setup-command'),
  handler: options => withExitCodes(() => cleanUp(options)),
})

async function cleanUp(options: CleanupOptions): Promise<void> {
  const { ledger, insecure, control, trustLedger } = options
  if (control !== undefined) return cleanUpAccounts(options, control)
  if (options.setup !== undefined || options.setupCommand !== undefined) {
    throw new UsageError(
      'cleanup needs the accounts of the run: --target, or --owner with --schedule and a URL.',
    )
  }
  const { cleanLedger, cleanupRequests, readLedger } = await import('../../conformance/index.js')
  const { provision } = await import('./provision.js')
  const leftovers = readLedger(ledger)
  const { accounts, isSigned } = leftovers
  if (accounts) {
    // An untrusted ledger must not decide where a token is sent.
    const url = isSigned ? accounts.control : 'URL'
    throw new UsageError(
      `${ledger} is the ledger of a run with --control. Give --control ${url} and --control-token.`,
    )
  }
  const { target } = await provision(options)
  await show(leftovers, { ...options, requests: cleanupRequests(leftovers), to: target.baseUrl })
  const { deleted, restored, remains } = await cleanLedger({ ledger, target, insecure, trustLedger })
  const settings = restored.length > 0 ? `, settings of ${restored.join(', ')} restored` : ''
  process.stdout.write(`${counted(deleted, 'object')} deleted${settings}.\n`)
  assertNothing(remains)
}

/** Deletes the accounts of a run with --control, with all their data. */
async function cleanUpAccounts(options: CleanupOptions, control: string): Promise<void> {
  const { ledger, controlToken, trustLedger } = options
  if (controlToken === undefined) throw new UsageError('--control needs --control-token.')
  const { readLedger, removalRequests, removeAccounts } = await import('../../conformance/index.js')
  const leftovers = readLedger(ledger)
  await show(leftovers, { ...options, requests: removalRequests(leftovers), to: control })
  const { removed, remains } = await removeAccounts({
    url: control,
    token: controlToken,
    insecure: options.insecure,
    ledger,
    trustLedger,
  })
  process.stdout.write(`${counted(removed, 'account')} of the run removed, with all their data.\n`)
  assertNothing(remains)
}

/** Shows every request of a ledger that was not written on this machine. Throws unless --trust-ledger is given. */
async function show(
  { isSigned }: Leftovers,
  options: Pick<CleanupOptions, 'ledger' | 'trustLedger'> & { requests: readonly string[]; to: string },
): Promise<void> {
  if (isSigned) return
  const { ledger, trustLedger, requests, to } = options
  const list = requests.map(line => `  ${line}\n`).join('')
  const { clean } = await import('../../conformance/index.js')
  process.stdout.write(clean(`${ledger} would send to ${to}:\n${list}`))
  if (trustLedger) return
  throw new ExitError(
    `${ledger} is not signed with the key of this machine: another one wrote it, or it was changed. Nothing was sent. If you know where it is from, and want all these requests, add --trust-ledger.`,
    2,
  )
}

function assertNothing(remains: readonly string[]): void {
  if (remains.length === 0) return
  const list = remains.map(text => `  ${text}`).join('\n')
  throw new ExitError(`Not cleaned up:\n${list}\nThe ledger is kept, and lists what is left.`, 1)
}
