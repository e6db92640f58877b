import { localText } from '../../../server/core/index.js'
import { bookingBulkPuts, bookingLists } from '../../alter/operation-groups.js'
import {
  bodyAs,
  bookingTimesIn,
  instantIn,
  inZoneOfOwner,
  type OperationRequest,
  requestAs,
  run,
  scopeOf,
} from '../../alter/requests.js'
import { dataAs, type Members, mapTexts, objects } from '../../alter/responses.js'
import { everything, pageOf } from '../../alter/stored.js'
import { fault } from '../fault.js'

/** The times of a booking as shown to the caller. */
async function timesRead({ rows, user, path }: OperationRequest, id = 0): Promise<Members> {
  const kept = await rows.bookings.find(path.scheduleId, id)
  return kept ? { start: localText(kept.start, user.timezone), end: localText(kept.end, user.timezone) } : {}
}

/** Adds these times to an update, labelled as UTC. */
const savingTimes = async (asked: OperationRequest, id?: number) => ({
  body: { ...mapTexts(await timesRead(asked, id), ['start', 'end'], time => `${time}Z`), ...asked.body },
})

/** Changes the bookings of a bulk update one by one, each with its own modifications. */
const oneByOne = (change: (asked: OperationRequest, id: number) => Promise<Partial<OperationRequest>>) =>
  run(bookingBulkPuts, async (asked, usual) => {
    const { rows, query } = asked
    const ids = await rows.bookings.ids(scopeOf(asked, query.ids))
    if (ids.length === 0 || ids.length < new Set(query.ids).size) return usual()
    const answers = []
    for (const id of ids) answers.push(await usual({ query: { ids: [id] }, ...(await change(asked, id)) }))
    return answers[0] ?? usual()
  })

