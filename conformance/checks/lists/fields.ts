import { membersOf } from '../../catalogue/members.js'
import { accepted, documented, holds, same } from '../../check/assertions.js'
import { type Check, check } from '../../check/check.js'
import type { Context } from '../../check/context.js'
import { each, ids } from '../../check/ids.js'
import { answerOf, type Reply } from '../../http/exchange.js'
import { isObject, isSame, type JsonObject } from '../../http/json.js'
import { Blocked } from '../../session/outcomes.js'
import { type Collection, collections, type Sample, sharedSample } from '../collections.js'
import { hasNext } from './link.js'
import { eachCollection, eachList, hasCount, hasExactlyMembers, listed, objectsIn, pageOf } from './listed.js'

const byKind = {
  resource: collections.resources,
  booking: collections.bookings,
  collaborator: collections.collaborators,
}

/** Two objects of a list, one with a value other than the default in every member, one with the defaults. Only to be read. */
export const twoObjects = (context: Context, collection: Collection): Promise<Sample> =>
  sharedSample(context, collection, {
    count: 2,
    members: index => (index === 0 ? { ...collection.full, ...collection.change(context) } : {}),
  })

/** The members of its objects; without `user`, which only collaborators with an account have. */
export const memberNames = ({ kind }: Collection): readonly string[] =>
  Object.keys(membersOf[kind]).filter(name => name !== 'user')

/** In another order than that of the document. */
const allMembers = (collection: Collection) => [...memberNames(collection)].reverse().join(',')

/** Each member alone, some together, with and without `id`, in other orders than that of the document, and all of them. */
const combinations = (collection: Collection) => {
  const { mark } = collection
  const some = [`id,${mark}`, `${mark},id`, `updated_at,${mark}`, `${mark},created_at,schedule_id`]
  return [...memberNames(collection), ...some, allMembers(collection)]
}

/** Answers to `fields`, and the one without, read in a row. */
async function projections(wanted: readonly string[], get: (query: { fields?: string }) => Promise<Reply>) {
  const whole = await get({})
  const replies = new Map<string, Reply>()
  for (const fields of wanted) replies.set(fields, await get({ fields }))
  return { whole, replies }
}

/** The list of both objects. */
const listProjections = (context: Context, collection: Collection) =>
  context.once(`fields of the list ${collection.key}`, async () => {
    const { path, only, objects } = await twoObjects(context, collection)
    const get = (query: { fields?: string }) => context.owner.get(path, { ...only, ...query })
    const found = await projections(combinations(collection), get)
    if (objectsIn(found.whole).length === objects.length || !Object.hasOwn(only, 'ids')) return found
    throw new Blocked('LIST-21', {
      message: `the list of ${collection.words} does not return the two that ids names`,
      expected: only.ids,
      actual: found.whole.body ?? found.whole.text,
      replies: [found.whole],
    })
  })

/** The first object. */
const singleProjections = (context: Context, collection: Collection) =>
  context.once(`fields of a single ${collection.kind}`, async () => {
    const { objects } = await twoObjects(context, collection)
    const path = objects[0]?.path ?? ''
    return projections(combinations(collection), query => context.owner.get(path, query))
  })

