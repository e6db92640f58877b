import { described } from '../runner/assertions.js'
import type { Actor } from '../runner/context.js'
import type { Reply } from '../runner/exchange.js'
import { isObject, type JsonObject } from '../runner/json.js'
import { Violation } from '../runner/outcomes.js'
import { compare } from './comparison.js'
import type { Expectation, ModelCollection, ModelObject, Person, World } from './world.js'

export interface Listed {
  readonly reader: Person
  readonly collection: ModelCollection
  /** What matches, on whatever page it is. */
  readonly matching: readonly ModelObject[]
  /** Nothing else can match: counts are judged. */
  readonly isWhole: boolean
  /** The rule about what is listed and what is not. */
  readonly rule: string
  readonly limit: number
  readonly offset: number
  readonly fields?: readonly string[] | undefined
}

/** That a list must be answered; where an offset lies beyond its end the document is silent. */
export const unlessBeyond = (offset: number, matching: readonly ModelObject[], rule: string): Expectation =>
  offset > 0 && offset >= matching.length ? {} : { refuseBreaks: rule }

/** One page. */
export interface Page {
  readonly items: readonly JsonObject[]
  readonly next: string | undefined
}

/** The parts of a list; undefined where it has not the form of one. */
export function pageOf(world: World, reply: Reply): (Page & { readonly pagination: JsonObject }) | undefined {
  const { data, pagination } = reply
  if (Array.isArray(data) && data.every(isObject) && isObject(pagination)) {
    const next = isObject(pagination.links) ? pagination.links.next : undefined
    return { items: data, pagination, next: typeof next === 'string' ? next : undefined }
  }
  world.differ('ENV-07', {
    message: `${described(reply)} has no array of objects under data, or no object under pagination`,
    actual: reply.body ?? reply.text,
    replies: [reply],
  })
  return undefined
}

/** Holds a page of a list against the model: what is on it, what must be, and the counts. */
export function compareList(world: World, reply: Reply, listed: Listed): Page | undefined {
  const page = pageOf(world, reply)
  if (!page) return undefined
  const { reader, matching, rule, limit, offset, fields } = listed
  const amiss = (broken: string, message: string, expected: unknown, actual: unknown) =>
    world.differ(broken, { message: `${message}: ${described(reply)}`, expected, actual, replies: [reply] })
  const isWhole = listed.isWhole && !listed.collection.isPartial
  const byId = new Map(matching.map(object => [object.id, object]))
  const ids = page.items.map(({ id }) => id)
  if (new Set(ids).size < ids.length) amiss('LIST-17', 'an object is listed twice', undefined, ids)

  for (const item of page.items) {
    const object = byId.get(Number(item.id))
    if (object) compare(world, object, item, { reader, reply, fields })
    else if (isWhole || isKnown(world, listed, item)) {
      amiss(rule, `${listed.collection.kind} ${item.id} must not be listed`, [...byId.keys()], ids)
    }
  }
  const isCut = limit > 0 && (offset > 0 || !isWhole || matching.length > limit)
  const missing = isCut || offset > 0 ? [] : [...byId.keys()].filter(id => !ids.includes(id))
  if (missing.length > 0)
    amiss(rule, `${listed.collection.kind} ${missing.join(', ')} must be listed`, [...byId.keys()], ids)

  if (isWhole) {
    const total = matching.length
    const count = Math.max(0, limit === 0 ? total - offset : Math.min(limit, total - offset))
    // Beyond the end the document is silent.
    if (ids.length !== count && offset < Math.max(1, total))
      amiss('LIST-03', 'the page has not as many objects as it must have', count, ids.length)
    if (page.pagination.total_count !== total)
      amiss(
        'LIST-11',
        'total_count must count all objects that match',
        total,
        page.pagination.total_count ?? null,
      )
    const more = offset + count < total && limit > 0
    if (more !== (page.next !== undefined) && offset < Math.max(1, total))
      amiss(
        'LIST-13',
        `there ${more ? 'must' : 'must not'} be a link to a next page`,
        undefined,
        page.next ?? 'none',
      )
  }
  return page
}

/** In a list that others have objects in too: one of ours that must not be here, or that the model knows nothing of. */
function isKnown({ token }: World, { collection }: Listed, item: JsonObject): boolean {
  for (const object of collection.objects.values()) if (object.id === item.id) return true
  return Object.values(item).some(value => typeof value === 'string' && value.includes(token))
}

/** Follows `next` to the end: from the offset on, each object stands on one page, and on one only. */
export async function followPages(
  world: World,
  {
    actor,
    first,
    matching,
    isWhole,
    limit,
    offset,
    collection,
  }: Listed & { readonly actor: Actor; readonly first: Page },
): Promise<void> {
  if (!isWhole || collection.isPartial || limit === 0 || offset >= Math.max(1, matching.length)) return
  const seen = first.items.map(({ id }) => Number(id))
  let { next } = first
  for (let turn = 0; next !== undefined && turn <= matching.length; turn++) {
    const reply = await actor.follow(next).catch(error => {
      throw error instanceof Violation ? world.differ('LIST-14', error.finding) : error
    })
    const page = reply.ok ? pageOf(world, reply) : undefined
    if (!page) {
      world.differ('LIST-17', {
        message: `the next page of a list can not be read: ${next}`,
        actual: reply.body ?? reply.text,
        replies: [reply],
      })
      return
    }
    seen.push(...page.items.map(({ id }) => Number(id)))
    next = page.next
  }
  const expected = matching.length - offset
  const isPartition = new Set(seen).size === seen.length && seen.length === expected && next === undefined
  const isExclusive = seen.every(id => matching.some(object => object.id === id))
  if (isPartition && isExclusive) return
  world.differ('LIST-17', {
    message: `the pages of a list, followed by their links to the end, must show each object once`,
    expected: { objects: expected, of: matching.map(({ id }) => id) },
    actual: seen,
    replies: [],
  })
}
