import { createdIds, replyOf } from '../http/exchange.js'
import { isObject, isSame } from '../http/json.js'
import type { Judging } from './judging.js'
import { rulesOf } from './rules.js'
import type { Thing } from './things.js'

/** Judges the response to an accepted update or deletion: it must contain only `success`. */
export function judgeChange({ asked, exchange, holds }: Judging): void {
  const { body } = replyOf(exchange)
  const isDelete = asked.method === 'DELETE'
  holds(isDelete ? 'ENV-11.answers' : 'ENV-10.answers', isSame(body, { success: true }), () => ({
    message: `the answer to ${isDelete ? 'a deletion' : 'an update'} must hold only success`,
    expected: { success: true },
    actual: body,
  }))
}

/** Judges the response to an accepted create; returns the id of the new object. */
export function judgeCreated({ asked, exchange, holds }: Judging): string | undefined {
  const reply = replyOf(exchange)
  const { data } = reply
  const [object, ...others] = Array.isArray(data) ? data : []
  const isFormed = isObject(object) && others.length === 0 && isSame(Object.keys(object), ['id'])
  holds('ENV-08.answers', isFormed, () => ({
    message: 'a create must be answered with an array of one object that has only id',
    expected: [{ id: 'the id' }],
    actual: data ?? reply.text,
  }))
  if (!isFormed) return undefined
  const { id } = object
  const isId =
    Number.isInteger(id) || (asked.kind === 'collaborator' && typeof id === 'string' && /^-?\d+$/.test(id))
  holds('ENV-09.answers', isId, () => ({
    message: `the id of a new ${asked.kind} must be an integer`,
    expected: 'integer',
    actual: id,
  }))
  const ids = createdIds(reply)
  return isId && ids.length === 1 ? String(ids[0]) : undefined
}

/** Judges the id of a new object: it must not be that of an existing one. */
export function judgeNewId({ asked, holds }: Judging, id: string, before: Thing | undefined): void {
  const { kind } = asked
  if (kind === undefined || kind === 'user') return
  holds(rulesOf[kind].unique, before === undefined, () => ({
    message: `a new ${kind} got the id ${id}, which another ${kind} of the schedule has`,
    expected: 'an id of its own',
    actual: id,
    earlier: before?.by,
  }))
}
