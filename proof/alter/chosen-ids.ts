import type { Collection, Selection, Stored } from '../../server/core/index.js'
import { type Alter, stateful } from '../server/parts.js'
import { rows, shownAs } from './stored.js'

/** An object in the store and the id that it shows. */
interface Numbered {
  readonly schedule_id: string
  /** Its id in the store, which never comes again. */
  readonly kept: number
}

/** Chooses the id of a new object, where `isFree` tells of each id from 1 to `last` whether no object has it any more. */
export type IdChoice = (last: number, isFree: (id: number) => Promise<boolean>) => Promise<number>

/**
 * Gives resources, bookings and collaborators ids that `choose` chooses; `make` makes it for each kind of object, since each has
 * a table of its own.
 */
export const chosenIds = (make: () => IdChoice): Alter =>
  stateful(() => {
    const resources = createNumbers(make())
    const bookings = createNumbers(make())
    const collaborators = createNumbers(make())
    const ofResource = <Values>(values: Values): Values => {
      const { resource_id } = values as { resource_id?: number }
      return resource_id === undefined ? values : { ...values, resource_id: resources.kept(resource_id) }
    }

    return rows(usual => ({
      resources: { ...usual.resources, ...resources.numbered(usual.resources) },
      bookings: {
        ...usual.bookings,
        ...bookings.numbered(usual.bookings, {
          kept: ofResource,
          shown: booking => shownAs(booking, { resource_id: resources.shown(resourceOf(booking)) }),
        }),
      },
      collaborators: {
        ...usual.collaborators,
        ...collaborators.numbered(usual.collaborators),
        invitations: async email =>
          (await usual.collaborators.invitations(email)).map(each => ({
            ...each,
            id: collaborators.shown(each.id),
          })),
        link: (id, user_id) => usual.collaborators.link(collaborators.kept(id), user_id),
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

/** The ids that the objects of one kind show. */
function createNumbers(choose: IdChoice) {
  const byShown = new Map<number, Numbered>()
  const byKept = new Map<number, number>()
  let last = 0
  const kept = (id: number) => byShown.get(id)?.kept ?? 0
  const shown = (id: number) => byKept.get(id) ?? 0

  /** The methods of a repository. `words` change what else of its values are ids: none by default. */
  function numbered<Kept extends Stored, New extends { schedule_id: string }, Change>(
    usual: Collection<Kept, New, Change>,
    words: {
      kept<Values>(values: Values): Values
      shown(object: Kept): Kept
    } = { kept: values => values, shown: object => object },
  ): Pick<Collection<Kept, New, Change>, 'find' | 'list' | 'count' | 'ids' | 'insert' | 'change' | 'remove'> {
    const show = (object: Kept): Kept => {
      const id = shown(object.id)
      return { ...words.shown(shownAs(object, { id })), id }
    }
    const selected = ({ ids, ...selection }: Selection): Selection =>
      words.kept({ ...selection, ...(ids && { ids: ids.map(kept) }) })
    return {
      async find(schedule_id, id) {
        const found = await usual.find(schedule_id, kept(id))
        return found && show(found)
      },
      list: async (selection, slice) => (await usual.list(selected(selection), slice)).map(show),
      count: selection => usual.count(selected(selection)),
      ids: async selection => (await usual.ids(selected(selection))).map(shown),
      async insert(row, now) {
        const isFree = async (id: number) => {
          const { schedule_id = '', kept = 0 } = byShown.get(id) ?? {}
          return (await usual.find(schedule_id, kept)) === undefined
        }
        const id = await choose(last, isFree)
        const stored = await usual.insert(words.kept(row), now)
        byShown.set(id, { schedule_id: row.schedule_id, kept: stored })
        byKept.set(stored, id)
        last = Math.max(last, id)
        return id
      },
      change: (selection, change, now) => usual.change(selected(selection), words.kept(change), now),
      remove: selection => usual.remove(selected(selection)),
    }
  }
  return { kept, shown, numbered }
}

/** Gives every third object the lowest id that is free, and the others new ones. */
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
