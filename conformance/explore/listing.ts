import { describeRequest } from '../check/assertions.js'
import { answerOf, type Reply } from '../http/exchange.js'
import { isObject, type JsonObject } from '../http/json.js'
import { partsOfLink, type Query } from '../http/paths.js'
import type { Actor } from '../session/actor.js'
import { assertOutcome, compare } from './comparison.js'
import type { Scene } from './scene.js'
import type { Expectation, ModelCollection, ModelObject, Person, World } from './world.js'

/** What the model expects of a page of a list. */
export interface Listed {
  readonly reader: Person
  readonly collection: ModelCollection
  /** The matching objects, on all pages. */
  readonly matching: readonly ModelObject[]
  /** Whether nothing else can match, so that counts can be compared. */
  readonly isWhole: boolean
  /** The rule about what is listed and what is not. */
  readonly rule: string
  readonly limit: number
  readonly offset: number
  readonly fields?: readonly string[] | undefined
}

export interface ListRequest extends Omit<Listed, 'reader' | 'limit' | 'offset'> {
  /** The path of the collection by default. */
  readonly path?: string
  readonly query: Exclude<Query, string>
  readonly page: { readonly limit: number; readonly offset: number; readonly isFollowed: boolean }
  expected(offset: number): Expectation
}

/** Reads a page of a list and compares it with the model; if the choices say so, also all pages after it. */
export async function readList({ world, person, actor }: Scene, request: ListRequest): Promise<void> {
  const { path = request.collection.list, query, page, fields, expected } = request
  const limit = request.isWhole ? page.limit : 0
  const offset = limit > 0 ? page.offset : 0
  const reply = await actor.get(path, {
    ...query,
    // 20 is the default limit.
    ...(limit !== 20 && { limit }),
    ...(offset > 0 && { offset }),
    ...(fields && { fields }),
  })
  if (!assertOutcome(world, reply, expected(offset))) return
  const listed = { ...request, reader: person, limit, offset }
  const first = compareList(world, reply, listed)
  if (first && page.isFollowed) await followPages(world, actor, first, listed)
}

/** A list must be answered. If the offset is beyond its end, the document is silent. */
export const unlessBeyond = (offset: number, matching: readonly ModelObject[], rule: string): Expectation =>
  offset > 0 && offset >= matching.length ? {} : { refuseBreaks: rule }

type Page = NonNullable<ReturnType<typeof pageOf>>

/** The parts of a list; undefined if the reply does not have the form of one. */
export function pageOf(world: World, reply: Reply) {
  const { data, pagination } = reply
  if (Array.isArray(data) && data.every(isObject) && isObject(pagination)) {
    const next = isObject(pagination.links) ? pagination.links.next : undefined
    return { items: data, pagination, next: typeof next === 'string' ? next : undefined }
  }
  world.differ('ENV-07', {
    message: `${describeRequest(reply)} has no array of objects under data, or no object under pagination`,
    ...answerOf(reply),
  })
  return undefined
}

type Problem = (rule: string, message: string, expected: unknown, actual: unknown) => void

/** Compares a page of a list with the model: the objects on it, those that must be on it, and the counts. */
export function compareList(world: World, reply: Reply, listed: Listed): Page | undefined {
  const page = pageOf(world, reply)
  if (!page) return undefined
  const { reader, collection, matching, rule, limit, offset, fields } = listed
  const problem: Problem = (broken, message, expected, actual) =>
    world.differ(broken, {
      message: `${message}: ${describeRequest(reply)}`,
      expected,
      actual,
      replies: [reply],
    })
  const isWhole = listed.isWhole && !collection.isPartial
  const byId = new Map(matching.map(object => [object.id, object]))
  const ids = page.items.map(({ id }) => id)
  if (new Set(ids).size < ids.length) problem('LIST-17', 'an object is listed twice', undefined, ids)

  for (const item of page.items) {
    const object = byId.get(Number(item.id))
    if (object) compare(world, object, item, { reader, reply, fields })
    else if (isWhole || isKnown(world, collection, item))
      problem(rule, `${collection.kind} ${item.id} must not be listed`, [...byId.keys()], ids)
  }
  const isCut = limit > 0 && (!isWhole || matching.length > limit)
  const missing = isCut || offset > 0 ? [] : [...byId.keys()].filter(id => !ids.includes(id))
  if (missing.length > 0)
    problem(rule, `${collection.kind} ${missing.join(', ')} must be listed`, [...byId.keys()], ids)
  if (isWhole) compareCounts(page, listed, problem)
  return page
}

function compareCounts(page: Page, { matching, limit, offset }: Listed, problem: Problem): void {
  const total = matching.length
  const counted = page.pagination.total_count
  const count = Math.max(0, limit === 0 ? total - offset : Math.min(limit, total - offset))
  // Beyond the end the document is silent.
  const isWithin = offset < Math.max(1, total)
  if (isWithin && page.items.length !== count)
    problem('LIST-03', 'the page has not as many objects as it must have', count, page.items.length)
  if (counted !== total)
    problem('LIST-11', 'total_count must count all objects that match', total, counted ?? null)
  const hasMore = offset + count < total && limit > 0
  if (isWithin && hasMore !== (page.next !== undefined)) {
    const message = `there ${hasMore ? 'must' : 'must not'} be a link to a next page`
    problem('LIST-13', message, undefined, page.next ?? 'none')
  }
}

/** Whether an object in a list with other people's objects belongs to the model, or to this walk: then it must not be listed. */
function isKnown({ token }: World, { objects }: ModelCollection, item: JsonObject): boolean {
  for (const object of objects.values()) if (object.id === item.id) return true
  return Object.values(item).some(value => typeof value === 'string' && value.includes(token))
}

/** Follows `next` to the end: from the offset on, each object must be on exactly one page. */
async function followPages(
  world: World,
  actor: Actor,
  first: Page,
  { matching, isWhole, limit, offset, collection }: Listed,
): Promise<void> {
  if (!isWhole || collection.isPartial || limit === 0 || offset >= Math.max(1, matching.length)) return
  const seen = first.items.map(({ id }) => Number(id))
  let { next } = first
  for (let turn = 0; next !== undefined && turn <= matching.length; turn++) {
    const link = partsOfLink(next)
    if (!link) {
      world.differ('LIST-14', {
        message: 'the link "next" is not the full URL of a list',
        expected: 'scheme, host and a path with /v1/schedules/',
        actual: next,
        replies: [],
      })
      return
    }
    const reply = await actor.get(link.path, link.query)
    const page = reply.ok ? pageOf(world, reply) : undefined
    if (!page) {
      world.differ('LIST-17', {
        message: `the next page of a list cannot be read: ${next}`,
        ...answerOf(reply),
      })
      return
    }
    seen.push(...page.items.map(({ id }) => Number(id)))
    next = page.next
  }
  const expected = matching.length - offset
  const isPartition = new Set(seen).size === seen.length && seen.length === expected && next === undefined
  const isOurs = seen.every(id => matching.some(object => object.id === id))
  if (isPartition && isOurs) return
  world.differ('LIST-17', {
    message: `the pages of a list, followed by their links to the end, must show each object once`,
    expected: { objects: expected, of: matching.map(({ id }) => id) },
    actual: seen,
    replies: [],
  })
}
