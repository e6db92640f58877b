import { instantOf, localText, readTime } from '../../../server/core/index.js'
import {
  all,
  anything,
  body,
  bodyAs,
  bookingBulkPuts,
  changesOf,
  colour,
  objects,
  requestAs,
  storedObject,
  textMatching,
  writesOf,
} from '../../alter/index.js'
import { fault } from '../fault.js'

const anyLength = /^#[\dA-F]+$/i

/** A flag as loosely typed languages read it. */
const flagOf = anything.transform(Boolean)

/** Colours, text_bold and all_day_display. */
export const lookFaults = [
  fault('booking-color-fg-default', 'makes the title of a booking white unless it is set', {
    breaks: { 'BKG-11': /is not #000000/ },
    alter: body('createBooking', { color_fg: colour.default('#FFFFFF') }),
  }),
  fault('booking-color-fg-short', 'accepts colours of any length for the title of a booking', {
    breaks: {
      'BKG-11': /"#12345" in a create of a booking must be refused/,
      'BKG-27.color-fg': /"#12345"/,
    },
    alter: body(writesOf.booking, { color_fg: textMatching(anyLength) }),
  }),
  fault('booking-color-fg-unanchored', 'looks for a colour within color_fg on update', {
    breaks: { 'BKG-11': /"x#123456" in an update of a booking must be refused/ },
    alter: body('changeBooking', { color_fg: textMatching(/#[\dA-F]{6}/i) }),
  }),
  fault('booking-color-fg-capitals-only', 'accepts only capitals in color_fg', {
    breaks: { 'BKG-11.lower-case': /"#abcdef" in an update of a booking must be accepted/ },
    alter: body(writesOf.booking, { color_fg: textMatching(/^#[\dA-F]{6}$/) }),
  }),
  fault('booking-color-bk-default', 'makes the bar of a booking blue unless it is set', {
    breaks: { 'BKG-12': /is not #FFFFFF/ },
    alter: body('createBooking', { color_bk: colour.default('#1E90FF') }),
  }),
  fault('booking-looks-like-its-resource', 'gives a new booking the colours and bold type of its resource', {
    breaks: {
      'BKG-11': /is not #000000/,
      'BKG-12': /is not #FFFFFF/,
      'BKG-13': /text_bold of a booking that was created without it must be false/,
    },
    alter: all(
      body('createBooking', {
        color_fg: colour.optional(),
        color_bk: colour.optional(),
        text_bold: anything.optional(),
      }),
      requestAs('createBooking', async ({ rows, path, body }) => {
        const resource = await storedObject(rows.resources, path.scheduleId, Number(body.resource_id))
        const { color_fg, color_bk, text_bold } = resource ?? {}
        return { body: { color_fg, color_bk, text_bold, ...body } }
      }),
    ),
  }),
  fault('booking-color-bk-unchecked-on-create', 'checks the background of a booking on update only', {
    breaks: { 'BKG-12': /"red" in a create of a booking must be refused/ },
    alter: body('createBooking', { color_bk: textMatching(/^/) }),
  }),
  fault('booking-color-bk-unchecked-in-bulk', 'does not check color_bk in bulk updates of a schedule', {
    breaks: { 'BKG-27.color-bk': /"red" in a bulk update of bookings of the schedule must be refused/ },
    alter: body('changeBookings', { color_bk: textMatching(/^/) }),
  }),
  fault('booking-colours-swapped', 'swaps both colours of a booking in bulk updates', {
    breaks: {
      'BKG-11': /color_fg and color_bk are not as they must be/,
      'BKG-12': /color_fg and color_bk are not as they must be/,
    },
    touches: ['BKG-27', 'BULK-19'],
    alter: bodyAs(bookingBulkPuts, ({ color_fg, color_bk, ...rest }) => ({
      ...rest,
      ...(color_fg !== undefined && { color_bk: color_fg }),
      ...(color_bk !== undefined && { color_fg: color_bk }),
    })),
  }),
  fault('booking-bold-by-default', 'makes the title of a booking bold unless it is set', {
    breaks: { 'BKG-13': /text_bold of a booking that was created without it must be false/ },
    alter: body('createBooking', { text_bold: flagOf.default(true) }),
  }),
  fault('booking-bold-for-ever', 'treats text_bold = false in an update of a booking as absent', {
    breaks: { 'BKG-13': /text_bold of a booking must be false, and is true/ },
    touches: ['BULK-03', 'CROSS-16.booking'],
    alter: bodyAs(changesOf.booking, ({ text_bold, ...rest }) => (text_bold ? { ...rest, text_bold } : rest)),
  }),
  fault('booking-bold-is-anything', 'accepts any value for text_bold', {
    breaks: { 'BKG-13.type': /the text_bold "yes" .* must be refused/ },
    alter: body(writesOf.booking, { text_bold: flagOf }),
  }),
  fault('booking-all-day-by-midnight', 'treats a booking from midnight to midnight as an all-day booking', {
    breaks: { 'BKG-20': /all_day_display of a booking that was created without it must be false/ },
    touches: ['BKG-21'],
    alter: bodyAs('createBooking', (body, { user }) => {
      const isMidnight = (text: unknown) =>
        localText(instantOf(readTime(String(text)) as never, user.timezone), user.timezone).endsWith(' 00:00')
      return { ...body, all_day_display: body.all_day_display || [body.start, body.end].every(isMidnight) }
    }),
  }),
  fault('booking-all-day-for-ever', 'treats all_day_display = false in an update of a booking as absent', {
    breaks: { 'BKG-21': /all_day_display of a booking must be false, and is true/ },
    touches: ['BKG-26.all-day'],
    alter: bodyAs(changesOf.booking, ({ all_day_display, ...rest }) =>
      all_day_display ? { ...rest, all_day_display } : rest,
    ),
  }),
  fault('booking-false-is-absent', 'treats false as absent in updates of bookings', {
    breaks: {
      'BKG-13': /text_bold of a booking must be false, and is true/,
      'BKG-21': /all_day_display of a booking must be false, and is true/,
      'CROSS-16.booking': /text_bold is not as it must be/,
    },
    touches: ['BKG-26.all-day', 'BULK-03'],
    alter: bodyAs(changesOf.booking, body =>
      Object.fromEntries(Object.entries(body).filter(([, value]) => value !== false)),
    ),
  }),
  fault('booking-all-day-in-utc', 'keeps all_day_display where start and end are at 0:00 in UTC', {
    breaks: { 'BKG-21': /in Asia\/Kolkata must be true, and is false/ },
    alter: objects('booking', object =>
      [object.start_utc, object.end_utc].every(time => time === undefined || /T00:00:00/.test(String(time)))
        ? object
        : { ...object, all_day_display: false },
    ),
  }),
]
