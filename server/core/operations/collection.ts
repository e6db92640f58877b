import type { z } from 'zod'
import type { Access } from '../access.js'
import type { Body } from '../contract/body.js'
import { bulkChangeQuery, bulkDeleteQuery, listQuery, noQuery, readQuery } from '../contract/listing.js'
import { Refusal } from '../errors.js'
import { type Operation, type OperationRequest, operation } from '../operation.js'
import { paginate } from '../paging.js'
import { done, many, one } from '../responses.js'
import type { Collection, Repositories, Selection, Stored } from '../store.js'
import { instantOf, readTime } from '../times.js'
import type { OperationId } from './ids.js'

/*
 * What resources, bookings and collaborators have in common: the list, the single read, the changes and
 * deletions of one and of many. What is particular to one of them stands in its Kind.
 */

export interface CollectionDef {
  noun: string
  /** The member of the path that names one of them. */
  idParam: 'resourceId' | 'bookingId' | 'collaboratorId'
  object: z.ZodObject
  changeBody: Body
  collection(
    rows: Repositories,
  ): Pick<Collection<Stored, never, never>, 'find' | 'list' | 'count' | 'ids' | 'remove'>
  /** The object as a user of this time zone reads it, as JSON text. */
  text(kept: Stored, zone: string): string
  /** Makes the changes of a validated body to all that are selected. */
  change(request: OperationRequest, selection: Selection): Promise<void>
}

/** Which of the seven rows of its table in section 4 an operation is. */
export interface OperationMeta {
  id: OperationId
  section: string
  summary: string
  path: string
  access: Access
}

export function listing<Query extends ListQueryValue>(
  kind: CollectionDef,
  row: OperationMeta,
  query: z.ZodType<Query> = listQuery(kind.object) as never,
): Operation {
  return operation<Query>({
    ...row,
    method: 'GET',
    mode: 'read',
    query,
    async run(request) {
      const { rows, user, query, sentQuery, url } = request
      const collection = kind.collection(rows)
      const selection = { ...(await scopeOf(request)), ...filtersOf(query, user.timezone) }
      const stretch = { limit: query.limit, offset: query.offset }
      const total_count = await collection.count(selection)
      const kept = await collection.list(selection, stretch)
      const texts = kept.map(each => project(kind.text(each, user.timezone), query.fields))
      return many(
        texts,
        paginate({ ...stretch, page_count: kept.length, total_count }, { base: url, sent: sentQuery }),
      )
    },
  })
}

export function reading(kind: CollectionDef, row: OperationMeta): Operation {
  return operation<{ fields?: Set<string> | undefined }>({
    ...row,
    method: 'GET',
    mode: 'read',
    query: readQuery(kind.object),
    async run(request) {
      const kept = await findOrThrow(kind, request)
      return one(project(kind.text(kept, request.user.timezone), request.query.fields))
    },
  })
}

export function changingOne(kind: CollectionDef, row: OperationMeta): Operation {
  return operation({
    ...row,
    method: 'PUT',
    mode: 'write',
    query: noQuery,
    body: kind.changeBody,
    async run(request) {
      const { id } = await findOrThrow(kind, request)
      await kind.change(request, { schedule_id: request.path.scheduleId, ids: [id] })
      return done
    },
  })
}

export function changingMany(kind: CollectionDef, row: OperationMeta): Operation {
  return operation<{ ids?: number[] | undefined }, unknown>({
    ...row,
    method: 'PUT',
    mode: 'write',
    query: bulkChangeQuery,
    body: kind.changeBody,
    async run(request) {
      await kind.change(request, await resolveSelection(kind, request))
      return done
    },
  })
}

export function deletingOne(kind: CollectionDef, row: OperationMeta): Operation {
  return operation({
    ...row,
    method: 'DELETE',
    mode: 'write',
    query: noQuery,
    async run(request) {
      const { id } = await findOrThrow(kind, request)
      await kind.collection(request.rows).remove({ schedule_id: request.path.scheduleId, ids: [id] })
      return done
    },
  })
}

export function deletingMany(kind: CollectionDef, row: OperationMeta): Operation {
  return operation<{ all: '0' | '1'; ids?: number[] | undefined }>({
    ...row,
    method: 'DELETE',
    mode: 'write',
    query: bulkDeleteQuery,
    async run(request) {
      const { all, ids } = request.query
      if (all !== '1' && !ids) {
        const message = `Say which ${kind.noun}s to delete: add ids=1,2 for some of them, or all=1 for every one in this list`
        throw new Refusal('guard_missing', message)
      }
      await kind.collection(request.rows).remove(await resolveSelection(kind, request))
      return done
    },
  })
}

interface ListQueryValue {
  limit: number
  offset: number
  fields?: Set<string> | undefined
  ids?: number[] | undefined
  time_min?: string | undefined
  time_max?: string | undefined
}

/** Everything the path speaks of: a schedule, or one resource of it. */
async function scopeOf({ rows, path }: OperationRequest): Promise<Selection> {
  const { scheduleId: schedule_id, resourceId } = path
  if (resourceId === undefined) return { schedule_id }
  if (!(await rows.resources.find(schedule_id, resourceId))) throw notFound('resource', [resourceId])
  return { schedule_id, resource_id: resourceId }
}

function filtersOf({ ids, time_min, time_max }: ListQueryValue, zone: string): Partial<Selection> {
  const instant = (text: string) => instantOf(readTime(text) as never, zone)
  return {
    ...(ids && { ids }),
    ...(time_min !== undefined && { time_min: instant(time_min) }),
    ...(time_max !== undefined && { time_max: instant(time_max) }),
  }
}

/** The objects a bulk write is about; one that names an id that is not there is refused whole. */
async function resolveSelection(
  kind: CollectionDef,
  request: OperationRequest<{ ids?: number[] | undefined }>,
): Promise<Selection> {
  const scope = await scopeOf(request)
  const { ids } = request.query
  if (!ids) return scope
  const selection = { ...scope, ids }
  const present = new Set(await kind.collection(request.rows).ids(selection))
  const missing = ids.filter(id => !present.has(id))
  if (missing.length > 0) throw notFound(kind.noun, missing, '; nothing was changed')
  return selection
}

async function findOrThrow(kind: CollectionDef, { rows, path }: OperationRequest): Promise<Stored> {
  const id = path[kind.idParam] ?? Number.NaN
  const kept = await kind.collection(rows).find(path.scheduleId, id)
  if (!kept) throw notFound(kind.noun, [id])
  return kept
}

function notFound(noun: string, ids: readonly number[], consequence = ''): Refusal {
  const listed =
    ids.length > 20 ? `${ids.slice(0, 20).join(', ')} and ${ids.length - 20} more` : ids.join(', ')
  const [is, s] = ids.length === 1 ? ['is', ''] : ['are', 's']
  return new Refusal('not_found', `There ${is} no ${noun}${s} ${listed} here${consequence}`)
}

/** Only the named properties of an object (section 2.5), or all of it. */
export function project(text: string, fields: Set<string> | undefined): string {
  if (!fields) return text
  const entries = Object.entries(JSON.parse(text)).filter(([name]) => fields.has(name))
  return JSON.stringify(Object.fromEntries(entries))
}
