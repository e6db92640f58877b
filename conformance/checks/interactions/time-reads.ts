import { accepted, has, same } from '../../check/assertions.js'
import { type Check, check } from '../../check/check.js'
import { listed, timesAre } from '../bookings/booked.js'
import { berlin, newYork, timesOf, zoneVectors } from '../times/zone-vectors.js'

const changes = ['owner'] as const

export const timeReadChecks: readonly Check[] = [
  check(
    'CROSS-07',
    "fields=start returns start alone, in the caller's zone",
    { changes },
    async ({ owner, schedule, given, settings }) => {
      const resource = await given.resource()
      const times = { start: '2023-07-14T22:00:00Z', end: '2023-07-14T22:30:00Z' }
      const booking = await given.booking(resource, times)
      await settings(owner, { timezone: 'Pacific/Kiritimati' })
      const expected = { start: '2023-07-15 12:00' }

      const single = await owner.get(booking.path, { fields: 'start' })
      const inSchedule = await owner.get(schedule.bookings, { fields: 'start', ids: booking.id })
      const inResource = await owner.get(resource.bookings, { fields: 'start' })

      for (const reply of [single, inSchedule, inResource]) {
        accepted(reply)
        const what = 'a booking at 2023-07-14T22:00Z read with fields=start by a user in Pacific/Kiritimati'
        same([reply.data].flat(), [expected], what, reply)
      }
    },
  ),

  check(
    'CROSS-28',
    'a 12-hour clock and d.m.Y do not affect the format of booking times',
    { changes },
    async context => {
      const { owner, given, settings } = context
      const resource = await given.resource()
      await settings(owner, { ...berlin, date_format: 'd.m.Y', time_format: 'h:i A' })
      const early = { start: '2023-07-04T22:15:00Z', end: '2023-07-05T10:15:00Z' }
      const morning = await given.booking(resource, early)
      const late = { start: '2023-07-05T11:00:00Z', end: '2023-07-05T21:59:00Z' }
      const evening = await given.booking(resource, late)

      const { items } = await owner.list(resource.bookings)

      for (const [{ id, was }, start, end] of [
        [morning, '2023-07-05 00:15', '2023-07-05 12:15'],
        [evening, '2023-07-05 13:00', '2023-07-05 23:59'],
      ] as const) {
        const what = 'a booking read by a user with h:i A and d.m.Y'
        has(was, { start, end }, what)
        has(listed(items, id, 'the list of its resource'), { start, end }, `${what} in a list`)
      }
    },
  ),

  check('CROSS-29', 'local midnight reads 00:00', { changes }, async context => {
    const { owner, given, settings } = context
    const resource = await given.resource()

    for (const [timezone, time_format, sent, read] of [
      [
        'Europe/Berlin',
        'H:i',
        { start: '2023-07-14T22:00:00Z', end: '2023-07-15T22:00:00Z' },
        { start: '2023-07-15 00:00', end: '2023-07-16 00:00' },
      ],
      [
        'Asia/Kolkata',
        'h:i a',
        { start: '2023-07-19T18:30:00Z', end: '2023-07-20T18:30:00Z' },
        { start: '2023-07-20 00:00', end: '2023-07-21 00:00' },
      ],
    ] as const) {
      await settings(owner, { timezone, time_format })
      const { id, was } = await given.booking(resource, sent)
      const { items } = await owner.list(resource.bookings)
      const what = `a booking from midnight to midnight in ${timezone}`
      timesAre(was, read, what)
      timesAre(listed(items, id, 'the list of its resource'), read, `${what} in a list`)
    }
  }),

  check('CROSS-30', "an all-day booking reads in the reader's zone", { changes }, async context => {
    const { owner, given, settings } = context
    const resource = await given.resource()
    await settings(owner, berlin)
    const times = { start: '2023-07-14T22:00:00Z', end: '2023-07-15T22:00:00Z' }
    const { path, was, id } = await given.booking(resource, { ...times, all_day_display: true })
    const midnights = { start: '2023-07-15 00:00', end: '2023-07-16 00:00' }
    timesAre(was, midnights, 'an all-day booking in Europe/Berlin')

    await settings(owner, newYork)

    const { items } = await owner.list(resource.bookings)
    const expected = { start: '2023-07-14 18:00', end: '2023-07-15 18:00' }
    const what = 'the all-day booking of 2023-07-15 in Europe/Berlin, read in America/New_York,'
    timesAre(await owner.read(path), expected, what)
    timesAre(listed(items, id, 'the list of its resource'), expected, `${what} in a list`)
  }),

  check('CROSS-31', 'each booking of a list has the offset of its own date', { changes }, async context => {
    const { owner, schedule, given, settings } = context
    const resource = await given.resource()

    for (const timezone of ['America/New_York', 'Australia/Lord_Howe', 'America/Sao_Paulo']) {
      await settings(owner, { timezone })
      const vectors = zoneVectors.filter(({ zone }) => zone === timezone)
      const bookings = await given.bookings(resource, vectors.length, index => ({ ...vectors[index]?.utc }))
      const { items, reply } = await owner.list(schedule.bookings, { ids: bookings.map(({ id }) => id) })
      for (const [index, vector] of vectors.entries()) {
        const read = listed(items, Number(bookings[index]?.id), 'the list of the schedule')
        const what = `a booking at ${vector.utc.start} read by a user in ${timezone}, in a list,`
        timesAre(read, timesOf(vector), what, reply)
      }
    }
  }),
]
