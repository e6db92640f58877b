import type { Query } from '../runner/context.js'
import { nextOf, severalOf } from './targeting.js'
import { bookingsOf, type Place, type Shelf, type Thing } from './world.js'

/** What a request to a list is for. */
export interface Scope {
  readonly path: string
  readonly query: Exclude<Query, string>
  readonly things: readonly Thing[]
  /** Everything in the list is meant, and nothing listed. */
  readonly isAll: boolean
  readonly hasDead: boolean
  /** Nothing is meant. */
  readonly isEmpty: boolean
}

interface ScopeChoices {
  readonly slots: readonly number[]
  /** The list of this resource. */
  readonly of?: number | undefined
  readonly isAll?: boolean | undefined
  readonly hasDead?: boolean | undefined
  /** A whole schedule is written to only where everything in it is ours, a whole resource where guards may be tried. */
  readonly isWrite?: boolean
}

/** Nothing where there is nothing to mean, or where a target that does it wrong would touch what is not ours. */
export function scopeOf(place: Place, shelf: Shelf, choices: ScopeChoices): Scope | undefined {
  const { slots, of, isAll = false, hasDead = false, isWrite = false } = choices
  const resource = of === undefined ? undefined : nextOf(place.resources.things, of)
  const all = resource ? bookingsOf(place, resource) : [...shelf.things.values()]
  const path = resource ? `${place.resources.list}/${resource.id}/bookings` : shelf.list
  if (isAll) {
    if (isWrite && !(resource ? place.isGuarded : place.isOurs)) return undefined
    if (shelf.isLoose) return undefined
    return { path, query: {}, things: all, isAll, hasDead: false, isEmpty: all.length === 0 }
  }
  const things = severalOf(all, slots)
  const dead = hasDead ? slots.flatMap(slot => shelf.dead.get(slot) ?? []) : []
  const alive = new Set([...shelf.things.values()].map(({ id }) => id))
  const ids = [...things.map(({ id }) => id), ...dead.filter(id => !alive.has(id))]
  if (things.length === 0) return undefined
  return { path, query: { ids }, things, isAll, hasDead: ids.length > things.length, isEmpty: false }
}
