import type { z } from 'zod'
import type { Access } from '../access/roles.js'
import type { Body } from '../contract/body.js'
import {
  bulkChangeQuery,
  bulkDeleteQuery,
  type ListQuery,
  listQuery,
  readQuery,
} from '../contract/listing.js'
import { paginate } from '../lists/paging.js'
import type { Scan } from '../scan.js'
import type { Collection, ObjectKind, Repositories, Selection, Stored } from '../store.js'
import { boundOf } from '../times/times.js'
import type { Awaitable, Parts } from '../wire/call.js'
import { Refusal } from '../wire/errors.js'
import { done, listEnd, listStart, many, manyInParts, one } from '../wire/responses.js'
import { type OperationId, routes } from '../wire/routes.js'
import { type Operation, type OperationRequest, operation } from './operation.js'

/*
 * What resources, bookings and collaborators have in common: lists, single reads, and changes and deletions of one or many. A
 * CollectionDef describes the differences.
 */

export interface CollectionDef<Change = unknown> {
  noun: string
  kind: ObjectKind
  /** The path parameter of a single object. */
  idParam: 'resourceId' | 'bookingId' | 'collaboratorId'
  object: z.ZodObject
  changeBody: Body<Change>
  collection(
    rows: Repositories,
  ): Pick<Collection<Stored, never, never>, 'find' | 'list' | 'scan' | 'count' | 'ids' | 'remove'>
  /** The object as JSON text, as a user in this time zone sees it. */
  text(kept: Stored, zone: string): string
  /** Applies a validated body to every selected object. */
  change(request: OperationRequest<unknown, Change>, selection: Selection): Awaitable<void>
}

/** A row in the tables of section 4. */
type OperationMeta = Pick<Operation, 'id' | 'section' | 'summary' | 'method' | 'path' | 'access'>

/** Defines operations of a section with the same access. */
export const metaOf =
  (section: string, access: Access) =>
  (id: OperationId, summary: string): OperationMeta => {
    const [method = '', path = ''] = routes[id].split(' ')
    return { id, section, method, path, access, summary }
  }

/** The number of objects in a part of a list: about 64 KB of text. */
export const objectsInPart = 100

/** The body of a list in parts, which together show one state of the data. */
function listParts(scan: Scan<Stored>, textOf: (kept: Stored) => string, pagination: object): Parts {
  let before = listStart
  let isOver = false
  return {
    async next() {
      if (isOver) return undefined
      const kept = await scan.next(objectsInPart)
      isOver = kept.length === 0
      if (isOver) return `${before === ',' ? '' : before}${listEnd(pagination)}\n`
      const part = before + kept.map(textOf).join(',')
      before = ','
      return part
    },
    close: scan.close,
  }
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
    foresee({ path: { scheduleId: schedule_id, resourceId: resource_id }, query, account }) {
      const { limit, offset } = query
      if (limit === 0 || limit > objectsInPart || Number.isNaN(resource_id)) return undefined
      const isOfResource = resource_id !== undefined
      const selection = {
        schedule_id,
        ...(isOfResource && { resource_id }),
        ...filtersOf(query, account.timezone),
      }
      return { page: { kind: def.kind, selection, slice: { limit, offset } } }
    },
    async run(request) {
      const { rows, user, query, sentQuery, url, inParts, page } = request
      const { limit, offset, fields } = query
      const collection = def.collection(rows)
      const selection = { ...(await scopeOf(request)), ...filtersOf(query, user.timezone) }
      const slice = { limit, offset }
      const textOf = (kept: Stored) => project(def.text(kept, user.timezone), fields)
      const paged = (total_count: number, page_count: number) =>
        paginate({ limit, offset, page_count, total_count }, { base: url, sent: sentQuery })

      if (page) return many(page.objects.map(textOf), paged(page.total, page.objects.length))
      const total = await collection.count(selection)
      const expected = Math.min(limit || total, total - offset)
      if (inParts && expected > objectsInPart) {
        const scan = await collection.scan(selection, slice)
        return manyInParts(inParts(listParts(scan, textOf, paged(total, expected))))
      }
      const kept = await collection.list(selection, slice)
      return many(kept.map(textOf), paged(total, kept.length))
    },
  })
}

/** Reads one object. */
export function reading(def: CollectionDef, meta: OperationMeta): Operation {
  return operation({
    ...meta,
    query: readQuery(def.object),
    entryOnly: true,
    async run(request) {
      const kept = await findOrThrow(def, request)
      return one(project(def.text(kept, request.user.timezone), request.query.fields))
    },
  })
}

/** Changes the object in the path, or several. */
export function changing(def: CollectionDef, meta: OperationMeta): Operation {
  return operation({
    ...meta,
    ...(isOfMany(def, meta) && { query: bulkChangeQuery }),
    body: def.changeBody,
    async run(request) {
      await def.change(request, await selectionOf(def, request))
      return done
    },
  })
}

/** Deletes the object in the path, or several. */
export function deleting(def: CollectionDef, meta: OperationMeta): Operation {
  return operation({
    ...meta,
    ...(isOfMany(def, meta) && { query: bulkDeleteQuery }),
    async run(request) {
      const { all, ids } = request.query as Partial<z.infer<typeof bulkDeleteQuery>>
      if (all === '0' && !ids) {
        const message = `Say which ${def.noun}s to delete: add ids=1,2 for some of them, or all=1 for every one in this list`
        throw new Refusal('guard_missing', message)
      }
      await def.collection(request.rows).remove(await selectionOf(def, request))
      return done
    },
  })
}

const isOfMany = ({ idParam }: CollectionDef, { path }: OperationMeta) => !path.includes(`{${idParam}}`)

/** The scope of the path: a schedule, or one of its resources. */
async function scopeOf({ rows, path, object }: OperationRequest): Promise<Selection> {
  const { scheduleId: schedule_id, resourceId } = path
  if (resourceId === undefined) return { schedule_id }
  const resource = object === undefined ? await rows.resources.find(schedule_id, resourceId) : object
  if (!resource) throw notFound('resource', [resourceId])
  return { schedule_id, resource_id: resourceId }
}

function filtersOf({ ids, time_min, time_max }: ListQuery, zone: string): Partial<Selection> {
  return {
    ...(ids && { ids }),
    ...(time_min !== undefined && { time_min: boundOf(time_min, zone) }),
    ...(time_max !== undefined && { time_max: boundOf(time_max, zone) }),
  }
}

/** The object in the path, or the objects of a bulk write, which is refused as a whole if an id does not exist. */
async function selectionOf(def: CollectionDef, request: OperationRequest): Promise<Selection> {
  const { rows, path } = request
  if (path[def.idParam] !== undefined) {
    const { id } = await findOrThrow(def, request)
    return { schedule_id: path.scheduleId, ids: [id] }
  }
  const { ids } = request.query as { ids?: number[] | undefined }
  const scope = await scopeOf(request)
  if (!ids) return scope
  const selection = { ...scope, ids }
  const present = new Set(await def.collection(rows).ids(selection))
  const missing = ids.filter(id => !present.has(id))
  if (missing.length > 0) throw notFound(def.noun, missing, '; nothing was changed')
  return selection
}

async function findOrThrow(def: CollectionDef, { rows, path, object }: OperationRequest): Promise<Stored> {
  const id = path[def.idParam] ?? Number.NaN
  const kept = object === undefined ? await def.collection(rows).find(path.scheduleId, id) : object
  if (!kept) throw notFound(def.noun, [id])
  return kept
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
