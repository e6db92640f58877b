import { isSame, type JsonObject } from '../http/json.js'
import type { Judging } from './judging.js'
import type { Right, Thing } from './things.js'

/*
 * Most objects of a run are shown several times alike. Judging them only once saves half of the time that the record takes.
 */

/** Whether the query of an answer selects members or objects. */
const isSpecial = ({ asked: { query } }: Judging) =>
  query.fields !== undefined || query.from !== undefined || query.until !== undefined

const sourceOf = ({ asked: { id, kind } }: Judging) => (id === undefined && kind !== 'user' ? 'list' : 'read')

/** Whether an object is shown exactly as when it was last judged right. */
export function isRepeated(judging: Judging, thing: Thing, object: JsonObject): boolean {
  const last: Right | undefined = thing.right[sourceOf(judging)]
  if (!last || thing.existence !== 'there' || thing.isOpen || isSpecial(judging)) return false
  const isAlike = last.zone === judging.zone && last.resource === judging.asked.resource
  return isAlike && isSame(last.object, object)
}

/** Remembers an object that is right, and that no write is changing. */
export function rememberRight(judging: Judging, thing: Thing, object: JsonObject): void {
  const { asked, zone } = judging
  if (thing.existence !== 'there' || thing.isOpen || isSpecial(judging)) return
  thing.right[sourceOf(judging)] = { object, zone, resource: asked.resource }
}
