import * as assert from 'uvu/assert'
import { parseSeed, SeedError, type UniqueNames } from '../core/index.js'

/*
 * Shared by the tests of seeds: two people, a schedule of the first, and the errors of a seed.
 */

/** Returns the errors of a seed, one line per place; none if it is valid. */
export function wrongs(value: unknown, uniqueNames?: UniqueNames): string[] {
  try {
    parseSeed(value, uniqueNames)
    return []
  } catch (error) {
    assert.instance(error, SeedError)
    return (error as SeedError).details.map(({ path, message }) => `${path} ${message}`)
  }
}

export const ada = { email: 'Ada@firm.example', password: 'secret', timezone: 'Asia/Kolkata' }
export const bo = { email: 'bo@firm.example', password: 'secret', timezone: 'America/New_York' }
export const withUsers = (...users: unknown[]) => ({ users })
export const withSchedule = (members: object) => ({
  users: [ada, bo],
  schedules: [{ id: 'rooms', owner: 'ada@FIRM.example', ...members }],
})
export const withBooking = (members: object) =>
  withSchedule({
    resources: [{ name: 'Red' }, { name: 'Blue' }],
    bookings: [{ resource: 'Red', start: '2023-01-15 12:00', end: '2023-01-15 13:00', ...members }],
  })
