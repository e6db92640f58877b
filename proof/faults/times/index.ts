import { ids } from '../../../conformance/check/ids.js'
import { localText, readTime, utcText } from '../../../server/core/index.js'
import { offsetAt } from '../../../server/core/times/zones.js'
import {
  bookingBulkPuts,
  bookingLists,
  changesOf,
  readsOf,
  type Which,
  writesOf,
} from '../../alter/operation-groups.js'
import {
  after,
  bodyAs,
  inOneStep,
  instantIn,
  inZoneOfOwner,
  type OperationRequest,
  queryAs,
  requestAs,
  shownTo,
  timesAs,
  utcOf,
  zoneAs,
} from '../../alter/requests.js'
import { mapTexts } from '../../alter/responses.js'
import { body, textUpTo, timeRead, timeUnless } from '../../alter/schemas.js'
import { collection, everything } from '../../alter/stored.js'
import { stateful } from '../../server/parts.js'
import { fault } from '../fault.js'
import { shownTimeFaults } from './shown.js'

const both = (time: ReturnType<typeof timeRead>) => ({ start: time, end: time })
const zone = /(?:Z|[+-]\d\d:?\d\d)$/

/** Whether a time is in a year in which the seconds since 1970 always fit in 31 bits. */
const isIn32Bits = (time: string) => time >= '1970' && time < '2038'

/** A time in UTC as bookings show it. */
const shownInUtc = (time: unknown) => String(time).slice(0, 16).replace('T', ' ')

/** Overflowing dates continue in the next month, as in JavaScript's Date. */
function overflowing(text: string): string {
  const [, year, month, day, hour, minute] =
    /^(\d{4})-(\d\d)-(\d\d)[T ](\d\d):(\d\d)(?::\d\d(?:Z|\+\d\d:\d\d))?$/.exec(text) ?? []
  if (year === undefined || readTime(text)) return text
  const time = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute))
  return new Date(time).toISOString()
}

/** Parses a date with the heuristics of the runtime. */
function guessed(text: string): string {
  const time = Date.parse(text)
  return readTime(text) || Number.isNaN(time) ? text : new Date(time).toISOString()
}

/** The offset of a zone in winter, whatever the season. */
const winter: Readonly<Record<string, string>> = {
  'Europe/Berlin': 'Etc/GMT-1',
  'America/New_York': 'Etc/GMT+5',
}

/** Uses the owner's zone if only one of the two times is sent. */
const aloneInZoneOfOwner = async (asked: OperationRequest) =>
  'start' in asked.body === 'end' in asked.body ? {} : inZoneOfOwner(asked)

/** Changes both times of a booking in an update of that booking alone that sends neither. */
const withoutTimes = (which: Which, change: (time: number, zone: string) => string) =>
  requestAs(which, async ({ rows, path, query, body, user }) => {
    const [id, ...others] = query.ids ?? [path.bookingId]
    if (id === undefined || others.length > 0) return {}
    const kept = await rows.bookings.find(path.scheduleId, id)
    if (!kept || body.start !== undefined || body.end !== undefined) return {}
    const [start, end] = [kept.start, kept.end].map(time => change(time, user.timezone))
    return { body: { ...body, start, end } }
  })

/** Converts a time to local form and back. */
const again = (time: number, zone: string) => utcOf(localText(time, zone), zone)

const hour = 3600
const day = 24 * hour

/** Converts a time without a zone to UTC; `instant` gets its seconds as if in UTC, and the offsets of the zone. */
function atLocal(
  time: string,
  zone: string,
  instant: (local: number, offset: (at: number) => number) => number | undefined,
): string {
  const written = readTime(time)
  if (!written || !('local' in written)) return time
  const seconds = instant(written.local, at => offsetAt(zone, at))
  return seconds === undefined ? time : `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`
}

/** Changes the offset of zones west of Greenwich. */
const westernOffset = (change: (offset: number) => number | undefined) =>
  timesAs(writesOf.booking, (time, { user }) =>
    inOneStep(time, user.timezone, offset => (offset < 0 ? change(offset) : undefined)),
  )

