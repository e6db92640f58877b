import { accepted, refused, same, unchanged } from '../../check/assertions.js'
import { type Check, check } from '../../check/check.js'
import { each, ids } from '../../check/ids.js'

/** Values that are no time, between two times that make a booking; the spans do not touch each other. */
interface Refused {
  readonly start: string
  readonly end: string
  readonly wrong: readonly string[]
}

const noTimes: readonly Refused[] = [
  {
    start: '2023-07-14T12:00:00Z',
    end: '2023-07-16T12:00:00Z',
    wrong: [
      ...['tomorrow', 'abc', '', '15.07.2023 12:00', '07/15/2023 12:00', 'July 15, 2023 12:00', '12:00'],
      '2023-07-15T12:00:00Z\nabc',
    ],
  },
]

/** Read leniently, each would be a time between the other two. */
const inNoCalendar: readonly Refused[] = [
  { start: '2023-02-28T10:00:00Z', end: '2023-03-04T10:00:00Z', wrong: ['2023-02-30T10:00:00Z'] },
  { start: '2023-06-30T10:00:00Z', end: '2023-07-03T10:00:00Z', wrong: ['2023-06-31T10:00:00Z'] },
  { start: '2023-12-30T10:00:00Z', end: '2024-01-03T10:00:00Z', wrong: ['2023-13-01T10:00:00Z'] },
  { start: '2023-05-10T09:00:00Z', end: '2023-05-10T13:00:00Z', wrong: ['2023-05-10T10:60:00Z'] },
  { start: '2023-05-15T09:00:00Z', end: '2023-05-16T13:00:00Z', wrong: ['2023-05-15T25:00:00Z'] },
  { start: '2023-05-25T09:00:00Z', end: '2023-05-31T13:00:00Z', wrong: ['2023-05-30T10:00:00+99:00'] },
]

const refusals = [
  ['start', noTimes, 'is no time', 'TIME-20.create-start', 'TIME-20.update-start'],
  ['end', noTimes, 'is no time', 'TIME-20.create-end', 'TIME-20.update-end'],
  ['start', inNoCalendar, 'is in no calendar', 'TIME-21.create-start', 'TIME-21.update-start'],
  ['end', inNoCalendar, 'is in no calendar', 'TIME-21.create-end', 'TIME-21.update-end'],
] as const

export const timeRefusalChecks: readonly Check[] = [
  ...refusals.map(([member, spans, which, id]) =>
    check(id, `a create whose ${member} ${which} is refused`, async context => {
      const { owner, schedule, given, name } = context
      const resource = await given.resource()

      for (const { start, end, wrong } of spans) {
        for (const value of wrong) {
          const sent = { resource_id: resource.id, title: name(), start, end, [member]: value }
          const reply = await owner.post(schedule.bookings, sent)
          refused(reply, `creating a booking with ${member} = ${JSON.stringify(value)}`)
        }
      }

      same(await owner.all(resource.bookings), [], 'the list of a resource whose bookings were all refused')
      for (const { start, end } of spans) {
        const sent = { resource_id: resource.id, title: name(), start, end }
        accepted(await owner.post(schedule.bookings, sent), `creating a booking from ${start} to ${end}`)
      }
    }),
  ),

  ...refusals.map(([member, spans, which, , id]) =>
    check(id, `a PUT whose ${member} ${which} is refused`, async ({ owner, given }) => {
      const resource = await given.resource()

      for (const { start, end, wrong } of spans) {
        const booking = await given.booking(resource, { start, end })
        for (const value of wrong) {
          const reply = await owner.put(booking.path, { [member]: value })
          refused(reply, `a PUT of ${member} = ${JSON.stringify(value)}`)
        }
        await unchanged(booking)
        const right = member === 'start' ? start : end
        accepted(await owner.put(booking.path, { [member]: right }), `a PUT of ${member} = ${right}`)
      }
    }),
  ),

  ...each(
    ids`TIME-20.bulk TIME-20.bulk-of-resource`,
    { bulk: false, 'bulk-of-resource': true },
    (id, ofResource) => {
      const where = ofResource ? ' of a resource' : ''
      return check(
        id,
        `a bulk PUT of bookings${where} whose start or end is no time is refused`,
        { sends: ofResource ? [] : ['PUT bookings'] },
        async context => {
          const { owner, schedule, given } = context
          const resource = await given.resource()
          for (const { start, end, wrong } of noTimes) {
            const booking = await given.booking(resource, { start, end })
            const list = ofResource ? resource.bookings : schedule.bookings
            for (const member of ['start', 'end']) {
              for (const value of wrong) {
                const reply = await owner.put(list, { [member]: value }, { ids: booking.id })
                refused(reply, `a bulk PUT of ${member} = ${JSON.stringify(value)}`)
              }
            }
            await unchanged(booking)
            accepted(await owner.put(list, { start, end }, { ids: booking.id }), 'a bulk PUT of two times')
          }
        },
      )
    },
  ),
]
