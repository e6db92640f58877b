import * as z from 'zod'
import { bodyOf, withDefaults } from './body.js'
import {
  boolean,
  colour,
  commonDefaults,
  commonFields,
  id,
  text,
  time,
  timestamp,
  timeText,
} from './values.js'

const writable = {
  resource_id: id,
  title: text(100),
  start: timeText,
  end: timeText,
  all_day_display: boolean,
  color_fg: colour,
  color_bk: colour,
  ...commonFields,
}

/** The defaults of a new booking. */
export const bookingDefaults = { ...commonDefaults, title: '', all_day_display: false }

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
export type { Booking } from './object-types/booking.js'

/** A new booking whose times stay strings until the applicable time zone is known. */
export const newBooking = z.strictObject(withDefaults(writable, bookingDefaults))

const times = { start: time, end: time }
export const bookingCreate = bodyOf(booking, { ...newBooking.shape, ...times })
export const bookingChange = bodyOf(booking, z.object({ ...writable, ...times }).partial().shape)
export type BookingChangeBody = z.infer<typeof bookingChange.schema>
