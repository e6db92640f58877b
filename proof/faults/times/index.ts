import { instantOf, localText, readTime } from '../../../server/core/index.js'
import {
  after,
  all,
  body,
  everything,
  inZone,
  inZoneOfOwner,
  mapTexts,
  objects,
  readsOf,
  requestAs,
  run,
  shownTo,
  stateful,
  storedBookings,
  textUpTo,
  writesOf,
} from '../../alter/index.js'
import { fault } from '../fault.js'
import { shownTimeFaults } from './shown.js'
import { writtenTimeFaults } from './written.js'

/** The offset of a zone in winter, whatever the season. */
const winter: Readonly<Record<string, string>> = {
  'Europe/Berlin': 'Etc/GMT-1',
  'America/New_York': 'Etc/GMT+5',
}

/** The instant of a local time, in UTC. */
const utcOf = (local: string, zone: string) =>
  `${new Date(instantOf(readTime(local) as never, zone) * 1000).toISOString().slice(0, 19)}Z`

export const timeFaults = [
  ...writtenTimeFaults,
  ...shownTimeFaults,
  fault('times-of-the-server', 'reads times without a zone as UTC', {
    breaks: { 'TIME-03': /in Europe\/Berlin must be/, 'TIME-04': /in Europe\/Berlin must be/ },
    touches: ['TIME-*', 'CROSS-11'],
    alter: requestAs(writesOf.booking, asked => inZone(asked, 'UTC')),
  }),
  fault('times-of-the-owner', "reads a collaborator's times without a zone in the zone of the owner", {
    breaks: { 'TIME-14': /by an editor in America\/New_York/ },
    touches: ['CROSS-11'],
    alter: requestAs(writesOf.booking, inZoneOfOwner),
  }),
  fault('times-read-by-the-owner', 'shows everybody the times in the zone of the owner', {
    breaks: { 'TIME-13': /read by the viewer/ },
    touches: ['FILT-07', 'CROSS-11'],
    alter: requestAs(readsOf.booking, inZoneOfOwner),
  }),
  fault('times-without-summer', 'knows only the offset that a zone has in winter', {
    breaks: { 'TIME-17': /in a list of a user in Europe\/Berlin/ },
    touches: ['TIME-*', 'FILT-*', 'CROSS-*'],
    alter: requestAs([...writesOf.booking, ...readsOf.booking], asked =>
      inZone(asked, winter[asked.user.timezone] ?? asked.user.timezone),
    ),
  }),
  fault('times-midnight-24', 'shows midnight as 24:00', {
    breaks: { 'TIME-07': /YYYY-MM-DD hh:mm/, 'CROSS-29': /24:00/ },
    touches: ['BKG-29', 'BKG-31', 'CROSS-28', 'CROSS-30', 'CROSS-11', 'TIME-12'],
    alter: objects('booking', object => mapTexts(object, 'start', time => time.replace(' 00:', ' 24:'))),
  }),
  fault('times-utc-without-z', 'shows start_utc without the Z at its end', {
    breaks: { 'TIME-10': /must end with Z/ },
    alter: objects('booking', object => mapTexts(object, 'start_utc', time => time.replace('Z', ''))),
  }),
  fault('times-garbage-is-now', 'stores the present as a start that it can not read, on update', {
    breaks: { 'TIME-20.update-start': /"tomorrow" must be refused/ },
    touches: ['TIME-21'],
    alter: body('changeBooking', {
      start: textUpTo(100).transform(text =>
        Number.isNaN(Date.parse(String(text))) ? '2023-01-01 00:00' : text,
      ),
    }),
  }),
  // start_utc and end_utc.
  fault('times-end-utc-with-blank', 'shows end_utc with a blank in place of the T', {
    breaks: { 'TIME-11': /must be in ISO 8601/ },
    touches: ['BKG-24', 'BKG-26', 'BULK-01', 'CROSS-31', 'FILT-12', 'TIME-*'],
    alter: objects('booking', object => mapTexts(object, 'end_utc', time => time.replace('T', ' '))),
  }),
  fault('times-end-utc-of-start', 'shows the start in UTC for end_utc', {
    breaks: { 'TIME-11': /end_utc of a booking from/ },
    touches: ['BKG-24', 'BKG-26', 'BULK-01', 'CROSS-31', 'TIME-*'],
    alter: storedBookings(({ start_utc }) => ({ end_utc: start_utc })),
  }),
  fault('times-end-utc-is-local', 'puts a Z behind the local end for end_utc', {
    breaks: { 'TIME-12': /end_utc of .* in Australia\/Lord_Howe must be/ },
    touches: ['CROSS-10', 'CROSS-31', 'TIME-*'],
    alter: objects('booking', booking =>
      typeof booking.end === 'string'
        ? { ...booking, end_utc: `${booking.end.replace(' ', 'T')}:00Z` }
        : booking,
    ),
  }),
  fault('times-utc-as-offset', 'shows start_utc with +00:00 in place of Z', {
    breaks: { 'TIME-10': /must end with Z/ },
    alter: storedBookings(({ start_utc }) => ({ start_utc: String(start_utc).replace('Z', '+00:00') })),
  }),
  fault('times-utc-from-local', 'computes start_utc and end_utc from the local times that it shows', {
    breaks: { 'TIME-18': /must be 2023-10-29T01:30:00Z/ },
    alter: shownTo(readsOf.booking, (booking, { timezone }) =>
      mapTexts(booking, ['start_utc', 'end_utc'], utc =>
        utcOf(localText(Date.parse(utc) / 1000, timezone), timezone),
      ),
    ),
  }),
  fault('times-utc-is-local', 'puts a Z behind the local start for start_utc', {
    breaks: { 'TIME-12': /start_utc of .* in Australia\/Lord_Howe must be/ },
    touches: ['CROSS-10', 'CROSS-31', 'FILT-12', 'TIME-*'],
    alter: objects('booking', booking =>
      typeof booking.start === 'string'
        ? { ...booking, start_utc: `${booking.start.replace(' ', 'T')}:00Z` }
        : booking,
    ),
  }),
  // Time zones, and changes of them.
  fault('times-move-with-the-zone', "keeps local times of bookings when the owner's zone changes", {
    breaks: { 'TIME-16': /before the timezone was changed/ },
    touches: [
      'CROSS-07',
      'CROSS-10',
      'CROSS-30',
      'FILT-06',
      'FILT-07',
      'FILT-11',
      'TIME-09',
      'TIME-13',
      'TIME-15',
      'TIME-17',
    ],
    alter: after('changeMe', async ({ rows, user, body, now }) => {
      const { timezone } = body
      if (typeof timezone !== 'string' || timezone === user.timezone) return
      const moved = (instant: number) =>
        instantOf(readTime(localText(instant, user.timezone)) as never, timezone)
      const schedules = await rows.schedules.list()
      for (const { id: schedule_id } of schedules.filter(({ owner_id }) => owner_id === user.id)) {
        for (const { id, start, end } of await rows.bookings.list({ schedule_id }, everything)) {
          const times = { start: moved(start), end: moved(end) }
          await rows.bookings.change({ schedule_id, ids: [id] }, times, now)
        }
      }
    }),
  }),
  fault('times-of-the-author', 'shows a booking in the time zone that its author had', {
    breaks: { 'TIME-13': /read by the owner, who is in Europe\/Berlin/ },
    touches: ['CROSS-*', 'TIME-*'],
    alter: stateful(() => {
      const zones = new Map<unknown, string>()
      return all(
        run('createBooking', async ({ user }, usual) => {
          const answer = await usual()
          zones.set(JSON.parse(answer.body).data[0].id, user.timezone)
          return answer
        }),
        requestAs('readBooking', asked =>
          inZone(asked, zones.get(asked.path.bookingId) ?? asked.user.timezone),
        ),
      )
    }),
  }),
  fault('times-of-the-first-zone', 'reads times without a zone in the first zone the user ever had', {
    breaks: { 'TIME-15': /by a user in Europe\/Berlin must be/ },
    touches: ['BKG-21.zone', 'CROSS-*', 'TIME-*'],
    alter: stateful(() => {
      const zones = new Map<string, string>()
      return requestAs(writesOf.booking, asked => {
        const { id, timezone } = asked.user
        const first = zones.get(id) ?? timezone
        zones.set(id, first)
        return inZone(asked, first)
      })
    }),
  }),
  fault('times-in-german', 'shows times as 05.07.2023 15:30 to those who read German', {
    breaks: { 'TIME-23': /15:30 by a user with d.m.Y/ },
    touches: ['TIME-12'],
    alter: shownTo(readsOf.booking, (booking, { json }) => {
      if (JSON.parse(json).language_tag !== 'de') return booking
      const german = (local: string) => local.replace(/^(\d{4})-(\d\d)-(\d\d)/, '$3.$2.$1')
      return mapTexts(booking, ['start', 'end'], german)
    }),
  }),
]
