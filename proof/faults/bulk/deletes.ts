import { ids, rows } from '../../../conformance/check/ids.js'
import { bulkDeletes } from '../../alter/operation-groups.js'
import { after, isSent, queryAs, refuseIf, requestAs, run, scopeOf } from '../../alter/requests.js'
import { query, textMatching } from '../../alter/schemas.js'
import { all } from '../../server/parts.js'
import { fault } from '../fault.js'

/** Ignores the resource in the path if ids are given, or if they are not. */
const leavingResource = (
  operation: 'changeResourceBookings' | 'deleteResourceBookings',
  { withIds }: { withIds: boolean },
) =>
  requestAs(operation, ({ path: { scheduleId }, query }) =>
    Boolean(query.ids) === withIds ? { path: { scheduleId } } : {},
  )

/** Bulk deletions without their guard. */
const unguarded = rows(
  ['bulk-delete-unguarded', 'deleteResourceBookings', 'bookings of a resource', 'resource-bookings'],
  ['bulk-delete-unguarded-resources', 'deleteResources', 'resources of a schedule', 'resources'],
  ['bulk-delete-unguarded-bookings', 'deleteBookings', 'bookings of a schedule', 'bookings'],
  [
    'bulk-delete-unguarded-collaborators',
    'deleteCollaborators',
    'collaborators of a schedule',
    'collaborators',
  ],
).map(([id, operation, words, key]) =>
  fault(id, `deletes all ${words} where neither all nor ids is given`, {
    breaks: { [`BULK-06.${key}`]: /neither all=1 nor ids, must be refused/ },
    touches: ['ENV-05', `BULK-07.${key}`],
    alter: queryAs(operation, query => (query.ids ? query : { ...query, all: '1' })),
  }),
)

