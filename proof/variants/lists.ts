import { lists, singleReads } from '../alter/operation-groups.js'
import { pagination, sentQueryAs } from '../alter/responses.js'
import { query, textMatching } from '../alter/schemas.js'
import { variant } from './variant.js'

/** Choices about order, links and unusual parameters (section 2.5). */
export const listVariants = [
  variant('unknown-parameters-ignored', 'ignores query parameters that it does not know', {
    alter: sentQueryAs('everything', query => {
      const known = ['limit', 'offset', 'fields', 'ids', 'time_min', 'time_max', 'all', 'me']
      for (const name of [...query.keys()]) if (!known.includes(name)) query.delete(name)
    }),
  }),
  variant('numbers-corrected', 'treats a malformed limit or offset as absent', {
    alter: sentQueryAs(lists, query => {
      for (const name of ['limit', 'offset']) if (!/^\d*$/.test(query.get(name) ?? '')) query.delete(name)
    }),
  }),
  variant('pagination-by-pages', 'shows the greatest limit as limit, and the number of the page as offset', {
    warns: ['LIST-09.values'],
    alter: pagination(lists, ({ limit, offset }) => ({
      limit: 100,
      offset: limit ? 1 + Math.floor(offset / limit) : 1,
    })),
  }),
  variant('unknown-fields-ignored', 'ignores names in fields that it does not know', {
    alter: query([...lists, ...singleReads, 'readMe'], {
      fields: textMatching(/^/).transform(list => new Set(String(list).split(','))),
    }),
  }),
]
