import { accepted, changedOnly, has, holds, same } from '../../check/assertions.js'
import { type Check, check } from '../../check/check.js'
import { rows } from '../../check/ids.js'
import { isObject, isSame } from '../../http/json.js'
import { findItem, instantsOf, timesAre, writableOf } from '../bookings/booked.js'
import { at, namesIn, pagesKeep, threeBookings } from '../filters/filtered.js'
import { berlin, newYork, overlaps, timesOf, zoneVectors } from '../times/zone-vectors.js'

const changes = ['owner'] as const
const kiritimati = { timezone: 'Pacific/Kiritimati' }

/** In the middle of a day in Europe/Berlin, without a zone. */
const noon = { start: '2023-07-15 12:00', end: '2023-07-15 12:30' }
const withSeconds = { start: '2023-07-15T12:00:25', end: '2023-07-15T12:30:35' }
const tomorrow = { start: '2023-07-16 12:00', end: '2023-07-16 12:30' }

export const timeInteractionChecks: readonly Check[] = [
  check('CROSS-09', 'links keep the +02:00 of time_min', async context => {
    const filtered = await threeBookings(context)

    await pagesKeep(context.owner, filtered, { time_min: '2023-09-12T12:45:00+02:00' }, 'F2', 'F3')
  }),

  check(
    'CROSS-10',
    'a PUT of title after a change of time zone does not change the times',
    { changes, sends: ['PUT bookings'] },
    async context => {
      const { owner, schedule, given, settings } = context
      const resource = await given.bookable()
      await settings(owner, berlin)
      const booking = await given.booking(resource, withSeconds)
      await settings(owner, newYork)

      for (const title of ['by a single PUT', 'by a bulk PUT']) {
        const reply = title.includes('bulk')
          ? await owner.put(schedule.bookings, { title }, { ids: booking.id })
          : await owner.put(booking.path, { title })
        accepted(reply)
        const read = await owner.read(booking.path)
        has(read, { title }, 'a booking after a PUT of title', reply)
        const what = `a booking whose title was changed ${title} in another zone`
        timesAre(read, instantsOf(booking.was), what, reply)
      }
    },
  ),

  ...rows(
    ['CROSS-11', 'a booking written back by a collaborator in another zone keeps its times', false],
    ['CROSS-12', 'a bulk PUT of title by a collaborator in another zone does not change the times', true],
  ).map(([id, title, bulk]) =>
    check(
      id,
      title,
      { needs: ['editor'], changes: ['owner', 'editor'], sends: bulk ? ['PUT bookings'] : [] },
      async context => {
        const { owner, editor, schedule, given, settings, observe } = context
        const resource = await given.bookable()
        await settings(owner, berlin)
        await settings(editor, kiritimati)
        const [trial, booking] = await given.bookings(resource, 2, index => (index === 1 ? noon : tomorrow))
        const mayWrite = (await editor.put(trial.path, { title: 'by an editor' })).ok
        if (!mayWrite)
          return observe('editors may not change bookings, so none of their requests can move one')
        const read = await editor.read(booking.path)

        const reply = bulk
          ? await editor.put(schedule.bookings, { title: 'by an editor' }, { ids: [booking.id] })
          : await editor.put(booking.path, writableOf(read))

        accepted(reply)
        const done = bulk ? 'after a bulk PUT of title by' : 'that was written back as it was read by'
        const what = `a booking ${done} a collaborator in ${kiritimati.timezone}`
        timesAre(await owner.read(booking.path), instantsOf(booking.was), what, reply)
        await changedOnly(booking, { title: bulk ? 'by an editor' : (booking.was.title ?? '') })
      },
    ),
  ),

  check('CROSS-18', 'lists, ids and time filters follow a move at once', async context => {
    const { owner, schedule, given } = context
    const filtered = await threeBookings(context)
    const { resource, bookings } = filtered
    const other = await given.bookable()
    const [, moved] = bookings
    if (!moved) return

    accepted(await owner.put(moved.path, { resource_id: other.id }), 'a PUT of resource_id')

    const later = { time_min: at('10:45') }
    for (const [path, query, expected] of [
      [resource.bookings, {}, ['F1', 'F3']],
      [resource.bookings, later, ['F3']],
      [other.bookings, {}, ['F2']],
      [other.bookings, { ids: moved.id }, ['F2']],
      [other.bookings, later, ['F2']],
      [other.bookings, { time_min: at('11:15') }, []],
      [schedule.bookings, { ids: bookings.map(({ id }) => id), ...later }, ['F2', 'F3']],
    ] as const) {
      const reply = await owner.get(path, query)
      accepted(reply)
      const what = `what ${path} holds with ${JSON.stringify(query)} after F2 was moved`
      same(namesIn(reply, filtered), expected, what, reply)
    }
    const byId = await owner.get(resource.bookings, { ids: moved.id })
    const names = byId.ok ? namesIn(byId, filtered) : []
    same(names, [], 'what the old resource holds by the id of the moved booking', byId)
  }),

  check('CROSS-18.times', 'time filters follow a change of the times at once', async context => {
    const { owner } = context
    const filtered = await threeBookings(context)
    const [, moved] = filtered.bookings
    if (!moved) return

    accepted(await owner.put(moved.path, { start: at('14:00'), end: at('14:30') }), 'a PUT of start and end')

    const { resource } = filtered
    for (const [filter, expected] of [
      [{ time_min: at('12:30') }, ['F2']],
      [{ time_max: at('13:00') }, ['F1', 'F3']],
    ] as const) {
      const reply = await owner.get(resource.bookings, filter)
      accepted(reply)
      const what = `the list with ${JSON.stringify(filter)} after F2 went to 14:00Z`
      same(namesIn(reply, filtered), expected, what, reply)
    }
  }),

  check('CROSS-32', 'time_min with Z separates an hour that occurs twice', { changes }, async context => {
    const { owner, schedule, given, settings } = context
    const [red, blue] = await given.resources(2)
    const [{ timezone, ...instants }] = overlaps
    await settings(owner, { timezone })
    const summer = await given.booking(red, instants.summer)
    const winter = await given.booking(blue, instants.winter)
    const ids = [summer.id, winter.id]

    const cases = [
      [{ time_min: '2023-10-29T00:15:00Z' }, ids],
      [{ time_min: '2023-10-29T00:45:00Z' }, [winter.id]],
      [{ time_min: '2023-10-29T01:15:00Z' }, [winter.id]],
      [{ time_min: '2023-10-29T01:45:00Z' }, []],
      [{ time_max: '2023-10-29T01:00:00Z' }, [summer.id]],
    ] as const
    await owner.each(cases, async ([filter, expected]) => {
      const reply = await owner.get(schedule.bookings, { ids, ...filter })
      accepted(reply)
      const found = [reply.data].flat().flatMap(item => (isObject(item) ? Number(item.id) : []))
      const actual = ids.filter(id => found.includes(id))
      holds(
        isSame(actual, expected),
        `with ${JSON.stringify(filter)}, of bookings at 00:30Z and at 01:30Z, both 02:30 in Europe/Berlin, a list holds others than it must`,
        { expected, actual, replies: [reply] },
      )
    })
  }),
]

