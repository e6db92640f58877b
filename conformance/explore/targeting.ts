import type { Shelf, Thing } from './world.js'

/**
 * What a step means by a slot. Slots stay the same whatever other steps are left out, so that a walk that is shrunk goes on
 * to mean the same objects.
 */
export interface Aim {
  readonly id: number
  /** Nothing where the object is gone: it was deleted from this slot, and nothing has come there since. */
  readonly thing: Thing | undefined
}

/** The object in a slot, or what was deleted from there, or else the next object there is. */
export function aimAt({ things, dead }: Shelf, slot: number): Aim | undefined {
  const gone = dead.get(slot)
  const thing = things.get(slot) ?? (gone === undefined ? nextOf(things, slot) : undefined)
  const id = thing?.id ?? gone
  return id === undefined ? undefined : { id, thing }
}

/** The object in a slot, or else the next one. */
export function nextOf(things: ReadonlyMap<number, Thing>, slot: number): Thing | undefined {
  const found = things.get(slot)
  if (found || things.size === 0) return found
  const slots = [...things.keys()].sort((a, b) => a - b)
  return things.get(slots.find(other => other > slot) ?? slots[0] ?? slot)
}

/** An empty slot: this one, or else the next one of so many. */
export function emptySlot({ things }: Shelf, slot: number, slots: number): number | undefined {
  for (let step = 0; step < slots; step++) {
    const other = (slot + step) % slots
    if (!things.has(other)) return other
  }
  return undefined
}

/** The objects in some slots, or else the next one. */
export function severalOf(things: readonly Thing[], slots: readonly number[]): readonly Thing[] {
  const found = things.filter(({ slot }) => slots.includes(slot))
  return found.length > 0 ? found : things.slice(0, 1)
}
