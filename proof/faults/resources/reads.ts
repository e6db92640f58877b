import { setTimeout } from 'node:timers/promises'
import { ids } from '../../../conformance/check/ids.js'
import type { Reply, StoredBooking } from '../../../server/core/index.js'
import { inItsSchedule, run } from '../../alter/requests.js'
import { answered, intercept, objects, succeedOnMissing } from '../../alter/responses.js'
import { collection, everything, pageOf } from '../../alter/stored.js'
import { all, stateful } from '../../server/parts.js'
import { fault } from '../fault.js'

/*
 * Reading, finding and deleting resources.
 */

/** The permission checks that delete a resource and expect it to be gone. */
const deletions = ['PERM-12', 'PERM-19'].map(rule => `${rule}.delete-resource`)

export const resourceReadFaults = [
  fault('resource-id-joined', "reads the schedule's id as the resource id: both columns are named id", {
    breaks: { 'RES-02': /two resources have the same id/, 'RES-38.single': /id of the created resource/ },
    touches: ['ENV-09.resource', 'ENV-13.resource', 'ENV-18', 'RES-35', 'PERM-12', 'PERM-14', 'PERM-15'],
    alter: objects('readResource', object => ({ ...object, id: 1 })),
  }),
  fault('resource-schedule-internal', "shows the database's own number as schedule_id of a resource", {
    breaks: { 'RES-03': /schedule_id/ },
    alter: objects('resource', object => ({ ...object, schedule_id: '1' })),
  }),
  fault('resource-schedule-not-listed', 'shows an empty schedule_id in lists of resources', {
    breaks: { 'RES-03.list': /schedule_id in a list of two resources/ },
    touches: ['ENV-13.resource', 'ENV-18', 'RES-03.second'],
    alter: objects('listResources', object => ({ ...object, schedule_id: '' })),
  }),
  fault('resource-text-bold-number', 'reads text_bold as 1 or 0', {
    breaks: { 'RES-01': /text_bold of a resource must be of type boolean/ },
    touches: ids`
      RES-14 RES-15 RES-39 RES-40 RES-44 UNIQ-03.round-trip BULK-03 CROSS-16 CROSS-41`,
    alter: objects('resource', ({ text_bold, ...rest }) => ({ ...rest, text_bold: Number(text_bold) })),
  }),
  fault('resources-joined-with-bookings', 'lists only resources with bookings, unless ids are given', {
    breaks: { 'RES-38.list': /the names of the resources with the id of the create/ },
    // Other checks that look for a resource in the list.
    touches: ['RES-43.list', 'RES-35.schedule-id.second', 'UNIQ-01', 'UNIQ-13', 'UNIQ-15'],
    alter: collection('resources', (usual, { bookings }) => {
      const booked: typeof usual.list = async (selection, slice) => {
        const found = await usual.list(selection, slice)
        if (selection.ids) return found
        const counts = await Promise.all(
          found.map(({ id }) => bookings.count({ schedule_id: selection.schedule_id, resource_id: id })),
        )
        return found.filter((_, index) => counts[index])
      }
      return {
        list: async (selection, slice) => pageOf(await booked(selection, everything), slice),
        count: async selection => (await booked(selection, everything)).length,
      }
    }),
  }),
  fault(
    'resource-deleted-but-not-its-members',
    'still returns some members of a deleted resource if fields is sent',
    {
      breaks: { 'RES-43.single': /reading a deleted resource with fields must be refused/ },
      alter: stateful(() => {
        const read = new Map<string, Reply>()
        return intercept('readResource', async ({ call, query }, usual) => {
          const [path = ''] = call.target.split('?')
          const answer = await usual()
          const fields = query.get('fields')?.split(',')
          if (answer.status === 200 && !fields) read.set(path, answer)
          const known = read.get(path)
          if (answer.status !== 404 || !fields || !known) return answer
          const { data } = JSON.parse(known.body)
          const named = Object.fromEntries(fields.map(name => [name, data[name]]))
          return { ...known, body: JSON.stringify({ success: true, data: named }) }
        })
      }),
    },
  ),
  fault('resources-deleted-alike', 'deletes by the first 15 characters of the name, as in its index', {
    breaks: { 'RES-42': /can no longer be read/ },
    touches: ['RES-43.list', 'RES-45', 'BKG-08', 'BKG-32', 'BKG-36.deleted', 'BKG-40', 'ENV-18'],
    alter: run('deleteResource', async ({ rows, path }, usual) => {
      const { scheduleId: schedule_id, resourceId = 0 } = path
      const kept = await rows.resources.find(schedule_id, resourceId)
      const answer = await usual()
      const start = (json: string) => JSON.parse(json).name.slice(0, 15)
      const others = await rows.resources.list({ schedule_id }, everything)
      const alike = others.filter(({ json }) => kept && start(json) === start(kept.json))
      await rows.resources.remove({ schedule_id, ids: alike.map(({ id }) => id) })
      return answer
    }),
  }),
  fault('resource-changed-from-anywhere', 'changes a resource through the path of every schedule', {
    breaks: { 'RES-46.put': /description .* not as/ },
    touches: ['PERM-19'],
    alter: inItsSchedule('changeResource'),
  }),
  fault('resource-deleted-from-anywhere', 'deletes a resource through the path of every schedule', {
    breaks: { 'RES-46.delete': /can no longer be read/ },
    touches: ['PERM-19'],
    alter: inItsSchedule('deleteResource'),
  }),
  fault('resources-by-ids-of-any-schedule', 'lists resources by ids, whatever schedule they are of', {
    breaks: { 'RES-46.list': /what a list of another schedule holds of the resource/ },
    touches: ['LIST-25.resources'],
    alter: collection('resources', (usual, { schedules }) => ({
      async list(selection, slice) {
        if (!selection.ids) return usual.list(selection, slice)
        const found = []
        for (const { id } of await schedules.list()) {
          found.push(...(await usual.list({ ...selection, schedule_id: id }, everything)))
        }
        return pageOf(found, slice)
      },
    })),
  }),
  fault('resources-of-no-schedule', 'lets everybody into a schedule that does not exist', {
    breaks: { 'RES-47': /a schedule that does not exist must be refused/ },
    alter: collection('schedules', usual => ({
      membershipOf: async (schedule_id, user_id) =>
        (await usual.find(schedule_id)) ? usual.membershipOf(schedule_id, user_id) : { role: 'viewer' },
    })),
  }),
  fault('resource-unknown-changed', 'answers an update that no row is changed by with success', {
    breaks: { 'RES-45.put': /PUT .* must be refused, but was accepted/ },
    touches: ['RES-45.malformed', 'RES-46.put', 'PERM-19'],
    alter: succeedOnMissing('changeResource'),
  }),
  fault('resource-not-deleted', 'answers the deletion of a resource with success, and never commits it', {
    breaks: { 'RES-42': /reading the deleted resource/, 'RES-43': /reading a deleted resource/ },
    touches: ['RES-45', 'RES-48', 'BKG-08', 'BKG-36.deleted', 'BKG-40', 'UNIQ-10', ...deletions],
    alter: run('deleteResource', async ({ rows, path }, usual) =>
      (await rows.resources.find(path.scheduleId, path.resourceId ?? 0)) ? answered : usual(),
    ),
  }),
  fault('updated-back-into-being', 'inserts again what is deleted while an update of it is under way', {
    breaks: {
      'RES-43.together': /a resource that was deleted while others changed it/,
      'BKG-37.together': /a booking that was deleted while others changed it/,
    },
    alter: stateful(() => {
      const underWay = new Set<string>()
      return all(
        intercept(['changeResource', 'changeBooking'], async ({ call }, usual) => {
          underWay.add(call.target)
          await setTimeout(10)
          underWay.delete(call.target)
          return usual()
        }),
        // The pending update would store the object again, so the deletion can be skipped.
        intercept(['deleteResource', 'deleteBooking'], async ({ call }, usual) =>
          underWay.has(call.target) ? answered : usual(),
        ),
      )
    }),
  }),
  fault('resource-deleted-under-its-bookings', 'still shows the bookings of a resource that was deleted', {
    breaks: { 'RES-48': /a booking of a deleted resource still exists/ },
    touches: ['BKG-28'],
    alter: stateful(() => {
      const orphans = new Map<string, StoredBooking>()
      return all(
        collection('bookings', usual => ({
          find: async (schedule_id, id) =>
            (await usual.find(schedule_id, id)) ?? orphans.get(`${schedule_id}/${id}`),
        })),
        run('deleteResource', async ({ rows, path }, usual) => {
          const { scheduleId: schedule_id, resourceId: resource_id = 0 } = path
          for (const booking of await rows.bookings.list({ schedule_id, resource_id }, everything))
            orphans.set(`${schedule_id}/${booking.id}`, booking)
          return usual()
        }),
      )
    }),
  }),
  fault('resource-marked-deleted', 'marks a deleted resource, and does not look at the mark when it lists', {
    breaks: { 'RES-43.list': /still listed/, 'RES-43.ids': /holds something/ },
    touches: ['RES-42', 'UNIQ-10', ...deletions],
    alter: stateful(() => {
      const marked = new Set<number>()
      return all(
        collection('resources', usual => ({
          find: async (schedule_id, id) => (marked.has(id) ? undefined : usual.find(schedule_id, id)),
        })),
        run('deleteResource', async ({ rows, path }, usual) => {
          const { scheduleId, resourceId = 0 } = path
          if (!(await rows.resources.find(scheduleId, resourceId))) return usual()
          marked.add(resourceId)
          await rows.bookings.remove({ schedule_id: scheduleId, resource_id: resourceId })
          return answered
        }),
      )
    }),
  }),
  fault('resource-deleted-in-cache', 'reads a single resource from a cache that only bulk deletions clear', {
    breaks: { 'RES-43.single': /reading a deleted resource must be refused/ },
    touches: ['RES-42', 'RES-45.get', ...deletions],
    alter: stateful(() => {
      const cache = new Map<string, Reply>()
      return all(
        run('deleteResources', async (asked, usual) => {
          const { query, path, rows } = asked
          const schedule_id = path.scheduleId
          for (const id of query.ids ?? (await rows.resources.ids({ schedule_id }))) {
            for (const key of cache.keys()) if (key.startsWith(`${schedule_id}/${id}/`)) cache.delete(key)
          }
          return usual()
        }),
        run('readResource', async ({ path, query }, usual) => {
          const key = `${path.scheduleId}/${path.resourceId}/${[...(query.fields ?? [])]}`
          try {
            const answer = await usual()
            cache.set(key, answer)
            return answer
          } catch (error) {
            const answer = cache.get(key)
            if (answer) return answer
            throw error
          }
        }),
      )
    }),
  }),
]
