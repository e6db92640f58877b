import { bodyOf, kindOf, type Members, objectsIn } from './history.js'
import type { Recorded } from './recording.js'

/**
 * Whether no other answer of a recording shows the member that a lie alters (`change name of data[3]`): nothing can contradict
 * it then.
 */
export function isOnlyAnswer(recorded: readonly Recorded[], index: number, what: string): boolean {
  const [, member, place] = /(\w+) of data(?:\[(\d+)\])?/.exec(what) ?? []
  const one = recorded[index]
  const object = one && objectsOf(one)[Number(place ?? 0)]
  if (!one || !object || member === undefined || object.id === undefined) return false
  const list = listOf(one)
  return !recorded.some(
    (other, at) =>
      at !== index &&
      listOf(other) === list &&
      objectsOf(other).some(({ id, [member]: value }) => id === object.id && value !== undefined),
  )
}

/** The schedule and the kind of the objects that a path names. */
const listOf = ({ path }: Recorded) => `${/\/schedules\/[^/]+/.exec(path)?.[0]} ${kindOf(path)}`

function objectsOf({ answer }: Recorded): Members[] {
  const body = bodyOf(answer)
  return body?.success === true ? objectsIn(body) : []
}
