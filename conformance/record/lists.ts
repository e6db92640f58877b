import { type Kind, mayBeUnset } from '../catalogue/members.js'
import { instantOf } from '../check/instants.js'
import { replyOf } from '../http/exchange.js'
import { isObject, type Json, type JsonObject } from '../http/json.js'
import type { Judging } from './judging.js'
import { isOneOf, nameOf } from './objects.js'
import { rulesOf } from './rules.js'
import type { Thing } from './things.js'
import { shownValue } from './values.js'
import { jointReach, type ListScope, mayChangeList, mayRemove, mayTouch, type Reach } from './writes.js'

/** A list in a response. */
export interface Listed {
  readonly kind: Kind
  readonly scope: ListScope
  readonly items: readonly JsonObject[]
  /** The ids of the items in order; undefined if `fields` leaves them out. */
  readonly ids: readonly string[] | undefined
  /** The ids without duplicates. */
  readonly distinct: ReadonlySet<string>
  readonly pagination: JsonObject
  /** What the request asks for; undefined if the document does not define it. */
  readonly offset: number | undefined
  readonly limit: number | undefined
}

/** The default limit of a list (section 2.5). */
const usualLimit = 20

/** Up to this limit, pages have exactly the requested length. Above it, a target may have an upper bound of its own (section 8). */
export const exactLimit = 25

/** Judges the form of a list; undefined if the response is not a list. */
export function listedIn(judging: Judging): Listed | undefined {
  const { asked, exchange, holds } = judging
  const { kind, schedule, resource, query } = asked
  if (kind === undefined || kind === 'user') return undefined
  const { data, pagination, body } = replyOf(exchange)
  const isFormed = Array.isArray(data) && data.every(isObject) && isObject(pagination)
  holds('ENV-07.answers', isFormed, () => ({
    message: 'a list must have an array of objects under data, and an object under pagination',
    expected: { data: [], pagination: {} },
    actual: body,
  }))
  if (!isFormed) return undefined
  const items: readonly JsonObject[] = data
  const ids = items.every(({ id }) => id !== undefined) ? items.map(({ id }) => String(id)) : undefined
  const { limit = usualLimit, offset = 0 } = query
  const named = query.ids === 'odd' ? undefined : query.ids
  const isThere = (id: string) => judging.things.find(kind, schedule, id)?.existence === 'there'
  return {
    kind,
    scope: { kind, schedule, resource, ids: named, isTaken: named?.every(isThere) === true },
    items,
    ids,
    distinct: new Set(ids),
    pagination,
    offset: offset === 'odd' ? undefined : offset,
    limit: limit === 'odd' ? undefined : limit,
  }
}

/** Judges which objects a list shows. */
export function judgeItems(judging: Judging, listed: Listed): void {
  const { asked, holds } = judging
  const { kind, ids, distinct, items, limit } = listed
  holds(rulesOf[kind].unique, !ids || distinct.size === ids.length, () => ({
    message: `a list shows ${kind} ${ids?.find((id, index) => ids.indexOf(id) !== index)} twice`,
    expected: 'each object once',
    actual: ids,
  }))
  const named = asked.query.ids
  if (Array.isArray(named) && ids) {
    const others = ids.filter(id => !named.includes(id))
    holds('LIST-21.answers', others.length === 0, () => ({
      message: `a list shows ${kind} ${others.join(', ')}, which ids does not name`,
      expected: named,
      actual: ids,
    }))
  }
  if (limit === undefined || limit === 0) return
  const rule = asked.query.limit === undefined ? 'LIST-01.answers' : 'LIST-03.answers'
  holds(rule, items.length <= limit, () => ({
    message: `a list of at most ${limit} objects has ${items.length}`,
    expected: `${limit} objects at most`,
    actual: items.length,
  }))
}

/** What the run knows about the objects of a list. */
export interface Expected {
  /** Objects that must be in it. */
  readonly there: readonly Thing[]
  /** Whether there are no others. */
  readonly isAll: boolean
}

/** Returns the objects that match a list; undefined if that is not known. */
export function expectedIn(
  { asked, things, others, writes, began }: Judging,
  { scope, distinct }: Listed,
): Expected | undefined {
  const { query } = asked
  const isOdd = query.ids === 'odd' || query.from === 'odd' || query.until === 'odd'
  if (isOdd) return undefined
  const { kind, schedule, resource, ids } = scope
  let isAll = ids !== undefined || isOwnResource(things.find('resource', schedule, resource ?? ''))
  if (isAll && others.some(write => mayChangeList(write, scope))) isAll = false
  if (isAll && ids === undefined && writes.lost.some(write => mayChangeList(write, scope))) isAll = false
  const there: Thing[] = []
  const candidates = ids
    ? ids.flatMap(id => things.find(kind, schedule, id) ?? [])
    : things.in(kind, schedule)
  // Ids that the run does not know may belong to other people's objects.
  if (ids && candidates.length < new Set(ids).size) isAll = false
  for (const thing of candidates) {
    if (thing.existence === 'gone') {
      // Another object may have been given its id in the meantime.
      if (ids) isAll = false
      continue
    }
    // Whether it may be shown is judged by its members.
    if (distinct.has(thing.id)) {
      there.push(thing)
      continue
    }
    // Its create was answered only after this list was requested, so the list may show the earlier state.
    const isNew = thing.born > began
    const matches = isNew ? undefined : isMatching(thing, jointReach(others, thing), resource, query)
    if (matches === undefined || thing.existence === 'open') isAll &&= matches === false
    else if (matches) there.push(thing)
  }
  return { there, isAll }
}

