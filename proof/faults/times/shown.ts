import type { StoredUser } from '../../../server/core/index.js'
import { offsetAt } from '../../../server/core/zones.js'
import {
  all,
  bookingLists,
  intercept,
  inZone,
  type Members,
  mapTexts,
  objects,
  readsOf,
  requestAs,
  shownTo,
  stateful,
} from '../../alter/index.js'
import { fault } from '../fault.js'

/** One minute before a local time. */
const minuteBefore = (local: string) =>
  new Date(Date.parse(`${local}Z`) - 60_000).toISOString().slice(0, 16).replace('T', ' ')

/** Changes the local times of a booking. */
const mapped = (booking: Members, change: (local: string, name: string) => string) =>
  mapTexts(booking, ['start', 'end'], change)

/** `2023-07-05 15:30` in the user's formats. */
function inFormats(local: string, { json }: StoredUser): string {
  const { date_format, time_format } = JSON.parse(json)
  const [date = '', time = ''] = local.split(' ')
  const [Y = '', m = '', d = ''] = date.split('-')
  const [H = '', i = ''] = time.split(':')
  const h = String(Number(H) % 12 || 12).padStart(2, '0')
  const A = Number(H) < 12 ? 'AM' : 'PM'
  const letters: Readonly<Record<string, string>> = { Y, m, d, H, h, i, A, a: A.toLowerCase() }
  return `${date_format} ${time_format}`.replace(/[a-z]/gi, letter => letters[letter] ?? letter)
}

/** The ISO week year of a day. */
function yearOfWeek(date: string): number {
  const thursday = new Date(`${date}T00:00:00Z`)
  thursday.setUTCDate(thursday.getUTCDate() + 3 - ((thursday.getUTCDay() + 6) % 7))
  return thursday.getUTCFullYear()
}

