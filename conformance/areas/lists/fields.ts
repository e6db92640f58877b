import {
  accepted,
  Blocked,
  type Check,
  check,
  documented,
  holds,
  isObject,
  isSame,
  same,
} from '../../runner/index.js'
import { hasNext } from './links-of.js'
import {
  hasExactlyMembers,
  listProjections,
  objectsIn,
  type Projections,
  plainProjection,
  singleProjections,
} from './projected.js'
import { hasCount, listed, onEachList, pageOf } from './sample.js'
import { bookings, collaborators, resources, scopes } from './scopes.js'

const singles = [resources, bookings, collaborators]

/** Objects reduced to some members by `fields` (LIST-26 to LIST-29). */
export const listFieldsChecks: readonly Check[] = [
  ...scopes.map(scope =>
    check(
      `LIST-26.${scope.name}`,
      `fields reduces a list of ${scope.words} to exactly the members named`,
      {},
      async context => {
        const { replies } = await listProjections(context, scope)

        for (const [fields, reply] of replies) {
          const what = `the list of two ${scope.words} with fields=${fields}`
          const page = pageOf(reply, what)
          hasCount(page, 2)
          for (const item of page.items) hasExactlyMembers(item, fields, what, reply)
        }
      },
    ),
  ),

  ...singles.map(scope =>
    check(
      `LIST-27.${scope.name}`,
      `fields reduces a single ${scope.kind} to exactly the members named`,
      { danger: 'own' },
      async context => {
        const { replies } = await singleProjections(context, scope)

        for (const [fields, reply] of replies) {
          const what = `a single ${scope.kind} with fields=${fields}`
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

  ...scopes.map(scope =>
    check(
      `LIST-28.${scope.name}`,
      `fields leaves the values in a list of ${scope.words} as they are without it`,
      { danger: 'own' },
      async context => valuesStay(await listProjections(context, scope), 'LIST-26'),
    ),
  ),

  ...singles.map(scope =>
    check(
      `LIST-28.single.${scope.kind}`,
      `fields leaves the values of a single ${scope.kind} as they are without it`,
      { danger: 'own' },
      async context => {
        valuesStay(await singleProjections(context, scope), 'LIST-27')
        valuesStay(await plainProjection(context, scope), 'LIST-27')
      },
    ),
  ),

  check(
    'LIST-26.user',
    'fields=user returns the user of a collaborator with an account, alone',
    { needs: ['editor'], danger: 'read' },
    async ({ owner, editor, schedule, observe }) => {
      const all = await owner.all(schedule.collaborators)
      const mail = editor.email.toLowerCase()
      const mine = all.find(({ email }) => typeof email === 'string' && email.toLowerCase() === mail)
      if (mine && mine.user === undefined)
        return observe('a collaborator with an account is shown without user')
      if (!isObject(mine?.user)) {
        throw new Blocked('COL-22', {
          message: 'the list of collaborators does not hold the editor with a user',
          actual: all,
          replies: [],
        })
      }
      const path = `${schedule.collaborators}/${mine.id}`

      for (const fields of ['user', 'email,user', 'user,id']) {
        const single = await owner.get(path, { fields })
        const list = await owner.get(schedule.collaborators, { ids: String(mine.id), fields })

        for (const reply of [single, list]) {
          const what = `the collaborators with fields=${fields}`
          accepted(reply, what)
          holds(objectsIn(reply).length === 1, `${what} must return one object`, {
            actual: reply.body,
            replies: [reply],
          })
          for (const item of objectsIn(reply)) {
            hasExactlyMembers(item, fields, what, reply)
            const collaborator = { kind: 'collaborator' } as const
            const [found, whole] = [item, mine].map(each =>
              documented(collaborator, { user: each.user ?? null }),
            )
            same(found, whole, `what ${what} hold under user`, reply)
          }
        }
      }
    },
  ),

  ...onEachList(
    'LIST-29',
    words => `fields changes neither which ${words} are listed nor their pagination`,
    {},
    async ({ owner }, sample) => {
      const { mark } = sample.scope
      for (const query of [{}, { limit: 7, offset: 7 }, { limit: 7, offset: 21 }]) {
        const whole = await listed(owner, sample, query)
        const reduced = await listed(owner, sample, { ...query, fields: mark })

        hasCount(reduced, whole.items.length, ', the number without fields')
        for (const name of ['limit', 'offset', 'page_count', 'total_count']) {
          const what = `pagination.${name} of ${reduced.what}`
          same(reduced.pagination[name], whole.pagination[name], what, whole.reply, reduced.reply)
        }
        same(
          hasNext(reduced.reply),
          hasNext(whole.reply),
          `whether ${reduced.what} has a link "next"`,
          whole.reply,
          reduced.reply,
        )
      }
      const all = await listed(owner, sample, { limit: 0, fields: mark })
      const expected = sample.objects.map(({ was }) => was[mark])
      same(all.items.map(item => item[mark]).sort(), expected.sort(), `${mark} in ${all.what}`, all.reply)
    },
  ),
]

/** Every value under `fields` is that of the whole objects; objects are compared as a set, for their order is free. */
function valuesStay({ whole, replies }: Projections, rule: string) {
  for (const [fields, reply] of replies) {
    const names = fields.split(',')
    const items = objectsIn(reply)
    if (items.length === 0 || !items.every(item => names.every(name => Object.hasOwn(item, name)))) {
      throw new Blocked(rule, {
        message: `fields=${fields} does not return the members named`,
        actual: reply.body ?? reply.text,
        replies: [reply],
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
