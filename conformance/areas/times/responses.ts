import { type Check, check, holds, instantOf } from '../../runner/index.js'
import { booked, listed, timesAre } from '../bookings/booked.js'

const form = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01]) (?:[01]\d|2[0-3]):[0-5]\d$/

/** Every way to send a time, and the letters that must come back where no zone was sent. */
const sendings = [
  { what: 'with Z', start: '2023-02-03T04:05:00Z', end: '2023-02-03T06:07:00Z' },
  { what: 'with +05:45', start: '2023-02-05T04:05:00+05:45', end: '2023-02-05T06:07:00+05:45' },
  {
    what: 'without a zone',
    start: '2023-02-07T04:05:00',
    end: '2023-02-07T16:07:00',
    read: { start: '2023-02-07 04:05', end: '2023-02-07 16:07' },
  },
  {
    what: 'with a blank',
    start: '2023-02-09 04:05',
    end: '2023-02-09 16:07',
    read: { start: '2023-02-09 04:05', end: '2023-02-09 16:07' },
  },
  {
    what: 'as midnight without a zone',
    start: '2023-02-11T00:00:00',
    end: '2023-02-12T00:00:00',
    read: { start: '2023-02-11 00:00', end: '2023-02-12 00:00' },
  },
  {
    what: 'as noon and half past midnight',
    start: '2023-02-13T12:00:00',
    end: '2023-02-14T00:30:00',
    read: { start: '2023-02-13 12:00', end: '2023-02-14 00:30' },
  },
  {
    // Days of 2024 in the first week of 2025.
    what: 'in the last week of a year',
    start: '2024-12-30T23:30:00',
    end: '2024-12-31T00:30:00',
    read: { start: '2024-12-30 23:30', end: '2024-12-31 00:30' },
  },
]

const localChecks = (
  [
    ['TIME-07', 'start'],
    ['TIME-08', 'end'],
  ] as const
).map(([id, member]) =>
  check(id, `${member} is returned as YYYY-MM-DD hh:mm`, async ({ owner, schedule, given }) => {
    const resource = await given.resource()

    for (const { what, start, end, read } of sendings) {
      const booking = await given.booking(resource, { start, end })
      const single = await owner.read(booking.path)
      const inSchedule = await owner.list(schedule.bookings, { ids: booking.id })
      const inResource = await owner.list(resource.bookings, { ids: booking.id })

      for (const [where, object] of [
        ['', single],
        [' in the list of the schedule', listed(inSchedule.items, booking.id, 'the list of the schedule')],
        [' in the list of the resource', listed(inResource.items, booking.id, 'the list of the resource')],
      ] as const) {
        const actual = object[member]
        const name = `${member} of a booking sent ${what}`
        holds(typeof actual === 'string' && form.test(actual), `${name} must be YYYY-MM-DD hh:mm${where}`, {
          expected: read?.[member] ?? 'YYYY-MM-DD hh:mm',
          actual,
        })
        if (read) timesAre(object, { [member]: read[member] }, `a booking sent ${what}${where}`)
      }
    }
  }),
)

const utcChecks = (
  [
    ['TIME-10', 'start'],
    ['TIME-11', 'end'],
  ] as const
).map(([id, member]) =>
  check(id, `${member}_utc is the instant of ${member} in UTC`, async context => {
    const { given, warn } = context
    const resource = await given.resource()

    for (const { sent, utc } of [
      {
        sent: { start: '2023-07-15T12:00:00Z', end: '2023-07-15T12:30:00Z' },
        utc: { start: '2023-07-15T12:00:00Z', end: '2023-07-15T12:30:00Z' },
      },
      {
        sent: { start: '2023-12-31T23:15:00-02:00', end: '2023-12-31T23:45:00-02:00' },
        utc: { start: '2024-01-01T01:15:00Z', end: '2024-01-01T01:45:00Z' },
      },
    ]) {
      const booking = await booked(context, resource, sent, { what: `a booking at ${sent.start}` })
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
)

export const timeResponseChecks: readonly Check[] = [...localChecks, ...utcChecks]
