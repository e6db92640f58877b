import { bookingLists } from '../alter/operation-groups.js'
import { inOneStep, inZoneOfOwner, queryAs, requestAs, utcOf } from '../alter/requests.js'
import { links, mapTexts, withParameter } from '../alter/responses.js'
import { query, textMatching, timeUnless } from '../alter/schemas.js'
import { bookingFilter, collection, pageBeforeFilters, selecting } from '../alter/stored.js'
import { fault } from './fault.js'

/** Replaces the filters of booking lists. */
const filtersAs = (change: (time: string) => string, names: string | string[] = ['time_min', 'time_max']) =>
  queryAs(bookingLists, query => mapTexts(query, names, change))

const labelledUtc = (time: string) => (/(?:Z|[+-]\d\d:?\d\d)$/.test(time) ? time : `${time}Z`)

/** Reads filters without a zone with the offset of that hour in UTC, if `isWrong` is true for that offset. */
const filtersInOneStep = (isWrong: (offset: number) => boolean) =>
  queryAs(bookingLists, (query, { user }) =>
    mapTexts(query, ['time_min', 'time_max'], time =>
      inOneStep(time, user.timezone, offset => (isWrong(offset) ? offset : undefined)),
    ),
  )

/** A time; anything else is ignored. */
const timeOrNothing = textMatching(/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/)
  .optional()
  .catch(undefined)

