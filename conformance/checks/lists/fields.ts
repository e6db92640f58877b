import { mayBeUnset, membersOf } from '../../catalogue/members.js'
import { accepted, documentedMembers, holds, same } from '../../check/assertions.js'
import { type Check, check } from '../../check/check.js'
import type { Context } from '../../check/context.js'
import { each, ids } from '../../check/ids.js'
import { answerOf, type Reply } from '../../http/exchange.js'
import { isObject, isSame, type JsonObject } from '../../http/json.js'
import { me } from '../../http/paths.js'
import type { Actor } from '../../session/actor.js'
import { Blocked } from '../../session/outcomes.js'
import { acceptedFirst } from '../bulk/outcome.js'
import { roles } from '../collaborators/membership.js'
import { type Collection, collections, type Sample, sharedSample } from '../collections.js'
import { hasNext } from './link.js'
import {
  eachCollection,
  eachList,
  hasCount,
  hasExactlyMembers,
  objectsIn,
  outcomeGroups,
  pageOf,
  readList,
} from './listed.js'

const byKind = {
  resource: collections.resources,
  booking: collections.bookings,
  collaborator: collections.collaborators,
}

/** From midnight to midnight in the owner's time zone. */
const allDay = { start: '2023-05-10 00:00', end: '2023-05-11 00:00', all_day_display: true }

/** Two objects of a list, one with non-default values in all members, one with the defaults. Read-only. */
const twoObjects = (context: Context, collection: Collection): Promise<Sample> => {
  const full = { ...collection.full, ...collection.change(context), ...(collection.timed && allDay) }
  return sharedSample(context, collection, { count: 2, members: index => (index === 0 ? full : {}) })
}

/** The members of its objects, except `user`, which only collaborators with an account have. */
export const memberNames = ({ kind }: Collection): readonly string[] =>
  Object.keys(membersOf[kind]).filter(name => name !== 'user')

/** In a different order from the document. */
const allMembers = (collection: Collection) => [...memberNames(collection)].reverse().join(',')

/** All except `id` and `schedule_id`: more than ten names of a resource and of a booking. */
const mostMembers = (collection: Collection) => [...memberNames(collection)].reverse().slice(0, -2).join(',')

/** Each member alone, some together, with and without `id`, in orders other than the document's, and all of them. */
const combinations = (collection: Collection) => {
  const { mark } = collection
  const some = [`id,${mark}`, `${mark},id`, `updated_at,${mark}`, `${mark},created_at,schedule_id`]
  return [...memberNames(collection), ...some, mostMembers(collection), allMembers(collection)]
}

/** The responses to `fields`, and the one without it, which is read first. */
async function projections(
  { each }: Pick<Actor, 'each'>,
  wanted: readonly string[],
  get: (query: { fields?: string }) => Promise<Reply>,
) {
  const whole = await get({})
  const replies = await each(wanted, async fields => [fields, await get({ fields })] as const)
  return { whole, replies }
}

