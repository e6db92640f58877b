import { ruleIdOf } from '../catalogue/index.js'
import { clean } from '../http/clean.js'
import { allowance, timeOf } from '../http/pacing.js'
import type { Target } from '../target/target.js'
import { grouped } from './counts.js'
import { requestCounts } from './request-counts.js'

/** What a run will send, as far as known before its first write. */
export interface Estimate {
  /** Checks that will run, invariants included. */
  readonly checks: number
  /** The number of invariants among them, which judge the responses to other checks' requests and send none. */
  readonly invariants: number
  /** Requests in total. */
  readonly requests: number
  /** Whether a budget determines how many checks run: more if they send fewer requests than usual. */
  readonly isBudget?: boolean
  /** The minimum duration in milliseconds, due to the limits of the accounts, `rate` or the response times. */
  readonly duration: number
  /** Milliseconds per response and the number of parallel checks, if these determine the duration. */
  readonly responses?: { readonly time: number; readonly jobs: number }
  readonly accounts: readonly {
    readonly email: string
    readonly requests: number
    /** Its request_rate_limit; undefined if the target does not show it. */
    readonly limit: number | undefined
    /** Milliseconds, at 90 % of this limit. */
    readonly duration: number
  }[]
}

interface EstimateOptions {
  readonly target: Pick<Target, 'owner' | 'members'>
  /** The ids of the checks that will run. */
  readonly checks: readonly string[]
  /** The number of invariants. */
  readonly invariants?: number
  /** Returns the request_rate_limit of an account. */
  limitOf(email: string): number | undefined
  /** The maximum number of requests per second. */
  readonly rate?: number | undefined
  /** Milliseconds per response; 0 by default. */
  readonly responseTime?: number
  /** The number of parallel checks; one by default. */
  readonly jobs?: number
  /** Whether each object is deleted with a request of its own, because no check proves bulk deletes safe. */
  readonly deletesOneByOne?: boolean
  /** Returns the number of requests of a check, if known better than the average of its rule. */
  requestsOf?(id: string): number | undefined
}

/** The measured share of a complete run in which no two checks can run at once. */
const alone = 0.02

/** The approximate number of checks in a complete run. */
const usualRun = 1200

/** `BKG-01:o8e2.5`: a check of this rule sends 8 requests as the owner and 2.5 as the editor, on average. */
const countsByRule: ReadonlyMap<string, ReadonlyMap<string, number>> = new Map(
  requestCounts
    .trim()
    .split(/\s+/)
    .map(entry => {
      const [rule = '', senders = ''] = entry.split(':')
      const counts = [...senders.matchAll(/([a-z])([\d.]+)/g)]
      return [rule, new Map(counts.map(([, sender = '', count]) => [sender, Number(count)]))]
    }),
)

const sumOf = (counts: ReadonlyMap<string, number>) =>
  [...counts.values()].reduce((sum, count) => sum + count, 0)

/** The requests of a check whose rule was not counted yet: what most checks send. */
const usual = new Map([['o', 8]])

/** Returns the average number of requests of a check of this rule. */
export const usualRequests = (id: string): number => sumOf(countsByRule.get(ruleIdOf(id)) ?? usual)

/** Estimates the requests and the duration of a run, from the requests that its checks sent to the reference server. */
export function estimateRun(options: EstimateOptions): Estimate {
  const { target, checks, invariants = 0, limitOf, rate, responseTime: time = 0, jobs = 1 } = options
  const { requestsOf = () => undefined, deletesOneByOne = false } = options
  const bySender = new Map<string, number>()
  const add = (own: ReadonlyMap<string, number>, factor = 1) => {
    for (const [usually, count] of own) {
      // Without a stranger, checks that any account can run use the owner's.
      const sender = usually === 's' && target.members.length < 3 ? 'o' : usually
      bySender.set(sender, (bySender.get(sender) ?? 0) + count * factor)
    }
  }
  for (const id of ['preparation', 'operations', ...checks]) {
    const own = countsByRule.get(ruleIdOf(id)) ?? usual
    const average = sumOf(own)
    add(own, average === 0 ? 0 : (requestsOf(id) ?? average) / average)
  }
  add(countsByRule.get('clean-up') ?? new Map(), Math.min(1, checks.length / usualRun))
  if (deletesOneByOne) add(countsByRule.get('one-by-one') ?? new Map(), checks.length)
  const requests = Math.round(sumOf(bySender))
  const people = [target.owner, ...target.members.slice(0, 3)]
  const accounts = people.map(({ email }, index) => {
    const limit = limitOf(email)
    const own = Math.round(bySender.get('oevs'.charAt(index)) ?? 0)
    return { email, requests: own, limit, duration: limit === undefined ? 0 : timeOf(own, limit) }
  })
  const paced = rate === undefined ? 0 : (requests / rate) * 1000
  const limited = Math.max(paced, ...accounts.map(account => account.duration))
  const answered = requests * time * (alone + (1 - alone) / jobs)
  return {
    checks: checks.length + invariants,
    invariants,
    requests,
    duration: Math.max(limited, answered),
    ...(answered > limited && { responses: { time, jobs } }),
    accounts,
  }
}

/** Formats the estimate for people, in a few lines. */
export function estimateText(estimate: Estimate): string {
  const { checks, invariants, requests, isBudget, duration, responses, accounts } = estimate
  // The progress counts only the others.
  const ofAnswers = invariants > 0 ? ` (${grouped(invariants)} of them judge every answer)` : ''
  const total = `${isBudget ? 'About ' : ''}${grouped(checks)} ${checks === 1 ? 'check' : 'checks'}${ofAnswers}, about ${rounded(requests)} requests`
  if (responses && duration >= minute) {
    const { time, jobs } = responses
    return `${total}; with ${Math.round(time)} ms for each response and --jobs ${jobs}, they take about ${timeText(duration)}.`
  }
  if (duration === 0 || responses) return `${total}; the accounts' rate limits allow them without waiting.`
  const slow = accounts.filter(account => account.duration > 0)
  const lines = slow.map(
    ({ email, requests, limit = 0, duration }) =>
      `  ${email}: about ${rounded(requests)} requests at ${grouped(allowance(limit))} (90 % of ${grouped(limit)}) per 5 minutes, ${timeText(duration)}`,
  )
  return clean([`${total}; at the given limits they take ${timeText(duration)}.`, ...lines].join('\n'))
}

/** To the hundred from 1,000 on: an estimate is not more exact. */
const rounded = (requests: number) => grouped(requests < 1000 ? requests : Math.round(requests / 100) * 100)

const minute = 60_000

/** Formats milliseconds for people: `2 h 53 min`, `12 min`, `less than a minute`. */
function timeText(milliseconds: number): string {
  const minutes = Math.round(milliseconds / minute)
  if (minutes === 0) return 'less than a minute'
  const hours = Math.floor(minutes / 60)
  return hours > 0 ? `${hours} h ${minutes % 60} min` : `${minutes} min`
}
