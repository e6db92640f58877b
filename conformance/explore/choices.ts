import fc from 'fast-check'
import type { Json } from '../http/json.js'
import { dayCount, forms } from './zones.js'

/*
 * The choices of steps. The simplest value comes first: failures are shrunk towards it.
 */

/** Usually undefined, which means nothing special. */
export const rarely = <T>(arbitrary: fc.Arbitrary<T>, oneIn: number): fc.Arbitrary<T | undefined> =>
  fc.oneof(
    { withCrossShrink: true },
    { arbitrary: fc.constant(undefined), weight: oneIn - 1 },
    { arbitrary, weight: 1 },
  )

/** The owner half of the time, otherwise somebody else. */
export const who = fc.nat({ max: 11 }).map(number => [0, 0, 0, 0, 0, 0, 1, 1, 2, 3, 4, 5][number] ?? 0)
/** Usually the first schedule. */
export const where = fc.nat({ max: 3 }).map(number => (number < 3 ? 0 : 1))

export const resourceSlots = 3
export const bookingSlots = 5
export const principalSlots = 7

export const resourceSlot = fc.nat({ max: resourceSlots - 1 })
export const bookingSlot = fc.nat({ max: bookingSlots - 1 })
export const principalSlot = fc.nat({ max: principalSlots - 1 })
export const someOf = (slots: number) =>
  fc.subarray(
    Array.from({ length: slots }, (_, index) => index),
    { minLength: 1 },
  )

const text = fc.constantFrom('a', '', 'b', '0', 'été')
const colour = fc.constantFrom('#000000', '#FFFFFF', '#12AB56')
const look = {
  color_fg: colour,
  color_bk: colour,
  text_bold: fc.boolean(),
  link: fc.constantFrom('', 'https://example.test/a', 'http://example.test/b?c=1'),
  link_title: text,
  note: fc.constantFrom('a', '', 'a\nb'),
  custom_1: text,
  custom_2: text,
}
/** Few names, so that they collide; two differ only in letter case. */
export const names = ['red', 'blue', 'green', 'gold', 'Red'] as const

const sparse = <T>(members: { [K in keyof T]: fc.Arbitrary<T[K]> }) =>
  fc.record(members, { requiredKeys: [] })

export const resourceName = fc.constantFrom(...names)
export const resourceMembers = fc.oneof(
  { weight: 2, arbitrary: sparse({ name: resourceName }) },
  {
    weight: 1,
    arbitrary: sparse({ name: resourceName, description: text, color_schedule: colour, ...look }),
  },
)
export const bookingMembers = fc.oneof(
  { weight: 2, arbitrary: sparse({ title: text }) },
  { weight: 1, arbitrary: sparse({ title: text, ...look }) },
)

/** A time to book: some half hours or whole days. */
export const period = fc.record({
  form: fc.constantFrom(...forms),
  isAllDay: fc.boolean(),
  day: fc.nat({ max: dayCount - 3 }),
  half: fc.nat({ max: 47 }),
  length: fc.integer({ min: 1, max: 4 }),
})
export type Period = typeof period extends fc.Arbitrary<infer T> ? T : never
export const flag = rarely(fc.boolean(), 3)

/** The paging of a list request. */
export const page = fc.record({
  limit: fc.constantFrom(0, 20, 1, 2, 3),
  offset: fc.constantFrom(0, 0, 1, 2),
  isFollowed: fc.boolean(),
})

/** A value that must be refused, and the rule that says so. */
export interface WrongValue {
  readonly member: string
  readonly value: Json
  readonly rule: string
}

const x = (count: number) => 'x'.repeat(count)
const listed = (rows: readonly (readonly [member: string, value: Json, rule: string])[]) =>
  fc.constantFrom(...rows.map(([member, value, rule]): WrongValue => ({ member, value, rule })))

export const wrongOfResource = listed([
  ['color_fg', 'red', 'RES-12'],
  ['color_bk', '#12345', 'RES-12'],
  ['description', x(201), 'RES-07'],
  ['link', 'ftp://example.test/a', 'RES-17'],
  ['link_title', x(101), 'RES-21'],
  ['note', x(501), 'RES-22'],
  ['custom_1', x(201), 'RES-24'],
  ['custom_2', x(201), 'RES-25'],
])

export const wrongOfBooking = listed([
  ['title', x(101), 'BKG-10'],
  ['color_fg', 'red', 'BKG-11'],
  ['link', 'ftp://example.test/a', 'BKG-14'],
  ['link_title', x(101), 'BKG-15'],
  ['note', x(501), 'BKG-16'],
  ['custom_1', x(201), 'BKG-17'],
  ['start', 'tomorrow', 'TIME-20'],
  ['end', 'tomorrow', 'TIME-20'],
])

export const wrongOfUser = listed([
  ['language_tag', 'fr', 'USER-10'],
  ['date_format', 'Y-m-D', 'USER-13'],
  ['time_format', 'H:i:s', 'USER-15'],
  ['timezone', 'Mars/Phobos', 'USER-18'],
  ['first_day_of_week', 'tuesday', 'USER-20'],
  ['firstname', x(51), 'USER-07'],
  ['lastname', x(101), 'USER-08'],
])
