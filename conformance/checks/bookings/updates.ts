import {
  accepted,
  answeredId,
  changedOnly,
  describeRequest,
  has,
  holds,
  notElsewhere,
  now,
  same,
  updates,
} from '../../check/assertions.js'
import { type Check, check } from '../../check/check.js'
import type { Made } from '../../check/created.js'
import { ids, rows } from '../../check/ids.js'
import type { Reply } from '../../http/exchange.js'
import { type JsonObject, pick } from '../../http/json.js'
import { movesByEachMember } from '../date-checks.js'
import { eachWrite } from '../written-members.js'
import { timesAre, writableOf } from './booked.js'

/** Half an hour before noon of a day in 2023, and a time within it that no target rounds to. */
const times = { start: '2023-04-04T11:00:00Z', end: '2023-04-04T11:30:00Z' }
const within = '2023-04-04T11:17:00Z'

/** Midnight to midnight in any time zone of the user. */
const allDay = { start: '2023-05-10T00:00:00', end: '2023-05-11T00:00:00' }

/** A different day for each of a few bookings. */
const allDayIn = (index: number) => ({
  start: `2023-05-${10 + 2 * index}T00:00:00`,
  end: `2023-05-${11 + 2 * index}T00:00:00`,
})

const plainValues = {
  title: 'another title',
  color_fg: '#112233',
  color_bk: '#DDEEFF',
  text_bold: true,
  link: 'http://example.com/other',
  link_title: 'another link title',
  note: 'another\nnote',
  custom_1: 'another 1',
  custom_2: 'another 2',
}

const plainFirst = {
  color_fg: '#445566',
  color_bk: '#778899',
  link: 'https://example.com/first',
  link_title: 'the first link title',
  note: 'the first note',
  custom_1: 'the first 1',
  custom_2: 'the first 2',
}

/** The members that no request can write (section 2.2), each with a value that must never be read. */
const readOnly = [
  ['BKG-24.id', 'id', 2_147_481_360],
  ['BKG-24.schedule-id', 'schedule_id', 'elsewhere'],
  ['BKG-24.start-utc', 'start_utc', '2001-02-03T04:05:00Z'],
  ['BKG-24.end-utc', 'end_utc', '2001-02-03T05:05:00Z'],
  ['BKG-24.created-at', 'created_at', '2001-02-03T04:05:06Z'],
  ['BKG-24.updated-at', 'updated_at', '2001-02-03T04:05:06Z'],
] as const

const fixed = ['id', 'schedule_id', 'resource_id', 'start', 'end', 'start_utc', 'end_utc', 'created_at']

/** Asserts that read-only members are unchanged; updated_at may change, but not to the value that was sent. */
async function untouched(booking: Made, reply: Reply): Promise<void> {
  const read = await now(booking)
  const what = `a booking after ${describeRequest(reply)} with ${reply.exchange.request.body}`
  has(read, pick(booking.was, fixed), what, reply)
  holds(!String(read.updated_at).startsWith('2001-02-03'), 'updated_at of a booking was taken from a PUT', {
    expected: booking.was.updated_at,
    actual: read.updated_at,
    replies: [reply],
  })
}

