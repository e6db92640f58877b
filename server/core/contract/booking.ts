import * as z from 'zod'
import { bodyOf, withDefaults } from './body.js'
import { boolean, colour, id, link, text, time, timestamp } from './values.js'

const writable = {
  resource_id: id,
  title: text(100),
  start: time,
  end: time,
  all_day_display: boolean,
  color_fg: colour,
  color_bk: colour,
  text_bold: boolean,
  link,
  link_title: text(100),
  note: text(500),
  custom_1: text(200),
  custom_2: text(200),
}

const defaults = {
  title: '',
  all_day_display: false,
  color_fg: '#000000',
  color_bk: '#FFFFFF',
  text_bold: false,
  link: '',
  link_title: '',
  note: '',
  custom_1: '',
  custom_2: '',
}

/** The booking object (section 2.2); `start` and `end` are in the time zone of the reader. */
export const booking = z.strictObject({
  id,
  schedule_id: z.string(),
  ...writable,
  start_utc: timestamp,
  end_utc: timestamp,
  updated_at: timestamp,
  created_at: timestamp,
})
export type Booking = z.infer<typeof booking>

export const bookingCreate = bodyOf(booking, withDefaults(writable, defaults))
export const bookingChange = bodyOf(booking, z.object(writable).partial().shape)
export type BookingChangeBody = z.infer<typeof bookingChange.schema>
