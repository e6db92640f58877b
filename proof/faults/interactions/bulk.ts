import type { Selection } from '../../../server/core/index.js'
import { bulkDeletes, bulkPuts } from '../../alter/operation-groups.js'
import {
  access,
  accessUnless,
  after,
  type OperationRequest,
  queryAs,
  refuseIf,
  run,
  scopeOf,
} from '../../alter/requests.js'
import type { Members } from '../../alter/responses.js'
import { bookingFilter, collection, everything, pageOf, withCreated } from '../../alter/stored.js'
import { fault } from '../fault.js'

/** Moves bookings in one step and makes the other changes in a second one. */
const moving = (second: (rest: Members, path: OperationRequest['path']) => Partial<OperationRequest>) =>
  run('changeResourceBookings', async ({ path, body: { resource_id, ...rest } }, usual) => {
    if (resource_id === undefined || Object.keys(rest).length === 0) return usual()
    const answer = await usual({ body: { resource_id } })
    await usual(second(rest, { ...path, resourceId: Number(resource_id) }))
    return answer
  })

/** Bulk requests combined with pages, moves, lists and guards (sections 4 and 4.2). */
export const bulkInteractionFaults = [
  fault('delete-all-of-a-page', 'deletes a page of 20 where it must delete all bookings', {
    breaks: { 'CROSS-02': /left 5 of 25 objects/ },
    alter: collection('bookings', usual => ({
      async remove(selection) {
        if (selection.ids) return usual.remove(selection)
        const ids = await usual.ids(selection)
        await usual.remove({ ...selection, ids: ids.slice(0, 20) })
      },
    })),
  }),
  fault('bulk-of-20-ids', 'changes and deletes the first 20 of the ids that are named', {
    breaks: {
      'CROSS-03.update.resources': /changed 20 of 25/,
      'CROSS-03.update.bookings': /changed 20 of 25/,
      'CROSS-03.delete.resources': /left 5 of 25/,
      'CROSS-03.delete.bookings': /left 5 of 25/,
    },
    touches: ['CROSS-02', 'CROSS-03', 'RES-43', 'BKG-28', 'BKG-37', 'COL-23'],
    alter: queryAs([...bulkPuts, ...bulkDeletes], ({ ids, ...query }) => ({
      ...query,
      ids: ids?.slice(0, 20),
    })),
  }),
  fault('bulk-ids-at-most-20', 'refuses more than 20 ids in a bulk request', {
    breaks: { 'CROSS-03': /must be accepted/ },
    alter: refuseIf(
      [...bulkPuts, ...bulkDeletes],
      ({ query: { ids = [] } }) => ids.length > 20,
      'bad_request',
    ),
  }),
  fault('bulk-move-then-title', 'moves bookings in bulk, then titles all bookings of the new resource', {
    breaks: { 'CROSS-17': /booking \d+: title (?:is|and updated_at are) not as/ },
    alter: moving((body, path) => ({ body, path, query: {} })),
  }),
  fault('bulk-move-without-title', 'moves bookings in bulk, then no longer finds those to title', {
    breaks: { 'CROSS-17': /booking \d+: title is not as it must be/ },
    touches: ['BKG-26'],
    alter: moving(() => ({ query: { ids: [] } })),
  }),
  fault('resource-remembers-bookings', 'lists the bookings of a resource by where they were made', {
    breaks: { 'CROSS-18': /after F2 was moved/ },
    touches: ['BKG-32', 'BKG-33', 'BKG-34', 'BKG-35', 'BKG-36', 'CROSS-17', 'CROSS-19'],
    alter: withCreated('bookings', created =>
      collection('bookings', usual => {
        const found = async ({ resource_id, ...selection }: Selection) => {
          const kept = await usual.list(selection, everything)
          return kept.filter(({ id }) => [undefined, created.get(id)?.resource_id].includes(resource_id))
        }
        return {
          list: async (selection, slice) => pageOf(await found(selection), slice),
          count: async selection => (await found(selection)).length,
        }
      }),
    ),
  }),
  fault('filters-remember-times', 'filters bookings by the times that they were made with', {
    breaks: { 'CROSS-18.times': /after F2 went to 14:00Z/ },
    touches: ['FILT-12'],
    alter: withCreated('bookings', created =>
      bookingFilter(({ id }, time_min, time_max) => {
        const { start = 0, end = 0 } = created.get(id) ?? {}
        return start >= time_min && end < time_max
      }),
    ),
  }),
  fault('move-to-the-same-refused', 'refuses to move bookings to the resource that they are on', {
    breaks: { 'CROSS-19': /which they have, must be accepted/ },
    alter: refuseIf('changeResourceBookings', ({ body, path }) => body.resource_id === path.resourceId),
  }),
  fault('bulk-touches-neighbours', 'moves updated_at of all older bookings of a resource as well', {
    breaks: { 'CROSS-20.resource-bookings': /updated_at is not as it must be/ },
    alter: after('changeResourceBookings', async asked => {
      const { rows, path, now, query } = asked
      if (!query.ids) return
      for (const { id, json } of await rows.bookings.list(scopeOf(asked), everything)) {
        const { updated_at, note } = JSON.parse(json)
        if (now - Date.parse(updated_at) < 1000) continue
        for (const other of [`${note} `, note]) {
          await rows.bookings.change({ schedule_id: path.scheduleId, ids: [id] }, { note: other }, now)
        }
      }
    }),
  }),
  fault('bulk-touches-collaborators', 'moves updated_at of all older collaborators as well', {
    breaks: { 'CROSS-20.collaborators': /updated_at is not as it must be/ },
    touches: ['BULK-*', 'COL-*', 'CROSS-40'],
    alter: after('changeCollaborators', async ({ rows, path, now, query }) => {
      const schedule_id = path.scheduleId
      if (!query.ids) return
      for (const { id, json } of await rows.collaborators.list({ schedule_id }, everything)) {
        const { updated_at, user_role } = JSON.parse(json)
        if (now - Date.parse(updated_at) < 1000) continue
        for (const role of [user_role === 'editor' ? 'viewer' : 'editor', user_role]) {
          await rows.collaborators.change({ schedule_id, ids: [id] }, { user_role: role }, now)
        }
      }
    }),
  }),
  fault('editors-clear-collaborators', 'lets editors remove collaborators in bulk', {
    breaks: { 'CROSS-33.editor': /must be refused, but was accepted/ },
    touches: ['PERM-06'],
    alter: access('deleteCollaborators', 'editor'),
  }),
  fault('everybody-clears-collaborators', 'checks permission to remove listed collaborators, not all', {
    breaks: {
      'CROSS-33.viewer': /all=1 as viewer must be refused/,
      'CROSS-33.editor': /all=1 as editor must be refused/,
    },
    touches: ['PERM-06'],
    alter: accessUnless(
      'deleteCollaborators',
      'viewer',
      ({ membership, query }) => membership?.role !== 'owner' && query.all !== '1',
    ),
  }),
]
