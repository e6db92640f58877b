import { accepted, Blocked, isObject, type Reply } from '../runner/index.js'

/**
 * The id that a create was answered with, which must have been accepted. That it is an integer is a rule of its own
 * (ENV-09, CROSS-39): here it need only be usable. `what` says what was asked for, as in `accepted`.
 */
export function createdId(reply: Reply, what?: string): number {
  accepted(reply, what)
  const first = Array.isArray(reply.data) ? reply.data[0] : undefined
  const id = isObject(first) ? first.id : undefined
  if (typeof id === 'number' || (typeof id === 'string' && /^\d+$/.test(id))) return Number(id)
  throw new Blocked('ENV-09', {
    message: 'a create was answered without the id of what was created',
    expected: [{ id: 'an integer' }],
    actual: reply.data,
    replies: [reply],
  })
}
