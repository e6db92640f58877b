import { createActor } from './actor.js'
import { described } from './assertions.js'
import type { Check } from './check.js'
import { type Exchange, replyOf, type SentRequest } from './exchange.js'
import type { Finding } from './outcomes.js'
import { me } from './paths.js'
import type { CheckSession } from './session.js'

/** Where an attempt of a check ended because a request got no whole answer. */
export interface Break {
  readonly request: SentRequest
  /** What was sent before it. */
  readonly trail: readonly Exchange[]
  readonly reason: string
  /** The rule that it had to keep, where it prepared the check. */
  readonly rule?: string | undefined
}

/** The request without the ids and names that differ in each attempt. */
const shapeOf = ({ request: { method, path, query }, trail }: Break) =>
  `${trail.length}: ${`${method} ${path}?${query}`.replace(/\d+/g, '0')}`

/**
 * The finding about a request that got no answer in any attempt of a check, while the target answers others. Undefined where
 * the attempts ended at different requests, or the target answers nothing: then it is the connection that breaks.
 */
export async function droppedFinding(
  breaks: readonly Break[],
  { id }: Pick<Check, 'id'>,
  session: CheckSession,
): Promise<{ finding: Finding; trail: readonly Exchange[] } | undefined> {
  const last = breaks.at(-1)
  if (!last || new Set(breaks.map(shapeOf)).size > 1) return undefined
  const owner = createActor(session, session.target.owner, 'owner', { check: id })
  const answer = await owner.get(me).catch(() => undefined)
  if (answer === undefined || answer.status >= 500) return undefined

  const { request, reason } = last
  const dropped = { request, answer: { status: 0, headers: {}, text: '' }, sentAt: Date.now(), took: 0 }
  const reply = replyOf(dropped)
  return {
    finding: {
      message: `${described(reply)} got no whole answer in ${breaks.length} attempts, while the target answers other requests`,
      expected: 'an answer, of whatever kind',
      actual: reason,
      replies: [reply],
    },
    trail: [...last.trail, dropped],
  }
}
