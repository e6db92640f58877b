import {
  type Actor,
  accepted,
  Blocked,
  type Check,
  type CheckOptions,
  type Context,
  check,
  holds,
  isObject,
  type Json,
  type Page,
  type Reply,
  same,
} from '../../runner/index.js'
import { type QueryObject, type Sample, type Scope, scopes, twentyFive } from './scopes.js'

/** A page of a list that is under test. */
export interface Listed extends Page {
  /** The ids of its objects, in their order. */
  readonly ids: readonly (Json | undefined)[]
  /** What was asked for, in words: `the list of 25 resources with limit=7`. */
  readonly what: string
}

/**
 * Asks for a page of a sample, and nothing but the sample. A Violation where it is not answered with a list; Blocked by
 * LIST-21 where `ids` lets other objects through, for then no count means anything.
 */
export async function listed(as: Actor, sample: Sample, query: QueryObject = {}): Promise<Listed> {
  const words = Object.entries(query).map(([name, value]) => `${name}=${[value].flat().join(',')}`)
  const asked = words.length > 0 ? words.join('&') : 'no limit and no offset'
  const what = `the list of ${sample.ids.length} ${sample.scope.words} with ${asked}`
  const page = pageOf(await as.get(sample.path, { ...sample.only, ...query }), what)
  const strange = page.ids.filter(id => typeof id === 'number' && !sample.ids.includes(id))
  if (strange.length === 0 || !Object.hasOwn(sample.only, 'ids')) return page
  throw new Blocked('LIST-21', {
    message: `${what} returns objects that ids does not name`,
    expected: sample.ids,
    actual: page.ids,
    replies: [page.reply],
  })
}

/** What an answer lists; the check is blocked where it is no list at all. */
export function pageOf(reply: Reply, what: string): Listed {
  accepted(reply, what)
  const { data, pagination } = reply
  const noList = (message: string) => new Blocked('ENV-07', { message, actual: reply.body, replies: [reply] })
  if (!Array.isArray(data) || !data.every(isObject))
    throw noList(`${what} has no array of objects under data`)
  if (!isObject(pagination)) throw noList(`${what} has no pagination object`)
  return { items: data, ids: data.map(item => item.id), pagination, reply, what }
}

/** A page holds this many objects. */
export function hasCount(page: Listed, expected: number, why = ''): void {
  const { items, what, reply } = page
  holds(items.length === expected, `${what} returns ${items.length} objects instead of ${expected}${why}`, {
    expected: `${expected} objects`,
    actual: `${items.length} objects`,
    replies: [reply],
  })
}

/** A page holds exactly these objects, each of them once, in any order. */
export function hasExactly(page: Listed, ids: readonly number[]): void {
  same(inOrder(page.ids), inOrder(ids), `the set of ids in ${page.what}`, page.reply)
}

/** Every object of the page is one of these, and none is there twice. */
export function hasOnly(page: Listed, ids: readonly number[]): void {
  const strange = page.ids.filter(
    (id, index) => !ids.includes(id as number) || page.ids.indexOf(id) !== index,
  )
  holds(strange.length === 0, `${page.what} holds objects twice, or objects that are not in it`, {
    expected: `some of the ids ${ids.join(',')}, each at most once`,
    actual: page.ids,
    replies: [page.reply],
  })
}

/** The objects of the page, or of several, without regard to order. */
export const inOrder = (ids: readonly unknown[]) => [...ids].sort((a, b) => Number(a) - Number(b))

/** What was seen, the same outcomes together: `refused: limit=-1, limit=x; answered: limit=`. */
export function grouped(seen: readonly (readonly [asked: string, outcome: string])[]): string {
  const outcomes = [...new Set(seen.map(([, outcome]) => outcome))]
  const askedFor = (outcome: string) => seen.filter(([, it]) => it === outcome).map(([asked]) => asked)
  return outcomes.map(outcome => `${outcome}: ${askedFor(outcome).join(', ')}`).join('; ')
}

interface EachOptions extends CheckOptions {
  /** The lists that it makes sense on, if not all four. */
  readonly on?: readonly Scope[]
}

/**
 * The same check on each list, with the 25 objects that the run made for it: `LIST-01.resources` and so on.
 * `title` gets what is in the list: `resources`, `bookings of a resource`.
 */
export function onEachList(
  id: string,
  title: (words: string) => string,
  { on = scopes, ...options }: EachOptions,
  run: (context: Context, sample: Sample) => Promise<void>,
): readonly Check[] {
  return on.map(scope =>
    check(
      `${id}.${scope.name}`,
      title(scope.words),
      { needs: ['25 objects'], danger: 'own', ...options },
      async context => run(context, await twentyFive(context, scope)),
    ),
  )
}
