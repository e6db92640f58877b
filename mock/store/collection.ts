import type { Collection, Selection, Stored, StoredBooking } from '../../server/core/index.js'
import { dateText } from './dates.js'
import type { Groups } from './groups.js'
import { asEntity } from './library.js'
import type { Entities } from './models.js'
import type { Row } from './row.js'
import type { Table } from './table.js'

type Numbered = 'resource' | 'booking' | 'collaborator'

export interface CollectionOptions<Name extends Numbered, Kept extends Stored, New, Change> {
  name: Name
  table: Table<Entities[Name], Kept>
  ofSchedule: Groups<Row<Entities[Name], Kept>>
  ofResource?: Groups<Row<Entities[Name], Kept>>
  /** The members that the values of a new row or of a change stand for. */
  membersOf(values: New | Change): Partial<Entities[Name]>
  /** Brings members up to date that follow from others. */
  finish?(entity: Entities[Name]): Entities[Name]
  /** What a reader gets out of a row; what is kept, where nothing is said. */
  show?(row: Row<Entities[Name], Kept>): Kept
}

/** The objects of one kind. */
export function createCollection<Name extends Numbered, Kept extends Stored, New, Change>({
  name,
  table,
  ofSchedule,
  ofResource,
  membersOf,
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
    // All bookings of a resource are of its schedule.
    const rows = ofResource?.of(resource_id) ?? []
    return rows[0] && fits(rows[0]) ? rows : []
  }

  /** The rows of a selection in ascending order; what a write follows has to be copied first. */
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

  return {
    async find(schedule_id, id) {
      const row = table.get(id)
      return row?.entity.schedule_id === schedule_id ? show(row) : undefined
    },

    list: async (selection, { offset, limit }) =>
      select(selection)
        .slice(offset, limit === 0 ? undefined : offset + limit)
        .map(show),

    count: async selection => select(selection).length,

    ids: async selection => select(selection).map(({ kept }) => kept.id),

    async insert(row, now) {
      const id = table.next()
      const dates = { updated_at: dateText(now), created_at: dateText(now) }
      const values = { id, ...membersOf(row), ...dates } as unknown as Entities[Name]
      table.put(finish(asEntity(name, values)))
      return id
    },

    async change(selection, change, now) {
      const given = Object.entries(membersOf(change)).filter(([, value]) => value !== undefined)
      const values = { ...Object.fromEntries(given), updated_at: dateText(now) }
      for (const { entity } of [...select(selection)]) {
        const differs = given.some(([member, value]) => entity[member as keyof typeof entity] !== value)
        if (differs) table.put(finish({ ...entity, ...values }))
      }
    },

    async remove(selection) {
      // From the last to the first, for that is the cheap end of a group.
      for (const { kept } of [...select(selection)].reverse()) table.remove(kept.id)
    },
  }
}
