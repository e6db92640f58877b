import { readFileSync } from 'node:fs'
import { workerData } from 'node:worker_threads'
import { checks } from '../../conformance/index.js'
import { answerJobs } from '../processes/thread-pool.js'
import type { Mutant } from './instrument.js'
import { type MutantResult, prepareCopies, runMutant } from './run-mutant.js'

/** A job for a thread. */
export interface Job {
  /** Undefined for the unchanged core. */
  readonly mutant?: Mutant
  readonly checks: readonly string[]
}

/** The worker data of a thread. */
export interface Given {
  readonly root: string
  /** The file with the bundled core. */
  readonly script: string
  readonly ledgerFolder: string
}

const { root, script, ledgerFolder } = workerData as Given
const createCopy = prepareCopies(root, readFileSync(script, 'utf8'))
const byId = new Map(checks.map(check => [check.id, check]))

// A mutant may break a promise that nobody awaits.
process.on('unhandledRejection', () => {})

answerJobs(async ({ mutant, checks }: Job): Promise<MutantResult> => {
  try {
    const selected = checks.flatMap(id => byId.get(id) ?? [])
    return await runMutant(createCopy(mutant?.id), { checks: selected, ledgerFolder })
  } catch (error) {
    // The modules did not load.
    return { verdict: 'crash', by: String(error).split('\n')[0] ?? '' }
  }
})
