import { localText, type Repositories } from '../../../server/core/index.js'
import {
  bookingBulkPuts,
  bookingLists,
  everything,
  inZoneOfOwner,
  type OperationRequest,
  readsOf,
  requestAs,
  run,
  shownTo,
  success,
} from '../../alter/index.js'
import { fault } from '../fault.js'

type Members = Record<string, unknown>

/** The times of a booking as somebody in a zone reads them. */
async function timesIn(rows: Repositories, zone: string, schedule_id: string, id: number): Promise<Members> {
  const kept = await rows.bookings.find(schedule_id, id)
  return kept ? { start: localText(kept.start, zone), end: localText(kept.end, zone) } : {}
}

/** Has a bulk update of bookings change one after the other, each by what `change` says. */
const oneByOne = (change: (asked: OperationRequest, id: number) => Promise<Partial<OperationRequest>>) =>
  run(bookingBulkPuts, async (asked, usual) => {
    const { rows, path, query } = asked
    const scope = {
      schedule_id: path.scheduleId,
      ...(path.resourceId !== undefined && { resource_id: path.resourceId }),
      ...(Array.isArray(query.ids) && { ids: query.ids as number[] }),
    }
    const ids = await rows.bookings.ids(scope)
    if (ids.length === 0 || ids.length < new Set(query.ids).size) return usual()
    const answers = []
    for (const id of ids) answers.push(await usual({ query: { ids: [id] }, ...(await change(asked, id)) }))
    return answers[0] ?? usual()
  })

/** A time of a booking in the formats that somebody likes. */
function formatted(text: unknown, { date_format, time_format }: Members): string {
  const [date = '', time = ''] = String(text).split(' ')
  const [Y, m, d] = date.split('-')
  const [hour = '', minute] = time.split(':')
  const parts: Members = { Y, m, d }
  const twelve = String(((Number(hour) + 11) % 12) + 1).padStart(2, '0')
  return [
    String(date_format).replace(/[Ymd]/g, letter => String(parts[letter])),
    String(time_format).startsWith('h') ? `${twelve}:${minute}` : time,
  ].join(' ')
}

const settingsOf = ({ json }: { json: string }): Members => JSON.parse(json)

