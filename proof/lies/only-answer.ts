import { bodyOf, kindOf, type Members, objectsIn, parsed } from './history.js'
import type { Recorded } from './recording.js'

/** The member that a lie alters (`change name of data[3]`), and its object in the answer. */
function alteredBy(recorded: readonly Recorded[], index: number, what: string) {
  const [, member, place] = /(\w+) of data(?:\[(\d+)\])?/.exec(what) ?? []
  const one = recorded[index]
  const object = one && objectsOf(one)[Number(place ?? 0)]
  if (!one || !object || member === undefined || object.id === undefined) return undefined
  const list = listOf(one)
  const isShownBy = (other: Recorded) =>
    other !== one &&
    listOf(other) === list &&
    objectsOf(other).some(({ id, [member]: value }) => id === object.id && value !== undefined)
  return { one, list, id: object.id, member, isShownBy }
}

/** Whether no other answer of a recording shows the member that a lie alters: nothing can contradict it then. */
export function isOnlyAnswer(recorded: readonly Recorded[], index: number, what: string): boolean {
  const altered = alteredBy(recorded, index, what)
  return altered !== undefined && !recorded.some(altered.isShownBy)
}

/**
 * Whether an earlier update of the member that a lie alters was refused, and no later answer shows it: that a refused update
 * changes nothing is a SHOULD, so the record of a run accepts both values.
 */
export function isAfterRefusal(recorded: readonly Recorded[], index: number, what: string): boolean {
  const altered = alteredBy(recorded, index, what)
  if (!altered) return false
  const { one, list, id, member, isShownBy } = altered
  const isRefusal = (other: Recorded) =>
    other.method === 'PUT' &&
    other.answer.status >= 400 &&
    listOf(other) === list &&
    (other.path.endsWith(`/${id}`) || !/\/\d+$/.test(other.path)) &&
    (kindOf(one.path) !== 'user' || other.authorization === one.authorization) &&
    member in (parsed(other.body ?? '') ?? {})
  return (
    recorded.some(other => other.began < one.ended && isRefusal(other)) &&
    !recorded.some(other => other.ended > one.ended && isShownBy(other))
  )
}

/** The schedule and the kind of the objects that a path names. */
const listOf = ({ path }: Recorded) => `${/\/schedules\/[^/]+/.exec(path)?.[0]} ${kindOf(path)}`

function objectsOf({ answer }: Recorded): Members[] {
  const body = bodyOf(answer)
  return body?.success === true ? objectsIn(body) : []
}
