import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { checks } from '../../conformance/index.js'
import { type MutantResult, prepareCopies, runMutant } from './run-mutant.js'

// A process that runs one mutant after the other. The pool kills it if a mutant does not end.

/** What a worker is asked to run. */
export interface Job {
  /** Undefined for the unchanged core. */
  readonly mutant?: string
  readonly checks: readonly string[]
}

const [root = '.', script = ''] = process.argv.slice(2)
// Leave processor time for other programs.
setPriority(5)
const createCopy = prepareCopies(root, readFileSync(script, 'utf8'))
const byId = new Map(checks.map(check => [check.id, check]))
const ledgerFolder = mkdtempSync(join(tmpdir(), 'schedkit-mutation-'))

process.on('exit', () => rmSync(ledgerFolder, { recursive: true, force: true }))
process.on('disconnect', () => process.exit())
// A mutant may break a promise that nobody awaits.
process.on('unhandledRejection', () => {})
process.on('message', async (job: Job) => process.send?.(await run(job)))
process.send?.('ready')

async function run({ mutant, checks }: Job): Promise<MutantResult> {
  const start = performance.now()
  try {
    const selected = checks.flatMap(id => byId.get(id) ?? [])
    return await runMutant(createCopy(mutant), { checks: selected, ledgerFolder })
  } catch (error) {
    // The modules did not load.
    const took = Math.round(performance.now() - start)
    return { verdict: 'crash', by: String(error).split('\n')[0] ?? '', took }
  }
}
