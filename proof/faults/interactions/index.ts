import { bodyAs, changesOf, run } from '../../alter/index.js'
import { fault } from '../fault.js'
import { bulkInteractionFaults } from './bulk.js'
import { listInteractionFaults } from './lists.js'
import { nameInteractionFaults } from './names.js'
import { peopleInteractionFaults } from './people.js'
import { timeInteractionFaults } from './times.js'

const truthy = (members: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value))

export const interactionFaults = [
  ...listInteractionFaults,
  ...bulkInteractionFaults,
  ...nameInteractionFaults,
  ...peopleInteractionFaults,
  ...timeInteractionFaults,
  fault('falsy-is-absent', 'takes false and "" in an update of a resource for absent', {
    breaks: { 'CROSS-16': /text_bold/ },
    touches: ['RES-40', 'RES-14', 'RES-27', 'BULK-03'],
    alter: bodyAs(changesOf.resource, truthy),
  }),
  fault('reads-touch', 'moves updated_at when a resource is read', {
    breaks: { 'CROSS-40': /updated_at/ },
    touches: ['*'],
    alter: run('readResource', async ({ rows, path, now }, usual) => {
      const answer = await usual()
      const selection = { schedule_id: path.scheduleId, ids: [path.resourceId ?? 0] }
      await rows.resources.change(selection, { link_title: ' ' }, now)
      await rows.resources.change(selection, { link_title: '' }, now)
      return answer
    }),
  }),
]
