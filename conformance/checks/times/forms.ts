import { accepted, createdId, has, refused, same, unchanged } from '../../check/assertions.js'
import { type Check, type CheckOptions, check } from '../../check/check.js'
import type { Context } from '../../check/context.js'
import { each, ids, rows } from '../../check/ids.js'
import type { Reply } from '../../http/exchange.js'
import type { JsonObject } from '../../http/json.js'
import { bookAndRead, type Times, timesAre } from '../bookings/booked.js'
import { halfHourFrom, inUtc, newYork, type Span } from './zone-vectors.js'

/** A booking of half an hour, with start and end in one form. */
interface Form {
  readonly what: string
  readonly sent: Span
  readonly times: Times
}

/** `shown` is the start in UTC, or in the user's zone if no zone was sent. */
function form(what: string, start: string, shown: string): Form {
  const read = halfHourFrom(shown)
  return { what, sent: halfHourFrom(start), times: shown.endsWith('Z') ? inUtc(read) : read }
}

const withZ = form('ISO 8601 with Z', '2023-07-15T12:00:00Z', '2023-07-15T12:00:00Z')

const withOffset = [
  form('ISO 8601 with the offset +05:00', '2023-07-16T12:00:00+05:00', '2023-07-16T07:00:00Z'),
  {
    what: 'ISO 8601 with the offset -03:30',
    sent: halfHourFrom('2023-07-17T22:00:00-03:30'),
    times: inUtc({ start: '2023-07-18T01:30:00Z', end: '2023-07-18T02:00:00Z' }),
  },
  {
    what: 'ISO 8601 with two offsets, +14:00 and -04:00,',
    sent: { start: '2023-07-20T00:00:00+14:00', end: '2023-07-19T06:30:00-04:00' },
    times: inUtc(halfHourFrom('2023-07-19T10:00:00Z')),
  },
] as const

const withoutZone = [
  form('ISO 8601 without a zone', '2023-07-20T12:00:00', '2023-07-20 12:00'),
  form('the form YYYY-MM-DD hh:mm', '2023-07-21 12:00', '2023-07-21 12:00'),
]

const withoutSeconds = [
  form('ISO 8601 with Z, without seconds', '2023-07-22T12:00Z', '2023-07-22T12:00:00Z'),
  form('ISO 8601 without a zone, without seconds', '2023-07-23T12:00', '2023-07-23 12:00'),
  form('ISO 8601 with an offset, without seconds', '2023-07-26T12:00+05:00', '2023-07-26T07:00:00Z'),
]

/** Only one of the two times has a zone; the other one is in that of the user, who is in New York. */
const withOneZone = [
  {
    what: 'a start with the offset +05:00 and an end without a zone',
    sent: { start: '2023-07-24T12:00:00+05:00', end: '2023-07-24T12:00:00' },
    times: inUtc({ start: '2023-07-24T07:00:00Z', end: '2023-07-24T16:00:00Z' }),
  },
  {
    what: 'a start without a zone and an end with the offset +05:00',
    sent: { start: '2023-07-25T12:00:00', end: '2023-07-25T23:00:00+05:00' },
    times: inUtc({ start: '2023-07-25T16:00:00Z', end: '2023-07-25T18:00:00Z' }),
  },
] as const

/** Asserts that a resource's bookings in these forms have the right times. */
async function bookIn(context: Context, forms: readonly Form[], who = ''): Promise<void> {
  const resource = await context.given.bookable()

  await context.owner.each(forms, async ({ what, sent, times }) => {
    const booking = await bookAndRead(context, resource, sent, `a booking in ${what}${who}`)

    timesAre(booking, times, `a booking in ${what}${who}`)
  })
}

/** A user whose zone is not UTC, so that ignoring the zone shows. */
const inAnotherZone: CheckOptions = { changes: ['owner'] }

/**
 * Forms of a start that the document does not show, each on a different day, with the only meaning they can have for a user
 * in New York. Some are ambiguous.
 */
