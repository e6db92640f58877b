import { requestAs, run } from '../../alter/index.js'
import { fault } from '../fault.js'

/** The scope that a path names, and that bulk operations must not leave. */
export const bulkScopeFaults = [
  fault('bulk-put-forgets-the-resource', 'changes all bookings of the schedule instead of a resource', {
    breaks: { 'BULK-12': /affected what it must leave alone/ },
    touches: ['BKG-33', 'CROSS-17'],
    alter: requestAs('changeResourceBookings', ({ path: { scheduleId }, query }) =>
      query.ids ? {} : { path: { scheduleId } },
    ),
  }),
  fault('bulk-delete-forgets-the-resource', "deletes all bookings of the schedule instead of one's", {
    breaks: { 'BULK-13': /affected what it must leave alone: booking/ },
    alter: requestAs('deleteResourceBookings', ({ path: { scheduleId }, query }) =>
      query.ids ? {} : { path: { scheduleId } },
    ),
  }),
  fault('bulk-delete-takes-the-resource', 'deletes the resource along with all its bookings for all=1', {
    breaks: { 'BULK-13': /affected what it must leave alone: resource/ },
    touches: ['BULK-05.resource-bookings', 'BULK-21.resource-bookings', 'CROSS-02'],
    alter: run('deleteResourceBookings', async ({ rows, path, query }, usual) => {
      const answer = await usual()
      const { scheduleId: schedule_id, resourceId = 0 } = path
      if (!query.ids) await rows.resources.remove({ schedule_id, ids: [resourceId] })
      return answer
    }),
  }),
  fault('bulk-put-every-schedule', 'changes the resources of all schedules in a bulk update without ids', {
    breaks: { 'BULK-14.resources': /PUT .* affected what it must leave alone/ },
    // It affects every other check at work in the other schedules.
    touches: ['*'],
    alter: run('changeResources', async ({ rows, query, body, now }, usual) => {
      const answer = await usual()
      if (query.ids) return answer
      for (const { id } of await rows.schedules.list())
        await rows.resources.change({ schedule_id: id }, body, now)
      return answer
    }),
  }),
  fault('bulk-delete-every-schedule', 'deletes the collaborators of all schedules where all=1 is given', {
    breaks: { 'BULK-14.collaborators': /DELETE .* affected what it must leave alone/ },
    // It affects every other check at work in the other schedules.
    touches: ['*'],
    alter: run('deleteCollaborators', async ({ rows, query }, usual) => {
      const answer = await usual()
      if (query.ids) return answer
      for (const { id } of await rows.schedules.list()) await rows.collaborators.remove({ schedule_id: id })
      return answer
    }),
  }),
  fault('bulk-put-ids-leave-the-resource', 'changes a booking by id through any other resource', {
    breaks: { 'BULK-15.update': /affected what it must leave alone/ },
    alter: requestAs('changeResourceBookings', ({ path: { scheduleId }, query }) =>
      query.ids ? { path: { scheduleId } } : {},
    ),
  }),
  fault('bulk-delete-ids-leave-the-resource', 'deletes a booking by id through any other resource', {
    breaks: { 'BULK-15.delete': /affected what it must leave alone/ },
    alter: requestAs('deleteResourceBookings', ({ path: { scheduleId }, query }) =>
      query.ids ? { path: { scheduleId } } : {},
    ),
  }),
  fault('bulk-put-ids-leave-the-schedule', 'changes a resource by its id through any schedule', {
    breaks: { 'BULK-16.resources': /PUT .* affected what it must leave alone/ },
    alter: run('changeResources', async ({ rows, query, body, now }, usual) => {
      const ids = query.ids as number[] | undefined
      if (!ids) return usual()
      for (const { id } of await rows.schedules.list())
        await rows.resources.change({ schedule_id: id, ids }, body, now)
      return usual({ query: { ids: [] } })
    }),
  }),
  fault('bulk-delete-ids-leave-the-schedule', 'deletes a collaborator by the id through any schedule', {
    breaks: { 'BULK-16.collaborators': /DELETE .* affected what it must leave alone/ },
    alter: run('deleteCollaborators', async ({ rows, query }, usual) => {
      const ids = query.ids as number[] | undefined
      if (!ids) return usual()
      for (const { id } of await rows.schedules.list())
        await rows.collaborators.remove({ schedule_id: id, ids })
      return usual({ query: { ...query, ids: [] } })
    }),
  }),
]