/** The list of both objects. */
const listProjections = (context: Context, collection: Collection) =>
  context.once(`fields of the list ${collection.key}`, async () => {
    const { path, only, objects } = await twoObjects(context, collection)
    const get = (query: { fields?: string }) => context.owner.get(path, { ...only, ...query })
    const found = await projections(context.owner, combinations(collection), get)
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
    return projections(context.owner, combinations(collection), query => context.owner.get(path, query))
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
        // The texts of one booking are unset.
        const isInOther = (name: string) => page.items.some(item => item[name] !== undefined)
        const mayLack = (name: string) => mayBeUnset(collection.kind, name) && isInOther(name)
        for (const item of page.items) hasExactlyMembers(item, fields, what, reply, mayLack)
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
      const userOf = ({ user = null }: JsonObject) => documentedMembers({ kind: 'collaborator' }, { user })

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

  ...each(ids`LIST-35.editor LIST-35.viewer`, roles, (id, words, role) =>
    check(
      id,
      `fields returns to ${words} exactly the named members of resources and bookings`,
      { danger: 'own', needs: [role] },
      async context => {
        const { resources, bookings, 'resource-bookings': resourceBookings } = collections
        for (const collection of [resources, bookings, resourceBookings]) {
          const { path, only, objects } = await twoObjects(context, collection)
          const fields = `${collection.mark},created_at`
          const single = objects[0]?.path ?? ''
          const replies = {
            [`a list of ${collection.words} with fields=${fields}`]: await context[role].get(path, {
              ...only,
              fields,
            }),
            ...(collection !== resourceBookings && {
              [`a single ${collection.kind} with fields=${fields}`]: await context[role].get(single, {
                fields,
              }),
            }),
          }

          for (const [what, reply] of Object.entries(replies)) {
            acceptedFirst(reply, 'PERM-14')
            for (const item of objectsIn(reply))
              hasExactlyMembers(item, fields, `${what}, read by ${words},`, reply)
          }
        }
      },
    ),
  ),

  ...eachCollection(
    ids`LIST-28.resources LIST-28.bookings LIST-28.resource-bookings LIST-28.collaborators`,
    objects => `fields leaves the values in a list of ${objects} as they are without it`,
    { danger: 'own' },
    async (context, collection) =>
      valuesStay(await listProjections(context, collection), collection, 'LIST-26'),
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
          valuesStay(await singleProjections(context, collection), collection, 'LIST-27')
          const { objects } = await twoObjects(context, collection)
          const path = objects[1]?.path ?? ''
          const get = (query: { fields?: string }) => context.owner.get(path, query)
          valuesStay(await projections(context.owner, [allMembers(collection)], get), collection, 'LIST-27')
        },
      ),
  ),

  ...eachList(
    ids`LIST-29.resources LIST-29.bookings LIST-29.resource-bookings LIST-29.collaborators`,
    objects => `fields changes neither which ${objects} are listed nor their pagination`,
    async ({ owner }, sample) => {
      const { mark } = sample.collection
      for (const query of [{}, { limit: 7, offset: 7 }, { limit: 7, offset: 21 }]) {
        const whole = await readList(owner, sample, query)
        const reduced = await readList(owner, sample, { ...query, fields: mark })

        const replies = [whole.reply, reduced.reply]
        hasCount(reduced, whole.items.length, ', the number without fields')
        for (const name of ['limit', 'offset', 'page_count', 'total_count']) {
          const what = `pagination.${name} of ${reduced.what}`
          same(reduced.pagination[name], whole.pagination[name], what, ...replies)
        }
        const what = `whether ${reduced.what} has a link "next"`
        same(hasNext(reduced.reply), hasNext(whole.reply), what, ...replies)
      }
      const all = await readList(owner, sample, { limit: 0, fields: mark })
      const expected = sample.objects.map(({ was }) => was[mark])
      same(all.items.map(item => item[mark]).sort(), expected.sort(), `${mark} in ${all.what}`, all.reply)
    },
  ),
]

/**
 * Asserts that every value with `fields` is that of the whole objects; objects are compared as a set, since their order is
 * free.
 */