export const bookingUpdateChecks: readonly Check[] = [
  ...readOnly.map(([id, member, value]) =>
    check(
      id,
      `a PUT of ${member} leaves a booking as it is`,
      { sends: ['PUT bookings'] },
      async ({ owner, schedule, given }) => {
        const resource = await given.bookable()
        const [first, second, third] = await given.bookings(resource, 3)

        await untouched(first, await owner.put(first.path, { [member]: value }))
        await untouched(first, await owner.put(first.path, { [member]: value, title: 'with a title' }))
        await untouched(second, await owner.put(schedule.bookings, { [member]: value }, { ids: second.id }))
        await untouched(third, await owner.put(resource.bookings, { [member]: value }, { ids: third.id }))
      },
    ),
  ),

  check(
    'BKG-24.schedule',
    'a PUT of schedule_id does not move a booking to a schedule that exists',
    { needs: ['second schedule'] },
    async ({ owner, second, given }) => {
      const booking = await given.one('booking')

      const reply = await owner.put(booking.path, { schedule_id: second.id })

      await untouched(booking, reply)
      await notElsewhere(owner, second.bookings, { member: 'title', values: [booking.was.title] }, reply)
    },
  ),

  check(
    'BKG-24.schedule.bulk',
    'a bulk PUT of schedule_id does not move bookings to a schedule that exists',
    { needs: ['second schedule'], sends: ['PUT bookings'] },
    async ({ owner, schedule, second, given }) => {
      const resource = await given.resource()
      const [one, other] = await given.bookings(resource, 2)
      const members = { schedule_id: second.id }

      const replies = [
        await owner.put(schedule.bookings, members, { ids: one.id }),
        await owner.put(resource.bookings, members, { ids: other.id }),
      ]

      for (const [index, made] of [one, other].entries()) await untouched(made, replies[index] as Reply)
      const values = [one.was.title, other.was.title]
      await notElsewhere(owner, second.bookings, { member: 'title', values }, ...replies)
    },
  ),

  check(
    'BKG-24.create.schedule',
    'id and schedule_id in a create of a booking have no effect, not even those of a schedule that exists',
    { needs: ['second schedule'] },
    async ({ owner, schedule, second, given, name }) => {
      const resource = await given.bookable()
      const sent = { resource_id: resource.id, ...times, title: name() }

      const reply = await owner.post(schedule.bookings, {
        ...sent,
        id: 2_147_483_645,
        schedule_id: second.id,
      })

      await notElsewhere(owner, second.bookings, { member: 'title', values: [sent.title] }, reply)
      if (!reply.ok) {
        same(await owner.all(resource.bookings), [], 'the bookings after a refused create', reply)
        accepted(await owner.post(schedule.bookings, sent), 'the same booking without read-only members')
        return
      }
      const id = answeredId(reply)
      const booking = await owner.read(`${schedule.bookings}/${id}`)
      has(booking, { id: Number(id), schedule_id: schedule.id, title: sent.title }, 'the new booking', reply)
    },
  ),

  check(
    'BKG-24.create',
    'start_utc and end_utc in a create are ignored',
    async ({ owner, schedule, given }) => {
      const resource = await given.bookable()
      const sent = { resource_id: resource.id, ...times, title: 'by start' }
      const ignored = Object.fromEntries(readOnly.slice(2).map(([, member, value]) => [member, value]))

      const reply = await owner.post(schedule.bookings, { ...sent, ...ignored })

      if (!reply.ok) {
        same(await owner.all(resource.bookings), [], 'the bookings after a refused create', reply)
        accepted(await owner.post(schedule.bookings, sent), 'the same booking without read-only members')
        return
      }
      const booking = await owner.read(`${schedule.bookings}/${answeredId(reply)}`)
      timesAre(booking, { start_utc: times.start, end_utc: times.end }, 'a booking sent with both', reply)
      const { created_at: actual } = booking
      const message = 'created_at of a booking was taken from a create'
      holds(!String(actual).startsWith('2001'), message, { actual, replies: [reply] })
    },
  ),

  ...rows(
    ['BKG-25.each', '', 'one'],
    ['BKG-25.each-in-bulk', ' in bulk', 'schedule'],
    ['BKG-25.each-in-bulk-of-resource', ' in bulk, of a resource', 'resource'],
  ).map(([id, words, way]) =>
    check(
      id,
      `updated_at of a booking changes with an update of each member${words}`,
      { waits: true, sends: way === 'schedule' ? ['PUT bookings'] : [] },
      async context => {
        const { schedule, given } = context
        const [red, blue] = await given.resources(2)
        const members = [...Object.keys(plainValues), 'resource_id', 'start', 'end', 'all_day_display']
        const bookings = await given.bookings<number>(red, members.length, index => ({
          ...plainFirst,
          ...(members[index] === 'all_day_display' && allDay),
        }))
        const bodies = bookings.map(({ sent }, index) => {
          const [start, end] = [Date.parse(String(sent.start)), Date.parse(String(sent.end))]
          const middle = `${new Date((start + end) / 2).toISOString().slice(0, 19)}Z`
          const values = { resource_id: blue.id, start: middle, end: middle, all_day_display: true }
          return pick({ ...plainValues, ...values }, [members[index] ?? ''])
        })

        const list = { one: undefined, schedule: schedule.bookings, resource: red.bookings }[way]
        await movesByEachMember(context, bookings, bodies, { isoRule: 'BKG-25', list })
      },
    ),
  ),

  check('BKG-26', 'a PUT of one member of a booking changes only that', async ({ given }) => {
    const booking = await given.one('booking', { ...plainFirst, ...allDay, all_day_display: true })
    let changed: JsonObject = {}

    for (const [member, value] of Object.entries(plainValues)) {
      changed = { ...changed, [member]: value }
      await updates(booking, { [member]: value }, { to: changed, what: `a PUT of ${member} alone` })
    }
  }),

  check('BKG-26.resource-id', 'a PUT of resource_id alone changes only that', async ({ given }) => {
    const [red, blue] = await given.resources(2)
    const booking = await given.booking(red, { ...plainFirst, ...allDay, all_day_display: true })

    await updates(booking, { resource_id: blue.id }, { what: 'a PUT of resource_id alone' })
  }),

  check('BKG-26.all-day', 'a PUT of all_day_display alone changes only that', async ({ given }) => {
    const booking = await given.one('booking', { ...plainFirst, ...allDay })

    for (const all_day_display of [true, false]) {
      const what = `a PUT of all_day_display = ${all_day_display} alone, from midnight to midnight,`
      await updates(booking, { all_day_display }, { what })
    }
  }),

  ...eachWrite(
    'booking',
    ids`BKG-20.kept.update BKG-20.kept.bulk BKG-20.kept.bulk-of-resource`,
    'all_day_display stays true while others are changed',
    { members: index => ({ ...allDayIn(index), all_day_display: true }) },
    async writer => {
      await writer.keeps({ members: { note: 'new', text_bold: true }, words: 'a note and text_bold' })
      await writer.keeps({ members: { title: 'new' }, words: 'a title alone' })
    },
  ),

  check('BKG-20.kept.times', 'all_day_display stays true while the times are changed', async context => {
    const { owner, given } = context
    const booking = await given.one('booking', { ...allDay, all_day_display: true })

    for (const times of [
      { end: '2023-05-12 00:00' },
      { start: '2023-05-11 00:00' },
      { start: '2023-05-20 00:00', end: '2023-05-22 00:00' },
    ]) {
      const reply = await owner.put(booking.path, times)
      accepted(reply, `a PUT of ${JSON.stringify(times)}`)
      const what = `an all-day booking after ${describeRequest(reply)} with ${JSON.stringify(times)}`
      has(await now(booking), { ...times, all_day_display: true }, what, reply)
    }
  }),

  ...eachWrite(
    'booking',
    ids`BKG-26.all.update BKG-26.all.bulk BKG-26.all.bulk-of-resource`,
    'all members but the times can be changed at once',
    { members: index => ({ ...plainFirst, ...allDayIn(index) }) },
    async writer => {
      const members = { ...plainValues, all_day_display: true }
      await writer.keeps({ members, words: 'all members but the times' })
    },
  ),

  ...rows(['BKG-26.start', 'start'], ['BKG-26.end', 'end']).map(([id, member]) =>
    check(id, `a PUT of ${member} alone changes only that`, async ({ owner, given }) => {
      const booking = await given.one('booking', { ...plainFirst, ...times })

      const reply = await owner.put(booking.path, { [member]: within })

      accepted(reply, `a PUT of ${member} alone`)
      const read = await now(booking)
      const expected = { start_utc: times.start, end_utc: times.end, [`${member}_utc`]: within }
      timesAre(read, expected, `a booking after a PUT of ${member} alone`, reply)
      await changedOnly(booking, pick(read, [member, `${member}_utc`]))
    }),
  ),

  check('BKG-26.together', 'a PUT of times and other members changes them all', async ({ owner, given }) => {
    const booking = await given.one('booking', plainFirst)

    const reply = await owner.put(booking.path, { ...times, ...plainValues })

    accepted(reply, 'a PUT of start and end with other members')
    const read = await now(booking)
    const what = `a booking after ${describeRequest(reply)}`
    timesAre(read, { start_utc: times.start, end_utc: times.end }, what, reply)
    const shown = pick(read, ['start', 'end', 'start_utc', 'end_utc'])
    await changedOnly(booking, { ...plainValues, ...shown })
  }),

  ...eachWrite(
    'booking',
    ids`BKG-26.move.update BKG-26.move.bulk BKG-26.move.bulk-of-resource`,
    'an all-day booking can be moved to another resource and to other days at once, and stays all-day,',
    { count: 1, members: () => ({ ...allDay, all_day_display: true }) },
    async (writer, { given }) => {
      const { id: resource_id } = await given.bookable()
      const days = { start: '2023-05-20 00:00', end: '2023-05-22 00:00' }

      const reply = await writer.send({ resource_id, ...days })

      accepted(reply, 'a resource_id with start and end')
      const what = `a booking after ${describeRequest(reply)} of resource_id, start and end`
      for (const booking of await writer.written(reply)) {
        timesAre(booking, days, what, reply)
        has(booking, { resource_id, all_day_display: true }, what, reply)
      }
    },
  ),

  ...rows(
    ['BKG-31', 'a PUT of a small booking as it was read changes nothing', times],
    [
      'BKG-31.full',
      'a PUT of a full booking as it was read changes nothing',
      { ...plainFirst, ...allDay, text_bold: true, all_day_display: true },
    ],
  ).map(([id, title, members]) =>
    check(id, title, async ({ given }) => {
      const booking = await given.one('booking', members)

      const what = 'a PUT of all writable members of a booking as they were read'
      await updates(booking, writableOf(booking.was), { to: { title: booking.was.title ?? '' }, what })
    }),
  ),
]
