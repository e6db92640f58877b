import { bulkDeletes, query, queryAs, requestAs, textMatching } from '../../alter/index.js'
import { fault } from '../fault.js'
import { bulkDeletesFaults } from './deletes.js'
import { bulkIdsFaults } from './ids.js'
import { bulkScopeFaults } from './scope.js'
import { bulkUpdatesFaults } from './updates.js'

const numbersAtTheStart = textMatching(/^/).transform(text =>
  String(text)
    .split(',')
    .map(id => Number.parseInt(id, 10))
    .filter(Boolean),
)

export const bulkFaults = [
  fault('bulk-delete-unguarded', 'deletes all bookings of a resource where neither all nor ids is given', {
    breaks: { 'BULK-06.resource-bookings': /neither all=1 nor ids, must be refused/ },
    touches: ['ENV-05', 'BULK-07'],
    alter: queryAs('deleteResourceBookings', query => (query.ids ? query : { ...query, all: '1' })),
  }),
  fault('bulk-delete-all-is-there', 'deletes all resources where all has any value', {
    breaks: { 'BULK-07': /all=0/, 'BULK-11': /where all is not 1/ },
    alter: query('deleteResources', {
      all: textMatching(/^/)
        .transform(() => '1')
        .default('0'),
    }),
  }),
  fault('bulk-all-beats-ids', 'deletes everything where both all=1 and ids are given', {
    breaks: { 'BULK-09': /can no longer be read/ },
    alter: queryAs(bulkDeletes, ({ ids, ...query }) => (query.all === '1' ? query : { ...query, ids })),
  }),
  fault('bulk-ids-by-prefix', 'reads as much of an id as looks like a number', {
    breaks: { 'BULK-20.delete': /ids=\d+abc as owner was accepted, and affected/ },
    alter: query(bulkDeletes, { ids: numbersAtTheStart }),
  }),
  fault('bulk-put-ids-ignored', 'changes all collaborators, whatever ids says', {
    breaks: { 'BULK-01.collaborators': /affected what it must leave alone/ },
    touches: ['BULK-16'],
    alter: queryAs('changeCollaborators', () => ({})),
  }),
  fault('bulk-put-first-page', 'changes only the first 20 objects of a bulk update without ids', {
    breaks: { 'CROSS-01': /changed 20 of 25/ },
    alter: requestAs('changeResourceBookings', async ({ rows, path, query }) => {
      if (query.ids) return {}
      const selection = { schedule_id: path.scheduleId, resource_id: path.resourceId ?? 0 }
      const ids = await rows.bookings.ids(selection)
      return { query: { ids: ids.slice(0, 20) } }
    }),
  }),
  ...bulkUpdatesFaults,
  ...bulkDeletesFaults,
  ...bulkScopeFaults,
  ...bulkIdsFaults,
]
