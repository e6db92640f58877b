import { cleanLedger } from '../../conformance/index.js'
import { ExitError } from '../exit-error.js'
import { UsageError } from '../usage-error.js'
import { explained } from './explained.js'
import { provision } from './provision.js'
import type { TargetOptions } from './target-options.js'

export async function cleanUpLedger(options: TargetOptions & { ledger: string }): Promise<void> {
  await explained(async () => {
    if (options.control !== undefined || options.setup !== undefined) {
      throw new UsageError(
        'cleanup takes the accounts of the run: --target, or --owner with --schedule and a URL.',
      )
    }
    const { target } = await provision(options)
    const { deleted, restored, remains } = await cleanLedger({
      ledger: options.ledger,
      target,
      insecure: options.insecure,
    })
    const settings = restored.length > 0 ? `, the settings of ${restored.join(', ')} put back` : ''
    process.stdout.write(`${deleted} ${deleted === 1 ? 'object' : 'objects'} deleted${settings}.\n`)
    if (remains.length > 0) {
      throw new ExitError(
        `Still there:\n${remains.map(text => `  ${text}`).join('\n')}\nThe ledger is kept.`,
        1,
      )
    }
  })
}
