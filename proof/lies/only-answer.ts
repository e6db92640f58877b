import { isObject, kindOf, type Members, objectsIn, parsed } from './history.js'
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

const objects = new WeakMap<Recorded, Members[]>()

function objectsOf(one: Recorded): Members[] {
  const known = objects.get(one)
  if (known) return known
  const body = parsed(one.answer.text)
  const found = isObject(body) && body.success === true ? objectsIn(body) : []
  objects.set(one, found)
  return found
}
