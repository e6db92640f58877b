import { asking, bookingLists, collection, filtering, links, query, textLike } from '../alter/index.js'
import { fault } from '../fault.js'

const all = { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY }

export const filterFaults = [
  fault(
    'filters-overlap',
    'keeps every booking that overlaps the time asked for',
    {
      breaks: { 'FILT-02': /a list must hold F3/, 'FILT-04': /a list must hold F1/ },
      touches: ['FILT-*', 'CROSS-18'],
    },
    filtering(
      ({ start, end }, { time_min = all.min, time_max = all.max }) => end > time_min && start < time_max,
    ),
  ),
  fault(
    'filters-max-inclusive',
    'keeps bookings that end at time_max',
    { breaks: { 'FILT-03': /a list must hold F1/ }, touches: ['FILT-05', 'FILT-09'] },
    filtering(
      ({ start, end }, { time_min = all.min, time_max = all.max }) => start >= time_min && end <= time_max,
    ),
  ),
  fault(
    'filters-min-exclusive',
    'leaves out bookings that start at time_min',
    { breaks: { 'FILT-01': /a list must hold F2 and F3/ }, touches: ['FILT-05', 'FILT-09'] },
    filtering(
      ({ start, end }, { time_min = all.min, time_max = all.max }) => start > time_min && end < time_max,
    ),
  ),
  fault(
    'filters-not-counted',
    'counts all bookings whatever the filters are',
    {
      breaks: { 'FILT-10': /total_count/ },
      touches: ['FILT-11', 'LIST-33', 'LIST-11', 'CROSS-06', 'CROSS-09'],
    },
    collection('bookings', usual => ({
      count: ({ time_min: _, time_max: __, ...selection }) => usual.count(selection),
    })),
  ),
  fault(
    'filters-in-utc',
    'takes filters without a zone to be in UTC',
    {
      breaks: { 'FILT-06': /a list must hold/, 'FILT-07': /a list must hold/ },
      touches: ['FILT-09', 'FILT-11', 'ENV-14'],
    },
    asking(bookingLists, query =>
      Object.fromEntries(
        Object.entries(query).map(([name, value]) => [
          name,
          name.startsWith('time_') && typeof value === 'string' && !/(?:Z|[+-]\d\d:?\d\d)$/.test(value)
            ? `${value}Z`
            : value,
        ]),
      ),
    ),
  ),
  fault(
    'filters-lost-in-links',
    'leaves time_max out of the links of a list',
    { breaks: { 'FILT-11': /filters by other times/, 'LIST-16': /does not carry time_max/ } },
    links(bookingLists, url => {
      url.searchParams.delete('time_max')
      return url
    }),
  ),
  fault(
    'filters-one-only',
    'looks at time_min alone where both are given',
    { breaks: { 'FILT-05': /time_max/ }, touches: ['FILT-11', 'LIST-11'] },
    asking(bookingLists, ({ time_max, ...query }) =>
      query.time_min === undefined ? { ...query, time_max } : query,
    ),
  ),
  fault(
    'filters-unread-ignored',
    'ignores a filter that is no time',
    { breaks: { 'FILT-13': /ignored without a word/ } },
    query(bookingLists, {
      time_min: textLike(/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/)
        .optional()
        .catch(undefined),
    }),
  ),
]
