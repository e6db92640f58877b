import { changing, changingByIds, creating, deleting, deletingByIds, listing, reading } from './attempt.js'
import { rows } from './operation.js'

const note = 'changed'

/** Every row of section 4.1. */
export const resourceOperations = rows(
  'resource',
  [
    'GET resources',
    'list resources',
    async ({ given, schedule }) => {
      const resource = await given.resource()
      return listing(resource, schedule.resources, resource.name)
    },
  ],
  [
    'GET resources/{resourceId}',
    'read a resource',
    async ({ given }) => {
      const resource = await given.resource()
      return reading(resource, resource.name)
    },
  ],
  [
    'POST resources',
    'create a resource',
    async context => {
      const name = context.name()
      return creating(context.owner, context.schedule.resources, { name }, name)
    },
  ],
  [
    'PUT resources',
    'change resources in bulk',
    async ({ given, schedule }) => changingByIds(await given.resource(), schedule.resources, { note }),
  ],
  [
    'PUT resources/{resourceId}',
    'change a resource',
    async ({ given }) => changing(await given.resource(), { note }),
  ],
  [
    'DELETE resources',
    'delete resources in bulk',
    async ({ given, schedule }) => deletingByIds(await given.resource(), schedule.resources),
  ],
  [
    'DELETE resources/{resourceId}',
    'delete a resource',
    async ({ given, schedule }) => deleting(await given.resource(), schedule.resources),
  ],
)
