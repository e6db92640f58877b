import { accepted, changedOnly, has, holds, same } from '../../check/assertions.js'
import { type Check, check } from '../../check/check.js'
import { rows } from '../../check/ids.js'
import { isObject, isSame } from '../../http/json.js'
import { instantsOf, timesAre, writableOf } from '../bookings/booked.js'
import { at, namesIn, pagesKeep, threeBookings } from '../filters/filtered.js'
import { berlin, newYork, overlap } from '../times/zone-vectors.js'

const changes = ['owner'] as const
const kiritimati = { timezone: 'Pacific/Kiritimati' }

/** In the middle of a day in Europe/Berlin, without a zone. */
const noon = { start: '2023-07-15 12:00', end: '2023-07-15 12:30' }
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
      const resource = await given.resource()
      await settings(owner, berlin)
      const booking = await given.booking(resource, noon)
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
        const resource = await given.resource()
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
    const other = await given.resource()
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
    await settings(owner, berlin)
    const summer = await given.booking(red, overlap.summer)
    const winter = await given.booking(blue, overlap.winter)
    const ids = [summer.id, winter.id]

    for (const [filter, expected] of [
      [{ time_min: '2023-10-29T00:15:00Z' }, ids],
      [{ time_min: '2023-10-29T00:45:00Z' }, [winter.id]],
      [{ time_min: '2023-10-29T01:15:00Z' }, [winter.id]],
      [{ time_min: '2023-10-29T01:45:00Z' }, []],
      [{ time_max: '2023-10-29T01:00:00Z' }, [summer.id]],
    ] as const) {
      const reply = await owner.get(schedule.bookings, { ids, ...filter })
      accepted(reply)
      const found = [reply.data].flat().flatMap(item => (isObject(item) ? Number(item.id) : []))
      const actual = ids.filter(id => found.includes(id))
      holds(
        isSame(actual, expected),
        `with ${JSON.stringify(filter)}, of bookings at 00:30Z and at 01:30Z, both 02:30 in Europe/Berlin, a list holds others than it must`,
        { expected, actual, replies: [reply] },
      )
    }
  }),
]
