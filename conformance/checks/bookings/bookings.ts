import { bookingTexts } from '../../catalogue/members.js'
import {
  accepted,
  answeredId,
  createdId,
  has,
  hasMembers,
  nothingCreated,
  refused,
  same,
  updates,
} from '../../check/assertions.js'
import { type Check, check } from '../../check/check.js'
import type { Context } from '../../check/context.js'
import { rows } from '../../check/ids.js'
import type { JsonObject } from '../../http/json.js'
import { atOnce } from '../at-once.js'
import { berlin, newYork } from '../times/zone-vectors.js'
import { bookAndRead, findItem } from './booked.js'

/** All writable members except title and resource_id; midnight to midnight, in any time zone of the user. */
const everything = {
  start: '2023-05-10T00:00:00',
  end: '2023-05-11T00:00:00',
  all_day_display: true,
  color_fg: '#123456',
  color_bk: '#ABCDEF',
  text_bold: true,
  link: 'https://example.com/plan?day=1',
  link_title: 'The plan',
  note: 'first line\nsecond line',
  custom_1: 'one',
  custom_2: 'two',
} as const

/** Times in 2023 that are not both at 0:00, so that all_day_display does not apply to them. */
const partDays = [
  { start: '2023-05-10 00:00', end: '2023-05-11 10:30' },
  { start: '2023-05-12 09:30', end: '2023-05-14 00:00' },
  { start: '2023-05-15 09:30', end: '2023-05-16 10:30' },
]

/** Creates a booking of a resource with all of these members. */
const whole = async ({ given, name }: Context) => {
  const resource = await given.bookable()
  const sent = { ...everything, title: name(), resource_id: resource.id }
  return { resource, sent }
}

