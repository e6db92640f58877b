import {
  type Actor,
  type Check,
  check,
  holds,
  isObject,
  type Made,
  type Reply,
  same,
} from '../../runner/index.js'
import { hasExactly, listed, onEachList, pageOf } from './sample.js'
import { bookings, collaborators, resourceBookings, resources, some } from './scopes.js'

/** Higher than any id that a service gives out in its order, and still one for 32 bits. */
const unknownId = 2_147_483_000

/** Lists restricted by `ids` (LIST-21 to LIST-25). */
export const listIdsChecks: readonly Check[] = [
  ...onEachList(
    'LIST-21',
    words => `ids restricts a list of ${words} to the objects named`,
    {},
    async ({ owner }, sample) => {
      for (const [from, to] of [
        [4, 7],
        [24, 25],
        [0, 24],
      ] as const) {
        const few = some(sample, from, to)
        const page = await listed(owner, few, { limit: 26 })

        hasExactly(page, few.ids)
        same(page.pagination.total_count, to - from, `pagination.total_count of ${page.what}`, page.reply)
      }
    },
  ),

  ...onEachList(
    'LIST-22',
    words => `ids of ${words} may be parted by an escaped comma`,
    {},
    async ({ owner }, sample) => {
      const { ids } = some(sample, 4, 7)

      const reply = await owner.get(sample.path, `ids=${ids.join('%2C')}`)

      hasExactly(pageOf(reply, 'a list with ids parted by %2C'), ids)
    },
  ),

  ...onEachList(
    'LIST-23',
    words => `ids of ${words} may come in any order, and more than once`,
    {},
    async ({ owner, random }, sample) => {
      const { ids } = some(sample, 4, 9)
      for (const sent of [random.shuffle(ids), [...ids].reverse(), [...ids, ...ids]]) {
        const reply = await owner.get(sample.path, { ids: sent })

        const page = pageOf(reply, `a list with ids=${sent}`)
        hasExactly(page, ids)
        same(page.pagination.total_count, ids.length, `pagination.total_count of ${page.what}`, reply)
      }
    },
  ),

  ...onEachList(
    'LIST-24',
    words => `an unknown id in ids of ${words} is just not returned`,
    {},
    async ({ owner, observe }, sample) => {
      const { ids } = some(sample, 4, 6)
      for (const sent of [[...ids, unknownId], [unknownId]]) {
        const reply = await owner.get(sample.path, { ids: sent })

        if (!reply.ok) {
          observe(`a list of ${sample.scope.words} with an unknown id in ids is refused`, reply)
          continue
        }
        standsForNothing(reply, sent)
        hasExactly(pageOf(reply, `a list with ids=${sent}`), known(sent))
      }
    },
  ),

  ...[resources, bookings, collaborators].map(scope =>
    check(
      `LIST-25.${scope.name}`,
      `ids of ${scope.words} of another schedule are not returned`,
      { needs: ['second schedule'] },
      async context => {
        const { owner, second } = context
        const own = await scope.make(context, { count: 1 })
        const other = await scope.make(context, { count: 1, in: second })

        await staysInside(owner, own.path, own.objects, other.objects, scope.mark)
      },
    ),
  ),

  check(
    `LIST-25.${resourceBookings.name}`,
    'ids of bookings of another resource are not returned',
    {},
    async context => {
      const own = await resourceBookings.make(context, { count: 1 })
      const other = await resourceBookings.make(context, { count: 1 })

      await staysInside(context.owner, own.path, own.objects, other.objects, 'title')
    },
  ),

  check(
    `LIST-25.${resourceBookings.name}.second`,
    'ids of bookings of a resource of another schedule are not returned',
    { needs: ['second schedule'] },
    async context => {
      const own = await resourceBookings.make(context, { count: 1 })
      const other = await resourceBookings.make(context, { count: 1, in: context.second })

      await staysInside(context.owner, own.path, own.objects, other.objects, 'title')
    },
  ),
]

/** Nothing stands in the place of an unknown id, such as null. */
function standsForNothing(reply: Reply, sent: readonly number[]) {
  const { data } = reply
  const strange = Array.isArray(data) ? data.filter(item => !isObject(item)) : []
  holds(strange.length === 0, `a list with ids=${sent} holds something that is no object`, {
    expected: 'the objects that there are',
    actual: data,
    replies: [reply],
  })
}

const known = (ids: readonly number[]) => ids.filter(id => id !== unknownId)

/**
 * A list never returns an object from elsewhere, whether the request is refused or not; its own it does. What is from
 * elsewhere is told by its text, for two schedules may use the same id (section 2.2).
 */
async function staysInside(
  owner: Actor,
  path: string,
  own: readonly Made[],
  others: readonly Made[],
  mark: string,
) {
  const ids = own.map(({ id }) => id)
  const foreign = others.map(({ id }) => id)

  hasExactly(pageOf(await owner.get(path, { ids }), 'a list with ids of its own'), ids)
  for (const sent of [foreign, [...ids, ...foreign]]) {
    const reply = await owner.get(path, { ids: sent })

    if (!reply.ok) continue
    const page = pageOf(reply, `a list with ids=${sent}`)
    const strange = page.items.filter(item => others.some(({ was }) => was[mark] === item[mark]))
    holds(strange.length === 0, `${page.what} returns an object that is not in this list`, {
      expected: `no object with the ${mark} ${others.map(({ was }) => was[mark])}`,
      actual: strange,
      replies: [reply],
    })
  }
}
