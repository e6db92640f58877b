import { accepted, holds } from '../../check/assertions.js'
import { type Check, check } from '../../check/check.js'
import type { Context } from '../../check/context.js'
import { ids } from '../../check/ids.js'
import type { Reply } from '../../http/exchange.js'
import { me } from '../../http/paths.js'
import type { Collection, Sample } from '../collections.js'
import { memberNames, twoObjects } from './fields.js'
import { eachCollection, grouped, hasCount, hasExactlyMembers, objectsIn, pageOf } from './listed.js'

/** The query of a sample with `fields` exactly as it is here. */
const withFields = ({ ids }: Sample, fields: string) => `ids=${ids.join(',')}&fields=${fields}`

/** A value of `fields` that the document leaves open, and the members that it may name. */
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
    { danger: 'own' },
    async (context, collection) => {
      const replies = await oddReplies(context, collection)

      const seen = replies.map(([{ words }, reply]) => [words, outcome(reply, collection)] as const)
      const message = `in fields of a list of ${collection.words}, ${grouped(seen)}`
      context.observe(message, ...replies.map(([, reply]) => reply))
    },
  ),

  ...eachCollection(
    ids`
      LIST-31.unnamed.resources LIST-31.unnamed.bookings LIST-31.unnamed.resource-bookings
      LIST-31.unnamed.collaborators`,
    objects => `fields never returns a member that it does not name in a list of ${objects}`,
    { danger: 'own', level: 'must' },
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