export const filterFaults = [
  fault('filters-overlap', 'keeps every booking that overlaps the time asked for', {
    breaks: { 'FILT-02': /a list must hold F3/, 'FILT-04': /a list must hold F1/ },
    touches: ['TIME-09', 'FILT-*', 'CROSS-18'],
    alter: bookingFilter(({ start, end }, min, max) => end > min && start < max),
  }),
  fault('filters-max-inclusive', 'keeps bookings that end at time_max', {
    breaks: { 'FILT-03': /a list must hold F1/ },
    touches: ['FILT-05', 'FILT-09', 'FILT-12'],
    alter: bookingFilter(({ start, end }, min, max) => start >= min && end <= max),
  }),
  fault('filters-to-the-second', 'drops the part of a second of time_min and time_max', {
    breaks: {
      'FILT-15': /with time_min=2023-09-12T11:00:00.500Z.* should hold F3, and holds F2 and F3/,
    },
    alter: filtersAs(time => time.replace(/\.\d+/, '')),
  }),
  fault('filters-max-to-the-minute', 'drops the seconds of time_max', {
    breaks: { 'FILT-03': /with time_max=2023-09-12T11:30:01Z.* must hold F1 and F2, and holds F1/ },
    touches: ['FILT-15'],
    alter: filtersAs(time => time.replace(/(T\d\d:\d\d):\d\d/, '$1:00'), 'time_max'),
  }),
  fault(
    'filters-end-to-the-minute',
    'drops the seconds of the end of a booking to compare it with time_max',
    {
      breaks: { 'FILT-12': /does not end before time_max|do not satisfy it/ },
      alter: bookingFilter(({ start, end }, min, max) => start >= min && end - (end % 60) < max),
    },
  ),
  fault('filters-min-exclusive', 'leaves out bookings that start at time_min', {
    breaks: { 'FILT-01': /a list must hold F2 and F3/ },
    touches: ['FILT-02', 'FILT-03', 'FILT-05', 'FILT-09', 'FILT-15'],
    alter: bookingFilter(({ start, end }, min, max) => start > min && end < max),
  }),
  fault('filters-not-counted', 'counts all bookings whatever the filters are', {
    breaks: { 'FILT-10': /total_count/ },
    touches: ['FILT-11', 'LIST-33', 'LIST-11', 'CROSS-06', 'CROSS-09'],
    alter: collection('bookings', usual => ({
      count: ({ time_min: _, time_max: __, ...selection }) => usual.count(selection),
    })),
  }),
  fault('filters-lost-in-links', 'leaves time_max out of the links of a list', {
    breaks: { 'FILT-11': /filters by different times/, 'LIST-16': /does not carry time_max/ },
    alter: links(bookingLists, url => withParameter(url, 'time_max', undefined)),
  }),
  fault('filters-one-only', 'looks at time_min alone where both are given', {
    breaks: { 'FILT-05': /time_max/ },
    touches: ['FILT-11', 'FILT-12', 'LIST-11', 'LIST-33', 'FILT-06'],
    alter: queryAs(bookingLists, ({ time_max, ...query }) =>
      query.time_min === undefined ? { ...query, time_max } : query,
    ),
  }),
  fault('filters-epoch-is-none', 'takes a time_max of 1970, which is 0 as a number, for none', {
    breaks: { 'FILT-03': /with time_max=1970-01-01T00:00:00Z.* a list must hold/ },
    alter: queryAs(bookingLists, ({ time_max, ...query }) =>
      time_max === '1970-01-01T00:00:00Z' ? query : { ...query, time_max },
    ),
  }),
  fault('filters-max-in-the-zone-of-min', 'reads a time_max without a zone with the offset of time_min', {
    breaks: { 'FILT-06': /time_max=2023-09-12T07:45:00.* a list must hold F2/ },
    alter: requestAs(bookingLists, ({ query, sentQuery }) => {
      const sent = Object.fromEntries(sentQuery)
      const [offset] = /[+-]\d\d:\d\d$/.exec(sent.time_min ?? '') ?? []
      const isLocal = /T\d\d:\d\d:\d\d$/.test(sent.time_max ?? '')
      return offset && isLocal ? { query: { ...query, time_max: `${sent.time_max}${offset}` } } : {}
    }),
  }),
  fault('filters-unread-ignored', 'ignores a filter that is no time', {
    breaks: { 'FILT-13': /silently ignored/ },
    alter: query(bookingLists, { time_min: timeOrNothing }),
  }),
  fault('filters-only-with-ids', 'filters the list of a schedule only where ids are given', {
    breaks: { 'FILT-12': /do not satisfy it/ },
    alter: queryAs('listBookings', ({ time_min, time_max, ...query }) =>
      query.ids ? { ...query, time_min, time_max } : query,
    ),
  }),
  fault('filters-by-the-day', 'compares days where it filters by time_min', {
    breaks: { 'FILT-01': /a list must hold F2 and F3, and holds F1 and F2 and F3/ },
    touches: ['TIME-09', 'FILT-*', 'LIST-11', 'LIST-33', 'CROSS-09', 'CROSS-18', 'CROSS-32'],
    alter: selecting('bookings', ({ time_min, ...selection }) =>
      time_min === undefined ? selection : { ...selection, time_min: time_min - (time_min % 86_400) },
    ),
  }),
  fault('filters-min-by-the-end', 'compares time_min with the end of a booking', {
    breaks: { 'FILT-02': /a list must hold F3, and holds F2 and F3/ },
    touches: ['TIME-09', 'CROSS-18', 'FILT-01', 'FILT-06', 'FILT-08', 'FILT-09', 'FILT-12', 'FILT-15'],
    alter: bookingFilter(({ end }, min, max) => end >= min && end < max),
  }),
  fault('filters-max-by-the-start', 'compares time_max with the start of a booking', {
    breaks: {
      'FILT-03': /a list must hold F1, and holds F1 and F2/,
      'FILT-04': /a list must hold F1, and holds F1 and F2/,
    },
    touches: ['FILT-05', 'FILT-06', 'FILT-08', 'FILT-09', 'FILT-12'],
    alter: bookingFilter(({ start }, min, max) => start >= min && start < max),
  }),
  fault('filters-either', 'keeps bookings that fit one of both filters', {
    breaks: { 'FILT-05': /a list must hold F2/, 'FILT-12': /do not satisfy it/ },
    touches: ['FILT-11', 'LIST-11', 'LIST-33', 'FILT-06'],
    alter: bookingFilter(({ start, end }, min, max) =>
      Number.isFinite(min) && Number.isFinite(max) ? start >= min || end < max : start >= min && end < max,
    ),
  }),
  fault('filters-after-the-page', 'cuts a page out of the list before it filters it', {
    breaks: { 'FILT-10': /pages of a filtered list together/ },
    touches: ['CROSS-09', 'FILT-11', 'LIST-11.filtered', 'LIST-33'],
    alter: pageBeforeFilters,
  }),
  fault('filters-unread-max-ignored', 'ignores a time_max that is no time', {
    breaks: { 'FILT-13': /time_max=tomorrow is silently ignored/ },
    alter: query(bookingLists, { time_max: timeOrNothing }),
  }),
  // How filters are read as instants.
  fault('filters-in-utc', 'reads filters without a zone as UTC', {
    breaks: { 'FILT-06': /a list must hold/, 'FILT-07': /a list must hold/ },
    touches: ['TIME-09', 'FILT-09', 'FILT-11', 'ENV-14'],
    alter: filtersAs(labelledUtc),
  }),
  fault(
    'filters-always-in-summer',
    'reads filters without a zone with the offset that the zone has in July',
    {
      breaks: { 'FILT-06.winter': /the bookings from 2023-01-17T10:/ },
      touches: ['FILT-06'],
      alter: queryAs(bookingLists, (query, { user: { timezone } }) =>
        mapTexts(query, ['time_min', 'time_max'], time => {
          if (/(?:Z|[+-]\d\d:?\d\d)$/.test(time)) return time
          const summer =
            Date.parse(utcOf('2023-07-01T12:00:00', timezone)) - Date.parse('2023-07-01T12:00:00Z')
          return new Date(Date.parse(`${time.replace(' ', 'T')}Z`) + summer).toISOString()
        }),
      ),
    },
  ),
  fault('filters-offset-unheard', 'reads the offset of a filter as Z', {
    breaks: { 'FILT-08': /with time_min=\S+\+02:00, .* a list must hold F2 and F3/ },
    touches: ['FILT-06', 'CROSS-09', 'FILT-11'],
    alter: filtersAs(time => time.replace(/[+-]\d\d:\d\d$/, 'Z')),
  }),
  fault('filters-offset-east-only', 'reads a negative offset of a filter as a positive one', {
    breaks: { 'FILT-08': /-03:30, of bookings/ },
    touches: ['FILT-11'],
    alter: filtersAs(time => time.replace(/(T.*)-(\d\d:\d\d)$/, '$1+$2')),
  }),
  fault('filters-blank-refused', 'refuses filters of the form YYYY-MM-DD hh:mm', {
    breaks: { 'FILT-09': /time_min=2023-09-12 07:00 must be accepted/ },
    alter: query(bookingLists, { time_min: timeUnless(/ /), time_max: timeUnless(/ /) }),
  }),
  fault('filters-blank-in-utc', 'reads filters of the form YYYY-MM-DD hh:mm as UTC', {
    breaks: { 'FILT-09': /time_min=2023-09-12 07:00, .* a list should hold F2 and F3/ },
    alter: filtersAs(time => time.replace(/^(\S+) (\d\d:\d\d)$/, '$1T$2:00Z')),
  }),
  fault('filters-of-the-owner', 'reads filters without a zone in the zone of the owner', {
    breaks: { 'FILT-07': /a list must hold F2 and F3/ },
    touches: ['FILT-15'],
    alter: requestAs(bookingLists, async asked => {
      const { user } = await inZoneOfOwner(asked)
      return { query: mapTexts(asked.query, ['time_min', 'time_max'], time => utcOf(time, user.timezone)) }
    }),
  }),
  fault('filters-blank-for-plus-in-links', 'does not encode the + of an offset in links', {
    breaks: { 'CROSS-09': /the link "next" leads to must be accepted/ },
    alter: links(bookingLists, url => url.href.replaceAll('%2B', '+')),
  }),
  fault('filters-in-utc-with-fields', 'reads filters without a zone as UTC where fields are sent', {
    breaks: { 'FILT-06': /with time_min=2023-09-12T06:45:00 and fields=id, .* must hold F2 and F3/ },
    alter: queryAs(bookingLists, query =>
      query.fields ? mapTexts(query, ['time_min', 'time_max'], labelledUtc) : query,
    ),
  }),
  fault('filters-offset-in-one-step', 'reads filters west of Greenwich with the offset of that hour of UTC', {
    breaks: { 'FILT-06.clock-change': /for a user in America\/New_York/ },
    alter: filtersInOneStep(offset => offset < 0),
  }),
  fault(
    'filters-offset-in-one-step-east',
    'reads filters east of Greenwich with the offset of that hour of UTC',
    {
      breaks: { 'FILT-06.clock-change': /for a user in Europe\/Berlin/ },
      alter: filtersInOneStep(offset => offset > 0),
    },
  ),
  fault('filters-max-at-midnight-is-end-of-day', 'takes a time_max at 0:00 for the end of that day', {
    breaks: {
      'FILT-03': /with time_max=2023-09-12T00:00:00Z, .* must hold none/,
      'FILT-09': /with time_max=2023-09-12 00:00, .* should hold none/,
    },
    alter: filtersAs(time => time.replace(/([T ])00:00(?=$|:00)/, '$123:59'), 'time_max'),
  }),
  fault(
    'filters-max-without-long-bookings',
    'leaves bookings of more than a day out of a list with time_max',
    {
      breaks: { 'FILT-03.days': /of one from 2023-09-14T10:00:00Z/ },
      touches: ['BKG-28.answers'],
      alter: bookingFilter(
        ({ start, end }, min, max) =>
          start >= min && end < max && (!Number.isFinite(max) || end - start <= 86_400),
      ),
    },
  ),
  fault('filters-max-in-utc', 'reads a time_max without a zone as UTC', {
    breaks: { 'FILT-06': /with time_max=2023-09-12T07:15:00/ },
    touches: ['FILT-07'],
    alter: filtersAs(time => time.replace(/(T\d\d:\d\d:\d\d)$/, '$1Z'), 'time_max'),
  }),
  fault('filters-zone-lost-in-links', 'leaves the zone of a filter out of the links of a list', {
    breaks: { 'FILT-11': /filters by different times/ },
    touches: ['CROSS-09', 'LIST-16'],
    alter: links(bookingLists, url => {
      for (const [name, value] of url.searchParams) {
        if (name.startsWith('time_')) url.searchParams.set(name, value.replace(/(?:Z|[+-]\d\d:\d\d)$/, ''))
      }
      return url
    }),
  }),
  fault('filters-max-inclusive-at-midnight', 'lists bookings that end at time_max if that is midnight', {
    breaks: { 'FILT-03.midnight': /with time_max=2023-09-19T00:00:00Z/ },
    alter: bookingFilter(
      ({ start, end }, min, max) => start >= min && (max % 86_400 === 0 ? end <= max : end < max),
    ),
  }),
  fault('filters-keep-whole-days', 'lists an all-day booking that began before time_min', {
    breaks: { 'FILT-02.all-day': /with time_min=2023-09-20T00:01:00Z/ },
    alter: bookingFilter(
      ({ start, end }, min, max) =>
        (start >= min || (start % 86_400 === 0 && end % 86_400 === 0 && end > min)) && end < max,
    ),
  }),
  fault('filters-max-inclusive-without-duration', 'lists a booking that starts and ends at time_max', {
    breaks: { 'FILT-03.no-duration': /"time_max":"2023-09-22T10:00:00Z"/ },
    alter: bookingFilter(
      ({ start, end }, min, max) => start >= min && (end < max || (start === end && end === max)),
    ),
  }),
]