/** A zone with a fixed offset from UTC. */
const fixedZone = (hours: number) =>
  hours === 0 ? 'Etc/GMT' : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`

/** How booking times are returned. */
export const shownTimeFaults = [
  fault('times-in-date-format', "shows times in the user's date_format and time_format", {
    breaks: { 'TIME-23': /15:30 by a user with d.m.Y/ },
    touches: ['CROSS-28', 'CROSS-29', 'TIME-12'],
    alter: shownTo(readsOf.booking, (booking, user) => mapped(booking, local => inFormats(local, user))),
  }),
  fault('times-in-twelve-hours', 'shows the hours of a booking from 01 to 12', {
    breaks: {
      'TIME-07': /must be 2023-02-11 00:00, and is 2023-02-11 12:00/,
      'TIME-08': /must be 2023-02-07 16:07, and is 2023-02-07 04:07/,
    },
    touches: [
      'BKG-29',
      'BKG-31',
      'CROSS-11',
      'CROSS-28',
      'CROSS-29',
      'CROSS-30',
      'TIME-12',
      'TIME-13',
      'TIME-23',
    ],
    alter: objects('booking', booking =>
      mapped(booking, local =>
        local.replace(/ (\d\d)/, (_, hour) => ` ${String(Number(hour) % 12 || 12).padStart(2, '0')}`),
      ),
    ),
  }),
  fault('times-with-t-in-lists', 'shows the start of bookings with a T in lists', {
    breaks: { 'TIME-07': /must be YYYY-MM-DD hh:mm in the list/ },
    touches: ['BKG-23', 'CROSS-07', 'CROSS-28', 'ENV-13', 'TIME-12', 'TIME-23'],
    alter: objects(bookingLists, booking => mapTexts(booking, 'start', local => local.replace(' ', 'T'))),
  }),
  fault('times-end-with-seconds', 'shows the end of a booking with seconds', {
    breaks: { 'TIME-08': /must be YYYY-MM-DD hh:mm/ },
    touches: ['BKG-29', 'CROSS-28', 'TIME-12', 'TIME-23'],
    alter: objects('booking', booking => mapTexts(booking, 'end', local => `${local}:00`)),
  }),
  fault('times-end-at-midnight-24', 'shows an end at midnight as 24:00', {
    breaks: { 'TIME-08': /must be YYYY-MM-DD hh:mm/ },
    touches: ['BKG-29', 'BKG-31', 'CROSS-29', 'CROSS-30', 'TIME-12'],
    alter: objects('booking', booking =>
      mapTexts(booking, 'end', local => local.replace(' 00:00', ' 24:00')),
    ),
  }),
  fault('times-end-is-last-minute', 'shows the last minute of a booking for its end', {
    breaks: { 'TIME-08': /end of a booking sent/ },
    touches: ['BKG-29', 'BKG-31', 'CROSS-*', 'TIME-*'],
    alter: objects('booking', booking => mapTexts(booking, 'end', minuteBefore)),
  }),
  fault('times-year-of-the-week', 'shows the year of the week in place of that of the day', {
    breaks: {
      'TIME-07': /must be 2024-12-30 23:30, and is 2025/,
      'TIME-08': /must be 2024-12-31 00:30, and is 2025/,
    },
    touches: ['TIME-12'],
    alter: objects('booking', booking =>
      mapped(booking, local => `${yearOfWeek(local.slice(0, 10))}${local.slice(4)}`),
    ),
  }),
  fault('times-read-in-utc', 'knows no time zone but UTC where it reads bookings', {
    breaks: { 'TIME-09': /must be 2023-01-15 12:00/ },
    touches: ['CROSS-*', 'FILT-06', 'FILT-07', 'FILT-11', 'TIME-*'],
    alter: requestAs(readsOf.booking, asked => inZone(asked, 'UTC')),
  }),
  fault('times-lists-in-utc', 'knows no time zone but UTC in lists of bookings', {
    breaks: { 'TIME-09': /in a list must be/ },
    touches: ['CROSS-*', 'FILT-06', 'FILT-07', 'FILT-09', 'FILT-11', 'TIME-*'],
    alter: requestAs(bookingLists, asked => inZone(asked, 'UTC')),
  }),
  fault('times-date-of-utc', 'shows the date in UTC with the local time of day', {
    breaks: { 'TIME-09': /in Pacific\/Kiritimati must be/ },
    touches: ['CROSS-11', 'CROSS-28', 'CROSS-29', 'CROSS-30', 'TIME-12'],
    alter: objects('booking', booking =>
      mapped(booking, (local, name) => {
        const utc = booking[`${name}_utc`]
        return typeof utc === 'string' ? utc.slice(0, 10) + local.slice(10) : local
      }),
    ),
  }),
  fault('times-one-offset-for-a-list', 'shows a whole list with the offset that its first booking has', {
    breaks: { 'TIME-17': /in a list of a user in Europe\/Berlin/ },
    touches: ['TIME-09', 'TIME-12'],
    alter: requestAs('listResourceBookings', async asked => {
      const { rows, path, user } = asked
      const selection = { schedule_id: path.scheduleId, resource_id: path.resourceId ?? 0 }
      const [first] = await rows.bookings.list(selection, { offset: 0, limit: 1 })
      const hours = first ? offsetAt(user.timezone, first.start) / 3600 : 0
      return Number.isInteger(hours) ? inZone(asked, fixedZone(hours)) : {}
    }),
  }),
  fault('times-zone-of-before', 'applies a new time zone only from the second request on', {
    breaks: { 'TIME-15': /by a user in Europe\/Berlin must be 2023-07-15 12:00/ },
    touches: ['BULK-02', 'CROSS-*', 'FILT-*', 'TIME-*'],
    alter: stateful(() => {
      const known = new Map<string, string>()
      return requestAs(readsOf.booking, asked => {
        const { id, timezone } = asked.user
        const before = known.get(id) ?? timezone
        known.set(id, timezone)
        return inZone(asked, before)
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
        objects('booking', booking =>
          mapped(booking, (local, name) => {
            const [, date, time] =
              /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d).*[+-]\d\d:\d\d$/.exec(
                String(sent.get(String(booking.id))?.[name]),
              ) ?? []
            return date === undefined ? local : `${date} ${time}`
          }),
        ),
      )
    }),
  }),
]
