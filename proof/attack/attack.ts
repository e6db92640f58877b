import { atMost, type Goal, milliseconds, percentile } from '../bench/line.js'
import type { Layout } from '../processes/data.js'
import { busy } from '../processes/machine.js'

/** The address of the clients that attack; the others come from another one, as far as the loopback interface goes. */
export const hostileAddress = '127.0.0.1'
export const normalAddress = '127.0.0.2'

/** Accounts besides the owner of the large schedule, who attacks: the normal client, a victim, and people who log in. */
export const client = 'ben@example.test'
export const victim = 'victim@example.test'
export const newcomers = Array.from({ length: 40 }, (_, index) => `person-${index}@example.test`)

export const token = 'token-of-the-attack'

/** What is attacked. */
export interface Target {
  host: string
  port: number
  /** Bookings in the schedule of the account that attacks. */
  bookings: number
  quick: boolean
  /** When the attack ends, in milliseconds since 1970. */
  until: number
}

/** Counts what the attackers see, such as the status of a response. */
export type Count = (what: string) => void

/** How often what was seen. */
export type Counts = Record<string, number>

/** What the normal client has seen; times in milliseconds. */
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
  /** For a time: the same without an attack, where the machine itself may be too busy for the goal. */
  quiet?: number
}

/** How long the normal client waits, in all but the slowest hundredth of its requests. */
export const latency = ({ attacked, quiet }: Measured, goal: number): Verdict => ({
  what: 'p99 of the normal client',
  value: percentile(attacked.times, 0.99),
  quiet: percentile(quiet.times, 0.99),
  show: milliseconds,
  goal: atMost(goal),
})

export type Outcome = 'met' | 'missed' | 'unclear' | 'not judged'

/**
 * Times depend on the machine: one that is not far above that of the quiet server is unclear, and so is one of a machine that
 * others keep busy. Where others use the machine as they like, times are not judged at all.
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
  /** As `--only` takes it. */
  name: string
  title: string
  /** In the schedule of the account that attacks; 20 in that of the normal client. */
  bookings: number
  /** Where they are. @default 'days' */
  layout?: Layout
  /** Attacks the mock over HTTP instead of the server. */
  onMock?: boolean
  /** The normal client opens a connection for each request, and uses the control interface too. */
  opensConnections?: boolean
  /** Whether people log in for the first time during the attack. */
  hasNewcomers?: boolean
  /** Left out of `--quick`. */
  isLong?: boolean
  /** Runs in its own process until the time is over. */
  run(target: Target, count: Count): Promise<unknown>
  /** Besides those of every attack: the server survives, and no request of the normal client fails. */
  verdicts(measured: Measured): Verdict[]
}
