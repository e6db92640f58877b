import { type Repositories, resource, type Stored } from '../../core/index.js'
import type { BookingTotals } from './booking-totals.js'
import { conditionOf, createCollection, type Table, textWith, type Values } from './collection.js'
import { storable } from './texts.js'
import type { Transaction } from './transaction.js'

export const resourcesTable: Table<Stored> = {
  name: 'resources',
  text: textWith(Object.keys(resource.shape)),
  select: 'SELECT resources.id, resources.object FROM resources',
  columns: 2,
  keep: ([id, json]) => ({ id: Number(id), json: String(json) }),

  insert: `INSERT INTO resources (id, object, schedule_id, name)
    SELECT id, '{"id":' || id || ',' || $1, $2, $3
    FROM nextval('resources_ids') AS given (id) RETURNING id`,
  inserted: columnsOf,

  changing: {},
  update: 'UPDATE resources SET object = $2, name = $3 WHERE schedule_id = $4 AND id = $1',
  updateAll: `UPDATE resources SET object = changed.object, name = changed.name
    FROM unnest($1::bigint[], $2::text[], $3::text[]) AS changed (id, object, name)
    WHERE resources.schedule_id = $4 AND resources.id = changed.id`,
  changed: columnsOf,
}

function columnsOf({ name }: Values): string[] {
  return [storable(name as string)]
}

/** Creates the resources repository; deleting a resource deletes its bookings. */
export function createResources(transaction: Transaction, totals: BookingTotals): Repositories['resources'] {
  const rows: Repositories['resources'] = createCollection(transaction, resourcesTable)
  return {
    ...rows,
    remove(selection) {
      const { sql, values } = conditionOf('resources', selection)
      totals.removeResources(sql, values)
      return rows.remove(selection)
    },
  }
}