function valuesStay(
  { whole, replies }: Awaited<ReturnType<typeof projections>>,
  { kind }: Collection,
  rule: string,
) {
  for (const [fields, reply] of replies) {
    const names = fields.split(',')
    const items = objectsIn(reply)
    const isNamed = (item: JsonObject) =>
      names.every(name => Object.hasOwn(item, name) || mayBeUnset(kind, name))
    if (items.length === 0 || !items.every(isNamed)) {
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

/** The query of a sample, with `fields` exactly as given. */
const withFields = ({ ids }: Sample, fields: string) => `ids=${ids.join(',')}&fields=${fields}`

/** A value of `fields` that the document leaves open, and the members that it may stand for. */
interface Odd {
  readonly words: string
  readonly fields: string
  readonly named?: readonly string[]
}

/** Unusual ways to write `fields`. */
export const fieldsFormChecks: readonly Check[] = [
  ...eachCollection(
    ids`LIST-30.resources LIST-30.bookings LIST-30.resource-bookings LIST-30.collaborators`,
    objects => `fields of ${objects} may be separated by an escaped comma and name a member twice`,
    { danger: 'own' },
    async (context, collection) => {
      const { owner } = context
      const { mark, kind } = collection
      const sample = await twoObjects(context, collection)
      const single = sample.objects[0]?.path ?? ''

      for (const fields of [`id%2C${mark}`, `id,${mark},id`]) {
        const list = await owner.get(sample.path, withFields(sample, fields))
        hasCount(pageOf(list, `a list with fields=${fields}`), 2)
        const one = await owner.get(single, `fields=${fields}`)
        accepted(one, `a single ${kind} with fields=${fields}`)

        for (const reply of [list, one]) {
          for (const item of objectsIn(reply)) {
            hasExactlyMembers(item, `id,${mark}`, `the answer to fields=${fields}`, reply)
          }
        }
      }
    },
  ),

  ...eachCollection(
    ids`LIST-31.resources LIST-31.bookings LIST-31.resource-bookings LIST-31.collaborators`,
    objects =>
      `unknown names, blanks, capitals, wildcards and an empty value in fields of a list of ${objects}`,
    { danger: 'own', level: 'may' },
    async (context, collection) => {
      const replies = await oddReplies(context, collection)

      const seen = replies.map(([{ words }, reply]) => [words, outcome(reply, collection)] as const)
      const message = `in fields of a list of ${collection.words}, ${outcomeGroups(seen)}`
      context.observe(message, ...replies.map(([, reply]) => reply))
    },
  ),

  ...eachCollection(
    ids`
      LIST-31.unnamed.resources LIST-31.unnamed.bookings LIST-31.unnamed.resource-bookings
      LIST-31.unnamed.collaborators`,
    objects => `fields never returns a member that it does not name in a list of ${objects}`,
    { danger: 'own' },
    async (context, collection) => {
      for (const [{ words, fields, named }, reply] of await oddReplies(context, collection)) {
        if (!reply.ok || named === undefined) continue
        for (const item of objectsIn(reply)) {
          const unnamed = Object.keys(item).filter(name => !named.includes(name))
          holds(unnamed.length === 0, `fields=${fields} (${words}) returns members that it does not name`, {
            expected: `nothing but ${named.join(', ')}`,
            actual: item,
            replies: [reply],
          })
        }
      }

      // Otherwise a list that is always refused would pass.
      const sample = await twoObjects(context, collection)
      const whole = await context.owner.get(sample.path, sample.only)
      accepted(whole, 'the list without fields')
      const expected = memberNames(collection)
      const missing = expected.filter(name => !objectsIn(whole).some(item => Object.hasOwn(item, name)))
      holds(missing.length === 0, 'the list without fields must have whole objects', {
        expected,
        actual: whole.body,
        replies: [whole],
      })
    },
  ),

  check('LIST-32', 'a read of the user may accept fields, or ignore them', async ({ owner, observe }) => {
    const reply = await owner.get(me, { fields: 'id,email' })

    const names = objectsIn(reply).flatMap(item => Object.keys(item))
    const reduced = names.every(name => ['id', 'email'].includes(name))
    if (!reply.ok) observe('fields on the user is refused', reply)
    else if (reduced) observe('fields on the user returns only the members named', reply)
    else observe('fields on the user is ignored', reply)
  }),
]

const oddReplies = (context: Context, collection: Collection) =>
  context.once(`odd fields of the list ${collection.key}`, async () => {
    const { mark } = collection
    const capitals = mark.toUpperCase()
    const odds: readonly Odd[] = [
      { words: 'an unknown name', fields: 'nonsense', named: ['nonsense'] },
      { words: 'a known and an unknown name', fields: 'id,nonsense', named: ['id', 'nonsense'] },
      { words: 'a blank after the comma', fields: `id,%20${mark}`, named: ['id', mark, ` ${mark}`] },
      { words: 'names in capital letters', fields: `ID,${capitals}`, named: ['id', 'ID', mark, capitals] },
      {
        words: 'wildcards',
        fields: `${mark.slice(0, -1)}_,%25`,
        named: [`${mark.slice(0, -1)}_`, '%'],
      },
      { words: 'an empty value', fields: '' },
    ]
    const sample = await twoObjects(context, collection)
    const replies: [Odd, Reply][] = []
    for (const odd of odds) {
      replies.push([odd, await context.owner.get(sample.path, withFields(sample, odd.fields))])
    }
    return replies
  })

function outcome(reply: Reply, collection: Collection): string {
  if (!reply.ok) return 'refused'
  const [item] = objectsIn(reply)
  if (!item) return 'answered without objects'
  const names = Object.keys(item)
  if (memberNames(collection).every(name => names.includes(name))) return 'answered with whole objects'
  return `answered with ${names.length > 0 ? names.join(' and ') : 'no members'}`
}
