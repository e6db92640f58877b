import type { Data } from '../processes/data.js'
import type { Bench, Contestant } from './contest.js'
import type { Line } from './line.js'
import type { Servers } from './servers.js'

/** What benchmarks are given. */
export interface Setting extends Bench {
  data: Data
  servers: Servers
}

export interface Benchmark {
  /** As `--only` takes it. */
  name: string
  title: string
  measure(setting: Setting): Promise<Line[]>
}

export const few = 1_000
export const large = 100_000
/** With so many bookings, the suite of the row `worlds` takes two seconds. */
export const suiteBookings = 5_000
export const sizes = ({ quick }: Bench) => [few, large, ...(quick ? [] : [1_000_000])]

export type Named = Pick<Contestant, 'name' | 'goal' | 'goalOf' | 'against'>
