import { type Check, type Context, check, holds, isObject, same } from '../../runner/index.js'
import { hasType } from '../members.js'
import { hasExactly, inOrder, type Listed, listed, onEachList, pageOf } from './sample.js'
import { bookings, march, resourceBookings, type Scope, scopes, some } from './scopes.js'

/** The path of a list whatever is in it; for the bookings of a resource a resource is made. */
export async function asFoundPath({ schedule, given }: Context, { name }: Scope): Promise<string> {
  return name === 'resource-bookings' ? (await given.resource()).bookings : schedule[name]
}

/** A list as it is found, whatever is in it. */
export async function asFound(context: Context, scope: Scope, limit?: number): Promise<Listed> {
  const path = await asFoundPath(context, scope)
  const reply = await context.owner.get(path, limit === undefined ? {} : { limit })
  return pageOf(reply, `the list of ${scope.words}${limit === undefined ? '' : ` with limit=${limit}`}`)
}

/** A check of lists as they are found. Nothing is made but a resource whose bookings are listed. */
export const foundDanger = ({ name }: Scope) => (name === 'resource-bookings' ? 'own' : 'read')

const numbers = ['limit', 'offset', 'page_count', 'total_count']

/** The pagination object and how pages make up a list (LIST-07 to LIST-11). */
export const listPageChecks: readonly Check[] = [
  ...onEachList(
    'LIST-07',
    words => `the pages of a list of ${words} hold every object exactly once`,
    {},
    async ({ owner }, sample) => {
      const pages: Listed[] = []
      for (const offset of [0, 7, 14, 21]) pages.push(await listed(owner, sample, { limit: 7, offset }))

      const ids = inOrder(pages.flatMap(page => page.ids))
      const what = `the set of ids on the four pages of 7 of 25 ${sample.scope.words}`
      same(ids, inOrder(sample.ids), what, ...pages.map(page => page.reply))
    },
  ),

  ...onEachList(
    'LIST-08',
    words => `offset and limit cut a piece out of the list of ${words} as limit=0 returns it`,
    {},
    async ({ owner }, sample) => {
      const whole = await listed(owner, sample, { limit: 0 })
      for (const [offset, limit] of [
        [1, 1],
        [6, 4],
        [24, 1],
      ] as const) {
        const piece = await listed(owner, sample, { limit, offset })

        const expected = whole.ids.slice(offset, offset + limit)
        same(piece.ids, expected, `ids of ${piece.what}, in their order`, whole.reply, piece.reply)
      }
    },
  ),

  ...scopes.map(scope =>
    check(
      `LIST-09.${scope.name}`,
      `a list of ${scope.words} has pagination with limit, offset, page_count, total_count and links`,
      { danger: foundDanger(scope) },
      async context => {
        for (const limit of [undefined, 1]) {
          const { pagination, what, reply } = await asFound(context, scope, limit)

          for (const name of numbers) {
            const value = pagination[name]
            holds(
              hasType(value, 'integer') && Number(value) >= 0,
              `pagination.${name} of ${what} is no count`,
              {
                expected: 'an integer, 0 or more',
                actual: value,
                replies: [reply],
              },
            )
          }
          holds(isObject(pagination.links), `pagination.links of ${what} is no object`, {
            expected: 'an object with first and last',
            actual: pagination.links,
            replies: [reply],
          })
        }
      },
    ),
  ),

  ...onEachList(
    'LIST-10',
    words => `page_count of a list of ${words} is the number of objects on the page`,
    {},
    async ({ owner }, sample) => {
      for (const query of [{}, { limit: 7 }, { limit: 7, offset: 21 }, { limit: 26 }, { limit: 0 }]) {
        const { pagination, items, what, reply } = await listed(owner, sample, query)

        same(pagination.page_count, items.length, `pagination.page_count of ${what}`, reply)
      }
    },
  ),

  ...onEachList(
    'LIST-11',
    words => `total_count of a list of ${words} is the number of all that match, on every page`,
    {},
    async ({ owner }, sample) => {
      for (const query of [{}, { limit: 7 }, { limit: 7, offset: 21 }, { offset: 22 }, { limit: 0 }]) {
        hasTotal(await listed(owner, sample, query), 25)
      }
      for (const query of [{}, { limit: 1 }, { limit: 1, offset: 2 }]) {
        hasTotal(await listed(owner, some(sample, 4, 7), query), 3)
      }
    },
  ),

  ...onEachList(
    'LIST-11.filtered',
    words => `total_count of a list of ${words} follows time_min and time_max`,
    { on: [bookings, resourceBookings] },
    async ({ owner }, sample) => {
      const times = { time_min: march(4, 45), time_max: march(22, 45) }
      for (const query of [{}, { limit: 7 }, { limit: 7, offset: 14 }, { limit: 0 }]) {
        hasTotal(await listed(owner, sample, { ...times, ...query }), 18)
      }
      hasTotal(await listed(owner, some(sample, 0, 7), times), 2)
    },
  ),

  check(
    'LIST-11.scope',
    'total_count of the bookings of a resource leaves out those of other resources',
    {},
    async ({ owner, given }) => {
      const [red, blue] = await given.resources(2)
      const made = await given.bookings(red, 2)
      await given.bookings(blue, 3)

      const page = pageOf(await owner.get(red.bookings, { limit: 1 }), 'a page of the bookings of a resource')

      hasTotal(page, 2)
      const all = pageOf(await owner.get(red.bookings), 'the list of the bookings of a resource')
      hasExactly(
        all,
        made.map(({ id }) => id),
      )
    },
  ),
]

function hasTotal({ pagination, what, reply }: Listed, expected: number) {
  same(pagination.total_count, expected, `pagination.total_count of ${what}`, reply)
}
