import * as z from 'zod'
import { scheduleId as chosenId, Refusal, reply, suggest } from '../core/index.js'
import { type ControlOperation, controlOperation } from './control-operation.js'
import type { Snapshots } from './snapshots.js'

const path = '/_control/snapshots'
const done = reply(200, '{"success":true}')

const unknown = (id: string, snapshots: Snapshots) =>
  new Refusal('not_found', `There is no snapshot ${id}; ${suggest(id, snapshots.list())}`)

export const snapshotOperations: readonly ControlOperation[] = [
  controlOperation({
    method: 'GET',
    path,
    summary: 'List the snapshots by their ids',
    run: ({ controlled: { snapshots } }) =>
      reply(200, JSON.stringify({ success: true, data: snapshots.list().map(id => ({ id })) })),
  }),
  controlOperation({
    method: 'POST',
    path,
    summary: 'Take a snapshot of all data: {"id": NAME}, or {} for a name that is made up',
    body: z.strictObject({ id: chosenId.optional() }),
    async run({ body: { id }, controlled: { snapshots } }) {
      return reply(201, JSON.stringify({ success: true, data: { id: await snapshots.take(id) } }))
    },
  }),
  controlOperation({
    method: 'POST',
    path: `${path}/{snapshotId}/restore`,
    summary:
      'Back to the data of a snapshot; clock, outbox and all else stay as they are, and requests that wait are cut off',
    async run({ params: { snapshotId = '' }, controlled: { snapshots, faults } }) {
      if (!snapshots.list().includes(snapshotId)) throw unknown(snapshotId, snapshots)
      faults.delay.cutOff()
      await snapshots.restore(snapshotId)
      return done
    },
  }),
  controlOperation({
    method: 'DELETE',
    path: `${path}/{snapshotId}`,
    summary: 'Forget a snapshot',
    run({ params: { snapshotId = '' }, controlled: { snapshots } }) {
      if (!snapshots.remove(snapshotId)) throw unknown(snapshotId, snapshots)
      return done
    },
  }),
]