/** Booking times combined with zones, settings and other users (sections 2.2 and 2.4). */
export const timeInteractionFaults = [
  fault('put-saves-what-is-read', 'saves the local times of a booking as UTC with every update', {
    breaks: { 'CROSS-10': /changed by a single PUT in another zone/ },
    touches: ['TIME-18', 'TIME-22.one', 'TIME-14'],
    alter: requestAs('changeBooking', asked => savingTimes(asked, asked.path.bookingId)),
  }),
  fault('bulk-put-saves-what-is-read', 'saves local times of bookings as UTC in every bulk update', {
    breaks: {
      'CROSS-10': /changed by a bulk PUT in another zone/,
      'CROSS-12': /after a bulk PUT of title/,
    },
    touches: ['TIME-18', 'TIME-22', 'TIME-14'],
    alter: oneByOne(savingTimes),
  }),
  fault('bulk-put-of-the-owner', "saves a collaborator's local times in the owner's zone, in bulk", {
    breaks: { 'CROSS-12': /after a bulk PUT of title by a collaborator/ },
    alter: oneByOne(async (asked, id) => {
      const { body } = asked
      if (body.start !== undefined || body.end !== undefined) return {}
      return { body: { ...(await timesRead(asked, id)), ...body }, ...(await inZoneOfOwner(asked)) }
    }),
  }),
  fault('put-in-the-zone-of-the-owner', "reads times without a zone in an update in the owner's zone", {
    breaks: { 'CROSS-11': /written back as it was read by a collaborator/ },
    touches: ['TIME-14'],
    alter: requestAs('changeBooking', inZoneOfOwner),
  }),
  fault('times-in-the-format-of-dates', 'shows the times of bookings in the date format of the user', {
    breaks: { 'CROSS-28': /start of a booking read by a user with h:i A and d\.m\.Y/ },
    touches: ['TIME-12', 'TIME-23'],
    alter: bookingTimesIn(({ date_format }) => ({ date_format, time_format: 'H:i' })),
  }),
  fault(
    'times-in-a-format-with-slashes',
    'shows the times of bookings as Y/m/d where that is the date format',
    {
      breaks: { 'CROSS-28': /a user with H:i and Y\/m\/d must be/ },
      touches: ['TIME-12', 'TIME-23'],
      alter: bookingTimesIn(({ date_format }) => ({
        date_format: date_format === 'Y/m/d' ? date_format : 'Y-m-d',
        time_format: 'H:i',
      })),
    },
  ),
  fault('times-of-twelve-hours', 'shows the times of bookings by a 12-hour clock where the user has one', {
    breaks: { 'CROSS-28': /must be "2023-07-05 00:15", but is "2023-07-05 12:15"/ },
    touches: ['TIME-12', 'TIME-23', 'CROSS-29'],
    alter: bookingTimesIn(({ time_format }) => ({
      date_format: 'Y-m-d',
      time_format: time_format.replace(/ a$/i, ''),
    })),
  }),
  fault('all-day-at-midnight', 'shows the times of all-day bookings as midnight, wherever they are read', {
    breaks: { 'CROSS-30': /read in America\/New_York/ },
    touches: ['TIME-12', 'BKG-29', 'BKG-26'],
    alter: objects('booking', object =>
      object.all_day_display ? mapTexts(object, 'start', start => start.replace(/ .*/, ' 00:00')) : object,
    ),
  }),
  fault(
    'all-day-of-utc-midnights',
    'creates an all-day booking only where it starts and ends at 0:00 in UTC',
    {
      breaks: { 'CROSS-30': /from midnight to midnight in Europe\/Berlin must be true, but is false/ },
      touches: ['BKG-21'],
      alter: bodyAs('createBooking', (body, { user }) => {
        const isMidnight = (name: string) => instantIn(String(body[name]), user.timezone) % 86_400 === 0
        return {
          ...body,
          all_day_display: body.all_day_display === true && ['start', 'end'].every(isMidnight),
        }
      }),
    },
  ),
  fault('all-day-of-the-utc-day', 'shows the times of all-day bookings in UTC', {
    breaks: { 'CROSS-30': /all-day booking/ },
    alter: objects('booking', object => {
      const utc = (_: string, name: string) => String(object[`${name}_utc`]).replace('T', ' ').slice(0, 16)
      return object.all_day_display && object.start_utc ? mapTexts(object, ['start', 'end'], utc) : object
    }),
  }),
  fault('list-with-one-offset', 'computes the offset of a zone once for all bookings of a list', {
    breaks: { 'CROSS-31': /in a list/ },
    touches: ['TIME-09', 'TIME-12', 'TIME-17'],
    alter: dataAs(bookingLists, (data: Members[]) => {
      const utc = (object: Members, name: string) => Date.parse(String(object[name]))
      const local = (object: Members) => Date.parse(`${String(object.start).replace(' ', 'T')}Z`)
      const [first] = data
      if (first?.start === undefined || first.start_utc === undefined) return data
      const offset = local(first) - utc(first, 'start_utc')
      const shown = (object: Members) =>
        mapTexts(object, ['start', 'end'], (_, name) =>
          new Date(utc(object, `${name}_utc`) + offset).toISOString().replace('T', ' ').slice(0, 16),
        )
      return data.map(shown)
    }),
  }),
  fault('filters-by-the-local-clock', 'compares the times of bookings with filters as its user reads both', {
    breaks: { 'CROSS-32': /both 02:30 in Europe\/Berlin/ },
    touches: ['FILT-03', 'FILT-15', 'FILT-12'],
    alter: requestAs(bookingLists, ({ rows, user: { timezone } }) => {
      const clock = (instant: number) => localText(instant, timezone)
      const list: typeof rows.bookings.list = async ({ time_min, time_max, ...others }, slice) => {
        const kept = await rows.bookings.list(others, everything)
        const found = kept.filter(
          ({ start, end }) =>
            (time_min === undefined || clock(start) >= clock(time_min)) &&
            (time_max === undefined || clock(end) < clock(time_max)),
        )
        return pageOf(found, slice)
      }
      return { rows: { ...rows, bookings: { ...rows.bookings, list } } }
    }),
  }),
]
