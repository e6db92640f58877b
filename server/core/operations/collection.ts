import type { z } from 'zod'
import type { Access } from '../access.js'
import { type Awaitable, andThen, both } from '../awaitable.js'
import type { Body } from '../contract/body.js'
import {
  bulkChangeQuery,
  bulkDeleteQuery,
  type ListQuery,
  listQuery,
  readQuery,
} from '../contract/listing.js'
import { Refusal } from '../errors.js'
import { type Operation, type OperationRequest, operation } from '../operation.js'
import { paginate } from '../paging.js'
import { done, many, manyInParts, one } from '../responses.js'
import type { Collection, Repositories, Selection, Stored } from '../store.js'
import { instantOf } from '../times.js'
import { listParts, objectsInPart } from './long-list.js'
import { type OperationId, routes } from './routes.js'

/*
 * What resources, bookings and collaborators have in common: lists, single reads, and changes and deletions of one
 * and of many. Each describes its differences in a CollectionDef.
 */

export interface CollectionDef<Change = unknown> {
  noun: string
  /** The path parameter of a single object. */
  idParam: 'resourceId' | 'bookingId' | 'collaboratorId'
  object: z.ZodObject
  changeBody: Body<Change>
  collection(
    rows: Repositories,
  ): Pick<Collection<Stored, never, never>, 'find' | 'list' | 'scan' | 'count' | 'ids' | 'remove'>
  /** The object as JSON text, as a user in this time zone reads it. */
  text(kept: Stored, zone: string): string
  /** Applies a validated body to every selected object. */
  change(request: OperationRequest<unknown, Change>, selection: Selection): Awaitable<void>
}

/** The row of an operation in the tables of section 4. */
type OperationMeta = Pick<Operation, 'id' | 'section' | 'summary' | 'method' | 'path' | 'access'>

/** Describes the operations of a section with the same access. */
export const metaOf =
  (section: string, access: Access) =>
  (id: OperationId, summary: string): OperationMeta => {
    const [method = '', path = ''] = routes[id].split(' ')
    return { id, section, method, path, access, summary }
  }

/** Lists objects. */
export function listing(
  def: CollectionDef,
  meta: OperationMeta,
  query: z.ZodType<ListQuery> = listQuery(def.object),
): Operation {
  return operation({
    ...meta,
    query,
    run(request) {
      const { rows, user, query, sentQuery, url, inParts } = request
      const { limit, offset, fields } = query
      const collection = def.collection(rows)
      return andThen(scopeOf(request), scope => {
        const selection = { ...scope, ...filtersOf(query, user.timezone) }
        const textOf = (kept: Stored) => project(def.text(kept, user.timezone), fields)
        const slice = { limit, offset }
        const page = (total_count: number, kept: readonly Stored[]) =>
          many(kept.map(textOf), paged(total_count, kept.length))
        const paged = (total_count: number, page_count: number) =>
          paginate({ limit, offset, page_count, total_count }, { base: url, sent: sentQuery })
        if (!inParts || (limit > 0 && limit <= objectsInPart)) {
          return andThen(both(collection.count(selection), collection.list(selection, slice)), args =>
            page(...args),
          )
        }
        return andThen(collection.count(selection), total => {
          const expected = Math.min(limit || total, total - offset)
          if (expected > objectsInPart) {
            return andThen(collection.scan(selection, slice), scan =>
              manyInParts(inParts(listParts(scan, textOf, paged(total, expected)))),
            )
          }
          return andThen(collection.list(selection, slice), kept => page(total, kept))
        })
      })
    },
  })
}

/** Reads one object. */
export function reading(def: CollectionDef, meta: OperationMeta): Operation {
  return operation({
    ...meta,
    query: readQuery(def.object),
    run: request =>
      andThen(findOrThrow(def, request), kept =>
        one(project(def.text(kept, request.user.timezone), request.query.fields)),
      ),
  })
}

/** Changes the object of the path, or several. */
export function changing(def: CollectionDef, meta: OperationMeta): Operation {
  return operation({
    ...meta,
    ...(isOfMany(def, meta) && { query: bulkChangeQuery }),
    body: def.changeBody,
    run: request =>
      andThen(selectionOf(def, request), selection => andThen(def.change(request, selection), () => done)),
  })
}

/** Deletes the object of the path, or several. */
export function deleting(def: CollectionDef, meta: OperationMeta): Operation {
  return operation({
    ...meta,
    ...(isOfMany(def, meta) && { query: bulkDeleteQuery }),
    run(request) {
      const { all, ids } = request.query as Partial<z.infer<typeof bulkDeleteQuery>>
      if (all === '0' && !ids) {
        const message = `Say which ${def.noun}s to delete: add ids=1,2 for some of them, or all=1 for every one in this list`
        throw new Refusal('guard_missing', message)
      }
      return andThen(selectionOf(def, request), selection =>
        andThen(def.collection(request.rows).remove(selection), () => done),
      )
    },
  })
}

const isOfMany = ({ idParam }: CollectionDef, { path }: OperationMeta) => !path.includes(`{${idParam}}`)

/** The scope of the path: a schedule, or one resource of it. */
function scopeOf({ rows, path }: OperationRequest): Awaitable<Selection> {
  const { scheduleId: schedule_id, resourceId } = path
  if (resourceId === undefined) return { schedule_id }
  return andThen(rows.resources.find(schedule_id, resourceId), resource => {
    if (!resource) throw notFound('resource', [resourceId])
    return { schedule_id, resource_id: resourceId }
  })
}

function filtersOf({ ids, time_min, time_max }: ListQuery, zone: string): Partial<Selection> {
  return {
    ...(ids && { ids }),
    ...(time_min !== undefined && { time_min: instantOf(time_min, zone) }),
    ...(time_max !== undefined && { time_max: instantOf(time_max, zone) }),
  }
}

/** The object of the path, or the objects of a bulk write, which is refused as a whole if an id does not exist. */
function selectionOf(def: CollectionDef, request: OperationRequest): Awaitable<Selection> {
  const { rows, path } = request
  if (path[def.idParam] !== undefined)
    return andThen(findOrThrow(def, request), ({ id }) => ({ schedule_id: path.scheduleId, ids: [id] }))
  const { ids } = request.query as { ids?: number[] | undefined }
  return andThen(scopeOf(request), scope => {
    if (!ids) return scope
    const selection = { ...scope, ids }
    return andThen(def.collection(rows).ids(selection), found => {
      const present = new Set(found)
      const missing = ids.filter(id => !present.has(id))
      if (missing.length > 0) throw notFound(def.noun, missing, '; nothing was changed')
      return selection
    })
  })
}

function findOrThrow(def: CollectionDef, { rows, path }: OperationRequest): Awaitable<Stored> {
  const id = path[def.idParam] ?? Number.NaN
  return andThen(def.collection(rows).find(path.scheduleId, id), kept => {
    if (!kept) throw notFound(def.noun, [id])
    return kept
  })
}

function notFound(noun: string, ids: readonly number[], consequence = ''): Refusal {
  const listed =
    ids.length > 20 ? `${ids.slice(0, 20).join(', ')} and ${ids.length - 20} more` : ids.join(', ')
  const [is, s] = ids.length === 1 ? ['is', ''] : ['are', 's']
  return new Refusal('not_found', `There ${is} no ${noun}${s} ${listed} here${consequence}`)
}

/** Keeps only the given fields of an object (section 2.5). */
export function project(text: string, fields: Set<string> | undefined): string {
  if (!fields) return text
  const entries = Object.entries(JSON.parse(text)).filter(([name]) => fields.has(name))
  return JSON.stringify(Object.fromEntries(entries))
}
