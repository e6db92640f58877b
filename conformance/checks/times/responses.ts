import { holds } from '../../check/assertions.js'
import { type Check, check, type Invariant, invariant } from '../../check/check.js'
import { rows } from '../../check/ids.js'
import { hasZone, instantOf, isUtc } from '../../check/instants.js'
import { type Exchange, replyOf } from '../../http/exchange.js'
import { isObject, type JsonObject, pick } from '../../http/json.js'
import { bookAndRead, findItem, timesAre } from '../bookings/booked.js'
import { halfHourFrom } from './zone-vectors.js'

const form = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]) (?:[01]\d|2[0-3]):[0-5]\d$/

/** Every way to send a time; the last ones are days of 2024 in the first week of 2025. */
const sendings = [
  ['with Z', '2023-02-03T04:05:00Z', '2023-02-03T06:07:00Z'],
  ['with +05:45', '2023-02-05T04:05:00+05:45', '2023-02-05T06:07:00+05:45'],
  ['without a zone', '2023-02-07T04:05:00', '2023-02-07T16:07:00'],
  ['with a blank', '2023-02-09 04:05', '2023-02-09 16:07'],
  ['as midnight without a zone', '2023-02-11T00:00:00', '2023-02-12T00:00:00'],
  ['as noon and half past midnight', '2023-02-13T12:00:00', '2023-02-14T00:30:00'],
  ['in the last week of a year', '2024-12-30T23:30:00', '2024-12-31T00:30:00'],
] as const

export const timeResponseChecks: readonly Check[] = [
  ...rows(['TIME-07', 'start'], ['TIME-08', 'end']).map(([id, member]) =>
    check(id, `${member} is returned as YYYY-MM-DD hh:mm`, async ({ owner, schedule, given }) => {
      const resource = await given.bookable()

      await owner.each(sendings, async ([what, start, end]) => {
        const booking = await given.booking(resource, { start, end })
        const sent = member === 'start' ? start : end
        const read = hasZone(sent) ? undefined : sent.slice(0, 16).replace('T', ' ')
        const single = await owner.read(booking.path)
        const inSchedule = await owner.list(schedule.bookings, { ids: booking.id })
        const inResource = await owner.list(resource.bookings, { ids: booking.id })

        for (const [where, object] of [
          ['', single],
          [
            ' in the list of the schedule',
            findItem(inSchedule.items, booking.id, 'the list of the schedule'),
          ],
          [
            ' in the list of the resource',
            findItem(inResource.items, booking.id, 'the list of the resource'),
          ],
        ] as const) {
          const actual = object[member]
          const name = `${member} of a booking sent ${what}`
          holds(typeof actual === 'string' && form.test(actual), `${name} must be YYYY-MM-DD hh:mm${where}`, {
            expected: read ?? 'YYYY-MM-DD hh:mm',
            actual,
          })
          if (read) timesAre(object, { [member]: read }, `a booking sent ${what}${where}`)
        }
      })
    }),
  ),

  ...rows(['TIME-10.zone', 'start_utc'], ['TIME-11.zone', 'end_utc']).map(([id, member]) =>
    check(
      id,
      `${member} is in UTC for a user in another time zone, too`,
      { changes: ['owner'] },
      async ({ owner, given, settings }) => {
        const timezone = 'Asia/Kolkata'
        const resource = await given.bookable()
        const booking = await given.booking(resource)
        await settings(owner, { timezone })

        const { items } = await owner.list(resource.bookings)
        for (const { [member]: actual } of [await owner.read(booking.path), ...items]) {
          const what = `${member} of a booking that a user in ${timezone} reads`
          holds(typeof actual === 'string' && isUtc(actual), `${what} must be in UTC`, {
            expected: booking.was[member],
            actual,
          })
        }
      },
    ),
  ),

  ...rows(['TIME-10', 'start'], ['TIME-11', 'end']).map(([id, member]) =>
    check(id, `${member}_utc is the instant of ${member} in UTC`, async context => {
      const { given, warn } = context
      const resource = await given.bookable()

      for (const [sent, utc] of [
        [halfHourFrom('2023-07-15T12:00:00Z'), halfHourFrom('2023-07-15T12:00:00Z')],
        [halfHourFrom('2023-12-31T23:15:00-02:00'), halfHourFrom('2024-01-01T01:15:00Z')],
      ] as const) {
        const booking = await bookAndRead(context, resource, sent, `a booking at ${sent.start}`)
        const actual = booking[`${member}_utc`]
        const what = `${member}_utc of a booking from ${sent.start} to ${sent.end}`

        holds(typeof actual === 'string' && instantOf(actual) !== undefined, `${what} must be in ISO 8601`, {
          expected: utc[member],
          actual,
        })
        timesAre(booking, { [`${member}_utc`]: utc[member] }, `a booking from ${sent.start} to ${sent.end}`)
        if (actual.endsWith('Z')) continue
        holds(member === 'end', `${what} must end with Z`, { expected: utc[member], actual })
        warn(`${what} is ${actual}; it should end with Z, as start_utc does`)
      }
    }),
  ),
]

