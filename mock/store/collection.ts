import {
  type Booking,
  type Collection,
  dateText,
  type Selection,
  type Slice,
  scanOf,
  withChange,
} from '../../server/core/index.js'
import type { Entities } from './db.js'
import { asEntity } from './library.js'
import { type StoredForms, storedForms } from './stored.js'
import type { Table } from './table.js'
import { toSeconds } from './times.js'

type Numbered = 'resource' | 'booking' | 'collaborator'

interface CollectionOptions<Name extends Numbered, New, Change> {
  name: Name
  table: Table<Entities[Name]>
  /** Converts the values of a create or a change to members of the entity; by default, uses them as they are. */
  membersOf?(values: New | Change): object
  /** Computes members that depend on others. */
  finish?(entity: Entities[Name]): Entities[Name]
  /** Converts an entity to what the port returns. */
  show?(entity: Entities[Name]): StoredForms[Name]
}

/** Creates the repository of resources, bookings or collaborators. */
export function createCollection<Name extends Numbered, New, Change>({
  name,
  table,
  membersOf = values => values as object,
  finish = entity => entity,
  show = storedForms[name] as (entity: Entities[Name]) => StoredForms[Name],
}: CollectionOptions<Name, New, Change>): Collection<StoredForms[Name], New, Change> {
  type Each = Entities[Name]

  /** Returns the selected entities, in ascending order. */
  function select({ schedule_id, ids, resource_id, time_min, time_max }: Selection): Each[] {
    const candidates = ids === undefined ? table.all() : [...new Set(ids)].map(id => table.get(id))
    const [min, max] = [time_min ?? Number.NEGATIVE_INFINITY, time_max ?? Number.POSITIVE_INFINITY]
    const hasTimes = (time_min ?? time_max) !== undefined
    const selected: Each[] = []
    for (const entity of candidates) {
      if (entity?.schedule_id !== schedule_id) continue
      const booking = entity as Partial<Booking>
      if (resource_id !== undefined && booking.resource_id !== resource_id) continue
      if (hasTimes && !(toSeconds(booking.start_utc ?? '') >= min && toSeconds(booking.end_utc ?? '') < max))
        continue
      selected.push(entity)
    }
    return selected.sort((one, other) => one.id - other.id)
  }

  const list = (selection: Selection, { offset, limit }: Slice): StoredForms[Name][] =>
    select(selection)
      .slice(offset, limit === 0 ? undefined : offset + limit)
      .map(show)

  return {
    find(schedule_id, id) {
      const entity = table.get(id)
      return entity?.schedule_id === schedule_id ? show(entity) : undefined
    },

    list,

    scan: (selection, slice) => scanOf(list(selection, slice)),

    count: selection => select(selection).length,

    ids: selection => select(selection).map(({ id }) => id),

    insert(row, now) {
      const id = table.next()
      const dates = { updated_at: dateText(now), created_at: dateText(now) }
      const values = { id, ...membersOf(row), ...dates } as unknown as Entities[Name]
      table.put(finish(asEntity(name, values)))
      return id
    },

    change(selection, change, now) {
      const values = membersOf(change)
      for (const entity of select(selection)) {
        const changed = withChange(entity, values, now)
        if (changed) table.put(finish(changed))
      }
    },

    remove(selection) {
      for (const { id } of select(selection)) table.remove(id)
    },
  }
}
