import { DateTime } from 'luxon'
import { ids } from '../../../conformance/check/ids.js'
import { localText } from '../../../server/core/index.js'
import { offsetAt } from '../../../server/core/times/zones.js'
import { bookingLists, readsOf } from '../../alter/operation-groups.js'
import {
  afterCreate,
  bookingTimesIn,
  inZone,
  inZoneOfOwner,
  isSent,
  type OperationRequest,
  requestAs,
  shownTo,
  utcOf,
  zoneAs,
} from '../../alter/requests.js'
import { intercept, type Members, mapTexts, objectTexts } from '../../alter/responses.js'
import { storedBookings } from '../../alter/stored.js'
import { all, stateful } from '../../server/parts.js'
import { fault } from '../fault.js'

/** One minute before a local time. */
const minuteBefore = (local: string) =>
  new Date(Date.parse(`${local}Z`) - 60_000).toISOString().slice(0, 16).replace('T', ' ')

const times = ['start', 'end']

/** Uses the owner's zone if `fields` is sent. */
const inZoneOfOwnerWithFields = async (asked: OperationRequest) =>
  isSent(asked, 'fields') ? inZoneOfOwner(asked) : {}

/** How booking times are returned. */
export const shownTimeFaults = [
  fault('times-in-date-format', "shows times in the user's date_format and time_format", {
    breaks: { 'TIME-23': /15:30 by a user with d.m.Y/ },
    touches: ['CROSS-28', 'CROSS-29', 'TIME-12'],
    alter: bookingTimesIn(formats => formats),
  }),
  fault('times-in-twelve-hours', 'shows the hours of a booking from 01 to 12', {
    breaks: {
      'TIME-07': /must be 2023-02-11 00:00, but is 2023-02-11 12:00/,
      'TIME-08': /must be 2023-02-07 16:07, but is 2023-02-07 04:07/,
    },
    touches: ids`BKG-26 
      BKG-29 BKG-31 CROSS-11 CROSS-28 CROSS-29 CROSS-30 TIME-12 TIME-13 TIME-23 BKG-20`,
    alter: objectTexts('booking', times, local =>
      local.replace(/ (\d\d)/, (_, hour) => ` ${String(Number(hour) % 12 || 12).padStart(2, '0')}`),
    ),
  }),
  fault('times-with-t-in-lists', 'shows the start of bookings with a T in lists', {
    breaks: { 'TIME-07': /must be YYYY-MM-DD hh:mm in the list/ },
    touches: ['BKG-23', 'CROSS-07', 'CROSS-28', 'ENV-13', 'TIME-12', 'TIME-23', 'TIME-13'],
    alter: objectTexts(bookingLists, 'start', local => local.replace(' ', 'T')),
  }),
  fault('times-end-with-seconds', 'shows the end of a booking with seconds', {
    breaks: {
      'TIME-08': /must be YYYY-MM-DD hh:mm/,
      'TIME-12': /is "\S+ \d\d:\d\d:00", not YYYY-MM-DD hh:mm/,
    },
    touches: ['BKG-29', 'CROSS-28', 'TIME-23', 'BKG-20', 'BKG-26', 'TIME-13', 'CROSS-07'],
    alter: objectTexts('booking', 'end', local => `${local}:00`),
  }),
  fault('times-end-at-midnight-24', 'shows an end at midnight as 24:00', {
    breaks: { 'TIME-08': /must be YYYY-MM-DD hh:mm/ },
    touches: ['BKG-29', 'BKG-31', 'CROSS-29', 'CROSS-30', 'TIME-12', 'BKG-20', 'BKG-26'],
    alter: objectTexts('booking', 'end', local => local.replace(' 00:00', ' 24:00')),
  }),
  fault('times-end-is-last-minute', 'shows the last minute of a booking for its end', {
    breaks: { 'TIME-08': /end of a booking sent/ },
    touches: ['BKG-29', 'BKG-31', 'CROSS-*', 'TIME-*', 'BKG-20', 'BKG-26'],
    alter: objectTexts('booking', 'end', minuteBefore),
  }),
  fault('times-year-of-the-week', 'shows the year of the week in place of that of the day', {
    breaks: {
      'TIME-07': /must be 2024-12-30 23:30, but is 2025/,
      'TIME-08': /must be 2024-12-31 00:30, but is 2025/,
    },
    touches: ['TIME-12'],
    alter: objectTexts('booking', times, local => `${DateTime.fromSQL(local).weekYear}${local.slice(4)}`),
  }),
  fault('times-read-in-utc', 'knows no time zone but UTC where it reads bookings', {
    breaks: { 'TIME-09': /must be 2023-01-15 12:00/ },
    touches: ['CROSS-*', 'FILT-06', 'FILT-07', 'FILT-11', 'TIME-*'],
    alter: zoneAs(readsOf.booking, () => 'UTC'),
  }),
  fault('times-lists-in-utc', 'knows no time zone but UTC in lists of bookings', {
    breaks: { 'TIME-09': /in a list must be/ },
    touches: ['CROSS-*', 'FILT-06', 'FILT-07', 'FILT-09', 'FILT-11', 'TIME-*'],
    alter: zoneAs(bookingLists, () => 'UTC'),
  }),
  fault('times-date-of-utc', 'shows the date in UTC with the local time of day', {
    breaks: { 'TIME-09': /in Pacific\/Kiritimati must be/ },
    touches: ['CROSS-11', 'CROSS-28', 'CROSS-29', 'CROSS-30', 'TIME-12', 'TIME-18'],
    alter: objectTexts('booking', times, (local, name, booking) => {
      const utc = booking[`${name}_utc`]
      return typeof utc === 'string' ? utc.slice(0, 10) + local.slice(10) : local
    }),
  }),
  fault('times-one-offset-for-a-list', 'shows a whole list with the offset that its first booking has', {
    breaks: { 'TIME-17': /in a list of a user in Europe\/Berlin/ },
    touches: ['FILT-06.clock-change', 'TIME-09', 'TIME-12'],
    alter: requestAs('listResourceBookings', async asked => {
      const { rows, path, user } = asked
      const selection = { schedule_id: path.scheduleId, resource_id: path.resourceId ?? 0 }
      const [first] = await rows.bookings.list(selection, { offset: 0, limit: 1 })
      const hours = first ? offsetAt(user.timezone, first.start) / 3600 : 0
      return Number.isInteger(hours) ? inZone(asked, `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`) : {}
    }),
  }),
  fault('times-zone-of-before', 'applies a new time zone only from the second request on', {
    breaks: { 'TIME-15': /by a user in Europe\/Berlin must be 2023-07-15 12:00/ },
    touches: ['BKG-*', 'BULK-02', 'CROSS-*', 'FILT-*', 'TIME-*', 'PERM-22'],
    alter: stateful(() => {
      const known = new Map<string, string>()
      return zoneAs(readsOf.booking, ({ user: { id, timezone } }) => {
        const before = known.get(id)
        known.set(id, timezone)
        return before
      })
    }),
  }),
  fault('times-as-sent', 'shows start and end with the offset that they were sent with', {
    breaks: { 'TIME-24': /a booking sent with \+05:00/ },
    alter: stateful(() => {
      const sent = new Map<string, Members>()
      return all(
        intercept('createBooking', async ({ body }, usual) => {
          const answer = await usual()
          const { data } = JSON.parse(answer.body)
          if (data) sent.set(String(data[0].id), body)
          return answer
        }),
        objectTexts('booking', times, (local, name, booking) => {
          const [, date, time] =
            /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d).*[+-]\d\d:\d\d$/.exec(
              String(sent.get(String(booking.id))?.[name]),
            ) ?? []
          return date === undefined ? local : `${date} ${time}`
        }),
      )
    }),
  }),
  fault('times-read-by-the-owner', 'shows everybody the times in the zone of the owner', {
    breaks: { 'TIME-13': /read by the viewer/ },
    touches: ['FILT-07', 'CROSS-11'],
    alter: requestAs(readsOf.booking, inZoneOfOwner),
  }),
  fault('times-read-by-the-owner-with-fields', 'shows times in the zone of the owner in lists with fields', {
    breaks: { 'TIME-13.fields': /read with fields=start,end .* in the list of the schedule/ },
    alter: requestAs(bookingLists, inZoneOfOwnerWithFields),
  }),
  fault('times-read-by-the-owner-with-fields-alone', 'shows a booking in the zone of the owner with fields', {
    breaks: { 'TIME-13.fields': /read with fields=start,end by a viewer in America\/New_York/ },
    alter: requestAs('readBooking', inZoneOfOwnerWithFields),
  }),
  fault(
    'times-half-hours-west-shown-rounded',
    'rounds an offset west of Greenwich down where it shows times',
    {
      breaks: { 'TIME-09': /read in America\/St_Johns must be/ },
      touches: ['TIME-12'],
      alter: shownTo(readsOf.booking, (booking, { timezone }) =>
        mapTexts(booking, times, (local, name) => {
          const instant = Date.parse(String(booking[`${name}_utc`])) / 1000
          const offset = Number.isNaN(instant) ? 0 : offsetAt(timezone, instant)
          if (offset >= 0) return local
          const hours = Math.floor(offset / 3600)
          return new Date((instant + hours * 3600) * 1000).toISOString().slice(0, 16).replace('T', ' ')
        }),
      ),
    },
  ),
  fault('times-midnight-24', 'shows midnight as 24:00', {
    breaks: { 'TIME-07': /YYYY-MM-DD hh:mm/, 'CROSS-29': /24:00/ },
    touches: ['BKG-29', 'BKG-31', 'CROSS-28', 'CROSS-30', 'CROSS-11', 'TIME-12', 'BKG-20', 'BKG-26'],
    alter: objectTexts('booking', 'start', time => time.replace(' 00:', ' 24:')),
  }),
  fault('times-utc-without-z', 'shows start_utc without the Z at its end', {
    breaks: { 'TIME-10': /must end with Z/ },
    alter: objectTexts('booking', 'start_utc', time => time.replace('Z', '')),
  }),
  fault('times-end-utc-with-blank', 'shows end_utc with a blank in place of the T', {
    breaks: { 'TIME-11': /must be in ISO 8601/ },
    touches: ['BKG-24', 'BKG-26', 'BULK-01', 'CROSS-31', 'FILT-12', 'TIME-*', 'BULK-02'],
    alter: objectTexts('booking', 'end_utc', time => time.replace('T', ' ')),
  }),
  fault('times-end-utc-of-start', 'shows the start in UTC for end_utc', {
    breaks: { 'TIME-11': /end_utc of a booking from/ },
    touches: ['BKG-24', 'BKG-26', 'BULK-01', 'CROSS-31', 'CROSS-39', 'TIME-*', 'BULK-02'],
    alter: storedBookings(({ start_utc }) => ({ end_utc: start_utc })),
  }),
  fault('times-end-utc-is-local', 'puts a Z behind the local end for end_utc', {
    breaks: { 'TIME-12': /end_utc of .* in Australia\/Lord_Howe must be/ },
    touches: ['CROSS-10', 'CROSS-31', 'TIME-*'],
    alter: objectTexts('booking', 'end_utc', (utc, _, { end }) =>
      typeof end === 'string' ? `${end.replace(' ', 'T')}:00Z` : utc,
    ),
  }),
  ...(['start_utc', 'end_utc'] as const).map(member =>
    fault(
      `times-${member.replace('_', '-')}-with-the-offset-of-the-user`,
      `shows ${member} with the offset of the user's time zone`,
      {
        breaks: { [member === 'end_utc' ? 'TIME-11.zone' : 'TIME-10.zone']: /must be in UTC/ },
        touches: ['TIME-10', 'TIME-11'],
        alter: shownTo(readsOf.booking, (booking, { timezone }) => {
          const time = DateTime.fromISO(String(booking[member]), { zone: timezone })
          return member in booking
            ? { ...booking, [member]: time.toISO({ suppressMilliseconds: true }) }
            : booking
        }),
      },
    ),
  ),
  fault('times-utc-as-offset', 'shows start_utc with +00:00 in place of Z', {
    breaks: { 'TIME-10': /must end with Z/ },
    alter: storedBookings(({ start_utc }) => ({ start_utc: String(start_utc).replace('Z', '+00:00') })),
  }),
  fault('times-utc-from-local', 'computes start_utc and end_utc from the local times that it shows', {
    breaks: { 'TIME-18': /must be 2023-10-29T01:30:00Z/ },
    alter: shownTo(readsOf.booking, (booking, { timezone }) =>
      mapTexts(booking, ['start_utc', 'end_utc'], utc =>
        utcOf(localText(Date.parse(utc) / 1000, timezone), timezone),
      ),
    ),
  }),
  fault('times-of-the-first-in-a-repeated-half-hour', 'takes the first of two instants half an hour apart', {
    breaks: { 'TIME-18': /must be 2023-04-01T15:10:00Z/ },
    touches: ['BKG-29.answers'],
    alter: shownTo(readsOf.booking, (booking, { timezone }) =>
      mapTexts(booking, ['start_utc', 'end_utc'], utc =>
        timezone === 'Australia/Lord_Howe'
          ? utc.replace(/^2023-04-01T15:([12])0/, (_, tens) => `2023-04-01T14:${Number(tens) + 3}0`)
          : utc,
      ),
    ),
  }),
  fault('times-utc-is-local', 'puts a Z behind the local start for start_utc', {
    breaks: { 'TIME-12': /start_utc of .* in Australia\/Lord_Howe must be/ },
    touches: ['CROSS-10', 'CROSS-31', 'FILT-12', 'TIME-*'],
    alter: objectTexts('booking', 'start_utc', (utc, _, { start }) =>
      typeof start === 'string' ? `${start.replace(' ', 'T')}:00Z` : utc,
    ),
  }),
  fault('times-of-the-author', 'shows a booking in the time zone that its author had', {
    breaks: { 'TIME-13': /read by the owner, who is in Europe\/Berlin/ },
    touches: ['CROSS-*', 'TIME-*'],
    alter: stateful(() => {
      const zones = new Map<unknown, string>()
      return all(
        afterCreate('createBooking', (id, { user }) => zones.set(id, user.timezone)),
        zoneAs('readBooking', ({ path }) => zones.get(path.bookingId)),
      )
    }),
  }),
  fault('times-in-german', 'shows times as 05.07.2023 15:30 to those who read German', {
    breaks: { 'TIME-23': /15:30 by a user with d.m.Y/ },
    touches: ['TIME-12'],
    alter: shownTo(readsOf.booking, (booking, { json }) => {
      if (JSON.parse(json).language_tag !== 'de') return booking
      return mapTexts(booking, times, local => local.replace(/^(\d{4})-(\d\d)-(\d\d)/, '$3.$2.$1'))
    }),
  }),
]