/** How a sent start or end is read, and how bookings are shown. */
export const timeFaults = [
  ...shownTimeFaults,
  fault('times-z-unheard', "reads a start or end with Z in the user's time zone", {
    breaks: { 'TIME-01': /with Z by a user in America\/New_York must be/ },
    touches: [
      'TIME-09',
      'CROSS-28',
      'CROSS-29',
      'CROSS-30',
      'CROSS-31',
      'CROSS-32',
      'TIME-12',
      'TIME-18',
      'TIME-22',
      'FILT-06',
    ],
    alter: timesAs(writesOf.booking, time => time.replace(/Z$/, '')),
  }),
  fault('times-offset-unheard', 'reads the offset of a start or end as Z', {
    breaks: { 'TIME-02': /with the offset \+05:00 must be/ },
    touches: ['TIME-10', 'TIME-11', 'TIME-22', 'TIME-24', 'TIME-01', 'TIME-03', 'TIME-05'],
    alter: timesAs(writesOf.booking, time => time.replace(/[+-]\d\d:\d\d$/, 'Z')),
  }),
  fault('times-offset-of-hours', 'ignores the minutes of the offset of a start or end', {
    breaks: { 'TIME-02': /with the offset -03:30 must be/ },
    touches: ['CROSS-39', 'TIME-22'],
    alter: timesAs(writesOf.booking, time => time.replace(/([+-]\d\d):\d\d$/, '$1:00')),
  }),
  fault('times-offset-east-only', 'reads a negative offset as a positive one', {
    breaks: { 'TIME-02': /with the offset -03:30 must be/ },
    touches: ['TIME-10', 'TIME-11', 'TIME-22'],
    alter: timesAs(writesOf.booking, time => time.replace(/(T.*)-(\d\d:\d\d)$/, '$1+$2')),
  }),
  fault('times-offset-without-seconds-unheard', 'ignores the offset of a time without seconds', {
    breaks: { 'TIME-05': /with an offset, without seconds must be/ },
    touches: ['TIME-22.minutes', 'BKG-26', 'BKG-29'],
    alter: timesAs(writesOf.booking, time => time.replace(/(T\d\d:\d\d)[+-]\d\d:\d\d$/, '$1')),
  }),
  fault('times-read-again-from-local', 'reads the local times of a booking again with each update', {
    breaks: { 'TIME-18': /after an update of another member must be/ },
    touches: ['CROSS-10'],
    alter: withoutTimes('changeBooking', again),
  }),
  fault(
    'times-read-again-in-bulk',
    'reads the local times of a booking again with each bulk update of it alone',
    {
      breaks: {
        'TIME-18.bulk': /after a bulk update with another member must be/,
        'TIME-18.bulk-of-resource':
          /after a bulk update of the bookings of its resource with another member must be/,
      },
      touches: ['CROSS-10'],
      alter: withoutTimes(bookingBulkPuts, again),
    },
  ),
  fault('times-to-the-minute-by-update', 'drops the seconds of a booking in an update without times', {
    breaks: { 'CROSS-10': /start_utc of a booking whose title was changed by a single PUT .* must be .*:25/ },
    alter: withoutTimes('changeBooking', time => utcText(time - (time % 60))),
  }),
  fault('times-of-five-minutes-on-update', 'rounds start and end in updates down to five minutes', {
    breaks: {
      'BKG-26.start': /start_utc of .* must be 2023-04-04T11:17:00Z/,
      'BKG-26.end': /end_utc of .* must be 2023-04-04T11:17:00Z/,
      'BULK-01.times': /start_utc of .* must be 2023-06-07T09:03:00Z/,
    },
    touches: ['BULK-02.times', 'TIME-22'],
    alter: timesAs(changesOf.booking, (time, { user }) => {
      const instant = instantIn(time, user.timezone)
      return utcText(instant - (instant % 300))
    }),
  }),
  fault('times-offset-of-hours-alone-ignored', 'accepts an offset of hours alone, and ignores it', {
    breaks: { 'TIME-01.rarer': /accepted as 2023-08-11T12:00:00\+02 must be/ },
    alter: body(writesOf.booking, both(timeRead(time => time.replace(/(T.*)[+-]\d\d$/, '$1')))),
  }),
  fault('times-basic-form-is-utc', 'accepts the basic form of ISO 8601, as UTC', {
    breaks: { 'TIME-01.rarer': /accepted as 20230813T120000 must be/ },
    alter: body(
      writesOf.booking,
      both(timeRead(time => time.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)$/, '$1-$2-$3T$4:$5:$6Z'))),
    ),
  }),
  fault('times-one-offset', 'reads end with the offset of start', {
    breaks: { 'TIME-02': /two offsets/ },
    touches: ['TIME-22', 'BKG-29.answers'],
    alter: bodyAs(writesOf.booking, body => {
      const [offset] = /[+-]\d\d:\d\d$/.exec(String(body.start)) ?? []
      return offset === undefined ? body : mapTexts(body, 'end', end => end.replace(zone, offset))
    }),
  }),
  fault('times-t-is-utc', 'reads a time with a T and without a zone as UTC', {
    breaks: { 'TIME-03': /in Europe\/Berlin must be/ },
    touches: ['TIME-15', 'TIME-22', 'TIME-01'],
    alter: timesAs(writesOf.booking, time => (time.includes('T') && !zone.test(time) ? `${time}Z` : time)),
  }),
  fault('times-blank-is-utc', 'reads a time with a space as UTC', {
    breaks: { 'TIME-04': /in Europe\/Berlin must be/ },
    touches: ['TIME-09', 'TIME-13.together', 'CROSS-11', 'TIME-14', 'TIME-22', 'TIME-23'],
    alter: timesAs(writesOf.booking, time => (time.includes(' ') ? `${time.replace(' ', 'T')}:00Z` : time)),
  }),
  fault('times-seconds-needed', 'refuses times with a T and without seconds', {
    breaks: {
      'TIME-05': /without seconds must be accepted/,
      'TIME-22.minutes': /without seconds must be accepted/,
    },
    alter: body(writesOf.booking, both(timeUnless(/T\d\d:\d\d(?!:)/))),
  }),
  fault('times-german', 'accepts 15.07.2023 12:00 as a start on create', {
    breaks: { 'TIME-20': /creating a booking with start = "15.07.2023 12:00" must be refused/ },
    alter: body('createBooking', {
      start: timeRead(text => text.replace(/^(\d\d)\.(\d\d)\.(\d{4}) /, '$3-$2-$1 ')),
    }),
  }),
  fault('times-guessed', 'accepts whatever the runtime can parse as an end', {
    breaks: { 'TIME-20': /with end = "07\/15\/2023 12:00" must be refused/ },
    touches: ['TIME-21'],
    alter: body(writesOf.booking, { end: timeRead(guessed) }),
  }),
  fault('times-overflow', 'reads February 30 as a day in March, and 25:00 as 1:00 of the next day', {
    breaks: { 'TIME-21': /"2023-02-30T10:00:00Z" must be refused/ },
    alter: body(writesOf.booking, both(timeRead(overflowing))),
  }),
  fault('local-times-overflow', 'reads June 31 as July 1 where it has no time zone', {
    breaks: { 'TIME-21': /"2023-06-31 10:00" must be refused/ },
    alter: body(writesOf.booking, both(timeRead(text => (zone.test(text) ? text : overflowing(text))))),
  }),
  fault('times-of-the-server-on-update', 'reads times without a zone in an update as UTC', {
    breaks: { 'TIME-22': /a booking after a PUT in/ },
    touches: ['CROSS-11', 'TIME-14.update'],
    alter: zoneAs('changeBooking', () => 'UTC'),
  }),
  fault('times-blank-refused-in-bulk', 'refuses the form YYYY-MM-DD hh:mm in bulk updates', {
    breaks: { 'TIME-22.bulk': /YYYY-MM-DD hh:mm must be accepted/ },
    touches: ['TIME-14', 'TIME-22', 'BKG-26'],
    alter: body(bookingBulkPuts, both(timeUnless(/ /))),
  }),
  fault('times-of-the-owner-on-update', "reads a collaborator's zoneless times as the owner's, in updates", {
    breaks: { 'TIME-14': /a PUT of 08:00 by an editor in America\/New_York/ },
    touches: ['CROSS-11'],
    alter: requestAs(changesOf.booking, inZoneOfOwner),
  }),
  fault('times-of-the-owner-in-bulk', "reads a collaborator's zoneless times as the owner's, in bulk", {
    breaks: { 'TIME-14': /a bulk PUT of 08:00 by an editor in America\/New_York/ },
    alter: requestAs(bookingBulkPuts, inZoneOfOwner),
  }),
  fault(
    'times-alone-of-the-owner-on-update',
    "reads a collaborator's time in the owner's zone where an update has it without the other one",
    {
      breaks: { 'TIME-14.update': /a PUT of {"start":.* alone by an editor in America\/New_York/ },
      alter: requestAs('changeBooking', aloneInZoneOfOwner),
    },
  ),
  fault(
    'times-alone-of-the-owner-in-bulk',
    "reads a collaborator's time in the owner's zone where a bulk update has it without the other one",
    {
      breaks: {
        'TIME-14.bulk': /a bulk PUT of {"start":.* alone by an editor in America\/New_York/,
        'TIME-14.bulk-of-resource': /a bulk PUT on a resource of {"start":.* alone by an editor/,
      },
      alter: requestAs(bookingBulkPuts, aloneInZoneOfOwner),
    },
  ),
  fault('times-alone-in-utc', 'reads a time without a zone as UTC where it is sent without the other one', {
    breaks: { 'TIME-22.one': /a PUT of {"end":.* by a user in America\/New_York/ },
    touches: ['BKG-26', 'CROSS-10', 'TIME-14'],
    alter: bodyAs(changesOf.booking, body =>
      'start' in body === 'end' in body
        ? body
        : mapTexts(body, ['start', 'end'], time => (zone.test(time) ? time : `${time}Z`)),
    ),
  }),
  fault('times-kept-as-local', "keeps times as they read in the user's time zone", {
    breaks: { 'TIME-18': /must be 2023-10-29T01:30:00Z/ },
    touches: ['CROSS-32'],
    alter: timesAs(writesOf.booking, (time, { user: { timezone } }) =>
      localText(instantIn(time, timezone), timezone),
    ),
  }),
  fault('times-in-32-bits', 'keeps the seconds of a time in 32 bits', {
    breaks: { 'TIME-01': /start_utc of a booking in 2040 must be/ },
    touches: ['TIME-09.far'],
    alter: collection('bookings', usual => ({
      insert: (row, now) => usual.insert({ ...row, start: row.start | 0, end: row.end | 0 }, now),
    })),
  }),
  fault('times-from-1970-on', 'keeps a time before 1970 as the first second of it', {
    breaks: { 'TIME-01.early': /start_utc of a booking in 1965 must be/ },
    touches: ['TIME-09.early', 'BKG-29.answers'],
    alter: collection('bookings', usual => ({
      insert: (row, now) =>
        usual.insert({ ...row, start: Math.max(0, row.start), end: Math.max(1, row.end) }, now),
    })),
  }),
  fault('times-without-leap-days-of-centuries', 'refuses a February 29 of a year divisible by 100', {
    breaks: { 'TIME-01.leap-day': /ends on 2000-02-29 must be accepted/ },
    alter: body(writesOf.booking, both(timeUnless(/00-02-29/))),
  }),
  fault('times-end-in-the-offset-of-start', 'reads an end without a zone with the offset of its start', {
    breaks: { 'TIME-03.one-zone': /the offset \+05:00 and an end without a zone .* must be/ },
    touches: ['BKG-29.answers'],
    alter: bodyAs(writesOf.booking, body => {
      const [offset = ''] = zone.exec(String(body.start)) ?? []
      return mapTexts(body, 'end', end => (zone.test(end) ? end : end + offset))
    }),
  }),
  fault('times-without-leap-days', 'refuses a February 29', {
    breaks: { 'TIME-01': /ends on 2024-02-29 must be accepted/ },
    alter: body(writesOf.booking, both(timeUnless(/-02-29/))),
  }),
  fault('times-of-the-server', 'reads times without a zone as UTC', {
    breaks: { 'TIME-03': /in Europe\/Berlin must be/, 'TIME-04': /in Europe\/Berlin must be/ },
    touches: ['TIME-*', 'CROSS-11'],
    alter: zoneAs(writesOf.booking, () => 'UTC'),
  }),
  fault('times-of-the-owner', "reads a collaborator's times without a zone in the zone of the owner", {
    breaks: { 'TIME-14': /by an editor in America\/New_York/ },
    touches: ['CROSS-11'],
    alter: requestAs(writesOf.booking, inZoneOfOwner),
  }),
  fault('times-without-summer', 'knows only the offset that a zone has in winter', {
    breaks: { 'TIME-17': /in a list of a user in Europe\/Berlin/ },
    touches: ['TIME-*', 'FILT-*', 'CROSS-*'],
    alter: zoneAs([...writesOf.booking, ...readsOf.booking], ({ user }) => winter[user.timezone]),
  }),
  fault('times-garbage-is-now', 'stores the present as a start that it cannot read, on update', {
    breaks: { 'TIME-20.update-start': /"tomorrow" must be refused/ },
    touches: ['TIME-21'],
    alter: body('changeBooking', {
      start: textUpTo(100).transform(text =>
        Number.isNaN(Date.parse(String(text))) ? '2023-01-01 00:00' : text,
      ),
    }),
  }),
  fault(
    'times-offset-of-the-other-side',
    'reads a time west of Greenwich with the offset of that hour of UTC',
    {
      breaks: { 'TIME-04.gap': /in America\/New_York from the minute before/ },
      touches: ['TIME-04.overlap', 'TIME-22.gap', 'TIME-22.overlap', 'BKG-26.answers', 'BKG-29.answers'],
      alter: westernOffset(offset => offset),
    },
  ),
  fault('times-half-hours-west-rounded', 'rounds an offset west of Greenwich down where it reads a time', {
    breaks: { 'TIME-04': /by a user in America\/St_Johns must be/ },
    touches: ['BKG-29.answers'],
    alter: westernOffset(offset =>
      Number.isInteger(offset / 3600) ? undefined : Math.floor(offset / 3600) * 3600,
    ),
  }),
  fault('times-offset-above-12-refused', 'refuses an offset beyond +12:00', {
    breaks: { 'TIME-02': /two offsets, \+14:00 and -04:00, must be accepted/ },
    touches: ['TIME-22'],
    alter: body(writesOf.booking, both(timeUnless(/\+1[34]:\d\d$/))),
  }),
  // Time zones, and changes of them.
  fault('times-move-with-the-zone', "keeps local times of bookings when the owner's zone changes", {
    breaks: { 'TIME-16': /before the timezone was changed/ },
    touches: ids`
      CROSS-07 CROSS-10 CROSS-30 FILT-06 FILT-07 FILT-11 TIME-09 TIME-13 TIME-15 TIME-17`,
    alter: after('changeMe', async ({ rows, user, body, now }) => {
      const { timezone } = body
      if (typeof timezone !== 'string' || timezone === user.timezone) return
      const moved = (instant: number) => instantIn(localText(instant, user.timezone), timezone)
      const schedules = await rows.schedules.list()
      for (const { id: schedule_id } of schedules.filter(({ owner_id }) => owner_id === user.id)) {
        for (const { id, start, end } of await rows.bookings.list({ schedule_id }, everything)) {
          const times = { start: moved(start), end: moved(end) }
          await rows.bookings.change({ schedule_id, ids: [id] }, times, now)
        }
      }
    }),
  }),
  fault('times-of-the-first-zone', 'reads times without a zone in the first zone the user ever had', {
    breaks: { 'TIME-15': /by a user in Europe\/Berlin must be/ },
    touches: ['BKG-21.zone', 'CROSS-*', 'TIME-*'],
    alter: stateful(() => {
      const zones = new Map<string, string>()
      return zoneAs(writesOf.booking, ({ user: { id, timezone } }) => {
        if (!zones.has(id)) zones.set(id, timezone)
        return zones.get(id)
      })
    }),
  }),
  // Years beyond 32-bit timestamps, and signs of offsets.
  fault('times-zones-of-32-bits', 'shows and reads times before 1970 and after 2037 in UTC', {
    breaks: {
      'TIME-09.early': /start of a booking at 1968-07-15T16:00:00Z, with Z, .* must be 1968-07-15 12:00/,
      'TIME-09.far': /start of a booking at 2040-07-15T16:00:00Z, with Z, .* must be 2040-07-15 12:00/,
    },
    touches: ['TIME-12'],
    alter: shownTo(readsOf.booking, booking =>
      booking.start_utc === undefined || isIn32Bits(String(booking.start_utc))
        ? booking
        : { ...booking, start: shownInUtc(booking.start_utc), end: shownInUtc(booking.end_utc) },
    ),
  }),
  fault('times-read-in-32-bits', 'reads a time without a zone before 1970 or after 2037 as UTC', {
    breaks: {
      'TIME-09.early': /start of a booking at 1968-07-16 12:00, without a zone, .* must be/,
      'TIME-09.far': /start of a booking at 2040-07-16 12:00, without a zone, .* must be/,
    },
    alter: timesAs(writesOf.booking, time => (zone.test(time) || isIn32Bits(time) ? time : `${time}Z`)),
  }),
  fault('times-no-summer-after-2037', 'knows no summer time after 2037', {
    breaks: { 'TIME-09.far': /must be 2040-07-15 12:00/ },
    touches: ['TIME-12'],
    alter: shownTo(readsOf.booking, (booking, { timezone }) => {
      const isLate = typeof booking.start_utc === 'string' && booking.start_utc > '2038'
      if (!isLate || !winter[timezone]) return booking
      const local = (time: unknown) => localText(Date.parse(String(time)) / 1000, winter[timezone] ?? 'UTC')
      return { ...booking, start: local(booking.start_utc), end: local(booking.end_utc) }
    }),
  }),
  fault('filters-no-summer-after-2037', 'knows no summer time after 2037 where it filters bookings', {
    breaks: { 'TIME-09.far': /the bookings from 2040-07-15T11:45:00 on/ },
    alter: queryAs(bookingLists, (query, { user: { timezone } }) =>
      mapTexts(query, ['time_min', 'time_max'], time =>
        time < '2038' || zone.test(time) || !winter[timezone] ? time : utcOf(time, winter[timezone]),
      ),
    ),
  }),
  fault('times-etc-east', 'takes zones such as Etc/GMT+5 for zones east of Greenwich', {
    breaks: {
      'TIME-09.sign': /start of a booking at 2023-07-15T17:00:00Z, with Z, .* must be 2023-07-15 12:00/,
    },
    touches: ['TIME-12'],
    alter: zoneAs([...writesOf.booking, ...readsOf.booking], ({ user }) =>
      user.timezone.replace(/^(Etc\/GMT)\+/, '$1-'),
    ),
  }),
  fault('times-offset-of-utc-on-update', 'reads a time in an update with the offset of that hour of UTC', {
    breaks: {
      'TIME-22.gap': /a booking after a PUT of .* around the skipped hour, .* must be/,
    },
    touches: ['BKG-26.answers'],
    alter: timesAs('changeBooking', (time, { user }) => inOneStep(time, user.timezone, offset => offset)),
  }),
  fault(
    'times-offset-of-the-eastern-side',
    'reads a time east of Greenwich with the offset of that hour of UTC',
    {
      breaks: { 'TIME-04.gap': /in Australia\/Sydney from the minute before/ },
      touches: ['BKG-26.answers', 'BKG-29.answers', 'TIME-22.gap'],
      alter: timesAs(writesOf.booking, (time, { user }) =>
        inOneStep(time, user.timezone, offset => (offset > 7200 ? offset : undefined)),
      ),
    },
  ),
  fault(
    'times-in-the-zone-of-an-earlier-bulk-update',
    'reads the times of bulk updates in a zone that it keeps',
    {
      breaks: { 'TIME-15.bulk': /a bulk PUT of 12:00 by a user in/ },
      touches: ['TIME-14', 'TIME-22', 'CROSS-11', 'BKG-26.answers', 'BULK-*'],
      alter: stateful(() => {
        const kept = new Map<string, { zone: string; until: number }>()
        return zoneAs(bookingBulkPuts, ({ user }) => {
          const { zone, until } = kept.get(user.id) ?? { zone: user.timezone, until: 0 }
          if (until > Date.now()) return zone
          kept.set(user.id, { zone: user.timezone, until: Date.now() + 3000 })
          return undefined
        })
      }),
    },
  ),
  fault('times-gaps-of-an-hour', 'takes each time that clocks are set forward for a whole hour', {
    breaks: {
      'TIME-04.gap': /in Australia\/Lord_Howe from the minute before/,
      'TIME-22.gap': /by a user in Australia\/Lord_Howe/,
    },
    touches: ['BKG-26.answers', 'BKG-29.answers'],
    alter: timesAs(writesOf.booking, (time, { user }) =>
      atLocal(time, user.timezone, (local, offset) => {
        const early = local - offset(local - day)
        const isForward = offset(early) > offset(local - day)
        return isForward ? early - hour : undefined
      }),
    ),
  }),
  fault('times-overlaps-of-an-hour', 'takes each time that clocks are set back for a whole hour', {
    breaks: {
      'TIME-04.overlap': /in Australia\/Lord_Howe from the minute before/,
      'TIME-22.overlap': /by a user in Australia\/Lord_Howe/,
    },
    touches: ['BKG-26.answers', 'BKG-29.answers'],
    alter: timesAs(writesOf.booking, (time, { user }) =>
      atLocal(time, user.timezone, (local, offset) => {
        const late = local - offset(local + day)
        return offset(late - hour) > offset(late) ? late - hour : undefined
      }),
    ),
  }),
  fault('local-times-after-24', 'reads 24:30 as half past midnight of the next day', {
    breaks: { 'TIME-21': /"2023-05-15 24:30" must be refused/ },
    alter: body(
      writesOf.booking,
      both(timeRead(time => (/ 24:(?!00)/.test(time) ? overflowing(time) : time))),
    ),
  }),
]
