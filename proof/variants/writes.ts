import { Refusal, type Repositories, type Selection } from '../../server/core/index.js'
import { all, bulkDeletes, bulkPuts, refuseIf, run } from '../alter/index.js'
import { variant } from './variant.js'

/** The existing objects that a bulk request lists. */
const known = async (
  rows: Repositories,
  kind: 'resources' | 'bookings' | 'collaborators',
  selection: Selection,
) => rows[kind].ids(selection)

const kindOf = (id: string) =>
  /Booking/.test(id) ? 'bookings' : /Collaborator/.test(id) ? 'collaborators' : 'resources'

const ignoringUnknownIds = [...bulkPuts, ...bulkDeletes].map(id =>
  run(id, async ({ rows, path, query }, usual) => {
    if (!Array.isArray(query.ids)) return usual()
    const { scheduleId: schedule_id, resourceId } = path
    const scope = { schedule_id, ...(resourceId !== undefined && { resource_id: resourceId }) }
    const ids = await known(rows, kindOf(id), { ...scope, ids: query.ids })
    return usual({ query: { ...query, ids } })
  }),
)

/** Choices about bulk operations and deletions (section 4). */
export const writeVariants = [
  variant('resource-with-bookings-stays', 'refuses to delete a resource that has bookings', {
    alter: run(['deleteResource', 'deleteResources'], async ({ rows, path, query }, usual) => {
      const { scheduleId: schedule_id, resourceId } = path
      const listed = (query as { ids?: number[] } | undefined)?.ids
      const ids =
        resourceId === undefined ? (listed ?? (await rows.resources.ids({ schedule_id }))) : [resourceId]
      for (const resource_id of ids) {
        if ((await rows.bookings.count({ schedule_id, resource_id })) > 0)
          throw new Refusal('invalid', `Resource ${resource_id} has bookings`)
      }
      return usual()
    }),
  }),
  variant('bulk-unknown-ids-ignored', 'ignores unknown ids in bulk updates and deletions', {
    alter: all(...ignoringUnknownIds),
  }),
  variant('bulk-all-with-ids-refused', 'refuses a bulk deletion with both all=1 and ids', {
    alter: refuseIf(bulkDeletes, ({ query }) => query.all === '1' && query.ids, 'bad_query'),
  }),
  variant('bulk-nothing-refused', 'refuses bulk updates and deletions of nothing', {
    alter: all(
      ...[...bulkPuts, ...bulkDeletes].map(id =>
        refuseIf(
          id,
          async ({ rows, path }) => {
            const { scheduleId: schedule_id, resourceId: resource_id } = path
            const scope = { schedule_id, ...(resource_id !== undefined && { resource_id }) }
            return (await rows[kindOf(id)].count(scope)) === 0
          },
          'not_found',
        ),
      ),
    ),
  }),
]
