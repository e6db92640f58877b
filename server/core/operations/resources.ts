import { resource, resourceChange, resourceCreate } from '../contract/resource.js'
import type { ResourceChange } from '../store.js'
import { created } from '../wire/responses.js'
import { type CollectionDef, changing, deleting, listing, metaOf, reading } from './collection.js'
import { type Operation, operation } from './operation.js'

export const resources: CollectionDef<ResourceChange> = {
  noun: 'resource',
  kind: 'resources',
  idParam: 'resourceId',
  object: resource,
  changeBody: resourceChange,
  collection: rows => rows.resources,
  text: kept => kept.json,
  change: ({ rows, body, now }, selection) => rows.resources.change(selection, body, now),
}

const viewer = metaOf('4.1', 'viewer')
const editor = metaOf('4.1', 'editor')

/** The operations of section 4.1. */
export const resourceOperations: readonly Operation[] = [
  listing(resources, viewer('listResources', 'List the resources of a schedule')),
  reading(resources, viewer('readResource', 'Read a resource')),
  operation({
    ...editor('createResource', 'Create a resource'),
    body: resourceCreate,
    async run({ rows, path, body, now, url }) {
      const id = await rows.resources.insert({ ...body, schedule_id: path.scheduleId }, now)
      return created(id, `${url}/${id}`)
    },
  }),
  changing(resources, editor('changeResources', 'Change several resources, or all of a schedule')),
  changing(resources, editor('changeResource', 'Change a resource')),
  deleting(
    resources,
    editor('deleteResources', 'Delete several resources, or all of a schedule, with their bookings'),
  ),
  deleting(resources, editor('deleteResource', 'Delete a resource with its bookings')),
]