const bookingPath = /^\/v1\/schedules\/[^/]+(?:\/resources\/[^/]+)?\/bookings(?:\/[^/]+)?$/
const localForm = /^\d{4}-\d\d-\d\d \d\d:\d\d$/

/** The bookings that a GET has returned, ignoring what is not an object. */
function bookingsIn(exchange: Exchange): readonly JsonObject[] {
  const { method, path } = exchange.request
  if (method !== 'GET' || !bookingPath.test(path)) return []
  const { ok, data } = replyOf(exchange)
  return ok ? [data].flat().filter(isObject) : []
}

/** A local time as milliseconds, as if it were UTC. */
function localOf(text: unknown): number | undefined {
  if (typeof text !== 'string' || !localForm.test(text)) return undefined
  const time = Date.parse(`${text.replace(' ', 'T')}Z`)
  const isInCalendar =
    Number.isFinite(time) && new Date(time).toISOString().slice(0, 16).replace('T', ' ') === text
  return isInCalendar ? time : undefined
}

/** Whether some time zone shows this instant as this local time. */
function canAgree(local: number, utc: number): boolean {
  // Before 1980 some zones were not a multiple of 15 minutes away from UTC.
  if (new Date(utc).getUTCFullYear() < 1980) return true
  const minutes = local / 60_000 - Math.floor(utc / 60_000)
  return Math.abs(minutes) <= 14 * 60 && minutes % 15 === 0
}

const named = ({ id }: JsonObject) => (id === undefined ? 'a booking' : `booking ${JSON.stringify(id)}`)

/** Describes what is wrong with a time of a booking and its UTC counterpart. */
function wrongTime(booking: JsonObject, member: string): string | undefined {
  const { [member]: shown, [`${member}_utc`]: inUtc } = booking
  const [local, utc] = [localOf(shown), instantOf(inUtc)]
  if (local === undefined)
    return `${member} of ${named(booking)} is ${JSON.stringify(shown)}, not YYYY-MM-DD hh:mm`
  if (utc === undefined)
    return `${member}_utc of ${named(booking)} is ${JSON.stringify(inUtc)}, no date and time of ISO 8601`
  if (canAgree(local, utc)) return undefined
  return `${member} and ${member}_utc of ${named(booking)} are not one instant in any time zone`
}

export const timeInvariants: readonly Invariant[] = rows(
  ['TIME-12.start', 'start'],
  ['TIME-12.end', 'end'],
).map(([id, member]) =>
  invariant(id, `${member} and ${member}_utc of every booking can be one instant`, exchange => {
    const bookings = bookingsIn(exchange).filter(
      booking => Object.hasOwn(booking, member) && Object.hasOwn(booking, `${member}_utc`),
    )
    if (bookings.length === 0) return undefined
    for (const booking of bookings) {
      const message = wrongTime(booking, member)
      if (message === undefined) continue
      return {
        message,
        expected: `${member} as YYYY-MM-DD hh:mm, and the same instant in UTC as ${member}_utc`,
        actual: pick(booking, [member, `${member}_utc`]),
      }
    }
    return true
  }),
)
