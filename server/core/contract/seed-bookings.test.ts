import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { bo, withBooking, withSchedule, wrongs } from '../../testing/seeds.js'

const inRange = 'must be within the years 0001 to 9999 in UTC'

/** Seeds, each with its errors. */
const wrong: readonly (readonly [what: string, seed: unknown, ...wrongs: string[]])[] = [
  [
    'a mistyped resource of a booking',
    withBooking({ resource: 'Rde' }),
    'schedules.0.bookings.0.resource does not name a resource of this schedule: "Rde"; did you mean "Red"?',
  ],
  [
    'a booking by a number',
    withBooking({ resource: 1 }),
    'schedules.0.bookings.0.resource must be the name of a resource of this schedule, not 1',
  ],
  [
    'a booking with a resource_id',
    withBooking({ resource_id: 1 }),
    'schedules.0.bookings.0.resource_id is not a known field; did you mean resource?',
  ],
  [
    'a booking by nobody',
    withBooking({ by: 'co@firm.example' }),
    'schedules.0.bookings.0.by does not name a user: "co@firm.example"; did you mean "bo@firm.example"?',
  ],
  [
    'a time that is none',
    withBooking({ start: '15.01.2023 12:00' }),
    'schedules.0.bookings.0.start must be a time such as "2026-11-21 14:30" or "2026-11-21T14:30:00+01:00", not "15.01.2023 12:00"',
  ],
  [
    'an end before the start',
    withBooking({ end: '2023-01-15 11:59' }),
    'schedules.0.bookings.0.end must not be before start: 2023-01-15 11:59 is before 2023-01-15 12:00',
  ],
  [
    'an end before the start in the zone of the user who booked',
    withBooking({ by: bo.email, start: '2023-01-15 12:00', end: '2023-01-15T16:59Z' }),
    'schedules.0.bookings.0.end must not be before start: 2023-01-15T16:59Z is before 2023-01-15 12:00',
  ],
  [
    'a start before the year 1',
    withBooking({ start: '0001-01-01 05:00' }),
    `schedules.0.bookings.0.start ${inRange}`,
  ],
  [
    'an end after the year 9999',
    withBooking({ by: bo.email, end: '9999-12-31 20:00' }),
    `schedules.0.bookings.0.end ${inRange}`,
  ],
  [
    'a booking of an unknown resource in a schedule of an unknown owner',
    { schedules: [{ id: 'a', owner: 'x', bookings: [{ resource: 'Red', start: '2023', end: '2022' }] }] },
    'schedules.0.owner does not name a user: "x"',
    'schedules.0.bookings.0.resource does not name a resource of this schedule: "Red"',
    'schedules.0.bookings.0.end must not be before start: 2022 is before 2023',
  ],
  [
    'an invitation',
    withSchedule({ collaborators: [{ email: bo.email, invite: true }] }),
    'schedules.0.collaborators.0.invite is not a known field; known: email, user_role',
  ],
  [
    'a collaborator twice, and the owner as one',
    withSchedule({ collaborators: ['x@y', bo.email, 'X@y', 'ADA@firm.example'].map(email => ({ email })) }),
    'schedules.0.collaborators.2.email must be unique: "x@y" is also at schedules.0.collaborators.0.email',
    'schedules.0.collaborators.3.email is the address of the owner',
  ],
]

for (const [what, seed, ...expected] of wrong) {
  test(`given ${what}, then the seed is refused with the location of the error`, () => {
    assert.equal(wrongs(seed), expected)
  })
}

test.run()
