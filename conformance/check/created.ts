import { createdIds, type Reply } from '../http/exchange.js'
import { Blocked } from '../session/outcomes.js'
import { accepted } from './assertions.js'

/** The id that a create was answered with, a number or, for a collaborator, a text too (section 2.3). */
export function answeredId(reply: Reply): number | string {
  const [id] = Array.isArray(reply.data) ? createdIds(reply) : []
  if (id === undefined) throw withoutId(reply)
  return id
}

/**
 * The id that a create was answered with, which must have been accepted. That it is an integer is another rule (ENV-09,
 * CROSS-39): here it need only be usable. `what` says what was asked for, as in `accepted`.
 */
export function createdId(reply: Reply, what?: string): number {
  accepted(reply, what)
  const id = answeredId(reply)
  if (typeof id === 'string' && !/^\d+$/.test(id)) throw withoutId(reply)
  return Number(id)
}

const withoutId = (reply: Reply) =>
  new Blocked('ENV-09', {
    message: 'a create was answered without the id of what was created',
    expected: [{ id: 'an integer' }],
    actual: reply.data ?? reply.text,
    replies: [reply],
  })
