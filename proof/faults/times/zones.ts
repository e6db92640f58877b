import { instantOf, localText, readTime } from '../../../server/core/index.js'
import { all, inZone, readsOf, requestAs, run, shownTo, stateful, writesOf } from '../../alter/index.js'
import { fault } from '../fault.js'

const whole = { offset: 0, limit: 0 }

/** What time zones do, and a change of them. */
export const zoneFaults = [
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
    alter: run('changeMe', async ({ rows, user, body, now }, usual) => {
      const answer = await usual()
      const { timezone } = body
      if (typeof timezone !== 'string' || timezone === user.timezone) return answer
      const moved = (instant: number) =>
        instantOf(readTime(localText(instant, user.timezone)) as never, timezone)
      const schedules = await rows.schedules.list()
      for (const { id: schedule_id } of schedules.filter(({ owner_id }) => owner_id === user.id)) {
        for (const { id, start, end } of await rows.bookings.list({ schedule_id }, whole)) {
          await rows.bookings.change(
            { schedule_id, ids: [id] },
            { start: moved(start), end: moved(end) },
            now,
          )
        }
      }
      return answer
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
      const german = (local: unknown) => String(local).replace(/^(\d{4})-(\d\d)-(\d\d)/, '$3.$2.$1')
      return { ...booking, start: german(booking.start), end: german(booking.end) }
    }),
  }),
]
