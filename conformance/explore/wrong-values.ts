import fc from 'fast-check'
import type { Json } from '../runner/json.js'

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
