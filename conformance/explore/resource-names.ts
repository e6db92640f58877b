import type { Expectation, ModelObject, ModelSchedule, World } from './world.js'

/**
 * Whether a resource may have a name. "Unique across all resources" may mean the schedule or the whole service, and
 * the document says nothing about letter case: where two names differ only in that, both answers are right.
 */
export function nameIsFree(
  world: World,
  schedule: ModelSchedule,
  name: string,
  { self, taken, free }: { self?: ModelObject; taken: string; free: string },
): Expectation {
  let isNear = false
  for (const { resources } of world.schedules) {
    for (const object of resources.objects.values()) {
      const other = String(object.known.name)
      if (object === self || other.toLowerCase() !== name.toLowerCase()) continue
      if (other === name && resources === schedule.resources) return { acceptBreaks: taken }
      isNear = true
    }
  }
  if (isNear) return {}
  if (self?.known.name === name) return { refuseBreaks: 'UNIQ-03' }
  const heard = world.names.get(name)
  return { refuseBreaks: heard === undefined ? free : again[heard] }
}

/** The rules about a name that was in use before. That a refused request does not take it is not a must. */
const again = { deleted: 'UNIQ-10', renamed: 'UNIQ-11', refused: 'CROSS-21' } as const

/** Records the answer to a request with a name. */
export function nameWasSent(world: World, name: string, free: Expectation, isAccepted: boolean): void {
  if (isAccepted) world.names.delete(name)
  else if (free.refuseBreaks !== undefined && !world.names.has(name)) world.names.set(name, 'refused')
}

/** Records that resources lost their names. */
export function nameIsLeft(world: World, objects: readonly ModelObject[], how: 'deleted' | 'renamed'): void {
  for (const { known } of objects) world.names.set(String(known.name), how)
}