/** What bulk deletions delete, and their guards. */
export const bulkDeletesFaults = [
  fault('bulk-delete-first-hundred-ids', 'deletes only the first 100 objects of ids, with success', {
    breaks: { 'CROSS-02.hundred': /left 1 of 101 objects/ },
    touches: ['BKG-37'],
    alter: queryAs(bulkDeletes, ({ ids, ...query }) => ({ ...query, ids: ids?.slice(0, 100) })),
  }),
  ...unguarded,
  fault('bulk-delete-first-id-only', 'deletes the first of the bookings that ids names', {
    breaks: { 'BULK-04.bookings': /after it was deleted in bulk must be refused/ },
    touches: ids`
      BULK-06.bookings BULK-07.bookings BULK-08.bookings BULK-10.bookings BULK-11.bookings
      BULK-20.delete.bookings`,
    alter: queryAs('deleteBookings', ({ ids, ...query }) => ({ ...query, ids: ids?.slice(0, 1) })),
  }),
  fault('bulk-delete-ids-ignored', 'deletes all collaborators, whatever ids says', {
    breaks: { 'BULK-04.collaborators': /affected what it must leave alone/ },
    touches: ['BULK-04.zero', 'BULK-08.collaborators', 'BULK-09', 'BULK-16.collaborators'],
    alter: queryAs('deleteCollaborators', query => (query.ids ? { all: '1' } : query)),
  }),
  fault('bulk-delete-all-does-nothing', 'deletes nothing for all=1 on the bookings of a resource', {
    breaks: { 'BULK-05.resource-bookings': /after it was deleted in bulk must be refused/ },
    touches: ['BULK-13', 'CROSS-02'],
    alter: queryAs('deleteResourceBookings', query => (query.all === '1' ? { ids: [], ...query } : query)),
  }),
  fault('bulk-delete-all-refused', 'deletes resources only by their ids', {
    breaks: { 'BULK-05.resources': /all=1 as owner must be accepted/ },
    alter: refuseIf('deleteResources', ({ query }) => !query.ids, 'guard_missing'),
  }),
  fault('bulk-delete-all-but-the-newest', 'leaves the newest collaborator where all are to be deleted', {
    breaks: { 'BULK-05.collaborators': /after it was deleted in bulk must be refused/ },
    alter: requestAs('deleteCollaborators', async ({ rows, path, query }) => {
      if (query.ids || query.all !== '1') return {}
      const ids = await rows.collaborators.ids({ schedule_id: path.scheduleId })
      return { query: { ...query, ids: ids.sort((one, other) => one - other).slice(0, -1) } }
    }),
  }),
  fault('bulk-delete-all-0-refused', 'refuses a bulk deletion with all=0 even where ids are given', {
    breaks: { 'BULK-08.resource-bookings': /all=0&ids=.* must be accepted/ },
    alter: refuseIf(bulkDeletes, asked => asked.query.all === '0' && isSent(asked, 'all'), 'guard_missing'),
  }),
  fault('bulk-delete-all-0-is-text', 'treats all=0 as all=1, since the text 0 is not empty', {
    breaks: {
      'BULK-07.resource-bookings': /all is 0, .* must be refused/,
      'BULK-08.resource-bookings': /affected what it must leave alone/,
      'BULK-09.resource-bookings': /affected what it must leave alone/,
    },
    alter: queryAs('deleteResourceBookings', (query, asked) => (isSent(asked, 'all') ? { all: '1' } : query)),
  }),
  fault('bulk-delete-empty-ids-is-all', 'treats an empty ids as all objects', {
    breaks: { 'BULK-10.resource-bookings': /affected what it must leave alone/ },
    alter: all(
      query(bulkDeletes, {
        ids: textMatching(/^(?:\d+(?:,\d+)*)?$/).transform(text =>
          text === '' ? undefined : String(text).split(',').map(Number),
        ),
      }),
      queryAs(bulkDeletes, (query, asked) =>
        isSent(asked, 'ids') && !query.ids ? { ...query, all: '1' } : query,
      ),
    ),
  }),
  // Bulk operations that leave the scope of their path.
  fault('bulk-put-forgets-the-resource', 'changes all bookings of the schedule instead of a resource', {
    breaks: { 'BULK-12': /affected what it must leave alone/ },
    touches: ['BKG-33', 'CROSS-17'],
    alter: leavingResource('changeResourceBookings', { withIds: false }),
  }),
  fault('bulk-delete-forgets-the-resource', "deletes all bookings of the schedule instead of one's", {
    breaks: { 'BULK-13': /affected what it must leave alone: booking/ },
    touches: ['BKG-28.answers'],
    alter: leavingResource('deleteResourceBookings', { withIds: false }),
  }),
  fault('bulk-delete-takes-the-resource', 'deletes the resource along with all its bookings for all=1', {
    breaks: { 'BULK-13': /resource \d+ can no longer be read/ },
    touches: ['PERM-22', 'BULK-05.resource-bookings', 'BULK-21.resource-bookings', 'CROSS-02'],
    alter: after('deleteResourceBookings', async ({ rows, path, query }) => {
      const { scheduleId: schedule_id, resourceId = 0 } = path
      if (!query.ids) await rows.resources.remove({ schedule_id, ids: [resourceId] })
    }),
  }),
  fault('bulk-put-every-schedule', 'changes the resources of all schedules in a bulk update without ids', {
    breaks: { 'BULK-14.resources': /PUT .* affected what it must leave alone/ },
    // It affects every other check at work in the other schedules.
    touches: ['*'],
    alter: after('changeResources', async ({ rows, query, body, now }) => {
      if (query.ids) return
      for (const { id } of await rows.schedules.list())
        await rows.resources.change({ schedule_id: id }, body, now)
    }),
  }),
  fault('bulk-delete-every-schedule', 'deletes the collaborators of all schedules where all=1 is given', {
    breaks: { 'BULK-14.collaborators': /DELETE .* affected what it must leave alone/ },
    // It affects every other check at work in the other schedules.
    touches: ['*'],
    alter: after('deleteCollaborators', async ({ rows, query }) => {
      if (query.ids) return
      for (const { id } of await rows.schedules.list()) await rows.collaborators.remove({ schedule_id: id })
    }),
  }),
  fault('bulk-put-ids-leave-the-resource', 'changes a booking by id through any other resource', {
    breaks: { 'BULK-15.update': /affected what it must leave alone/ },
    alter: leavingResource('changeResourceBookings', { withIds: true }),
  }),
  fault('bulk-delete-ids-leave-the-resource', 'deletes a booking by id through any other resource', {
    breaks: { 'BULK-15.delete': /affected what it must leave alone/ },
    alter: leavingResource('deleteResourceBookings', { withIds: true }),
  }),
  fault('bulk-first-id-decides', 'asks only of the first booking in ids whether it is one of the resource', {
    breaks: {
      'BULK-15.update': /affected what it must leave alone/,
      'BULK-15.delete': /affected what it must leave alone/,
    },
    alter: requestAs(['changeResourceBookings', 'deleteResourceBookings'], async asked => {
      const { rows, path, query } = asked
      if (!query.ids || !(await rows.bookings.count(scopeOf(asked, query.ids.slice(0, 1))))) return {}
      return { path: { scheduleId: path.scheduleId } }
    }),
  }),
  fault('bulk-put-ids-leave-the-schedule', 'changes a resource by its id through any schedule', {
    breaks: { 'BULK-16.resources': /PUT .* affected what it must leave alone/ },
    touches: ['PERM-19'],
    alter: run('changeResources', async ({ rows, query, body, now }, usual) => {
      const { ids } = query
      if (!ids) return usual()
      for (const { id } of await rows.schedules.list())
        await rows.resources.change({ schedule_id: id, ids }, body, now)
      return usual({ query: { ids: [] } })
    }),
  }),
  fault('bulk-delete-ids-leave-the-schedule', 'deletes a collaborator by the id through any schedule', {
    breaks: { 'BULK-16.collaborators': /DELETE .* affected what it must leave alone/ },
    alter: run('deleteCollaborators', async ({ rows, query }, usual) => {
      const ids = query.ids
      if (!ids) return usual()
      for (const { id } of await rows.schedules.list())
        await rows.collaborators.remove({ schedule_id: id, ids })
      return usual({ query: { ...query, ids: [] } })
    }),
  }),
  fault('bulk-put-first-id-checked', 'looks for the first of ids alone in the schedule', {
    breaks: { 'BULK-16.resources': /PUT .* affected what it must leave alone/ },
    touches: ['PERM-19'],
    alter: run('changeResources', async ({ rows, path, query, body, now }, usual) => {
      const { ids } = query
      if (!ids || !(await rows.resources.find(path.scheduleId, ids[0] ?? 0))) return usual()
      for (const { id } of await rows.schedules.list())
        await rows.resources.change({ schedule_id: id, ids }, body, now)
      return usual({ query: { ids: [] } })
    }),
  }),
  fault('bulk-delete-first-id-checked', 'looks for the first of ids alone in the schedule, and deletes all', {
    breaks: { 'BULK-16.collaborators': /DELETE .* affected what it must leave alone/ },
    touches: ['COL-21'],
    alter: run('deleteCollaborators', async ({ rows, path, query }, usual) => {
      const { ids } = query
      if (!ids || !(await rows.collaborators.find(path.scheduleId, ids[0] ?? 0))) return usual()
      for (const { id } of await rows.schedules.list())
        await rows.collaborators.remove({ schedule_id: id, ids })
      return usual({ query: { ...query, ids: [] } })
    }),
  }),
]