const rareForms: readonly (readonly [form: string, start: string, instant?: string])[] = [
  ['the basic form', '20230801T120000Z', '2023-08-01T12:00:00Z'],
  ['the week date', '2023-W31-3T12:00:00Z', '2023-08-02T12:00:00Z'],
  ['the ordinal date', '2023-215T12:00:00Z', '2023-08-03T12:00:00Z'],
  ['the date alone', '2023-08-04'],
  ['24:00', '2023-08-05T24:00:00Z', '2023-08-06T00:00:00Z'],
  ['the fraction', '2023-08-07T12:00:00.250Z'],
  ['a blank and seconds', '2023-08-08 12:00:00', '2023-08-08T16:00:00Z'],
  ['a blank and Z', '2023-08-09 12:00Z', '2023-08-09T12:00:00Z'],
  ['a blank and an offset', '2023-08-10 12:00+02:00', '2023-08-10T10:00:00Z'],
  ['the offset without minutes', '2023-08-11T12:00:00+02', '2023-08-11T10:00:00Z'],
  ['small letters', '2023-08-12t12:00:00z', '2023-08-12T12:00:00Z'],
  ['the basic form without a zone', '20230813T120000', '2023-08-13T16:00:00Z'],
  ['the basic form with an offset', '20230814T120000+0200', '2023-08-14T10:00:00Z'],
  ['the offset without a colon', '2023-08-15T12:00:00+0200', '2023-08-15T10:00:00Z'],
  ['a small t and an offset without a colon', '2023-08-16t12:00:00+0200', '2023-08-16T10:00:00Z'],
  ['a blank and a small z', '2023-08-17 12:00z', '2023-08-17T12:00:00Z'],
  ['numbers of one digit', '2023-8-18 9:00', '2023-08-18T13:00:00Z'],
]

/** The times of a booking that begins in a rare form, and ends late on that day. */
const rareSpan = (start: string, instant = start): Span => ({
  start,
  end: `${instant.slice(0, 10)}T23:00:00Z`,
})

/** Creates a booking of half an hour, which must read as it was sent. Returns the response if it is refused. */
async function refusalOrRead(context: Context, start: string, what: string): Promise<Reply | undefined> {
  const { owner, schedule, given, name } = context
  const resource = await given.bookable()
  const sent = halfHourFrom(start)
  const reply = await owner.post(schedule.bookings, { resource_id: resource.id, title: name(), ...sent })
  if (!reply.ok) return reply
  const booking = await owner.read(`${schedule.bookings}/${createdId(reply)}`)
  timesAre(booking, inUtc(sent), what, reply)
  return undefined
}

