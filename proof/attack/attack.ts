import { atMost, type Goal, milliseconds, percentile } from '../bench/line.js'
import type { Layout } from '../processes/data.js'
import { busy } from '../processes/machine.js'

/** The address of the attacking clients; the others use another address of the loopback interface. */
export const hostileAddress = '127.0.0.1'
export const normalAddress = '127.0.0.2'

/** Accounts besides the attacker, who owns the large schedule: the normal client, a victim, and people who log in. */
export const client = 'ben@example.test'
export const victim = 'victim@example.test'
export const newcomers = Array.from({ length: 40 }, (_, index) => `person-${index}@example.test`)

export const token = 'token-of-the-attack'

/** The target of an attack. */
export interface Target {
  host: string
  port: number
  /** Bookings in the schedule of the account that attacks. */
  bookings: number
  quick: boolean
  /** When the attack ends, in milliseconds since 1970. */
  until: number
}

/** Counts something that the attackers see, such as the status of a response. */
export type Count = (what: string) => void

/** The number of occurrences of each. */
export type Counts = Record<string, number>

/** The results of the normal client; times in milliseconds. */
export interface Seen {
  times: readonly number[]
  reads: readonly number[]
  requests: number
  /** By reason. */
  failures: Readonly<Counts>
}

export const failed = ({ failures }: Seen): number =>
  Object.values(failures).reduce((sum, count) => sum + count, 0)

export interface Measured {
  quiet: Seen
  attacked: Seen
  /** Times and failures of the first logins of others. */
  logins: Seen
  /** Peak memory of the server in MB, while it was attacked. */
  peak: number
  /** What the attackers counted. */
  counts: Readonly<Counts>
}

/** Something that must hold under attack. */
export interface Verdict {
  what: string
  value: number
  show: (value: number) => string
  goal: Goal
  /** For a time: its value without an attack, in case the machine itself is too busy to reach the goal. */
  quiet?: number
}

/** The 99th percentile of the normal client's response times. */
export const latency = ({ attacked, quiet }: Measured, goal: number): Verdict => ({
  what: 'p99 of the normal client',
  value: percentile(attacked.times, 0.99),
  quiet: percentile(quiet.times, 0.99),
  show: milliseconds,
  goal: atMost(goal),
})

export type Outcome = 'met' | 'missed' | 'unclear' | 'not judged'

/**
 * Times depend on the machine: one that is not far above that of the quiet server is unclear, and so is one measured while
 * other processes keep the machine busy. Where that cannot be controlled, times are not judged at all.
 */
export function judge(
  { value, goal, quiet }: Pick<Verdict, 'value' | 'goal' | 'quiet'>,
  { judgesTimes = true, others = 0 } = {},
): Outcome {
  if (goal.isMetBy(value)) return 'met'
  if (quiet === undefined) return 'missed'
  if (!judgesTimes) return 'not judged'
  return value <= quiet * 3 || others > busy ? 'unclear' : 'missed'
}

export interface Attack {
  /** The name for `--only`. */
  name: string
  title: string
  /** Bookings in the attacker's schedule; that of the normal client has 20. */
  bookings: number
  /** How they are spread over time. @default 'days' */
  layout?: Layout
  /** Attacks the mock over HTTP instead of the server. */
  onMock?: boolean
  /** The normal client opens a connection for each request, and uses the control interface too. */
  opensConnections?: boolean
  /** Whether people log in for the first time during the attack. */
  hasNewcomers?: boolean
  /** Excluded from `--quick`. */
  isLong?: boolean
  /** Runs in its own process until the time is over. */
  run(target: Target, count: Count): Promise<unknown>
  /** Goals in addition to those of every attack: the server survives, and no request of the normal client fails. */
  verdicts(measured: Measured): Verdict[]
}
