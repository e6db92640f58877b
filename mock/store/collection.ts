import {
  type Collection,
  dateText,
  type Selection,
  type Slice,
  type Stored,
  type StoredBooking,
  scanOf,
  withChange,
} from '../../server/core/index.js'
import type { Entities } from './db.js'
import type { Key, Row } from './indexes.js'
import { asEntity } from './library.js'
import type { Table } from './table.js'

type Numbered = 'resource' | 'booking' | 'collaborator'

interface CollectionOptions<Name extends Numbered, Kept extends Stored, New, Change> {
  name: Name
  table: Table<Entities[Name], Kept>
  ofSchedule: { of(schedule: Key): readonly Row<Entities[Name], Kept>[] }
  ofResource?: { of(resource: Key): readonly Row<Entities[Name], Kept>[] }
  /** Converts the values of a new row or of a change to members of the entity; the same members by default. */
  membersOf?(values: New | Change): object
  /** Computes members that follow from others. */
  finish?(entity: Entities[Name]): Entities[Name]
  /** Converts a row to what the port returns; by default what the row has kept for it. */
  show?(row: Row<Entities[Name], Kept>): Kept
}

/** Resources, bookings or collaborators. */
export function createCollection<Name extends Numbered, Kept extends Stored, New, Change>({
  name,
  table,
  ofSchedule,
  ofResource,
  membersOf = values => values as object,
  finish = entity => entity,
  show = ({ kept }) => kept,
}: CollectionOptions<Name, Kept, New, Change>): Collection<Kept, New, Change> {
  type Each = Row<Entities[Name], Kept>

  function candidates({ schedule_id, ids, resource_id }: Selection): readonly Each[] {
    const fits = ({ entity }: Each) => entity.schedule_id === schedule_id
    if (ids !== undefined) {
      const rows = [...new Set(ids)].sort((one, other) => one - other).map(id => table.get(id))
      return rows.filter(
        (row): row is Each =>
          row !== undefined &&
          fits(row) &&
          (resource_id === undefined || (row.entity as { resource_id?: number }).resource_id === resource_id),
      )
    }
    if (resource_id === undefined) return ofSchedule.of(schedule_id)
    // All bookings of a resource belong to its schedule.
    const rows = ofResource?.of(resource_id) ?? []
    return rows[0] && fits(rows[0]) ? rows : []
  }

  /** The selected rows in ascending order: copy them before a write. */
  function select(selection: Selection): readonly Each[] {
    const { time_min, time_max } = selection
    const rows = candidates(selection)
    if ((time_min ?? time_max) === undefined) return rows
    const [min, max] = [time_min ?? Number.NEGATIVE_INFINITY, time_max ?? Number.POSITIVE_INFINITY]
    return rows.filter(row => {
      const { start, end } = row.kept as Stored as StoredBooking
      return start >= min && end < max
    })
  }

  const list = (selection: Selection, { offset, limit }: Slice): Kept[] =>
    select(selection)
      .slice(offset, limit === 0 ? undefined : offset + limit)
      .map(show)

  return {
    find(schedule_id, id) {
      const row = table.get(id)
      return row?.entity.schedule_id === schedule_id ? show(row) : undefined
    },

    list,

    scan: (selection, slice) => scanOf(list(selection, slice)),

    count: selection => select(selection).length,

    ids: selection => select(selection).map(({ kept }) => kept.id),

    insert(row, now) {
      const id = table.next()
      const dates = { updated_at: dateText(now), created_at: dateText(now) }
      const values = { id, ...membersOf(row), ...dates } as unknown as Entities[Name]
      table.put(finish(asEntity(name, values)))
      return id
    },

    change(selection, change, now) {
      const values = membersOf(change)
      for (const { entity } of [...select(selection)]) {
        const changed = withChange(entity, values, now)
        if (changed) table.put(finish(changed))
      }
    },

    remove(selection) {
      // From last to first, because the end of a group is the cheap one to remove from.
      for (const { kept } of [...select(selection)].reverse()) table.remove(kept.id)
    },
  }
}
