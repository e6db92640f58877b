import type { Result } from './results.js'

/** What a worker is told. */
export interface Job {
  /** The mutant to switch on; none for a trial of the core as it is. */
  readonly mutant?: string
  readonly checks: readonly string[]
}

/** What it answers. */
export type Answer = Pick<Result, 'verdict' | 'by' | 'took'>
