import type { Exchange } from '../http/exchange.js'
import type { Asked } from './asked.js'
import type { AnswerRule } from './rules.js'
import type { Things } from './things.js'
import type { Write, Writes } from './writes.js'

/** What is wrong with an answer. */
export interface AnswerFinding {
  readonly id: AnswerRule
  readonly message: string
  readonly expected: unknown
  readonly actual: unknown
  /** The exchange of the run that it contradicts; undefined where the answer contradicts the document, or itself. */
  readonly earlier: Exchange | undefined
}

/** An answer that is being judged, with all that is known. */
export interface Judging {
  readonly asked: Asked
  readonly exchange: Exchange
  /** When its request was sent, as a count of events. */
  readonly began: number
  readonly things: Things
  readonly writes: Writes
  /** Writes of the same kind of thing that were under way while it was answered: it may show the state before or after. */
  readonly others: readonly Write[]
  /** The address of the target. */
  readonly base: URL
  /** The time zone of the caller; undefined where it is not known. */
  readonly zone: string | undefined
  /** The findings so far. */
  readonly findings: readonly AnswerFinding[]
  /** The sender owns the schedules. */
  readonly isOwner: boolean
  /** Notes that this answer obeys a rule. */
  keeps(id: AnswerRule): void
  /** Notes that a rule applies to this answer, and what is wrong if it is broken. */
  holds(
    id: AnswerRule,
    condition: boolean,
    say: () => Omit<AnswerFinding, 'id' | 'earlier'> & { earlier?: Exchange | undefined },
  ): boolean
}
