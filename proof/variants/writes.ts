import { Refusal, type Reply, type Selection } from '../../server/core/index.js'
import { bulkDeletes, bulkPuts, collectionOf, singleDeletes, singlePuts } from '../alter/operation-groups.js'
import { refuseIf, run, scopeOf } from '../alter/requests.js'
import { answered, refused } from '../alter/responses.js'
import { collection, type Listed, listed } from '../alter/stored.js'
import { type Alter, all } from '../server/parts.js'
import { variant } from './variant.js'

/** Does bulk requests on the known ids; `answer` replies if there are others. */
const doneOnKnown = (answer: (usual: Reply) => Reply): Alter =>
  all(
    ...[...bulkPuts, ...bulkDeletes].map(id =>
      run(id, async (asked, usual) => {
        const { rows, query } = asked
        if (!query.ids) return usual()
        const ids = await rows[collectionOf(id)].ids(scopeOf(asked, query.ids))
        const reply = await usual({ query: { ...query, ids } })
        return ids.length < new Set(query.ids).size ? answer(reply) : reply
      }),
    ),
  )

/** Changes objects one by one, a millisecond apart, which shows in updated_at. */
const oneAfterAnother = (kind: Listed): Alter =>
  collection(kind, usual => ({
    async change({ schedule_id, ...selection }: Selection, change: never, now: number) {
      const ids = await usual.ids({ schedule_id, ...selection })
      for (const [index, id] of ids.entries())
        await usual.change({ schedule_id, ids: [id] }, change, now + index)
    },
  }))

/** Choices about bulk operations and deletions (section 4). */
export const writeVariants = [
  variant('bulk-unknown-ids-ignored', 'ignores unknown ids in bulk updates and deletions', {
    alter: doneOnKnown(usual => usual),
  }),
  variant(
    'bulk-partly-done',
    'changes or deletes the known objects of a bulk request, and refuses it because of an unknown id',
    {
      warns: ['BULK-17'],
      excludes: ['bulk-unknown-ids-ignored', 'bulk-nothing-refused'],
      alter: doneOnKnown(() => refused(404)),
    },
  ),
  variant('bookings-stay', 'moves the bookings of a deleted resource to another resource', {
    warns: ['RES-48'],
    excludes: ['resource-with-bookings-stays'],
    alter: run(['deleteResource', 'deleteResources'], async (asked, usual) => {
      const { rows, path, query, now } = asked
      const schedule_id = path.scheduleId
      const all = await rows.resources.ids({ schedule_id })
      const ids = path.resourceId === undefined ? (query.ids ?? all) : [path.resourceId]
      const other = all.find(id => !ids.includes(id))
      for (const resource_id of other === undefined ? [] : ids)
        await rows.bookings.change({ schedule_id, resource_id }, { resource_id: other }, now)
      return usual()
    }),
  }),
  variant('missing-is-done', 'answers a PUT or DELETE of an object that does not exist with success', {
    warns: ['RES-45', 'RES-46', 'BKG-38', 'BKG-39', 'COL-23', 'CROSS-25'],
    alter: run([...singlePuts, ...singleDeletes], async (_, usual) => {
      try {
        return await usual()
      } catch (error) {
        if (error instanceof Refusal && error.code === 'not_found') return answered
        throw error
      }
    }),
  }),
  variant('bulk-nothing-refused', 'refuses bulk updates and deletions of nothing', {
    alter: all(
      ...[...bulkPuts, ...bulkDeletes].map(id =>
        refuseIf(
          id,
          async asked => (await asked.rows[collectionOf(id)].count(scopeOf(asked))) === 0,
          'not_found',
        ),
      ),
    ),
  }),
  variant('bulk-one-after-another', 'changes the objects of a bulk update one after another', {
    alter: all(...listed.map(oneAfterAnother)),
  }),
]