const isOwnResource = (thing: Thing | undefined) => thing?.existence === 'there'

/** Whether an object is among the bookings of a resource, and within the filters; undefined if that is not known. */
function isMatching(
  thing: Thing,
  reach: Reach,
  resource: string | undefined,
  { from, until }: Judging['asked']['query'],
): boolean | undefined {
  if (reach === 'all' || mayRemove(reach)) return undefined
  const of = thing.members.get('resource_id')
  if (resource !== undefined) {
    if (!of || reach?.has('resource_id')) return undefined
    const possible = [of.value, ...(of.or ?? [])].map(String)
    if (!possible.includes(resource)) return false
    if (possible.some(id => id !== resource)) return undefined
  }
  const instant = (member: string) => {
    const known = thing.members.get(member)
    return known && !known.or && !reach?.has(member) ? instantOf(known.value) : undefined
  }
  let isSure = true
  for (const [bound, member] of [
    [from, 'start_utc'],
    [until, 'end_utc'],
  ] as const) {
    if (typeof bound !== 'number') continue
    const time = instant(member)
    // Written times are known only to the minute.
    if (time === undefined || Math.abs(time - bound) < 60_000) isSure = false
    else if (member === 'start_utc' ? time < bound : time >= bound) return false
  }
  return isSure ? true : undefined
}

/** Judges whether a list contains the objects that it must. */
export function judgePresence(judging: Judging, listed: Listed, expected: Expected): void {
  const { holds, asked } = judging
  const { kind, items, ids, distinct, offset, limit, scope } = listed
  if (offset === undefined || limit === undefined) return
  const rule = scope.ids ? 'LIST-21.answers' : rulesOf[kind].exists
  const isWhole = offset === 0 && (limit === 0 || items.length < Math.min(limit, usualLimit))
  if (isWhole && ids) {
    const missing = expected.there.find(({ id }) => !distinct.has(id))
    holds(rule, missing === undefined, () => ({
      message: `a list lacks ${kind} ${missing?.id}, which exists`,
      expected: missing?.id,
      actual: ids,
      earlier: missing?.by,
    }))
  }
  if (!expected.isAll) return
  const count = Math.max(0, expected.there.length - offset)
  const wanted = limit === 0 ? count : Math.min(limit, count)
  // A target with an upper bound may return fewer than requested: then a next page has them.
  const isBounded = limit > exactLimit && items.length >= usualLimit && items.length < wanted
  const isOffsetRule = (asked.query.offset ?? 0) !== 0 && scope.ids === undefined
  holds(isOffsetRule ? 'LIST-05.answers' : rule, items.length === wanted || isBounded, () => ({
    message: `a list must have ${wanted} of the ${expected.there.length} objects that match, and has ${items.length}`,
    expected: wanted,
    actual: items.length,
    earlier: expected.there.at(-1)?.by,
  }))
}

/** Judges an object of a list or a single read that must be gone. */
export function judgeGone(judging: Judging, thing: Thing, object: JsonObject): void {
  judging.holds(rulesOf[thing.kind].gone, false, () => ({
    message: `${nameOf(thing.kind, object)} was deleted, but is still shown`,
    expected: 'no such object',
    actual: object,
    earlier: thing.by,
  }))
}

/** Judges objects that `fields` shows without their ids: each must be one of the matching objects. */
export function judgeNameless(
  judging: Judging,
  { items, ids, kind }: Listed,
  { there, isAll }: Expected,
): void {
  const { holds } = judging
  if (ids || !isAll || items.length === 0) return
  const names = Object.keys(items[0] ?? {})
  if (names.includes('updated_at')) return
  if (there.some(thing => mayTouchAny(judging, thing))) return
  if (there.some(({ members }) => names.some(name => !members.has(name)))) return
  const left = new Set(there)
  for (const item of items) {
    const found = [...left].find(thing => names.every(name => isKnownAs(thing, name, shownValue(item, name))))
    holds('LIST-28.answers', found !== undefined, () => ({
      message: `a list with fields shows a ${kind} that differs from all that match`,
      expected: there.map(({ members }) =>
        Object.fromEntries(names.map(name => [name, members.get(name)?.value ?? null])),
      ),
      actual: item,
      earlier: there.at(-1)?.by,
    }))
    if (found) left.delete(found)
  }
}

const mayTouchAny = ({ others }: Judging, thing: Thing) => others.some(write => mayTouch(write, thing))

const isKnownAs = (thing: Thing, name: string, actual: Json | undefined) => {
  const known = thing.members.get(name)
  const shown = mayBeUnset(thing.kind, name) ? (actual ?? '') : actual
  return known !== undefined && shown !== undefined && isOneOf(known, name, shown)
}
