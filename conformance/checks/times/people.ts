import { accepted, createdId, has, same } from '../../check/assertions.js'
import { type Check, check } from '../../check/check.js'
import { rows } from '../../check/ids.js'
import { instantOf } from '../../check/instants.js'
import type { JsonObject } from '../../http/json.js'
import { affordable, atOnce, mixed } from '../at-once.js'
import { bookAndRead, findItem, timesAre } from '../bookings/booked.js'
import { berlin, halfHourFrom, inUtc, newYork, shared } from './zone-vectors.js'

const sharedUtc = inUtc(shared.utc)

export const timePeopleChecks: readonly Check[] = [
  check(
    'TIME-13',
    'two users in different zones read different local times of one instant',
    { needs: ['viewer'], changes: ['owner', 'viewer'] },
    async ({ owner, viewer, given, settings }) => {
      const resource = await given.bookable()
      const booking = await given.booking(resource, shared.utc)
      await settings(owner, berlin)
      await settings(viewer, newYork)

      for (const [reader, local, zone] of [
        [owner, shared.berlin, berlin.timezone],
        [viewer, shared.newYork, newYork.timezone],
        [owner, shared.berlin, berlin.timezone],
      ] as const) {
        const what = `a booking at ${shared.utc.start} read by the ${reader.name}, who is in ${zone},`
        const { items } = await reader.list(resource.bookings)
        timesAre(await reader.read(booking.path), { ...local, ...sharedUtc }, what)
        timesAre(findItem(items, booking.id, 'the list'), { ...local, ...sharedUtc }, `${what} in a list`)
      }
    },
  ),

  check(
    'TIME-13.fields',
    'a collaborator who asks for fields=start,end reads them in their own time zone',
    { needs: ['viewer'], changes: ['owner', 'viewer'] },
    async ({ owner, viewer, schedule, given, settings }) => {
      const resource = await given.bookable()
      const { id, path } = await given.booking(resource, shared.utc)
      await settings(owner, berlin)
      await settings(viewer, newYork)
      const fields = 'start,end'

      const ofSchedule = await viewer.list(schedule.bookings, { fields, ids: id })
      const ofResource = await viewer.list(resource.bookings, { fields })
      for (const [where, booking] of [
        ['', await viewer.read(path, { fields })],
        [' in the list of the schedule', ofSchedule.items[0]],
        [' in the list of its resource', ofResource.items[0]],
      ] as const) {
        const what = `a booking at ${shared.utc.start} read with fields=${fields} by a viewer in ${newYork.timezone}${where}`
        has(booking ?? {}, shared.newYork, what)
      }
    },
  ),

  check(
    'TIME-13.together',
    'two users in different zones who act at the same moment each have their own local times',
    { needs: ['viewer'], changes: ['owner', 'viewer'], danger: ['own', 'acct'] },
    async context => {
      const { owner, viewer, schedule, given, settings, name } = context
      const resource = await given.bookable()
      const booking = await given.booking(resource, shared.utc)
      await settings(owner, berlin)
      await settings(viewer, newYork)
      const times = await affordable([owner, viewer], 24)
      const reads = rows([owner, shared.berlin], [viewer, shared.newYork]).map(
        ([reader, local]) =>
          async () => {
            const what = `a booking read by the ${reader.name}, while others in another zone read it,`
            timesAre(await reader.read(booking.path), { ...local, ...sharedUtc }, what)
          },
      )
      const days = Array.from({ length: Math.min(times, 9) }, (_, index) => `2023-07-0${index + 1}`)
      const creates = days.map(day => async () => {
        const sent = { resource_id: resource.id, title: name(), start: `${day} 15:30`, end: `${day} 16:00` }
        await owner.create(schedule.bookings, sent)
      })

      await atOnce([...creates, ...mixed(context, times, reads)])

      const { items } = await owner.list(resource.bookings, {
        time_min: '2023-07-01T00:00:00Z',
        time_max: `${days.at(-1)}T23:00:00Z`,
        limit: 0,
      })
      const starts = items.filter(({ id }) => id !== booking.id).map(({ start_utc }) => instantOf(start_utc))
      const expected = days.map(day => instantOf(`${day}T13:30:00Z`))
      const what =
        'the instants of bookings that the owner created at 15:30, while others in another zone read one,'
      same(starts.sort(), expected, what)
    },
  ),

  check(
    'TIME-14',
    "a time without a zone by a collaborator is in the collaborator's zone",
    { needs: ['editor'], changes: ['owner', 'editor'] },
    async context => {
      const { owner, editor, schedule, given, settings, name, observe } = context
      const resource = await given.bookable()
      await settings(owner, berlin)
      await settings(editor, newYork)
      const trial = { resource_id: resource.id, title: name(), ...halfHourFrom('2023-03-24T12:00:00Z') }
      if (!(await editor.post(schedule.bookings, trial)).ok)
        return observe('editors may not create bookings, so there are no times of theirs to read')

      const reply = await editor.post(schedule.bookings, { ...trial, ...shared.newYork })

      accepted(reply, 'a booking without a zone by an editor')
      const path = `${schedule.bookings}/${createdId(reply)}`
      const what = 'a booking at 08:00 by an editor in America/New_York, whose owner is in Europe/Berlin,'
      timesAre(await editor.read(path), sharedUtc, `${what} read by the editor`, reply)
      timesAre(await owner.read(path), sharedUtc, `${what} read by the owner`, reply)
    },
  ),

  ...rows(
    ['TIME-14.update', 'a PUT', []],
    ['TIME-14.bulk', 'a bulk PUT', ['PUT bookings']],
    ['TIME-14.bulk-of-resource', 'a bulk PUT on a resource', []],
  ).map(([id, put, sends]) =>
    check(
      id,
      `a time without a zone in ${put} by a collaborator is in the collaborator's zone`,
      { needs: ['editor'], changes: ['owner', 'editor'], sends },
      async ({ owner, editor, schedule, given, settings, observe }) => {
        const resource = await given.bookable()
        const { id: booking, path } = await given.booking(resource)
        await settings(owner, berlin)
        await settings(editor, newYork)
        const list = id === 'TIME-14.bulk' ? schedule.bookings : resource.bookings
        const write = (members: JsonObject) =>
          put === 'a PUT' ? editor.put(path, members) : editor.put(list, members, { ids: booking })
        if (!(await write({ title: 'by an editor' })).ok)
          return observe('editors may not change bookings, so there are no times of theirs to read')

        const reply = await write(shared.newYork)

        accepted(reply, `${put} of times without a zone by an editor`)
        const what = `a booking after ${put} of 08:00 by an editor in America/New_York, whose owner is in Europe/Berlin,`
        timesAre(await editor.read(path), sharedUtc, `${what} read by the editor`, reply)
        timesAre(await owner.read(path), sharedUtc, `${what} read by the owner`, reply)

        for (const [members, times] of [
          [{ start: '2023-03-20 07:30' }, { ...sharedUtc, start_utc: '2023-03-20T11:30:00Z' }],
          [
            { end: '2023-03-20 09:00' },
            { start_utc: '2023-03-20T11:30:00Z', end_utc: '2023-03-20T13:00:00Z' },
          ],
        ] as const) {
          const alone = await write(members)
          const sent = `${put} of ${JSON.stringify(members)} alone by an editor in America/New_York`
          accepted(alone, sent)
          timesAre(
            await editor.read(path),
            times,
            `a booking after ${sent}, whose owner is in Europe/Berlin,`,
            alone,
          )
        }
      },
    ),
  ),

  check('TIME-19', 'what a skipped or repeated local time means', { changes: ['owner'] }, async context => {
    const { owner, schedule, given, settings, name, observe } = context
    const resource = await given.bookable()
    await settings(owner, berlin)

    for (const [day, effect] of [
      ['2023-03-26', 'skips'],
      ['2023-10-29', 'has twice'],
    ]) {
      const which = `02:30 on ${day}, which Europe/Berlin ${effect}`
      const sent = { resource_id: resource.id, title: name(), start: `${day} 02:30`, end: `${day} 05:00` }
      const reply = await owner.post(schedule.bookings, sent)
      if (!reply.ok) {
        observe(`${which}, is refused`, reply)
        continue
      }
      const booking = await owner.read(`${schedule.bookings}/${createdId(reply)}`)
      observe(`${which}, is read as ${booking.start_utc} and returned as ${booking.start}`, reply)
    }
  }),

  check('TIME-23', 'formats and language do not change times', { changes: ['owner'] }, async context => {
    const { owner, given, settings } = context
    const resource = await given.bookable()
    await settings(owner, { ...berlin, date_format: 'd.m.Y', time_format: 'h:i A', language_tag: 'de' })
    const sent = { start: '2023-07-05 15:30', end: '2023-07-05 16:00' }
    const what = 'a booking at 15:30 by a user with d.m.Y, h:i A and de'

    const booking = await bookAndRead(context, resource, sent, what)

    has(booking, sent, what)
    timesAre(booking, { start_utc: '2023-07-05T13:30:00Z', end_utc: '2023-07-05T14:00:00Z' }, what)
    const { items } = await owner.list(resource.bookings)
    has(findItem(items, Number(booking.id), 'the list of its resource'), sent, `${what} in a list`)
  }),
]