/** Times of bookings that meet zones, settings and people (sections 2.2 and 2.4). */
export const timeInteractionFaults = [
  fault('put-saves-what-is-read', 'saves the local times of a booking as UTC with every update', {
    breaks: { 'CROSS-10': /changed by a single PUT in another zone/ },
    alter: run('changeBooking', async (asked, usual) => {
      const { rows, user, path, body } = asked
      const times = await timesIn(rows, user.timezone, path.scheduleId, path.bookingId ?? 0)
      return usual({
        body: {
          ...Object.fromEntries(Object.entries(times).map(([name, text]) => [name, `${text}Z`])),
          ...body,
        },
      })
    }),
  }),
  fault('bulk-put-saves-what-is-read', 'saves local times of bookings as UTC in every bulk update', {
    breaks: {
      'CROSS-10': /changed by a bulk PUT in another zone/,
      'CROSS-12': /after a bulk PUT of title/,
    },
    alter: oneByOne(async ({ rows, user, path, body }, id) => {
      const times = await timesIn(rows, user.timezone, path.scheduleId, id)
      return {
        body: {
          ...Object.fromEntries(Object.entries(times).map(([name, text]) => [name, `${text}Z`])),
          ...body,
        },
      }
    }),
  }),
  fault('bulk-put-of-the-owner', "saves a collaborator's local times in the owner's zone, in bulk", {
    breaks: { 'CROSS-12': /after a bulk PUT of title by a collaborator/ },
    alter: oneByOne(async (asked, id) => {
      const { rows, user, path, body } = asked
      if (body.start !== undefined || body.end !== undefined) return {}
      const times = await timesIn(rows, user.timezone, path.scheduleId, id)
      return { body: { ...times, ...body }, ...(await inZoneOfOwner(asked)) }
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
    alter: shownTo(readsOf.booking, (object, user) => {
      const formats = { ...settingsOf(user), time_format: 'H:i' }
      return { ...object, start: formatted(object.start, formats), end: formatted(object.end, formats) }
    }),
  }),
  fault('times-of-twelve-hours', 'shows the times of bookings by a 12-hour clock where the user has one', {
    breaks: { 'CROSS-28': /must be "2023-07-05 00:15", and is "2023-07-05 12:15"/ },
    touches: ['TIME-12', 'TIME-23', 'CROSS-29'],
    alter: shownTo(readsOf.booking, (object, user) => {
      const formats = { ...settingsOf(user), date_format: 'Y-m-d' }
      return { ...object, start: formatted(object.start, formats), end: formatted(object.end, formats) }
    }),
  }),
  fault('all-day-at-midnight', 'shows the times of all-day bookings as midnight, wherever they are read', {
    breaks: { 'CROSS-30': /read in America\/New_York/ },
    touches: ['TIME-12'],
    alter: success(readsOf.booking, ({ data, ...rest }) => {
      const midnight = (object: Members) =>
        object.all_day_display === true && object.start !== undefined
          ? { ...object, start: String(object.start).replace(/ .*/, ' 00:00') }
          : object
      return { ...rest, data: Array.isArray(data) ? data.map(midnight) : midnight(data as Members) }
    }),
  }),
  fault('all-day-of-the-utc-day', 'shows the times of all-day bookings in UTC', {
    breaks: { 'CROSS-30': /all-day booking/ },
    alter: success(readsOf.booking, ({ data, ...rest }) => {
      const plain = (utc: unknown) => String(utc).replace('T', ' ').slice(0, 16)
      const inUtc = (object: Members) =>
        object.all_day_display === true && object.start_utc !== undefined
          ? { ...object, start: plain(object.start_utc), end: plain(object.end_utc) }
          : object
      return { ...rest, data: Array.isArray(data) ? data.map(inUtc) : inUtc(data as Members) }
    }),
  }),
  fault('list-with-one-offset', 'reckons the offset of a zone once for all bookings of a list', {
    breaks: { 'CROSS-31': /in a list/ },
    touches: ['TIME-09', 'TIME-12', 'TIME-17'],
    alter: success(bookingLists, ({ data, ...rest }) => {
      const utc = (object: Members, name: string) => Date.parse(String(object[name]))
      const local = (object: Members) => Date.parse(`${String(object.start).replace(' ', 'T')}Z`)
      const [first] = data as Members[]
      if (first?.start === undefined || first.start_utc === undefined) return { ...rest, data }
      const offset = local(first) - utc(first, 'start_utc')
      const shown = (object: Members, name: string) =>
        new Date(utc(object, `${name}_utc`) + offset).toISOString().replace('T', ' ').slice(0, 16)
      return {
        ...rest,
        data: (data as Members[]).map(object => ({
          ...object,
          start: shown(object, 'start'),
          end: shown(object, 'end'),
        })),
      }
    }),
  }),
  fault('filters-by-the-local-clock', 'compares the times of bookings with filters as its user reads both', {
    breaks: { 'CROSS-32': /both 02:30 in Europe\/Berlin/ },
    alter: requestAs(bookingLists, ({ rows, user: { timezone } }) => ({
      rows: {
        ...rows,
        bookings: {
          ...rows.bookings,
          async list(selection, { offset, limit }) {
            const { time_min, time_max, ...others } = selection
            const kept = await rows.bookings.list(others, everything)
            return kept
              .filter(({ start, end }) => {
                const clock = (instant: number) => localText(instant, timezone)
                return (
                  (time_min === undefined || clock(start) >= clock(time_min)) &&
                  (time_max === undefined || clock(end) < clock(time_max))
                )
              })
              .slice(offset, limit === 0 ? undefined : offset + limit)
          },
        },
      },
    })),
  }),
]
