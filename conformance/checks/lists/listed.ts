import { accepted, holds, same } from '../../check/assertions.js'
import { type Check, type CheckOptions, check } from '../../check/check.js'
import type { Context } from '../../check/context.js'
import { each } from '../../check/ids.js'
import type { Reply } from '../../http/exchange.js'
import { isObject, isSame, type Json, type JsonObject } from '../../http/json.js'
import type { Actor, Page } from '../../session/actor.js'
import { Blocked } from '../../session/outcomes.js'
import {
  type Collection,
  collections,
  type QueryObject,
  resourceBookings,
  type Sample,
  sharedSample,
} from '../collections.js'

/** A page of a list under test. */
export interface Listed extends Page {
  /** The ids of its objects, in order. */
  readonly ids: readonly (Json | undefined)[]
  /** What was requested, in words: `the list of 25 resources with limit=7`. */
  readonly what: string
}

/**
 * Declares the same check for each of the lists that the ids end with. `title` gets the list's contents: `resources`,
 * `bookings of a resource`.
 */
export const eachCollection = (
  ids: readonly string[],
  title: (objects: string) => string,
  options: CheckOptions | ((collection: Collection) => CheckOptions),
  run: (context: Context, collection: Collection) => Promise<void>,
): readonly Check[] =>
  each(ids, collections, (id, collection) => {
    const own = typeof options === 'function' ? options(collection) : options
    return check(id, title(collection.words), own, context => run(context, collection))
  })

/** Declares the same check for each of the lists, with the 25 objects that the run created for it. */
export const eachList = (
  ids: readonly string[],
  title: (objects: string) => string,
  run: (context: Context, sample: Sample) => Promise<void>,
): readonly Check[] =>
  eachCollection(ids, title, { needs: ['25 objects'], danger: 'own' }, async (context, collection) =>
    run(context, await twentyFive(context, collection)),
  )

/** A time after 1 March 2023, 0:00 UTC, as ISO 8601 with Z. */
export const march = (hour: number, minute = 0) =>
  new Date(Date.UTC(2023, 2, 1, hour, minute)).toISOString().replace('.000Z', 'Z')

/** The 25 objects of a list that the run creates once, read-only. The n-th booking begins at `march(n)` and takes half an hour. */
export const twentyFive = (context: Context, collection: Collection): Promise<Sample> =>
  sharedSample(context, collection, {
    count: 25,
    ...(collection.timed && { members: index => ({ start: march(index), end: march(index, 30) }) }),
  })

/**
 * 101 bookings of one resource, more than most page limits, and their lists with limit=0 before any check changes them:
 * `whole` is the list of the resource, `named` that of the schedule with their ids. The run creates them once.
 */
export const hundredListed = (context: Context) =>
  context.once('101 bookings and their lists', async () => {
    const { owner, schedule } = context
    const sample = await resourceBookings.make(context, { count: 101, given: context.shared })
    const whole = await owner.get(sample.path, { limit: 0 })
    const named = await owner.get(schedule.bookings, { ids: sample.ids, limit: 0 })
    return { sample, whole, named }
  })

/** The 101 bookings, to be changed or deleted: Blocked by LIST-04 if their list is incomplete. */
export async function hundredBookings(context: Context): Promise<Sample> {
  const { sample, whole } = await hundredListed(context)
  const { items, what } = pageOf(whole, 'the list of 101 bookings with limit=0')
  if (items.length === 101) return sample
  throw new Blocked('LIST-04', { message: `${what} returns ${items.length} of them`, replies: [whole] })
}

/**
 * Requests a page of a sample and nothing else. A Violation if the response is not a list; Blocked by LIST-21 if `ids` lets
 * other objects through, since counts mean nothing then.
 */
export async function readList(as: Actor, sample: Sample, query: QueryObject = {}): Promise<Listed> {
  const words = Object.entries(query).map(([name, value]) => `${name}=${[value].flat().join(',')}`)
  const asked = words.length > 0 ? words.join('&') : 'no limit and no offset'
  const what = `the list of ${sample.ids.length} ${sample.collection.words} with ${asked}`
  const page = pageOf(await as.get(sample.path, { ...sample.only, ...query }), what)
  const others = page.ids.filter(id => typeof id === 'number' && !sample.ids.includes(id))
  if (others.length === 0 || !Object.hasOwn(sample.only, 'ids')) return page
  throw new Blocked('LIST-21', {
    message: `${what} returns objects that ids does not name`,
    expected: sample.ids,
    actual: page.ids,
    replies: [page.reply],
  })
}

