import { ruleIdOf } from '../catalogue/index.js'
import type { Level } from '../catalogue/rule.js'
import type { Invariant } from '../check/check.js'
import { type AnswerRule, answerTitles } from '../record/index.js'

/** The levels of invariants that follow only from a name, of rules whose other parts the document states in words. */
const levels: Readonly<Partial<Record<AnswerRule, Level>>> = {
  'LIST-09.values': 'should',
  'LIST-14.port': 'should',
}

const entries = Object.entries(answerTitles) as [AnswerRule, string][]

/** The invariants that the record of a run applies to every response. */
export const answerInvariants: readonly Invariant[] = entries.map(([id, title]) =>
  Object.freeze({ id, rule: ruleIdOf(id), title, ...(levels[id] && { level: levels[id] }) }),
)
