import { noQuery } from '../contract/listing.js'
import { type Resource, resource, resourceChange, resourceCreate } from '../contract/resource.js'
import { type Operation, operation } from '../operation.js'
import { created } from '../responses.js'
import type { ResourceChange } from '../store.js'
import {
  type CollectionDef,
  changingMany,
  changingOne,
  deletingMany,
  deletingOne,
  listing,
  reading,
} from './collection.js'

export const resources: CollectionDef = {
  noun: 'resource',
  idParam: 'resourceId',
  object: resource,
  changeBody: resourceChange,
  collection: rows => rows.resources,
  text: kept => kept.json,
  change: ({ rows, body, now }, selection) => rows.resources.change(selection, body as ResourceChange, now),
}

const section = '4.1'
const all = '/v1/schedules/{scheduleId}/resources'
const each = `${all}/{resourceId}`

/** Section 4.1. */
export const resourceOperations: readonly Operation[] = [
  listing(resources, {
    id: 'listResources',
    section,
    path: all,
    access: 'viewer',
    summary: 'List the resources of a schedule',
  }),
  reading(resources, {
    id: 'readResource',
    section,
    path: each,
    access: 'viewer',
    summary: 'Read a resource',
  }),
  operation<unknown, Omit<Resource, 'id' | 'schedule_id' | 'updated_at' | 'created_at'>>({
    id: 'createResource',
    section,
    method: 'POST',
    path: all,
    access: 'editor',
    summary: 'Create a resource',
    mode: 'write',
    query: noQuery,
    body: resourceCreate,
    async run({ rows, path, body, now, url }) {
      const id = await rows.resources.insert({ ...body, schedule_id: path.scheduleId }, now)
      return created(id, `${url}/${id}`)
    },
  }),
  changingMany(resources, {
    id: 'changeResources',
    section,
    path: all,
    access: 'editor',
    summary: 'Change several resources, or all of a schedule',
  }),
  changingOne(resources, {
    id: 'changeResource',
    section,
    path: each,
    access: 'editor',
    summary: 'Change a resource',
  }),
  deletingMany(resources, {
    id: 'deleteResources',
    section,
    path: all,
    access: 'editor',
    summary: 'Delete several resources, or all of a schedule, with their bookings',
  }),
  deletingOne(resources, {
    id: 'deleteResource',
    section,
    path: each,
    access: 'editor',
    summary: 'Delete a resource with its bookings',
  }),
]
