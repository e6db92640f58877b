import { ids } from '../../../conformance/check/ids.js'
import { localText } from '../../../server/core/index.js'
import { bookingBulkPuts, changesOf, writesOf } from '../../alter/operation-groups.js'
import {
  after,
  bodyAs,
  ignoring,
  inItsSchedule,
  instantIn,
  inZoneOfOwner,
  refuseIf,
  requestAs,
  run,
} from '../../alter/requests.js'
import { mapTexts, objects, refusal, succeedOnMissing } from '../../alter/responses.js'
import { anything, body, colour, linkUpTo, textMatching } from '../../alter/schemas.js'
import { collection, everything, findAnywhere, storedObject } from '../../alter/stored.js'
import { all } from '../../server/parts.js'
import { fault } from '../fault.js'
import { memberFaults } from './members.js'
import { movedFaults } from './moved.js'
import { textFaults } from './texts.js'
import { writeFaults } from './writes.js'

const anyLength = /^#[\dA-F]+$/i

/** The start of the UTC day of a time, in seconds. */
const dayOf = (time: number) => time - (time % 86_400)

/** A boolean by truthiness, as loosely typed languages read it. */
const flagOf = anything.transform(Boolean)

export const bookingFaults = [
  ...memberFaults,
  ...writeFaults,
  ...movedFaults,
  ...textFaults,
  fault('booking-end-follows', 'moves end along when only start of a booking is changed', {
    breaks: { 'BKG-26.start': /end_utc/ },
    touches: ['TIME-22', 'BULK-03', 'TIME-14'],
    alter: collection('bookings', usual => ({
      async change(selection, change, now) {
        const { start, end } = change
        if (start === undefined || end !== undefined) return usual.change(selection, change, now)
        for (const kept of await usual.list(selection, everything)) {
          const times = { start, end: start + kept.end - kept.start }
          await usual.change({ ...selection, ids: [kept.id] }, { ...change, ...times }, now)
        }
      },
    })),
  }),
  fault('booking-all-day-without-time', 'shows only the dates of a booking with all_day_display', {
    breaks: { 'BKG-23': /all_day_display/ },
    touches: ['BKG-29', 'BKG-26', 'CROSS-30', 'TIME-12', 'BKG-20', 'LIST-28'],
    alter: objects('booking', object =>
      object.all_day_display ? mapTexts(object, ['start', 'end'], time => time.slice(0, 10)) : object,
    ),
  }),
  fault('booking-deleted-with-neighbours', 'deletes all bookings of the resource with one of them', {
    breaks: { 'BKG-37': /can no longer be read/ },
    touches: ['BKG-38'],
    alter: run('deleteBooking', async ({ rows, path }, usual) => {
      const kept = await storedObject(rows.bookings, path.scheduleId, path.bookingId)
      const answer = await usual()
      await rows.bookings.remove({ schedule_id: path.scheduleId, resource_id: kept?.resource_id })
      return answer
    }),
  }),
  // Which bookings are found.
  fault('booking-list-of-resource-is-schedule', 'lists all bookings of the schedule for each resource', {
    breaks: { 'BKG-28': /the list of another resource/, 'BKG-30': /the list of resource/ },
    touches: ['BKG-*', 'CROSS-*', 'ENV-07', 'FILT-*', 'LIST-*', 'TIME-*', 'PERM-14'],
    alter: requestAs('listResourceBookings', ({ path: { resourceId: _, ...path } }) => ({ path })),
  }),
  fault('booking-list-of-the-future', 'leaves bookings that are over out of the list of a schedule', {
    breaks: { 'BKG-28': /the list of the schedule does not hold/ },
    touches: ['BKG-*', 'CROSS-*', 'ENV-*', 'FILT-*', 'LIST-*', 'PERM-*', 'TIME-*'],
    alter: requestAs('listBookings', ({ query, now }) => ({
      query: { ...query, time_min: query.time_min ?? new Date(now).toISOString() },
    })),
  }),
  fault('booking-list-counts-schedule', 'counts the bookings of the schedule for the list of a resource', {
    breaks: { 'BKG-30': /total_count of resource/ },
    touches: ids`BKG-* CROSS-* FILT-10 FILT-11 LIST-06 LIST-11 LIST-13 LIST-17 LIST-19 LIST-29`,
    alter: collection('bookings', usual => ({
      count: ({ resource_id: _, ...selection }) => usual.count(selection),
    })),
  }),
  fault('booking-delete-takes-resource', 'deletes the resource with a booking of it', {
    breaks: { 'BKG-37': /can no longer be read/ },
    touches: ['BKG-38', 'PERM-12', 'PERM-19'],
    alter: run('deleteBooking', async ({ rows, path }, usual) => {
      const kept = await storedObject(rows.bookings, path.scheduleId, path.bookingId)
      const answer = await usual()
      await rows.resources.remove({ schedule_id: path.scheduleId, ids: [kept?.resource_id] })
      return answer
    }),
  }),
  fault('booking-unknown-changed', 'answers an update of a booking that does not exist with success', {
    breaks: { 'BKG-38': /a PUT with .* must be refused/ },
    touches: ['PERM-19', 'BKG-39.put'],
    alter: succeedOnMissing('changeBooking'),
  }),
  fault('booking-unknown-deleted', 'answers the deletion of a booking that does not exist with success', {
    breaks: { 'BKG-38': /a DELETE with .* must be refused/ },
    touches: ['PERM-19', 'BKG-39.delete'],
    alter: succeedOnMissing('deleteBooking'),
  }),
  fault('booking-unknown-is-null', 'reads null where there is no booking', {
    breaks: { 'BKG-38': /a GET with .* must be refused/ },
    touches: ['BKG-37', 'BULK-*', 'COL-*', 'CROSS-*', 'ENV-*', 'PERM-*'],
    alter: refusal('readBooking', ({ status }) =>
      status === 404 ? { status: 200, body: '{"success":true,"data":null}' } : {},
    ),
  }),
  fault('booking-of-any-schedule', 'finds a booking by its id alone, whatever schedule the path names', {
    breaks: { 'BKG-39': /shows a booking of schedule/ },
    touches: ['PERM-19', 'BULK-*', 'UNIQ-09', 'UNIQ-10.all', 'CROSS-01', 'CROSS-02', 'PERM-22'],
    alter: findAnywhere('bookings'),
  }),
  fault('booking-list-of-any-schedule', 'lists the bookings of a resource whatever schedule the path names', {
    breaks: { 'BKG-39': /shows a booking of schedule/ },
    alter: inItsSchedule('listResourceBookings'),
  }),
  fault(
    'booking-midnight-of-the-owner',
    "refuses all_day_display unless it is midnight in the owner's time zone",
    {
      breaks: { 'BKG-21.collaborator': /all_day_display = true by an editor .* must be accepted/ },
      touches: ['BKG-*', 'TIME-*', 'CROSS-*'],
      alter: refuseIf('changeBooking', async asked => {
        if (asked.body.all_day_display !== true || asked.body.start !== undefined) return false
        const { rows, path } = asked
        const booking = await storedObject(rows.bookings, path.scheduleId, path.bookingId)
        const { user } = await inZoneOfOwner(asked)
        return booking && !localText(Date.parse(booking.start_utc) / 1000, user.timezone).endsWith('00:00')
      }),
    },
  ),
  fault('booking-link-without-a-scheme', 'takes links without a scheme in creates of bookings', {
    breaks: { 'BKG-14.schemes.create': /the link "www.example.com" .*must be refused/ },
    touches: ['ENV-05'],
    alter: body('createBooking', { link: linkUpTo(250, /^(?:https?:\/\/|www\.)/i) }),
  }),
  fault('booking-list-of-no-resource', 'lists no bookings for a resource that does not exist', {
    breaks: { 'BKG-40': /listing the bookings of a deleted resource must be refused/ },
    alter: requestAs('listResourceBookings', ({ rows }) => ({
      rows: { ...rows, resources: { ...rows.resources, find: async (_, id) => ({ id, json: '{}' }) } },
    })),
  }),
  // Colours, text_bold and all_day_display.
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
    touches: ['BKG-41.create'],
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
  fault(
    'booking-follows-its-resource',
    'gives all bookings of a resource the background that an update gives it',
    {
      breaks: { 'BKG-12.resource': /color_bk of a booking after a change of the colours of its resource/ },
      alter: after('changeResource', async ({ rows, path, body, now }) => {
        const { scheduleId: schedule_id, resourceId: resource_id } = path
        const { color_bk } = body
        if (typeof color_bk === 'string')
          await rows.bookings.change({ schedule_id, ...(resource_id && { resource_id }) }, { color_bk }, now)
      }),
    },
  ),
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
    touches: ['BKG-26.all.bulk', 'BKG-26.all.bulk-of-resource', 'BKG-27', 'BULK-19', 'CROSS-41.booking.bulk'],
    alter: bodyAs(bookingBulkPuts, ({ color_fg, color_bk, ...rest }) => ({
      ...rest,
      ...(color_fg !== undefined && { color_bk: color_fg }),
      ...(color_bk !== undefined && { color_fg: color_bk }),
    })),
  }),
  fault('booking-bold-by-default', 'makes the title of a booking bold unless it is set', {
    breaks: { 'BKG-13': /text_bold of a booking that was created without it must be false/ },
    touches: ['BKG-25'],
    alter: body('createBooking', { text_bold: flagOf.default(true) }),
  }),
  fault('booking-bold-for-ever', 'treats text_bold = false in an update of a booking as absent', {
    breaks: { 'BKG-13': /text_bold of a booking must be false, but is true/ },
    touches: ['BULK-03', 'CROSS-16.booking', 'CROSS-41'],
    alter: ignoring(changesOf.booking, false, 'text_bold'),
  }),
  fault('booking-bold-is-anything', 'accepts any value for text_bold', {
    breaks: { 'BKG-13.type': /the text_bold "yes" .* must be refused/ },
    alter: body(writesOf.booking, { text_bold: flagOf }),
  }),
  fault('booking-all-day-by-midnight', 'treats a booking from midnight to midnight as an all-day booking', {
    breaks: { 'BKG-20': /all_day_display of a booking that was created without it must be false/ },
    touches: ['BKG-21', 'BKG-25', 'CROSS-39'],
    alter: bodyAs('createBooking', (body, { user }) => {
      const isMidnight = (text: unknown) =>
        localText(instantIn(String(text), user.timezone), user.timezone).endsWith(' 00:00')
      return { ...body, all_day_display: body.all_day_display || [body.start, body.end].every(isMidnight) }
    }),
  }),
  fault('booking-all-day-rounded-in-create', 'creates an all-day booking from midnight on', {
    breaks: { 'BKG-29.part-day': /start of a booking .* must be "2023-05-12 09:30"/ },
    touches: ['CROSS-30'],
    alter: collection('bookings', usual => ({
      insert: (row, now) =>
        usual.insert(row.all_day_display ? { ...row, start: dayOf(row.start) } : row, now),
    })),
  }),
  fault('booking-all-day-rounded-in-update', 'cuts the times of a booking that becomes an all-day booking', {
    breaks: { 'BKG-26.part-day': /end of a booking .* must be "2023-05-11 10:30"/ },
    alter: collection('bookings', usual => ({
      async change(selection, change, now) {
        const changed = await usual.change(selection, change, now)
        if (!change.all_day_display) return changed
        for (const { id, start, end } of await usual.list(selection, everything)) {
          await usual.change({ ...selection, ids: [id] }, { start: dayOf(start), end: dayOf(end) }, now)
        }
        return changed
      },
    })),
  }),
  fault('booking-all-day-for-ever', 'treats all_day_display = false in an update of a booking as absent', {
    breaks: { 'BKG-21': /all_day_display of a booking must be false, but is true/ },
    touches: ['BKG-26.all-day'],
    alter: ignoring(changesOf.booking, false, 'all_day_display'),
  }),
  fault('booking-false-is-absent', 'treats false as absent in updates of bookings', {
    breaks: {
      'BKG-13': /text_bold of a booking must be false, but is true/,
      'BKG-21': /all_day_display of a booking must be false, but is true/,
      'CROSS-16.booking': /text_bold is not as it must be/,
    },
    touches: ['BKG-26.all-day', 'BULK-03', 'CROSS-41'],
    alter: ignoring(changesOf.booking, false, 'all_day_display', 'text_bold'),
  }),
  fault('booking-all-day-of-24-hours', 'takes only days of 24 hours for whole days', {
    breaks: { 'BKG-21.clock-change': /all_day_display .* of 2023-03-26, which has 23 hours/ },
    alter: objects('booking', object => {
      const length = Date.parse(String(object.end_utc)) - Date.parse(String(object.start_utc))
      return length % 86_400_000 > 0 ? { ...object, all_day_display: false } : object
    }),
  }),
  fault(
    'booking-created-by-midnight-of-the-owner',
    "clears all_day_display in a create unless it is midnight in the owner's time zone",
    {
      breaks: { 'BKG-21.collaborator.create': /created from midnight to midnight there, read by the editor/ },
      alter: requestAs('createBooking', async asked => {
        const { body, user } = asked
        const start = instantIn(String(body.start), user.timezone)
        const owner = (await inZoneOfOwner(asked)).user
        const isMidnight = localText(start, owner.timezone).endsWith(' 00:00')
        return isMidnight ? {} : { body: { ...body, all_day_display: false } }
      }),
    },
  ),
  fault('booking-all-day-in-utc', 'keeps all_day_display where start and end are at 0:00 in UTC', {
    breaks: { 'BKG-21': /in Asia\/Kolkata must be true, but is false/ },
    touches: ['CROSS-30'],
    alter: objects('booking', object =>
      [object.start_utc, object.end_utc].every(time => time === undefined || /T00:00:00/.test(String(time)))
        ? object
        : { ...object, all_day_display: false },
    ),
  }),
  fault('booking-colour-emptied-in-bulk', 'stores an empty color_bk of bookings in bulk updates', {
    breaks: { 'BKG-27.color-bk.refused': /an empty color_bk is accepted, and read as no colour/ },
    alter: body(bookingBulkPuts, { color_bk: textMatching(/^(?:#[\dA-F]{6})?$/i) }),
  }),
  fault('booking-link-mail', 'accepts mailto: in the link of a new booking', {
    breaks: { 'BKG-14.schemes.create': /"mailto:ada@example\.com" .* must be refused/ },
    alter: body('createBooking', { link: linkUpTo(250, /^(?:https?:\/\/|mailto:)/i) }),
  }),
]
