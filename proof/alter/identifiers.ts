import { setImmediate as pause } from 'node:timers/promises'
import {
  type Awaitable,
  type Repositories,
  type Selection,
  type StoredBooking,
  UniqueViolation,
} from '../../server/core/index.js'
import type { Alter } from '../server/parts.js'
import { collection, showing, shownAs } from './stored.js'

/** A resource and its name. */
export interface Named {
  readonly id: number
  readonly schedule_id: string
  readonly name: string
}

export interface NameRules {
  /** Whether a name is refused for a new resource, or for a renamed one with the id `own`. */
  isTaken(name: string, others: readonly Named[], own: number | undefined): boolean
  /** Checks and writes in two steps, with others in between; the operations have to run concurrently too. */
  readonly careless?: boolean
}

/** Keeps the names of resources outside the store, which no longer enforces that they are unique. */
export const resourceNames = ({ isTaken, careless = false }: NameRules): Alter =>
  collection('resources', usual => {
    const names = new Map<number, Named>()
    let last = 0

    /** Refuses names that are taken and keeps the others; `write` changes the store. */
    const take = async (
      wanted: readonly Named[],
      write: (kept: readonly string[]) => Promise<readonly number[]>,
    ) => {
      const after = new Map(names)
      for (const [index, { id, ...named }] of wanted.entries()) {
        const others = [...after.values()].filter(other => other.id !== id)
        if (isTaken(named.name, others, id < 0 ? undefined : id)) throw new UniqueViolation('resource name')
        after.set(id < 0 ? -index - 1 : id, { id, ...named })
      }
      if (careless) await pause()
      const ids = await write(wanted.map(() => `name ${++last}`))
      for (const [index, id] of ids.entries()) names.set(id, { ...(wanted[index] as Named), id })
    }

    return {
      ...showing(usual, kept => shownAs(kept, { name: names.get(kept.id)?.name ?? '' })),
      async insert(row, now) {
        const { name, schedule_id } = row
        let id = 0
        await take([{ id: -1, name, schedule_id }], async ([kept = '']) => {
          id = await usual.insert({ ...row, name: kept }, now)
          return [id]
        })
        return id
      },
      async change(selection, { name, ...rest }, now) {
        const { schedule_id } = selection
        const ids = name === undefined ? [] : await usual.ids(selection)
        const renamed = ids.filter(id => names.get(id)?.name !== name)
        const wanted = renamed.map(id => ({ id, schedule_id, name: name ?? '' }))
        await take(wanted, async kept => {
          for (const [index, id] of renamed.entries()) {
            await usual.change({ schedule_id, ids: [id] }, { name: kept[index] }, now)
          }
          return renamed
        })
        await usual.change(selection, rest, now)
      },
      async remove(selection) {
        for (const id of await usual.ids(selection)) names.delete(id)
        await usual.remove(selection)
      },
    }
  })

type Bookings = Repositories['bookings']

/** The ids that bookings show instead of those in the store. */
export interface IdMapping {
  shown(kept: number): number
  /** The id in the store of the booking that shows an id in a schedule; 0 if there is none. */
  kept(schedule_id: string, shown: number, usual: Bookings): Awaitable<number>
  /** Called for each new booking. */
  add?(row: Parameters<Bookings['insert']>[0], kept: number): void
}

/** Changes the ids of bookings; `make` creates the ids of each server. */
export const bookingIds = (make: () => IdMapping): Alter =>
  collection('bookings', usual => {
    const { shown, kept, add } = make()
    const selected = async ({ ids, ...selection }: Selection): Promise<Selection> => ({
      ...selection,
      ...(ids && { ids: await Promise.all(ids.map(id => kept(selection.schedule_id, id, usual))) }),
    })
    const numbered = (booking: StoredBooking): StoredBooking => {
      const id = shown(booking.id)
      return { ...shownAs(booking, { id }), id }
    }
    return {
      async find(schedule_id, id) {
        const found = await usual.find(schedule_id, await kept(schedule_id, id, usual))
        return found && numbered(found)
      },
      list: async (selection, slice) => (await usual.list(await selected(selection), slice)).map(numbered),
      count: async selection => usual.count(await selected(selection)),
      ids: async selection => (await usual.ids(await selected(selection))).map(shown),
      async insert(row, now) {
        const id = await usual.insert(row, now)
        add?.(row, id)
        return shown(id)
      },
      change: async (selection, change, now) => usual.change(await selected(selection), change, now),
      remove: async selection => usual.remove(await selected(selection)),
    }
  })

/** Numbers the bookings of each schedule from 1. */
export function numberedBySchedule(): IdMapping {
  const bySchedule = new Map<string, number[]>()
  const numbers = new Map<number, number>()
  return {
    shown: id => numbers.get(id) ?? 0,
    kept: (schedule_id, id) => bySchedule.get(schedule_id)?.[id - 1] ?? 0,
    add({ schedule_id }, id) {
      const own = bySchedule.get(schedule_id) ?? []
      own.push(id)
      bySchedule.set(schedule_id, own)
      numbers.set(id, own.length)
    },
  }
}
