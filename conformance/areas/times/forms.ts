import { accepted, type Check, type CheckOptions, check, has } from '../../runner/index.js'
import { booked, timesAre } from '../bookings/booked.js'
import { createdId } from '../created.js'
import { inUtc, newYork, type Span } from './zone-vectors.js'

/** A booking in one form of start and end. */
interface Form {
  readonly what: string
  readonly sent: Span
  /** The instants, where the form says them. */
  readonly utc?: Span
  /** Start and end in the user's zone, where no zone was sent. */
  readonly local?: Span
}

const withZ: Form = {
  what: 'ISO 8601 with Z',
  sent: { start: '2023-07-15T12:00:00Z', end: '2023-07-15T12:30:00Z' },
  utc: { start: '2023-07-15T12:00:00Z', end: '2023-07-15T12:30:00Z' },
}

const withOffset: readonly Form[] = [
  {
    what: 'ISO 8601 with the offset +05:00',
    sent: { start: '2023-07-16T12:00:00+05:00', end: '2023-07-16T12:30:00+05:00' },
    utc: { start: '2023-07-16T07:00:00Z', end: '2023-07-16T07:30:00Z' },
  },
  {
    what: 'ISO 8601 with the offset -03:30',
    sent: { start: '2023-07-17T22:00:00-03:30', end: '2023-07-17T22:30:00-03:30' },
    utc: { start: '2023-07-18T01:30:00Z', end: '2023-07-18T02:00:00Z' },
  },
  {
    what: 'ISO 8601 with two offsets, +02:00 and -04:00,',
    sent: { start: '2023-07-19T12:00:00+02:00', end: '2023-07-19T06:30:00-04:00' },
    utc: { start: '2023-07-19T10:00:00Z', end: '2023-07-19T10:30:00Z' },
  },
]

const withoutZone: Form = {
  what: 'ISO 8601 without a zone',
  sent: { start: '2023-07-20T12:00:00', end: '2023-07-20T12:30:00' },
  local: { start: '2023-07-20 12:00', end: '2023-07-20 12:30' },
}

const withSpace: Form = {
  what: 'the form YYYY-MM-DD hh:mm',
  sent: { start: '2023-07-21 12:00', end: '2023-07-21 12:30' },
  local: { start: '2023-07-21 12:00', end: '2023-07-21 12:30' },
}

const withoutSeconds: readonly Form[] = [
  {
    what: 'ISO 8601 with Z, without seconds',
    sent: { start: '2023-07-22T12:00Z', end: '2023-07-22T12:30Z' },
    utc: { start: '2023-07-22T12:00:00Z', end: '2023-07-22T12:30:00Z' },
  },
  {
    what: 'ISO 8601 without a zone, without seconds',
    sent: { start: '2023-07-23T12:00', end: '2023-07-23T12:30' },
    local: { start: '2023-07-23 12:00', end: '2023-07-23 12:30' },
  },
]

/** A user whose zone is not UTC, so that an ignored zone shows. */
const inAnotherZone: CheckOptions = { changes: ['owner'], danger: ['own', 'acct'] }

const timesIn = ({ utc, local }: Form) => ({ ...local, ...(utc && inUtc(utc)) })

/** Forms that are in ISO 8601 but not in the document; each on a different day. */
const rareForms: readonly (readonly [form: string, start: string, end: string])[] = [
  ['the basic form 20230801T120000Z', '20230801T120000Z', '2023-08-01T13:00:00Z'],
  ['the week date 2023-W31-3T12:00:00Z', '2023-W31-3T12:00:00Z', '2023-08-02T13:00:00Z'],
  ['the ordinal date 2023-215T12:00:00Z', '2023-215T12:00:00Z', '2023-08-03T13:00:00Z'],
  ['the date alone 2023-08-04', '2023-08-04', '2023-08-04T13:00:00'],
  ['24:00 in 2023-08-05T24:00:00Z', '2023-08-05T24:00:00Z', '2023-08-06T13:00:00Z'],
  ['the fraction in 2023-08-07T12:00:00.250Z', '2023-08-07T12:00:00.250Z', '2023-08-07T13:00:00Z'],
  ['a blank and seconds in 2023-08-08 12:00:00', '2023-08-08 12:00:00', '2023-08-08 13:00'],
  ['a blank and Z in 2023-08-09 12:00Z', '2023-08-09 12:00Z', '2023-08-09T13:00:00Z'],
  ['a blank and an offset in 2023-08-10 12:00+02:00', '2023-08-10 12:00+02:00', '2023-08-10T13:00:00Z'],
  ['the offset without minutes 2023-08-11T12:00:00+02', '2023-08-11T12:00:00+02', '2023-08-11T13:00:00Z'],
  ['small letters in 2023-08-12t12:00:00z', '2023-08-12t12:00:00z', '2023-08-12T13:00:00Z'],
]

