import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { checks } from '../../conformance/index.js'
import type { Job } from './job.js'
import { tryOut } from './run-mutant.js'
import { createCopies } from './subject-copy.js'

// A process that tries one mutant after the other; it is ended from outside where one never comes to an end.

const [root = '.', script = ''] = process.argv.slice(2)
// Others may want the machine, too.
setPriority(5)
const copyWith = createCopies(root, readFileSync(script, 'utf8'))
const byId = new Map(checks.map(check => [check.id, check]))
const ledgerFolder = mkdtempSync(join(tmpdir(), 'schedkit-mutation-'))

process.on('exit', () => rmSync(ledgerFolder, { recursive: true, force: true }))
process.on('disconnect', () => process.exit())
// A mutant may break what nobody waits for.
process.on('unhandledRejection', () => {})

process.on('message', async ({ mutant, checks }: Job) => {
  const some = checks.flatMap(id => byId.get(id) ?? [])
  process.send?.(await tried(mutant, some))
})
process.send?.('ready')

async function tried(mutant: string | undefined, some: NonNullable<Parameters<typeof tryOut>[1]['checks']>) {
  const began = performance.now()
  try {
    return await tryOut(copyWith(mutant), { checks: some, ledgerFolder })
  } catch (error) {
    // Modules that do not even start are no service.
    const took = Math.round(performance.now() - began)
    return { verdict: 'crash', by: String(error).split('\n')[0], took }
  }
}
