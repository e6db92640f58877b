import { type OperationId, Refusal } from '../../../server/core/index.js'
import { all, bulkDeletes, bulkPuts, done, query, refuseIf, run, textMatching } from '../../alter/index.js'
import { fault } from '../fault.js'

const gone = {
  status: 404,
  headers: { 'content-type': 'application/json' },
  body: '{"success":false,"error":{"code":"not_found","message":"There is no such object"}}',
}

/** Takes the ids up to the first unknown one, and refuses then. */
const upToUnknown = (which: OperationId, kind: 'bookings' | 'collaborators') =>
  run(which, async ({ rows, path, query }, usual) => {
    const sent = query.ids ?? []
    const present = await rows[kind].ids({ schedule_id: path.scheduleId, ids: sent })
    const first = sent.findIndex(id => !present.includes(id))
    if (first < 0) return usual()
    await usual({ query: { ...query, ids: sent.slice(0, first) } })
    return gone
  })

/** The ids as they were sent, some of them perhaps more than once. */
const repeatable = textMatching(/^\d+(?:,\d+)*$/).transform(text => String(text).split(',').map(Number))

/** Compares how many ids were sent with how many there are. */
const counted = (which: typeof bulkPuts | typeof bulkDeletes) =>
  all(
    query(which, { ids: repeatable }),
    refuseIf(which, ({ query: { ids = [] } }) => new Set(ids).size < ids.length, 'not_found'),
  )

/** Ids that there are not, and ids that are there twice. */
export const bulkIdsFaults = [
  fault('bulk-put-unknown-id-half-done', 'changes the bookings before an unknown id, then refuses', {
    breaks: { 'BULK-17': /update .* was refused, and 2 of the 2 known ones were affected/ },
    alter: upToUnknown('changeBookings', 'bookings'),
  }),
  fault('bulk-put-unknown-id-nothing-done', 'reports success for an unknown id, and changes nothing', {
    breaks: { 'BULK-17': /update .* was accepted, and 0 of the 2 known ones were affected/ },
    alter: run(bulkPuts, (_, usual) =>
      usual().catch(error => {
        if (error instanceof Refusal && error.code === 'not_found') return { ...gone, ...done }
        throw error
      }),
    ),
  }),
  fault('bulk-put-unknown-id-is-all', 'changes all bookings of a resource if ids has an unknown one', {
    breaks: { 'BULK-17.update.resource-bookings': /affected what it must leave alone/ },
    touches: ['BULK-15.update', 'BULK-16.resource-bookings'],
    alter: run('changeResourceBookings', async ({ rows, path, query }, usual) => {
      const sent = query.ids ?? []
      const { scheduleId: schedule_id, resourceId: resource_id = 0 } = path
      const present = await rows.bookings.ids({ schedule_id, resource_id, ids: sent })
      return usual(present.length < sent.length ? { query: {} } : {})
    }),
  }),
  fault('bulk-delete-unknown-id-half-done', 'deletes collaborators before an unknown id, then refuses', {
    breaks: {
      'BULK-17': /delete of collaborators .* was refused, and 2 of the 2 known ones were affected/,
    },
    alter: upToUnknown('deleteCollaborators', 'collaborators'),
  }),
  fault('bulk-put-ids-twice-refused', 'refuses a repeated id in a bulk update: found fewer than sent', {
    breaks: { 'BULK-18.update': /must be accepted, and was not/ },
    touches: ['UNIQ-06'],
    alter: counted(bulkPuts),
  }),
  fault('bulk-delete-ids-twice-refused', 'refuses a repeated id in a bulk deletion: too few found', {
    breaks: { 'BULK-18.delete': /must be accepted, and was not/ },
    alter: counted(bulkDeletes),
  }),
]
