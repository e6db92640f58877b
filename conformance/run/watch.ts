import type { Invariant, Secrets } from '../check/check.js'
import type { Answered, Settle } from '../http/client.js'
import { basic, type Exchange, replyOf, type SentRequest } from '../http/exchange.js'
import { stackOf } from '../http/interrupted.js'
import { type AnswerRule, createRecord } from '../record/index.js'
import type { Finding } from '../session/outcomes.js'
import { probeId } from '../session/probe.js'
import type { Target } from '../target/target.js'
import { isCheckId, seenIn } from './seen.js'

/** The findings of one invariant so far. */
export interface Watched {
  readonly invariant: Invariant
  /** Whether it applied to any exchange. */
  seen: boolean
  /** What is wrong with the first exchanges that broke it, and all exchanges of their checks up to then. */
  readonly broken: {
    readonly finding: Finding
    readonly trail: readonly Exchange[]
    readonly isInCheck: boolean
  }[]
  /** An error in the invariant itself, which is a bug in the kit. */
  fault?: string
}

/** Applies every invariant to every exchange of a run. */
export interface Watch {
  readonly results: readonly Watched[]
  /** Whether any of them was broken. */
  readonly isBroken: boolean
  onExchange(answered: Answered): void
  /** Called with every request, for the record. Responses to the probe break no rule. */
  onSend(request: SentRequest): Settle
}

const shown = 3

export function createWatch(
  invariants: readonly Invariant[],
  {
    secrets,
    target: { owner, baseUrl },
  }: { secrets: () => Secrets; target: Pick<Target, 'owner' | 'baseUrl'> },
): Watch {
  const results = invariants.map((invariant): Watched => ({ invariant, seen: false, broken: [] }))
  const byId = new Map<string, Watched>(results.map(watched => [watched.invariant.id, watched]))
  const recorded = results.filter(({ invariant }) => !invariant.judge)
  const record =
    recorded.length > 0 ? createRecord({ owner: basic(owner.email, owner.password), baseUrl }) : undefined

  let isBroken = false

  const add = (
    watched: Watched,
    { message, ...judged }: Omit<Finding, 'replies'>,
    { exchange, check, trail }: Answered,
    earlier?: Exchange,
  ) => {
    isBroken = true
    const isInCheck = isCheckId(check)
    if (watched.broken.length >= shown) {
      // Only a finding in a check can be reproduced.
      if (!isInCheck || watched.broken.some(each => each.isInCheck)) return
      watched.broken.pop()
    }
    const chain = earlier && !trail.includes(earlier) ? [earlier, ...trail] : [...trail]
    const replies = [...(earlier ? [replyOf(earlier)] : []), replyOf(exchange)]
    watched.broken.push({
      finding: { ...judged, message: seenIn(message, check), replies },
      trail: chain,
      isInCheck,
    })
  }

  return {
    get isBroken() {
      return isBroken
    },
    get results() {
      for (const watched of recorded)
        watched.seen = record?.seen.has(watched.invariant.id as AnswerRule) === true
      return results
    },
    onExchange(answered) {
      const known = secrets()
      for (const watched of results) {
        try {
          const judged = watched.invariant.judge?.(answered.exchange, known)
          if (judged === undefined) continue
          watched.seen = true
          if (judged !== true) add(watched, judged, answered)
        } catch (error) {
          watched.fault ??= stackOf(error)
        }
      }
    },
    onSend(request) {
      const settle = record?.sent(request)
      return answered => {
        try {
          const findings = settle?.(answered?.exchange) ?? []
          if (!answered || answered.check === probeId) return
          for (const { id, earlier, ...finding } of findings) {
            const watched = byId.get(id)
            if (watched) add(watched, finding, answered, earlier)
          }
        } catch (error) {
          for (const watched of recorded) watched.fault ??= stackOf(error)
        }
      }
    },
  }
}
