import { type Check, holds, same } from '../../runner/index.js'
import { hasCount, hasExactly, hasOnly, listed, onEachList } from './sample.js'
import { some } from './scopes.js'

/** How many objects a list returns, and from which on (LIST-01 to LIST-06). */
export const listLimitChecks: readonly Check[] = [
  ...onEachList(
    'LIST-01',
    words => `a list of ${words} without a limit returns 20 objects`,
    {},
    async ({ owner }, sample) => {
      for (const count of [20, 21, 25]) {
        const page = await listed(owner, some(sample, 0, count))

        hasCount(page, 20, ': the default of limit is 20')
        hasOnly(page, sample.ids)
        same(page.pagination.limit, 20, `pagination.limit of ${page.what}`, page.reply)
      }
      hasCount(await listed(owner, some(sample, 0, 19)), 19)
    },
  ),

  ...onEachList(
    'LIST-02',
    words => `a list of ${words} without an offset begins with the first object`,
    {},
    async ({ owner }, sample) => {
      const page = await listed(owner, sample, { limit: 25 })

      hasExactly(page, sample.ids)
      same(page.pagination.offset, 0, `pagination.offset of ${page.what}`, page.reply)
      const short = await listed(owner, sample, { limit: 3 })
      same(short.pagination.offset, 0, `pagination.offset of ${short.what}`, short.reply)
    },
  ),

  ...onEachList(
    'LIST-03',
    words => `a list of ${words} with limit=n returns n objects, as long as there are so many`,
    {},
    async ({ owner, warn }, sample) => {
      for (const limit of [1, 2, 24, 25, 26]) {
        const page = await listed(owner, sample, { limit })

        hasCount(page, Math.min(limit, 25))
        hasOnly(page, sample.ids)
        const { pagination, reply, what } = page
        if (pagination.limit !== limit) {
          warn(`pagination.limit of ${what} is ${JSON.stringify(pagination.limit)}`, reply)
        }
      }
    },
  ),

  ...onEachList(
    'LIST-04',
    words => `a list of ${words} with limit=0 returns all objects`,
    {},
    async ({ owner }, sample) => {
      const page = await listed(owner, sample, { limit: 0 })

      hasCount(page, 25, ': limit=0 returns all')
      hasExactly(page, sample.ids)
    },
  ),

  ...onEachList(
    'LIST-05',
    words => `a list of ${words} with offset=k leaves out k objects`,
    {},
    async ({ owner, warn }, sample) => {
      for (const offset of [0, 1, 5, 24]) {
        const page = await listed(owner, sample, { limit: 26, offset })

        hasCount(page, 25 - offset)
        hasOnly(page, sample.ids)
        const { pagination, reply, what } = page
        if (pagination.offset !== offset) {
          warn(`pagination.offset of ${what} is ${JSON.stringify(pagination.offset)}`, reply)
        }
      }
      hasCount(await listed(owner, sample, { offset: 3 }), 20, ': the default of limit is 20')
      hasCount(await listed(owner, sample, { offset: 10 }), 15)
    },
  ),

  ...onEachList(
    'LIST-06',
    words => `a list of ${words} with an offset at or past its end is empty`,
    {},
    async ({ owner }, sample) => {
      for (const offset of [25, 26, 1000]) {
        const page = await listed(owner, sample, { limit: 7, offset })

        hasCount(page, 0)
        const { pagination, reply, what } = page
        same(pagination.total_count, 25, `pagination.total_count of ${what}`, reply)
      }
      const before = await listed(owner, sample, { limit: 7, offset: 24 })
      holds(before.items.length === 1, `${before.what} must still return the last object`, {
        expected: '1 object',
        actual: before.ids,
        replies: [before.reply],
      })
    },
  ),
]