/** The booking object, and what creates and all_day_display do. */
export const bookingObjectChecks: readonly Check[] = [
  check('BKG-01', 'a booking with everything in it has all 19 members with their types', async context => {
    const { owner, schedule } = context
    const { resource, sent } = await whole(context)
    const id = Number(await owner.create(schedule.bookings, { ...sent, all_day_display: false }))

    const single = await owner.read(`${schedule.bookings}/${id}`)
    const inSchedule = await owner.list(schedule.bookings, { ids: id })
    const inResource = await owner.list(resource.bookings)

    hasMembers(single, 'booking', `booking ${id}`)
    for (const [list, { items }] of [
      ['the list of the schedule', inSchedule],
      ['the list of the resource', inResource],
    ] as const) {
      hasMembers(findItem(items, id, list), 'booking', `booking ${id} in ${list}`)
    }
  }),

  check('BKG-01.minimal', 'a booking made of resource_id, start and end has its members', async context => {
    const { owner, schedule, given, slot } = context
    const resource = await given.bookable()
    const id = await owner.create(schedule.bookings, { resource_id: resource.id, ...slot() })

    const booking = await owner.read(`${schedule.bookings}/${id}`)

    const what = `booking ${id}, made of resource_id, start and end`
    hasMembers(booking, 'booking', what, { without: bookingTexts })
  }),

  check(
    'BKG-02.twice',
    'two equal bookings that are created at the same time are two bookings, unless one is refused',
    async ({ owner, given, slot, name }) => {
      const resource = await given.bookable()
      const { bookings } = resource.schedule
      const body = { resource_id: resource.id, ...slot(), title: name() }
      const other = { ...body, end: slot().end, title: name() }

      const twins = await atOnce([1, 2].map(() => () => owner.post(bookings, body)))
      const overlapping = await owner.post(bookings, other)

      const taken = [...twins, overlapping].filter(({ ok }) => ok)
      // Overlapping bookings may be refused, even both of them if they arrive at the same time.
      if (taken.length === 0) accepted(await owner.post(bookings, { ...other, ...slot() }), 'one more, alone')
      const answered = taken.map(reply => String(answeredId(reply)))
      same(
        new Set(answered).size,
        taken.length,
        `the number of different ids of ${taken.length} new bookings`,
        ...taken,
      )
      const found = (await owner.all(resource.bookings)).filter(({ title }) => title === body.title)
      const equal = twins.filter(({ ok }) => ok).length
      same(found.length, equal, `the number of bookings after ${equal} equal creates were accepted`, ...twins)
    },
  ),

  check('BKG-02', 'bookings of two resources have different ids', async ({ owner, schedule, given }) => {
    const [red, blue] = await given.resources(2)
    const bookings = [...(await given.bookings(red, 3)), ...(await given.bookings(blue, 3))]

    const ids = bookings.map(({ id }) => id)

    same([...new Set(ids)], ids, 'the set of the ids of six bookings in one schedule')
    for (const { id, sent } of bookings) {
      const { title } = await owner.read(`${schedule.bookings}/${id}`)
      same(title, sent.title, `title of booking ${id}`)
    }
  }),

  check('BKG-03', 'the schedule_id of a booking is that of the path', async ({ owner, schedule, given }) => {
    const resource = await given.bookable()
    const booking = await given.booking(resource)

    const single = await owner.read(booking.path)
    const inSchedule = await owner.list(schedule.bookings, { ids: booking.id })
    const inResource = await owner.list(resource.bookings)

    for (const read of [single, ...inSchedule.items, ...inResource.items]) {
      has(read, { schedule_id: schedule.id }, `booking ${booking.id}`)
    }
  }),

  ...rows(['BKG-04', 'resource_id'], ['BKG-05', 'start'], ['BKG-06', 'end']).map(([id, member]) =>
    check(id, `creating a booking without ${member} is refused`, async context => {
      const { owner, schedule, given, token, slot } = context
      const resource = await given.bookable()
      const whole: JsonObject = { resource_id: resource.id, ...slot(), title: `complete ${token}` }
      const { [member]: _left, ...partial } = whole

      const reply = await owner.post(schedule.bookings, { ...partial, title: `incomplete ${token}` })
      const complete = await owner.post(schedule.bookings, whole)

      refused(reply, `creating a booking without ${member}`)
      await nothingCreated(owner, schedule.bookings, `incomplete ${token}`, reply)
      accepted(complete, `the same booking with ${member}`)
    }),
  ),

  check('BKG-07', 'resource_id is an integer and can be changed', async ({ owner, schedule, given }) => {
    const [red, blue] = await given.resources(2)
    const booking = await given.booking(red)
    has(booking.was, { resource_id: red.id }, 'a new booking')

    await updates(booking, { resource_id: blue.id })

    const { items } = await owner.list(schedule.bookings, { ids: booking.id })
    const inList = findItem(items, booking.id, 'the list of the schedule')
    has(inList, { resource_id: blue.id }, 'the booking in the list')
  }),

  check('BKG-29', 'all writable members of a booking can be sent in one create', async context => {
    const { owner, schedule } = context
    const { sent } = await whole(context)

    const reply = await owner.post(schedule.bookings, sent)

    const id = createdId(reply, 'a booking with all 13 writable members')
    const read = await owner.read(`${schedule.bookings}/${id}`)
    const shown = { ...read, color_bk: String(read.color_bk).toLowerCase() }
    const times = { start: '2023-05-10 00:00', end: '2023-05-11 00:00' }
    const expected = { ...sent, ...times, color_bk: sent.color_bk.toLowerCase() }
    has(shown, expected, 'a booking sent with all 13 writable members', reply)
  }),

  check(
    'BKG-29.part-day',
    'a create with all_day_display = true and times that are not both at 0:00, if it is accepted, keeps these times',
    async ({ owner, schedule, given, name }) => {
      const resource = await given.bookable()

      for (const times of partDays) {
        const sent = { resource_id: resource.id, title: name(), ...times, all_day_display: true }
        const reply = await owner.post(schedule.bookings, sent)
        if (!reply.ok) continue
        const read = await owner.read(`${schedule.bookings}/${createdId(reply)}`)
        has(read, times, 'a booking that was created with all_day_display = true', reply)
      }
    },
  ),

  check(
    'BKG-26.part-day',
    'a PUT of all_day_display = true, if it is accepted, keeps times that are not both at 0:00',
    async ({ owner, given }) => {
      const resource = await given.bookable()

      for (const times of partDays) {
        const booking = await given.booking(resource, times)
        const reply = await owner.put(booking.path, { all_day_display: true })
        const what = 'a booking after a PUT of all_day_display = true'
        if (reply.ok) has(await owner.read(booking.path), times, what, reply)
      }
    },
  ),

  check('BKG-22', 'what all_day_display does away from midnight', async context => {
    const { owner, schedule, given, slot, observe } = context
    const resource = await given.bookable()
    const booking = await given.booking(resource)
    const flag = { all_day_display: true }

    const post = await owner.post(schedule.bookings, { resource_id: resource.id, ...slot(), ...flag })
    const put = await owner.put(booking.path, flag)

    for (const [reply, path] of [
      [post, post.ok ? `${schedule.bookings}/${createdId(post)}` : ''],
      [put, booking.path],
    ] as const) {
      const stored = reply.ok && (await owner.read(path)).all_day_display === true
      const does = !reply.ok ? 'refuses it' : stored ? 'stores it' : 'clears it'
      const { method } = reply.exchange.request
      observe(`a ${method} of all_day_display = true for half an hour: the target ${does}`, reply)
    }
  }),

  check(
    'BKG-21.zone',
    "all_day_display goes by midnight in the user's time zone",
    { changes: ['owner'] },
    async ({ owner, given, settings }) => {
      const timezone = 'Asia/Kolkata'
      await settings(owner, { timezone })
      const resource = await given.bookable()
      const booking = await given.booking(resource, { start: '2023-05-10 00:00', end: '2023-05-11 00:00' })
      const what = `a booking from midnight to midnight of a user in ${timezone}`

      for (const all_day_display of [true, false]) {
        const reply = await owner.put(booking.path, { all_day_display })

        accepted(reply, `all_day_display = ${all_day_display} for ${what}`)
        const { items } = await owner.list(resource.bookings)
        for (const read of [await owner.read(booking.path), ...items]) {
          has(read, { all_day_display }, what, reply)
        }
      }
    },
  ),

  check(
    'BKG-21.collaborator',
    'all_day_display goes by midnight in the time zone of the collaborator who sets it, not of the owner',
    { needs: ['editor'], changes: ['owner', 'editor'] },
    async ({ owner, editor, given, settings, observe }) => {
      await settings(owner, berlin)
      await settings(editor, newYork)
      const resource = await given.bookable()
      const booking = await given.booking(resource, {
        start: '2023-05-10T04:00:00Z',
        end: '2023-05-11T04:00:00Z',
      })
      const note = await editor.put(booking.path, { note: 'by an editor' })
      if (!note.ok) return observe('editors may not change bookings', note)

      const reply = await editor.put(booking.path, { all_day_display: true })

      const what = `a booking from midnight to midnight in ${newYork.timezone}, read by an editor there,`
      accepted(reply, `all_day_display = true by an editor for whom the booking is from midnight to midnight`)
      has(await editor.read(booking.path), { all_day_display: true }, what, reply)
    },
  ),

  check(
    'BKG-21.collaborator.create',
    'all_day_display in a create goes by midnight in the time zone of the collaborator who sends it',
    { needs: ['editor'], changes: ['owner', 'editor'] },
    async ({ owner, editor, schedule, given, settings, name, observe }) => {
      await settings(owner, berlin)
      await settings(editor, newYork)
      const resource = await given.bookable()
      const common = { resource_id: resource.id, title: name() }
      const trial = { ...common, start: '2023-05-10 00:00', end: '2023-05-11 00:00' }
      const plain = await editor.post(schedule.bookings, trial)
      if (!plain.ok) return observe('editors may not create bookings', plain)
      const members = { start: '2023-05-17 00:00', end: '2023-05-18 00:00', all_day_display: true }

      const reply = await editor.post(schedule.bookings, { ...common, ...members })

      const what = `a booking that an editor in ${newYork.timezone} created from midnight to midnight there`
      const id = createdId(reply, `a create with all_day_display = true of ${what}`)
      const read = await editor.read(`${schedule.bookings}/${id}`)
      has(read, { all_day_display: true }, `${what}, read by the editor,`, reply)
    },
  ),

  check(
    'BKG-21.clock-change',
    'all_day_display holds on days of 23 and of 25 hours, too',
    { changes: ['owner'] },
    async context => {
      const { owner, given, settings } = context
      await settings(owner, berlin)
      const resource = await given.bookable()

      for (const [start, end, hours] of rows(
        ['2023-03-26 00:00', '2023-03-27 00:00', 23],
        ['2023-10-29 00:00', '2023-10-30 00:00', 25],
      )) {
        const what = `an all-day booking of ${start.slice(0, 10)}, which has ${hours} hours in ${berlin.timezone},`
        const read = await bookAndRead(context, resource, { start, end, all_day_display: true }, what)
        const { items } = await owner.list(resource.bookings)
        const listed = findItem(items, Number(read.id), 'the list of its resource')
        for (const each of [read, listed]) has(each, { all_day_display: true }, what)
      }
    },
  ),

  check('BKG-23', 'all_day_display = true keeps the form of start and end', async ({ owner, given }) => {
    const resource = await given.bookable()
    const times = { start: '2023-05-10T00:00:00', end: '2023-05-11T00:00:00' }
    const booking = await given.booking(resource, { ...times, all_day_display: false })
    const { start = '', end = '', start_utc = '', end_utc = '' } = booking.was

    const reply = await owner.put(booking.path, { all_day_display: true })
    accepted(reply, 'all_day_display = true from midnight to midnight')

    const single = await owner.read(booking.path)
    const { items } = await owner.list(resource.bookings)
    const expected = { all_day_display: true, start, end, start_utc, end_utc }
    for (const read of [single, ...items]) has(read, expected, 'a booking with all_day_display = true')
  }),
]
