import { lists, singleReads } from '../alter/operation-groups.js'
import { run } from '../alter/requests.js'
import { pagination, refused, reply, sentQueryAs } from '../alter/responses.js'
import { query, textMatching } from '../alter/schemas.js'
import { variant } from './variant.js'

const most = 100

/** Choices about order, links and unusual parameters (section 2.5). */
export const listVariants = [
  variant('page-count-counts-pages', 'counts in page_count the pages and not their objects', {
    warns: ['LIST-10'],
    alter: pagination(lists, ({ limit, total_count }) => ({
      page_count: Math.ceil(total_count / (limit || Math.max(1, total_count))),
    })),
  }),
  variant('limit-refused', 'refuses a limit above 100', {
    excludes: ['limit-capped'],
    alter: sentQueryAs(lists, query => {
      if (Number(query.get('limit')) > most) query.set('limit', 'too much')
    }),
  }),
  variant('offset-past-the-end-refused', 'refuses an offset past the end of a list', {
    warns: ['LIST-06'],
    alter: run(lists, async ({ query }, usual) => {
      const answer = await usual()
      const { total_count } = JSON.parse(answer.body).pagination
      return Number(query.offset) > 0 && Number(query.offset) >= total_count ? refused(400) : answer
    }),
  }),
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
  variant('unknown-fields-ignored', 'ignores names in fields that it does not know', {
    alter: query([...lists, ...singleReads, 'readMe'], {
      fields: textMatching(/^/).transform(list => new Set(String(list).split(','))),
    }),
  }),
  variant('no-fields-on-me', 'accepts no fields for the user', {
    alter: reply('readMe', (_, { query }) => (query.has('fields') ? refused(400) : {})),
  }),
]