export const timeFormChecks: readonly Check[] = [
  check('TIME-01', 'start and end in ISO 8601 with Z are accepted', inAnotherZone, async context => {
    await context.settings(context.owner, newYork)

    await bookIn(context, [withZ], ` by a user in ${newYork.timezone}`)
  }),

  check('TIME-01.leap-day', 'start and end on a February 29 are accepted', async context => {
    // 2000 is a leap year although it is divisible by 100.
    for (const year of [2024, 2000]) {
      const what = `a booking that ends on ${year}-02-29`
      const refusal = await refusalOrRead(context, `${year}-02-29T12:00:00Z`, what)
      // The document does not say how far back a service has to reach.
      const other =
        refusal && (await refusalOrRead(context, `${year}-03-29T12:00:00Z`, `a booking in ${year}`))
      if (other) context.observe(`a booking in ${year} is refused`, other)
      else if (refusal) accepted(refusal, what)
    }
  }),

  check('TIME-01.far', 'start and end beyond 2038 do not become other times', async context => {
    const refusal = await refusalOrRead(context, '2040-07-15T12:00:00Z', 'a booking in 2040')
    // The document does not limit how far ahead a booking may be, so a service may have its own limit.
    if (refusal) context.warn('a booking in 2040 should be accepted, but was not', refusal)
  }),

  check('TIME-01.early', 'start and end before 1970 do not become other times', async context => {
    const refusal = await refusalOrRead(context, '1965-07-15T12:00:00Z', 'a booking in 1965')
    if (refusal) context.observe('a booking in 1965 is refused', refusal)
  }),

  check(
    'TIME-01.rarer',
    'a start in a rarer form of ISO 8601 is refused, or read as the time that it says',
    inAnotherZone,
    async context => {
      const { owner, schedule, given, name, settings } = context
      await settings(owner, newYork)
      const resource = await given.bookable()

      for (const [, start, instant] of rareForms) {
        if (instant === undefined) continue
        const sent = { resource_id: resource.id, title: name(), ...rareSpan(start, instant) }
        const reply = await owner.post(schedule.bookings, sent)
        if (!reply.ok) continue
        const booking = await owner.read(`${schedule.bookings}/${createdId(reply)}`)
        timesAre(booking, { start_utc: instant }, `a booking whose start was accepted as ${start}`, reply)
      }
    },
  ),

  check('TIME-02', 'start and end in ISO 8601 with an offset are accepted', context =>
    bookIn(context, withOffset),
  ),

  check(
    'TIME-03.one-zone',
    "where only start or end has a zone, the other is in the user's",
    inAnotherZone,
    async context => {
      await context.settings(context.owner, newYork)

      await bookIn(context, withOneZone, ` by a user in ${newYork.timezone}`)
    },
  ),

  check('TIME-05', 'start and end in ISO 8601 without seconds are accepted', context =>
    bookIn(context, withoutSeconds),
  ),

  check('TIME-06', 'which rarer forms of start are accepted', async ({ owner, schedule, given, observe }) => {
    const resource = await given.bookable()

    for (const [words, start, instant] of rareForms) {
      const form = `${words} in ${start}`
      const sent = { resource_id: resource.id, title: form, ...rareSpan(start, instant) }
      const reply = await owner.post(schedule.bookings, sent)
      if (!reply.ok) {
        observe(`${form}: refused as a start`, reply)
        continue
      }
      const booking = await owner.read(`${schedule.bookings}/${createdId(reply)}`)
      const read = `${booking.start}, in UTC ${booking.start_utc}`
      observe(`${form}: accepted as a start, which reads ${read}`, reply)
    }
  }),

  ...rows(
    ['TIME-22', 'a PUT', []],
    ['TIME-22.bulk', 'a bulk PUT', ['PUT bookings']],
    ['TIME-22.bulk-of-resource', 'a bulk PUT of the bookings of a resource', []],
  ).map(([id, put, sends]) =>
    check(id, `${put} takes start and end in every form`, { ...inAnotherZone, sends }, async context => {
      const { owner, schedule, given, settings } = context
      await settings(owner, newYork)
      const resource = await given.bookable()
      const booking = await given.booking(resource)
      const list = id === 'TIME-22.bulk' ? schedule.bookings : resource.bookings

      for (const { what, sent, times } of [withZ, ...withOffset, ...withoutZone]) {
        const reply =
          put === 'a PUT'
            ? await owner.put(booking.path, sent)
            : await owner.put(list, sent, { ids: booking.id })

        accepted(reply, `${put} of start and end in ${what}`)
        timesAre(await owner.read(booking.path), times, `a booking after a PUT in ${what}`, reply)
      }
    }),
  ),

  check(
    'TIME-22.one',
    'a PUT of start or end alone takes a time without a zone, and leaves the other one as it is',
    { ...inAnotherZone, sends: ['PUT bookings'] },
    async ({ owner, schedule, given, settings }) => {
      await settings(owner, newYork)
      const resource = await given.bookable()
      const sent = { start: '2023-07-20T12:00:00', end: '2023-07-20T13:00:00' }
      const booking = await given.booking(resource, sent)
      const put = (members: JsonObject) => owner.put(booking.path, members)
      const bulkPut = (members: JsonObject) => owner.put(schedule.bookings, members, { ids: booking.id })

      for (const [words, send, members, start_utc, end_utc] of [
        ['a PUT', put, { end: '2023-07-20T13:30:00' }, '2023-07-20T16:00:00Z', '2023-07-20T17:30:00Z'],
        ['a PUT', put, { start: '2023-07-20 12:30' }, '2023-07-20T16:30:00Z', '2023-07-20T17:30:00Z'],
        ['a bulk PUT', bulkPut, { end: '2023-07-20 14:00' }, '2023-07-20T16:30:00Z', '2023-07-20T18:00:00Z'],
      ] as const) {
        const what = `${words} of ${JSON.stringify(members)} by a user in ${newYork.timezone}`
        const reply = await send(members)

        accepted(reply, what)
        timesAre(await owner.read(booking.path), { start_utc, end_utc }, `a booking after ${what}`, reply)
      }
    },
  ),

  check('TIME-22.minutes', 'a PUT accepts times without seconds', { level: 'should' }, async context => {
    const { owner, given } = context
    const booking = await given.one('booking')

    for (const { what, sent, times } of withoutSeconds) {
      const reply = await owner.put(booking.path, sent)

      accepted(reply, `a PUT of start and end in ${what}`)
      timesAre(await owner.read(booking.path), times, `a booking after a PUT in ${what}`, reply)
    }
  }),

  check('TIME-24', 'the offset that was sent does not show', async context => {
    const { given } = context
    const [red, blue] = await given.resources(2)
    const utc = halfHourFrom('2023-07-16T07:00:00Z')

    const plain = await bookAndRead(context, red, utc, 'a booking sent with Z')
    const shifted = await bookAndRead(context, blue, withOffset[0].sent, 'a booking sent with +05:00')

    const { start = '', end = '', start_utc = '', end_utc = '' } = plain
    const what = 'a booking sent with +05:00, compared with one sent with Z'
    has(shifted, { start, end, start_utc, end_utc }, what)
  }),
]