/** Returns the list in a response; the check is blocked if it is not a list. */
export function pageOf(reply: Reply, what: string): Listed {
  accepted(reply, what)
  const { data, pagination } = reply
  const noList = (message: string) => new Blocked('ENV-07', { message, actual: reply.body, replies: [reply] })
  if (!Array.isArray(data) || !data.every(isObject)) {
    throw noList(`${what} has no array of objects under data`)
  }
  if (!isObject(pagination)) throw noList(`${what} has no pagination object`)
  return { items: data, ids: data.map(item => item.id), pagination, reply, what }
}

/** The path of a list, whatever it contains; for the bookings of a resource, a resource is created. */
export const pathOf = async ({ schedule, given }: Context, { key }: Collection): Promise<string> =>
  key === 'resource-bookings' ? (await given.bookable()).bookings : schedule[key]

/** A list, whatever it contains, without a limit and with limit=1. */
export async function asFound(context: Context, collection: Collection): Promise<readonly Listed[]> {
  const path = await pathOf(context, collection)
  const what = `the list of ${collection.words}`
  return [
    pageOf(await context.owner.get(path), what),
    pageOf(await context.owner.get(path, { limit: 1 }), `${what} with limit=1`),
  ]
}

/** Options for checks of lists as they are, which create nothing but the resource whose bookings are listed. */
export const asFoundOptions = ({ key }: Collection): CheckOptions => ({
  danger: key === 'resource-bookings' ? 'own' : 'read',
})

/** Asserts that a page holds this many objects. */
export function hasCount(page: Listed, expected: number, why = ''): void {
  const { items, what, reply } = page
  holds(items.length === expected, `${what} returns ${items.length} objects instead of ${expected}${why}`, {
    expected: `${expected} objects`,
    actual: `${items.length} objects`,
    replies: [reply],
  })
}

/** Asserts that a page holds exactly these objects, each once, in any order. */
export function hasExactly(page: Listed, ids: readonly number[]): void {
  same(inOrder(page.ids), inOrder(ids), `the set of ids in ${page.what}`, page.reply)
}

/** Asserts that every object of the page is one of these, and appears once. */
export function hasOnly({ ids: shown, what, reply }: Listed, ids: readonly number[]): void {
  const others = shown.filter(id => !ids.includes(id as number))
  const twice = shown.filter((id, index) => shown.indexOf(id) !== index)
  const [list, wrong] =
    others.length > 0 ? ['ids that are not in the list', others] : ['ids more than once', [...new Set(twice)]]
  holds(wrong.length === 0, `${what} shows ${list}: ${wrong.join(', ')}`, {
    expected: `some of the ids ${ids.join(',')}, each at most once`,
    actual: shown,
    replies: [reply],
  })
}

/** Asserts that all pages together hold exactly these objects. */
export function together(pages: readonly Listed[], ids: readonly number[], what: string): void {
  const found = inOrder(pages.flatMap(page => page.ids))
  same(found, inOrder(ids), `the set of ids on ${what}`, ...pages.map(({ reply }) => reply))
}

export const inOrder = <T>(ids: readonly T[]): T[] => [...ids].sort((a, b) => Number(a) - Number(b))

export function hasTotal({ pagination, what, reply }: Listed, expected: number): void {
  same(pagination.total_count, expected, `pagination.total_count of ${what}`, reply)
}

/** The objects that a response has under data, alone or in an array. */
export const objectsIn = ({ data }: Reply) => [data].flat().filter(isObject)

/** Asserts that an object has the members that `fields` names, except those that it `mayLack`, and no others. */
export function hasExactlyMembers(
  object: JsonObject,
  fields: string,
  what: string,
  reply: Reply,
  mayLack: (member: string) => boolean = () => false,
): void {
  const expected = [...new Set(fields.split(','))].sort()
  const lacking = expected.filter(name => object[name] === undefined && mayLack(name))
  const actual = [...Object.keys(object), ...lacking].sort()
  holds(isSame(actual, expected), `an object of ${what} must have exactly the members ${fields}`, {
    expected,
    actual,
    replies: [reply],
  })
}

/** Groups observations by outcome: `refused: limit=-1, limit=x; answered: limit=`. */
export function outcomeGroups(seen: readonly (readonly [asked: string, outcome: string])[]): string {
  const outcomes = [...new Set(seen.map(([, outcome]) => outcome))]
  const askedFor = (outcome: string) => seen.filter(([, it]) => it === outcome).map(([asked]) => asked)
  return outcomes.map(outcome => `${outcome}: ${askedFor(outcome).join(', ')}`).join('; ')
}
