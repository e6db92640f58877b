import type {
  Ports,
  Repositories,
  Selection,
  Settings,
  Slice,
  Store,
  Stored,
  StoredBooking,
} from '../../server/core/index.js'
import type { RateWindow } from '../../server/core/rate.js'
import { type Alter, all, stateful } from '../server/parts.js'

/** Replaces parts of a port: `store`, `clock`, `passwords`, `mailer`, `ids`. */
export const port =
  <Name extends keyof Ports>(name: Name, change: (usual: Ports[Name]) => Partial<Ports[Name]>): Alter =>
  parts => ({
    ...parts,
    ports: { ...parts.ports, [name]: { ...parts.ports[name], ...change(parts.ports[name]) } },
  })

/** Chooses otherwise what the document leaves to whoever runs the service. */
export const settings =
  (change: Partial<Settings>): Alter =>
  parts => ({ ...parts, settings: { ...parts.settings, ...change } })

/** Counts requests otherwise. */
export const rate =
  (change: (usual: RateWindow) => Partial<RateWindow>): Alter =>
  parts => ({ ...parts, rate: { ...parts.rate, ...change(parts.rate) } })

/*
 * Alterations of what is kept: of the store, of its rows within a transaction, and of the objects of one kind.
 */

/** Replaces parts of the store. */
export const store = (change: (usual: Store) => Partial<Store>): Alter => port('store', change)

/** Replaces some of the rows, within every transaction. What `change` remembers it does for the life of the server. */
export const rows = (change: (usual: Repositories) => Partial<Repositories>): Alter =>
  store(usual => {
    const known = new WeakMap<Repositories, Repositories>()
    const changed = (kept: Repositories): Repositories => {
      const rows = known.get(kept) ?? { ...kept, ...change(kept) }
      known.set(kept, rows)
      return rows
    }
    return {
      read: work => usual.read(kept => work(changed(kept))),
      write: work => usual.write(kept => work(changed(kept))),
    }
  })

type Kind = 'users' | 'schedules' | 'resources' | 'bookings' | 'collaborators' | 'emailChanges'

/** Replaces some of what can be done with the rows of one kind; `rows` are all the usual ones. */
export const collection = <Name extends Kind>(
  kind: Name,
  change: (usual: Repositories[Name], rows: Repositories) => Partial<Repositories[Name]>,
): Alter =>
  rows(
    usual =>
      ({ [kind]: { ...usual[kind], ...change(usual[kind], usual) } }) as unknown as Partial<Repositories>,
  )

type Listed = 'resources' | 'bookings' | 'collaborators'

/** Has selections of a kind of object taken for others: in lists, in totals, and in what bulk operations are about. */
export const selecting = (kind: Listed, change: (selection: Selection) => Selection): Alter =>
  collection(kind, usual => ({
    list: (selection: Selection, stretch: Slice) => usual.list(change(selection), stretch) as never,
    count: selection => usual.count(change(selection)),
    ids: selection => usual.ids(change(selection)),
    change: (selection: Selection, values: never, now: number) =>
      usual.change(change(selection), values, now),
    remove: selection => usual.remove(change(selection)),
  }))

/** Has bookings filtered by their times in another way, in lists and in their totals; `filter` tells what was asked for. */
export const bookingFilter = (
  keeps: (booking: StoredBooking, filter: Pick<Selection, 'time_min' | 'time_max'>) => boolean,
): Alter =>
  collection('bookings', usual => {
    const found = async ({ time_min, time_max, ...selection }: Selection) => {
      const all = await usual.list(selection, everything)
      const filter = {
        ...(time_min !== undefined && { time_min }),
        ...(time_max !== undefined && { time_max }),
      }
      return all.filter(booking => keeps(booking, filter))
    }
    return {
      list: async (selection, slice) => pageOf(await found(selection), slice),
      count: async selection => (await found(selection)).length,
    }
  })

/** All of a list. */
export const everything: Slice = { offset: 0, limit: 0 }

/** The part of a list that a slice means. */
export const pageOf = <Each>(list: readonly Each[], { offset, limit }: Slice): Each[] =>
  list.slice(offset, limit === 0 ? undefined : offset + limit)

/** The members of an object that is kept. */
export async function storedObject(
  { find }: { find(schedule_id: string, id: number): Promise<Stored | undefined> },
  schedule_id: string,
  id = 0,
) {
  const kept = await find(schedule_id, id)
  return kept && JSON.parse(kept.json)
}

/** An object as it is kept, with some of its members shown otherwise. */
export const shownAs = <Kept extends Stored>(kept: Kept, members: object): Kept => ({
  ...kept,
  json: JSON.stringify({ ...JSON.parse(kept.json), ...members }),
})

/** Has bookings come out of the store otherwise than they were put there, whatever is asked of them. */
export const storedBookings = (change: (kept: Readonly<Record<string, unknown>>) => object): Alter =>
  collection('bookings', usual => {
    const shown = (kept: StoredBooking) => shownAs(kept, change(JSON.parse(kept.json)))
    return {
      async find(schedule_id, id) {
        const kept = await usual.find(schedule_id, id)
        return kept && shown(kept)
      },
      list: async (selection, stretch) => (await usual.list(selection, stretch)).map(shown),
    }
  })

/** Takes note of members that a collaborator shows from now on, whatever is kept. */
export type Note = (id: number, members: Readonly<Record<string, unknown>>) => void

/** Has collaborators show other members than are kept: those that what `make` gives takes note of. */
export const notedCollaborators = (make: (note: Note) => Alter): Alter =>
  stateful(() => {
    const noted = new Map<number, object>()
    return all(
      collection('collaborators', usual => ({
        async find(schedule_id, id) {
          const kept = await usual.find(schedule_id, id)
          return kept && shownAs(kept, noted.get(id) ?? {})
        },
        list: async (selection, stretch) =>
          (await usual.list(selection, stretch)).map(kept => shownAs(kept, noted.get(kept.id) ?? {})),
      })),
      make((id, members) => noted.set(id, { ...noted.get(id), ...members })),
    )
  })
