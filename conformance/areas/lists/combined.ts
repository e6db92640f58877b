import { type Check, check, isObject, type Reply, same } from '../../runner/index.js'
import { asFoundPath, foundDanger } from './pages.js'
import { hasExactlyMembers } from './projected.js'
import { grouped, hasCount, inOrder, type Listed, listed, onEachList } from './sample.js'
import { march, scopes, some } from './scopes.js'

const malformed = [
  'limit=-1',
  'limit=x',
  'limit=1.5',
  'limit=1e1',
  'limit=',
  'offset=-1',
  'offset=x',
  'offset=1.5',
  'offset=',
]

/** Parameters of a list together, and malformed ones (LIST-33 and LIST-34). */
export const listCombinedChecks: readonly Check[] = [
  ...onEachList(
    'LIST-33',
    words =>
      `limit, offset, ids and fields of a list of ${words} work together, with filters where there are any`,
    {},
    async ({ owner }, sample) => {
      const { mark, timed } = sample.scope
      const twenty = some(sample, 0, 20)
      const times = timed ? { time_min: march(3, 45), time_max: march(23, 45) } : {}
      const matching = timed ? twenty.ids.slice(4) : twenty.ids

      const pages: Listed[] = []
      for (const offset of [0, 7, 14]) {
        const page = await listed(owner, twenty, { limit: 7, offset, fields: `id,${mark}`, ...times })
        const { what, reply } = page
        hasCount(page, Math.min(7, matching.length - offset))
        same(page.pagination.total_count, matching.length, `pagination.total_count of ${what}`, reply)
        for (const item of page.items) hasExactlyMembers(item, `id,${mark}`, what, reply)
        pages.push(page)
      }

      const ids = inOrder(pages.flatMap(page => page.ids))
      same(ids, inOrder(matching), 'the set of ids on all three pages', ...pages.map(({ reply }) => reply))
    },
  ),

  ...scopes.map(scope =>
    check(
      `LIST-34.${scope.name}`,
      `what a malformed limit or offset does to a list of ${scope.words}`,
      { danger: foundDanger(scope) },
      async context => {
        const path = await asFoundPath(context, scope)
        const replies: Reply[] = []
        for (const query of malformed) replies.push(await context.owner.get(path, query))

        for (const reply of replies) {
          const { query } = reply.exchange.request
          if (reply.status >= 500) context.warn(`${query} is answered with status ${reply.status}`, reply)
        }
        const seen = replies.map(reply => [reply.exchange.request.query, outcome(reply)] as const)
        context.observe(`malformed numbers on a list of ${scope.words} are ${grouped(seen)}`, ...replies)
      },
    ),
  ),
]

function outcome(reply: Reply): string {
  if (!reply.ok) return 'refused'
  const { pagination } = reply
  if (!isObject(pagination)) return 'answered'
  return `answered as limit ${JSON.stringify(pagination.limit)}, offset ${JSON.stringify(pagination.offset)}`
}