/** Invalid times, between two times that make a booking; the spans do not touch each other. */
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
      ...['tomorrow', '', '15.07.2023 12:00', '07/15/2023 12:00', 'July 15, 2023 12:00', '12:00'],
      'x2023-07-15T12:00:00Z',
      '2023-07-15T12:00:00Z\nabc',
    ],
  },
]

/** A lenient parser would read each as a time between the other two. */
const inNoCalendar: readonly Refused[] = [
  { start: '2023-02-28T10:00:00Z', end: '2023-03-04T10:00:00Z', wrong: ['2023-02-30T10:00:00Z'] },
  { start: '2023-06-30T10:00:00Z', end: '2023-07-03T10:00:00Z', wrong: ['2023-06-31 10:00'] },
  { start: '2023-12-30T10:00:00Z', end: '2024-01-03T10:00:00Z', wrong: ['2023-13-01T10:00:00Z'] },
  { start: '2023-05-10T09:00:00Z', end: '2023-05-10T13:00:00Z', wrong: ['2023-05-10T10:60:00Z'] },
  {
    start: '2023-05-15T09:00:00Z',
    end: '2023-05-16T13:00:00Z',
    wrong: ['2023-05-15T25:00:00Z', '2023-05-15 24:30'],
  },
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
      const resource = await given.bookable()

      await owner.each(spans, ({ start, end, wrong }) =>
        owner.each(wrong, async value => {
          const sent = { resource_id: resource.id, title: name(), start, end, [member]: value }
          const reply = await owner.post(schedule.bookings, sent)
          refused(reply, `creating a booking with ${member} = ${JSON.stringify(value)}`)
        }),
      )

      same(await owner.all(resource.bookings), [], 'the list of a resource whose bookings were all refused')
      for (const { start, end } of spans) {
        const sent = { resource_id: resource.id, title: name(), start, end }
        accepted(await owner.post(schedule.bookings, sent), `creating a booking from ${start} to ${end}`)
      }
    }),
  ),

  ...refusals.map(([member, spans, which, , id]) =>
    check(id, `a PUT whose ${member} ${which} is refused`, async ({ owner, given }) => {
      const resource = await given.bookable()

      await owner.each(spans, async ({ start, end, wrong }) => {
        const booking = await given.booking(resource, { start, end })
        await owner.each(wrong, async value => {
          const reply = await owner.put(booking.path, { [member]: value })
          refused(reply, `a PUT of ${member} = ${JSON.stringify(value)}`)
        })
        await unchanged(booking)
        const right = member === 'start' ? start : end
        accepted(await owner.put(booking.path, { [member]: right }), `a PUT of ${member} = ${right}`)
      })
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
          const resource = await given.bookable()
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
