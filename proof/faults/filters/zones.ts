import { instantOf, readTime } from '../../../server/core/index.js'
import {
  bookingLists,
  inZoneOfOwner,
  links,
  query,
  queryAs,
  requestAs,
  timeUnless,
} from '../../alter/index.js'
import { fault } from '../fault.js'

/** A query with its filters written otherwise. */
const mapped = (query: Readonly<Record<string, unknown>>, change: (time: string) => string) =>
  Object.fromEntries(
    Object.entries(query).map(([name, value]) => [
      name,
      name.startsWith('time_') && typeof value === 'string' ? change(value) : value,
    ]),
  )

/** A time as an instant, for a user of this zone. */
const instantText = (time: string, zone: string) =>
  new Date(instantOf(readTime(time) as never, zone) * 1000).toISOString()

/** Which instants filters mean. */
export const filterZoneFaults = [
  fault('filters-in-utc', 'takes filters without a zone to be in UTC', {
    breaks: { 'FILT-06': /a list must hold/, 'FILT-07': /a list must hold/ },
    touches: ['FILT-09', 'FILT-11', 'ENV-14'],
    alter: queryAs(bookingLists, query =>
      Object.fromEntries(
        Object.entries(query).map(([name, value]) => [
          name,
          name.startsWith('time_') && typeof value === 'string' && !/(?:Z|[+-]\d\d:?\d\d)$/.test(value)
            ? `${value}Z`
            : value,
        ]),
      ),
    ),
  }),
  fault('filters-offset-unheard', 'takes the offset of a filter for Z', {
    breaks: { 'FILT-08': /with time_min=\S+\+02:00, .* a list must hold F2 and F3/ },
    touches: ['CROSS-09', 'FILT-11'],
    alter: queryAs(bookingLists, query => mapped(query, time => time.replace(/[+-]\d\d:\d\d$/, 'Z'))),
  }),
  fault('filters-offset-east-only', 'takes an offset of a filter west of Greenwich for one east of it', {
    breaks: { 'FILT-08': /-03:30, of bookings/ },
    touches: ['FILT-11'],
    alter: queryAs(bookingLists, query => mapped(query, time => time.replace(/(T.*)-(\d\d:\d\d)$/, '$1+$2'))),
  }),
  fault('filters-blank-refused', 'refuses filters of the form YYYY-MM-DD hh:mm', {
    breaks: { 'FILT-09': /time_min=2023-09-12 07:00 must be accepted/ },
    alter: query(bookingLists, { time_min: timeUnless(/ /), time_max: timeUnless(/ /) }),
  }),
  fault('filters-blank-in-utc', 'takes filters of the form YYYY-MM-DD hh:mm to be in UTC', {
    breaks: { 'FILT-09': /time_min=2023-09-12 07:00, .* a list must hold F2 and F3/ },
    alter: queryAs(bookingLists, query =>
      mapped(query, time => time.replace(/^(\S+) (\d\d:\d\d)$/, '$1T$2:00Z')),
    ),
  }),
  fault('filters-of-the-owner', 'takes filters without a zone to be in the zone of the owner', {
    breaks: { 'FILT-07': /a list must hold F2 and F3/ },
    alter: requestAs(bookingLists, async asked => {
      const { user } = await inZoneOfOwner(asked)
      const query = mapped(asked.query, time => instantText(time, user.timezone))
      return { query }
    }),
  }),
  fault('filters-blank-for-plus-in-links', 'writes the + of an offset into the links as it stands', {
    breaks: { 'CROSS-09': /the link "next" leads to must be accepted/ },
    alter: links(bookingLists, url => url.href.replaceAll('%2B', '+')),
  }),
  fault('filters-max-in-utc', 'takes a time_max without a zone to be in UTC', {
    breaks: { 'FILT-06': /with time_max=2023-09-12T07:15:00/ },
    touches: ['FILT-07'],
    alter: queryAs(bookingLists, ({ time_max, ...query }) => ({
      ...query,
      time_max: typeof time_max === 'string' ? time_max.replace(/(T\d\d:\d\d:\d\d)$/, '$1Z') : time_max,
    })),
  }),
  fault('filters-zone-lost-in-links', 'leaves the zone of a filter out of the links of a list', {
    breaks: { 'FILT-11': /filters by other times/ },
    touches: ['CROSS-09', 'LIST-16'],
    alter: links(bookingLists, url => {
      for (const [name, value] of url.searchParams) {
        if (name.startsWith('time_')) url.searchParams.set(name, value.replace(/(?:Z|[+-]\d\d:\d\d)$/, ''))
      }
      return url
    }),
  }),
]