export const timeFormChecks: readonly Check[] = [
  check('TIME-01', 'start and end in ISO 8601 with Z are accepted', inAnotherZone, async context => {
    await context.settings(context.owner, newYork)
    const resource = await context.given.resource()

    const booking = await booked(context, resource, withZ.sent, `a booking in ${withZ.what}`)

    timesAre(booking, timesIn(withZ), `a booking in ${withZ.what}`)
  }),

  check('TIME-01.leap-day', 'start and end on a February 29 are accepted', async context => {
    const resource = await context.given.resource()
    const sent = { start: '2024-02-28T23:30:00Z', end: '2024-02-29T00:30:00Z' }
    const what = 'a booking that ends on 2024-02-29'

    const booking = await booked(context, resource, sent, what)

    timesAre(booking, inUtc(sent), what)
  }),

  check('TIME-01.far', 'start and end beyond 2038 become no other times', async context => {
    const { owner, schedule, given, name, warn } = context
    const resource = await given.resource()
    const sent = { start: '2040-07-15T12:00:00Z', end: '2040-07-15T12:30:00Z' }
    const what = 'a booking in 2040'

    const reply = await owner.post(schedule.bookings, { resource_id: resource.id, title: name(), ...sent })

    // The document sets no limit to how far ahead a booking may be, so a service may have its own.
    if (!reply.ok) return warn(`${what} should be accepted, and was not`, reply)
    const booking = await owner.read(`${schedule.bookings}/${createdId(reply)}`)
    timesAre(booking, inUtc(sent), what, reply)
  }),

  check('TIME-02', 'start and end in ISO 8601 with an offset are accepted', async context => {
    const resource = await context.given.resource()

    for (const form of withOffset) {
      const booking = await booked(context, resource, form.sent, `a booking in ${form.what}`)

      timesAre(booking, timesIn(form), `a booking in ${form.what}`)
    }
  }),

  check('TIME-05', 'start and end in ISO 8601 without seconds are accepted', async context => {
    const resource = await context.given.resource()

    for (const form of withoutSeconds) {
      const booking = await booked(context, resource, form.sent, `a booking in ${form.what}`)

      timesAre(booking, timesIn(form), `a booking in ${form.what}`)
    }
  }),

  check('TIME-06', 'which rarer forms of start are accepted', async ({ owner, schedule, given, observe }) => {
    const resource = await given.resource()

    for (const [form, start, end] of rareForms) {
      const reply = await owner.post(schedule.bookings, {
        resource_id: resource.id,
        title: form,
        start,
        end,
      })
      if (!reply.ok) {
        observe(`${form}: refused as a start`, reply)
        continue
      }
      const booking = await owner.read(`${schedule.bookings}/${createdId(reply)}`)
      observe(
        `${form}: accepted as a start, which reads ${booking.start}, in UTC ${booking.start_utc}`,
        reply,
      )
    }
  }),

  ...[
    { id: 'TIME-22', title: 'a PUT takes start and end in every form', bulk: false },
    { id: 'TIME-22.bulk', title: 'a bulk PUT takes start and end in every form', bulk: true },
  ].map(({ id, title, bulk }) =>
    check(id, title, inAnotherZone, async ({ owner, schedule, given, settings }) => {
      await settings(owner, newYork)
      const resource = await given.resource()
      const booking = await given.booking(resource)

      for (const form of [withZ, ...withOffset, withoutZone, withSpace]) {
        const reply = bulk
          ? await owner.put(schedule.bookings, form.sent, { ids: booking.id })
          : await owner.put(booking.path, form.sent)

        accepted(reply, `${bulk ? 'a bulk PUT' : 'a PUT'} of start and end in ${form.what}`)
        timesAre(
          await owner.read(booking.path),
          timesIn(form),
          `a booking after a PUT in ${form.what}`,
          reply,
        )
      }
    }),
  ),

  check('TIME-22.minutes', 'a PUT accepts times without seconds', { level: 'should' }, async context => {
    const { owner, given } = context
    const resource = await given.resource()
    const booking = await given.booking(resource)

    for (const form of withoutSeconds) {
      const reply = await owner.put(booking.path, form.sent)

      accepted(reply, `a PUT of start and end in ${form.what}`)
      timesAre(await owner.read(booking.path), timesIn(form), `a booking after a PUT in ${form.what}`, reply)
    }
  }),

  check('TIME-24', 'the offset that was sent does not show', async context => {
    const { given } = context
    const [red, blue] = await given.resources(2)
    const [{ sent }] = withOffset as [Form]
    const inUtc = { start: '2023-07-16T07:00:00Z', end: '2023-07-16T07:30:00Z' }

    const plain = await booked(context, red, inUtc, 'a booking sent with Z')
    const shifted = await booked(context, blue, sent, 'a booking sent with +05:00')

    const { start = '', end = '', start_utc = '', end_utc = '' } = plain
    has(
      shifted,
      { start, end, start_utc, end_utc },
      'a booking sent with +05:00, compared with one sent with Z',
    )
  }),
]