/** Objects reduced to some members by `fields`. */
export const fieldsChecks: readonly Check[] = [
  ...eachCollection(
    ids`LIST-26.resources LIST-26.bookings LIST-26.resource-bookings LIST-26.collaborators`,
    objects => `fields reduces a list of ${objects} to exactly the members named`,
    {},
    async (context, collection) => {
      const { replies } = await listProjections(context, collection)

      for (const [fields, reply] of replies) {
        const what = `the list of two ${collection.words} with fields=${fields}`
        const page = pageOf(reply, what)
        hasCount(page, 2)
        for (const item of page.items) hasExactlyMembers(item, fields, what, reply)
      }
    },
  ),

  check(
    'LIST-26.user',
    'fields=user returns only the user of a collaborator with an account',
    { needs: ['editor'], danger: 'read' },
    async ({ owner, editor, schedule, observe }) => {
      const all = await owner.all(schedule.collaborators)
      const mail = editor.email.toLowerCase()
      const mine = all.find(({ email }) => typeof email === 'string' && email.toLowerCase() === mail)
      if (mine && mine.user === undefined) {
        return observe('a collaborator with an account is shown without user')
      }
      if (!isObject(mine?.user)) {
        throw new Blocked('COL-22', {
          message: 'the list of collaborators does not hold the editor with a user',
          actual: all,
          replies: [],
        })
      }
      const userOf = ({ user = null }: JsonObject) => documented({ kind: 'collaborator' }, { user })

      for (const fields of ['user', 'email,user', 'user,id']) {
        const single = await owner.get(`${schedule.collaborators}/${mine.id}`, { fields })
        const list = await owner.get(schedule.collaborators, { ids: String(mine.id), fields })

        for (const reply of [single, list]) {
          const what = `the collaborators with fields=${fields}`
          accepted(reply, what)
          const [item, ...others] = objectsIn(reply)
          holds(item !== undefined && others.length === 0, `${what} must return one object`, {
            actual: reply.body,
            replies: [reply],
          })
          hasExactlyMembers(item, fields, what, reply)
          same(userOf(item), userOf(mine), `what ${what} hold under user`, reply)
        }
      }
    },
  ),

  ...each(ids`LIST-27.resources LIST-27.bookings LIST-27.collaborators`, collections, (id, collection) =>
    check(
      id,
      `fields reduces a single ${collection.kind} to exactly the members named`,
      { danger: 'own' },
      async context => {
        const { replies } = await singleProjections(context, collection)

        for (const [fields, reply] of replies) {
          const what = `a single ${collection.kind} with fields=${fields}`
          accepted(reply, what)
          holds(isObject(reply.data), `${what} has no object under data`, {
            actual: reply.body,
            replies: [reply],
          })
          hasExactlyMembers(reply.data, fields, what, reply)
        }
      },
    ),
  ),

  ...eachCollection(
    ids`LIST-28.resources LIST-28.bookings LIST-28.resource-bookings LIST-28.collaborators`,
    objects => `fields leaves the values in a list of ${objects} as they are without it`,
    { danger: 'own' },
    async (context, collection) => valuesStay(await listProjections(context, collection), 'LIST-26'),
  ),

  ...each(
    ids`LIST-28.single.resource LIST-28.single.booking LIST-28.single.collaborator`,
    byKind,
    (id, collection) =>
      check(
        id,
        `fields leaves the values of a single ${collection.kind} as they are without it`,
        { danger: 'own' },
        async context => {
          valuesStay(await singleProjections(context, collection), 'LIST-27')
          const { objects } = await twoObjects(context, collection)
          const path = objects[1]?.path ?? ''
          const get = (query: { fields?: string }) => context.owner.get(path, query)
          valuesStay(await projections([allMembers(collection)], get), 'LIST-27')
        },
      ),
  ),

  ...eachList(
    ids`LIST-29.resources LIST-29.bookings LIST-29.resource-bookings LIST-29.collaborators`,
    objects => `fields changes neither which ${objects} are listed nor their pagination`,
    async ({ owner }, sample) => {
      const { mark } = sample.collection
      for (const query of [{}, { limit: 7, offset: 7 }, { limit: 7, offset: 21 }]) {
        const whole = await listed(owner, sample, query)
        const reduced = await listed(owner, sample, { ...query, fields: mark })

        const replies = [whole.reply, reduced.reply]
        hasCount(reduced, whole.items.length, ', the number without fields')
        for (const name of ['limit', 'offset', 'page_count', 'total_count']) {
          const what = `pagination.${name} of ${reduced.what}`
          same(reduced.pagination[name], whole.pagination[name], what, ...replies)
        }
        const what = `whether ${reduced.what} has a link "next"`
        same(hasNext(reduced.reply), hasNext(whole.reply), what, ...replies)
      }
      const all = await listed(owner, sample, { limit: 0, fields: mark })
      const expected = sample.objects.map(({ was }) => was[mark])
      same(all.items.map(item => item[mark]).sort(), expected.sort(), `${mark} in ${all.what}`, all.reply)
    },
  ),
]

/** Every value with `fields` is that of the whole objects; objects are compared as a set, since their order is free. */
function valuesStay({ whole, replies }: Awaited<ReturnType<typeof projections>>, rule: string) {
  for (const [fields, reply] of replies) {
    const names = fields.split(',')
    const items = objectsIn(reply)
    if (items.length === 0 || !items.every(item => names.every(name => Object.hasOwn(item, name)))) {
      throw new Blocked(rule, {
        message: `fields=${fields} does not return the members named`,
        ...answerOf(reply),
      })
    }
    for (const name of names) {
      const expected = texts(objectsIn(whole).map(item => item[name]))
      const actual = texts(items.map(item => item[name]))
      holds(isSame(actual, expected), `${name} with fields=${fields} differs from ${name} without fields`, {
        expected,
        actual,
        replies: [whole, reply],
      })
    }
  }
}

const texts = (values: readonly unknown[]) => values.map(value => JSON.stringify(value) ?? 'absent').sort()
