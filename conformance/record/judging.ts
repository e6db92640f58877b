import type { Exchange } from '../http/exchange.js'
import type { Asked } from './asked.js'
import type { AnswerRule } from './rules.js'
import type { Things } from './things.js'
import type { Write, Writes } from './writes.js'

/** What is wrong with a response. */
export interface AnswerFinding {
  readonly id: AnswerRule
  readonly message: string
  readonly expected: unknown
  readonly actual: unknown
  /** The exchange of the run that it contradicts; undefined if the response contradicts the document or itself. */
  readonly earlier: Exchange | undefined
}

/** A response that is being judged, with everything that is known. */
export interface Judging {
  readonly asked: Asked
  readonly exchange: Exchange
  /** When its request was sent, as an event count. */
  readonly began: number
  readonly things: Things
  readonly writes: Writes
  /** Writes to the same kind of object that ran concurrently: the response may show the state before or after them. */
  readonly others: readonly Write[]
  /** The address of the target. */
  readonly base: URL
  /** The time zone of the caller; undefined if it is not known. */
  readonly zone: string | undefined
  /** The findings so far. */
  readonly findings: readonly AnswerFinding[]
  /** Whether the sender owns the schedules. */
  readonly isOwner: boolean
  /** Notes that this response keeps a rule. */
  keeps(id: AnswerRule): void
  /** Notes that a rule applies to this response, and what is wrong if it is broken. */
  holds(
    id: AnswerRule,
    condition: boolean,
    say: () => Omit<AnswerFinding, 'id' | 'earlier'> & { earlier?: Exchange | undefined },
  ): boolean
}
