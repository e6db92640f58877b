import { accepted, type Check, type Context, check, holds, type Reply } from '../../runner/index.js'
import { hasExactlyMembers, memberNames, objectsIn, twoFull } from './projected.js'
import { grouped, hasCount, pageOf } from './sample.js'
import { type Sample, type Scope, scopes } from './scopes.js'

/** The query of a sample with `fields` as it stands here. */
const withFields = ({ ids }: Sample, fields: string) => `ids=${ids.join(',')}&fields=${fields}`

/** Values of `fields` that the document does not speak of, and the members that they could name. */
const oddFields = ({ mark }: Scope) => [
  { words: 'an unknown name', fields: 'nonsense', named: ['nonsense'] },
  { words: 'a known and an unknown name', fields: 'id,nonsense', named: ['id', 'nonsense'] },
  { words: 'a blank after the comma', fields: `id,%20${mark}`, named: ['id', mark, ` ${mark}`] },
  {
    words: 'names in capital letters',
    fields: `ID,${mark.toUpperCase()}`,
    named: ['id', 'ID', mark, mark.toUpperCase()],
  },
  { words: 'an empty value', fields: '', named: undefined },
]

/** Unusual ways to write `fields` (LIST-30 to LIST-32). */
export const listFieldsFormChecks: readonly Check[] = [
  ...scopes.map(scope =>
    check(
      `LIST-30.${scope.name}`,
      `fields of ${scope.words} may be parted by an escaped comma and name a member twice`,
      { danger: 'own' },
      async context => {
        const { owner } = context
        const sample = await twoFull(context, scope)
        const single = sample.objects[0]?.path ?? ''

        for (const fields of [`id%2C${scope.mark}`, `id,${scope.mark},id`]) {
          const page = pageOf(
            await owner.get(sample.path, withFields(sample, fields)),
            `a list with fields=${fields}`,
          )
          hasCount(page, 2)
          const one = await owner.get(single, `fields=${fields}`)
          accepted(one, `a single ${scope.kind} with fields=${fields}`)

          for (const reply of [page.reply, one]) {
            for (const item of objectsIn(reply)) {
              hasExactlyMembers(item, `id,${scope.mark}`, `the answer to fields=${fields}`, reply)
            }
          }
        }
      },
    ),
  ),

  ...scopes.map(scope =>
    check(
      `LIST-31.${scope.name}`,
      `what unknown names, blanks, capital letters and an empty value in fields do to a list of ${scope.words}`,
      { danger: 'own' },
      async context => {
        const replies = await oddReplies(context, scope)

        const seen = replies.map(([{ words }, reply]) => [words, outcome(reply, scope)] as const)
        const message = `in fields of a list of ${scope.words}, ${grouped(seen)}`
        context.observe(message, ...replies.map(([, reply]) => reply))
      },
    ),
  ),

  ...scopes.map(scope =>
    check(
      `LIST-31.unnamed.${scope.name}`,
      `fields never lets a member through in a list of ${scope.words} that it does not name`,
      { danger: 'own', level: 'must' },
      async context => {
        for (const [{ words, fields, named }, reply] of await oddReplies(context, scope)) {
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
        const sample = await twoFull(context, scope)
        const whole = await context.owner.get(sample.path, sample.only)
        hasNames(whole, memberNames(scope))
      },
    ),
  ),

  check('LIST-32', 'what fields does to a read of the own user', {}, async ({ owner, observe }) => {
    const reply = await owner.get('/v1/users/me', { fields: 'id,email' })

    const names = objectsIn(reply).flatMap(item => Object.keys(item))
    const reduced = names.every(name => ['id', 'email'].includes(name))
    if (!reply.ok) observe('fields on the own user is refused', reply)
    else if (reduced) observe('fields on the own user returns only the members named', reply)
    else observe('fields on the own user is ignored', reply)
  }),
]

/** Without `fields` the same list has whole objects: it is not just refused. */
function hasNames(whole: Reply, names: readonly string[]) {
  accepted(whole, 'the list without fields')
  const missing = names.filter(name => !objectsIn(whole).some(item => Object.hasOwn(item, name)))
  holds(missing.length === 0, 'the list without fields must have whole objects', {
    expected: names,
    actual: whole.body,
    replies: [whole],
  })
}

type Odd = ReturnType<typeof oddFields>[number]

const oddReplies = (context: Context, scope: Scope) =>
  context.once(`odd fields of the list ${scope.name}`, async () => {
    const sample = await twoFull(context, scope)
    const replies: [Odd, Reply][] = []
    for (const odd of oddFields(scope)) {
      replies.push([odd, await context.owner.get(sample.path, withFields(sample, odd.fields))])
    }
    return replies
  })

function outcome(reply: Reply, scope: Scope): string {
  if (!reply.ok) return 'refused'
  const item = objectsIn(reply)[0]
  if (!item) return 'answered without objects'
  const names = Object.keys(item)
  if (memberNames(scope).every(name => names.includes(name))) return 'answered with whole objects'
  return `answered with ${names.length > 0 ? names.join(' and ') : 'no members'}`
}
