import type { Query } from '../http/paths.js'
import { bookingsOf, type ModelCollection, type ModelObject, type ModelSchedule } from './world.js'

/**
 * The object that a step refers to by a slot. Slots do not depend on other steps, so that a shrunk walk still refers to the
 * same objects.
 */
export interface Aim {
  readonly id: number
  /** Undefined if the object of this slot was deleted and not replaced. */
  readonly object: ModelObject | undefined
}

/** Returns the object in a slot, or the one deleted from it, or else the next object. */
export function aimAt(collection: ModelCollection, slot: number): Aim | undefined {
  const { objects } = collection
  const [gone] = deadIn(collection, [slot])
  const object = objects.get(slot) ?? (gone === undefined ? nextOf(objects, slot) : undefined)
  const id = object?.id ?? gone
  return id === undefined ? undefined : { id, object }
}

/** The object in a slot, or else the next one. */
export function nextOf(objects: ReadonlyMap<number, ModelObject>, slot: number): ModelObject | undefined {
  const found = objects.get(slot)
  if (found || objects.size === 0) return found
  const slots = [...objects.keys()].sort((a, b) => a - b)
  return objects.get(slots.find(other => other > slot) ?? slots[0] ?? slot)
}

/** Returns an empty slot: this one, or else the next of `slots`. */
export function emptySlot({ objects }: ModelCollection, slot: number, slots: number): number | undefined {
  for (let step = 0; step < slots; step++) {
    const other = (slot + step) % slots
    if (!objects.has(other)) return other
  }
  return undefined
}

/** The ids that were deleted from some slots, except those that a target has given to other objects since. */
function deadIn({ objects, dead }: ModelCollection, slots: readonly number[]): readonly number[] {
  const alive = new Set([...objects.values()].map(({ id }) => id))
  return slots.flatMap(slot => dead.get(slot) ?? []).filter(id => !alive.has(id))
}

/** The objects in some slots, or else the next one. */
function severalOf(objects: readonly ModelObject[], slots: readonly number[]): readonly ModelObject[] {
  const found = objects.filter(({ slot }) => slots.includes(slot))
  return found.length > 0 ? found : objects.slice(0, 1)
}

/** The objects that a list request covers. */
export interface Scope {
  readonly path: string
  readonly query: Exclude<Query, string>
  readonly objects: readonly ModelObject[]
  /** Whether it covers everything in the list, without ids. */
  readonly isAll: boolean
  /** Whether some of its ids are out of its scope: those of deleted objects, or of bookings elsewhere. */
  readonly hasDead: boolean
  /** Whether it covers no object. */
  readonly isEmpty: boolean
}

interface ScopeChoices {
  readonly slots: readonly number[]
  /** The list of this resource. */
  readonly of?: number | undefined
  readonly isAll?: boolean | undefined
  readonly hasDead?: boolean | undefined
  /**
   * A whole schedule is written to only if it is exclusive, a whole resource only if guards may be tried; several objects of a
   * schedule only if guards may be tried there, or if it was empty before.
   */
  readonly isWrite?: boolean
}

/** The id of a booking of another resource, out of the scope of a request on the bookings of one. */
function idsElsewhere(
  { objects }: ModelCollection,
  own: readonly ModelObject[] | undefined,
): readonly number[] {
  const other = own && [...objects.values()].find(object => !own.includes(object))
  return other ? [other.id] : []
}

/** The scope of a request; undefined if there are no objects, or if a faulty target would affect other people's objects. */
export function scopeOf(
  schedule: ModelSchedule,
  collection: ModelCollection,
  choices: ScopeChoices,
): Scope | undefined {
  const { slots, of, isAll = false, hasDead = false, isWrite = false } = choices
  const resource = of === undefined ? undefined : nextOf(schedule.resources.objects, of)
  const all = resource ? bookingsOf(schedule, resource) : [...collection.objects.values()]
  const path = resource ? `${schedule.resources.list}/${resource.id}/bookings` : collection.list
  if (isAll) {
    if (isWrite && !(resource ? schedule.isGuarded : schedule.isExclusive)) return undefined
    if (collection.isPartial) return undefined
    return { path, query: {}, objects: all, isAll, hasDead: false, isEmpty: all.length === 0 }
  }
  // A target that ignores ids would change or delete everything in the list.
  if (isWrite && !resource && !schedule.isOurs && !schedule.isGuarded) return undefined
  const objects = severalOf(all, slots)
  const others = hasDead ? [...deadIn(collection, slots), ...idsElsewhere(collection, resource && all)] : []
  const ids = [...objects.map(({ id }) => id), ...others]
  if (objects.length === 0) return undefined
  return { path, query: { ids }, objects, isAll, hasDead: ids.length > objects.length, isEmpty: false }
}
