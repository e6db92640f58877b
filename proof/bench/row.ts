import type { Data } from './data.js'
import type { Line } from './line.js'
import type { Load } from './load.js'

/** What rows are measured with. */
export interface Bench {
  quick: boolean
  load: Load
  data: Data
  /** The folder of the peers' packages; undefined where they are not installed. */
  peers: string | undefined
  /** Shows progress on standard error. */
  tell(what: string): void
}

/** A row of the table: one thing that is measured. */
export interface Row {
  /** As `--only` takes it. */
  name: string
  title: string
  /** What its values are, and what stands behind them. */
  heads: readonly [values: string, more: string]
  measure(bench: Bench): Promise<Line[]>
}