export const timeReadChecks: readonly Check[] = [
  check(
    'CROSS-07',
    "fields=start returns start alone, and fields=end end, in the caller's zone",
    { changes },
    async ({ owner, schedule, given, settings }) => {
      const resource = await given.bookable()
      const times = { start: '2023-07-14T22:00:00Z', end: '2023-07-14T22:30:00Z' }
      const booking = await given.booking(resource, times)
      await settings(owner, { timezone: 'Pacific/Kiritimati' })

      for (const [fields, expected] of [
        ['start', { start: '2023-07-15 12:00' }],
        ['end', { end: '2023-07-15 12:30' }],
      ] as const) {
        const single = await owner.get(booking.path, { fields })
        const inSchedule = await owner.get(schedule.bookings, { fields, ids: booking.id })
        const inResource = await owner.get(resource.bookings, { fields })

        for (const reply of [single, inSchedule, inResource]) {
          accepted(reply)
          const what = `a booking at 2023-07-14T22:00Z read with fields=${fields} by a user in Pacific/Kiritimati`
          same([reply.data].flat(), [expected], what, reply)
        }
      }
    },
  ),

  check(
    'CROSS-28',
    'date_format and time_format do not affect the format of booking times',
    { changes },
    async context => {
      const { owner, given, settings } = context
      const resource = await given.bookable()
      await settings(owner, { ...berlin, date_format: 'd.m.Y', time_format: 'h:i A' })
      const early = { start: '2023-07-04T22:15:00Z', end: '2023-07-05T10:15:00Z' }
      const morning = await given.booking(resource, early)
      const late = { start: '2023-07-05T11:00:00Z', end: '2023-07-05T21:59:00Z' }
      const evening = await given.booking(resource, late)

      const first = await owner.list(resource.bookings)
      await settings(owner, { ...berlin, date_format: 'Y/m/d', time_format: 'H:i' })
      const second = await owner.list(resource.bookings)

      for (const [{ id, was }, start, end] of [
        [morning, '2023-07-05 00:15', '2023-07-05 12:15'],
        [evening, '2023-07-05 13:00', '2023-07-05 23:59'],
      ] as const) {
        const what = 'a booking read by a user with h:i A and d.m.Y'
        const list = 'the list of its resource'
        has(was, { start, end }, what)
        has(findItem(first.items, id, list), { start, end }, `${what} in a list`)
        has(
          findItem(second.items, id, list),
          { start, end },
          'a booking in a list of a user with H:i and Y/m/d',
        )
      }
    },
  ),

  check('CROSS-29', 'local midnight reads 00:00', { changes }, async context => {
    const { owner, given, settings } = context
    const resource = await given.bookable()

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
      timesAre(findItem(items, id, 'the list of its resource'), read, `${what} in a list`)
    }
  }),

  check('CROSS-30', "an all-day booking reads in the reader's zone", { changes }, async context => {
    const { owner, given, settings } = context
    const resource = await given.bookable()
    await settings(owner, berlin)
    const times = { start: '2023-07-14T22:00:00Z', end: '2023-07-15T22:00:00Z' }
    const { path, was, id } = await given.booking(resource, { ...times, all_day_display: true })
    const midnights = { start: '2023-07-15 00:00', end: '2023-07-16 00:00' }
    timesAre(was, midnights, 'an all-day booking in Europe/Berlin')
    has(was, { all_day_display: true }, 'a booking from midnight to midnight in Europe/Berlin')

    await settings(owner, newYork)

    const { items } = await owner.list(resource.bookings)
    const expected = { start: '2023-07-14 18:00', end: '2023-07-15 18:00' }
    const what = 'the all-day booking of 2023-07-15 in Europe/Berlin, read in America/New_York,'
    timesAre(await owner.read(path), expected, what)
    timesAre(findItem(items, id, 'the list of its resource'), expected, `${what} in a list`)
  }),

  check('CROSS-31', 'each booking of a list has the offset of its own date', { changes }, async context => {
    const { owner, schedule, given, settings } = context
    const resource = await given.bookable()

    for (const timezone of ['America/New_York', 'Australia/Lord_Howe', 'America/Sao_Paulo']) {
      await settings(owner, { timezone })
      const vectors = zoneVectors.filter(({ zone }) => zone === timezone)
      const bookings = await given.bookings(resource, vectors.length, index => ({ ...vectors[index]?.utc }))
      const { items, reply } = await owner.list(schedule.bookings, { ids: bookings.map(({ id }) => id) })
      for (const [index, vector] of vectors.entries()) {
        const read = findItem(items, Number(bookings[index]?.id), 'the list of the schedule')
        const what = `a booking at ${vector.utc.start} read by a user in ${timezone}, in a list,`
        timesAre(read, timesOf(vector), what, reply)
      }
    }
  }),
]
