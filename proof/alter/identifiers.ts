import { setImmediate as pause } from 'node:timers/promises'
import {
  type Awaitable,
  type Collection,
  type NewBooking,
  type Selection,
  type Stored,
  UniqueViolation,
} from '../../server/core/index.js'
import { type Alter, stateful } from '../server/parts.js'
import { collection, rows, showing, shownAs } from './stored.js'

/** A resource and its name. */
export interface Named {
  readonly id: number
  readonly schedule_id: string
  readonly name: string
}

interface NameRules {
  /** Whether a name is refused for a new resource, or for a renamed one with the id `own`. */
  isTaken(name: string, others: readonly Named[], own: number | undefined): boolean
  /** Checks and writes in two steps, with other requests in between; this takes operations that run concurrently too. */
  readonly careless?: boolean
}

/** Keeps the names of resources outside the store, which no longer enforces that they are unique. */
export const resourceNames = ({ isTaken, careless = false }: NameRules): Alter =>
  collection('resources', usual => {
    const names = new Map<number, Named>()
    let last = 0

    /** Refuses names that are taken and records the others; `write` changes the store. */
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

/** The ids that the objects of a kind show instead of those in the store. */
export interface IdMapping<Row = { schedule_id: string }> {
  shown(kept: number): number
  /** The stored id of the object that is shown with an id in a schedule; 0 if there is none. */
  kept(schedule_id: string, shown: number, usual: Pick<Found, 'find' | 'ids'>): Awaitable<number>
  /** Called for each new object. */
  add?(row: Row, kept: number, usual: Pick<Found, 'find' | 'ids'>): Awaitable<void>
}

type Found = Collection<Stored, unknown, unknown>

/** Other members whose values are ids. */
interface OtherIds<Kept> {
  kept<Values>(values: Values): Values
  shown(object: Kept): Kept
}

/** The methods of a repository whose objects are shown with other ids. */
function numbered<Kept extends Stored, New extends { schedule_id: string }, Change>(
  usual: Collection<Kept, New, Change>,
  { shown, kept, add }: IdMapping<New>,
  others: OtherIds<Kept> = { kept: values => values, shown: object => object },
): Pick<Collection<Kept, New, Change>, 'find' | 'list' | 'count' | 'ids' | 'insert' | 'change' | 'remove'> {
  const show = (object: Kept): Kept => {
    const id = shown(object.id)
    return { ...others.shown(shownAs(object, { id })), id }
  }
  const selected = async ({ ids, ...selection }: Selection): Promise<Selection> =>
    others.kept({
      ...selection,
      ...(ids && { ids: await Promise.all(ids.map(id => kept(selection.schedule_id, id, usual))) }),
    })
  return {
    async find(schedule_id, id) {
      const found = await usual.find(schedule_id, await kept(schedule_id, id, usual))
      return found && show(found)
    },
    list: async (selection, slice) => (await usual.list(await selected(selection), slice)).map(show),
    count: async selection => usual.count(await selected(selection)),
    ids: async selection => (await usual.ids(await selected(selection))).map(shown),
    async insert(row, now) {
      const id = await usual.insert(others.kept(row), now)
      await add?.(row, id, usual)
      return shown(id)
    },
    change: async (selection, change, now) =>
      usual.change(await selected(selection), others.kept(change), now),
    remove: async selection => usual.remove(await selected(selection)),
  }
}

/** Changes the ids of bookings; `make` creates the ids of each server. */
export const bookingIds = (make: () => IdMapping<NewBooking>): Alter =>
  collection('bookings', usual => numbered(usual, make()))

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

/** Chooses the id of a new object; `isFree` says whether an id from 1 to `last` is no longer in use. */
type IdChoice = (last: number, isFree: (id: number) => Promise<boolean>) => Promise<number>

/** Assigns chosen ids. Unlike those of the store, they may be reused. */
function chosen(choose: IdChoice) {
  const byShown = new Map<number, { schedule_id: string; kept: number }>()
  const byKept = new Map<number, number>()
  let last = 0
  return {
    shown: (id: number) => byKept.get(id) ?? 0,
    kept: (_: string, id: number) => byShown.get(id)?.kept ?? 0,
    async add({ schedule_id }: { schedule_id: string }, kept: number, usual: Pick<Found, 'find'>) {
      const isFree = async (id: number) => {
        const before = byShown.get(id)
        return (await usual.find(before?.schedule_id ?? '', before?.kept ?? 0)) === undefined
      }
      const id = await choose(last, isFree)
      byShown.set(id, { schedule_id, kept })
      byKept.set(kept, id)
      last = Math.max(last, id)
    },
  } satisfies IdMapping
}

/**
 * Gives new resources, bookings and collaborators chosen ids. `make` is called for each kind of object, because each has a table
 * of its own.
 */
export const chosenIds = (make: () => IdChoice): Alter =>
  stateful(() => {
    const [resources, bookings, collaborators] = [chosen(make()), chosen(make()), chosen(make())]
    const ofResource = <Values>(values: Values): Values => {
      const { resource_id } = values as { resource_id?: number }
      return resource_id === undefined ? values : { ...values, resource_id: resources.kept('', resource_id) }
    }

    return rows(usual => ({
      resources: { ...usual.resources, ...numbered(usual.resources, resources) },
      bookings: {
        ...usual.bookings,
        ...numbered(usual.bookings, bookings, {
          kept: ofResource,
          shown: booking => shownAs(booking, { resource_id: resources.shown(resourceOf(booking)) }),
        }),
      },
      collaborators: {
        ...usual.collaborators,
        ...numbered(usual.collaborators, collaborators),
        invitations: async email =>
          (await usual.collaborators.invitations(email)).map(each => ({
            ...each,
            id: collaborators.shown(each.id),
          })),
        link: (id, user_id) => usual.collaborators.link(collaborators.kept('', id), user_id),
      },
      schedules: {
        ...usual.schedules,
        async membershipOf(schedule_id, user_id) {
          const part = await usual.schedules.membershipOf(schedule_id, user_id)
          const { collaborator_id: id } = part ?? {}
          return part && id !== undefined ? { ...part, collaborator_id: collaborators.shown(id) } : part
        },
      },
    }))
  })

const resourceOf = ({ json }: Stored): number => JSON.parse(json).resource_id

/** Gives every third object the lowest free id, and the others new ids. */
export function lowestFreeAtTimes(): IdChoice {
  let created = 0
  return async (last, isFree) => {
    if (++created % 3 > 0) return last + 1
    for (let id = 1; id <= last; id++) if (await isFree(id)) return id
    return last + 1
  }
}

/** The id after the highest one in use, as SQLite gives it to an INTEGER PRIMARY KEY without AUTOINCREMENT. */
export const nextAfterHighest = (): IdChoice => async (last, isFree) => {
  let id = last
  while (id > 0 && (await isFree(id))) id--
  return id + 1
}
