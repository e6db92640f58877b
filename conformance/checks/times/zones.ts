import { accepted, createdId } from '../../check/assertions.js'
import { type Check, check } from '../../check/check.js'
import type { Context } from '../../check/context.js'
import { rows } from '../../check/ids.js'
import { me } from '../../http/paths.js'
import { bookAndRead, findItem, instantsOf, timesAre } from '../bookings/booked.js'
import { acceptedFirst } from '../bulk/outcome.js'
import { hasExactly, pageOf } from '../lists/listed.js'
import {
  aroundOverlaps,
  berlin,
  gaps,
  halfHourFrom,
  inUtc,
  newYork,
  overlaps,
  timesOf,
  vectorsByZone,
  zoneVectors,
} from './zone-vectors.js'

const changes = ['owner'] as const

/** Books every vector in its own zone, in one form, and compares the instants. */
async function bookEach(context: Context, form: (local: string) => string, which = (_zone: string) => true) {
  const { owner, given, settings } = context
  const resource = await given.bookable()
  for (const [timezone, vectors] of vectorsByZone.filter(([zone]) => which(zone))) {
    await settings(owner, { timezone })
    await owner.each(vectors, async vector => {
      const sent = { start: form(vector.local.start), end: form(vector.local.end) }
      const what = `a booking at ${sent.start} by a user in ${timezone}`
      timesAre(await bookAndRead(context, resource, sent, what), inUtc(vector.utc), what)
    })
  }
}

/**
 * Books noon of two days in July in New York, where summer time applied in 1968 and will in 2040, by today's rules: once
 * with Z, once without a zone. A service may refuse bookings in such years.
 */
async function bookInSummerOf(context: Context, year: string): Promise<void> {
  const { owner, schedule, given, settings, name, observe } = context
  const resource = await given.bookable()
  await settings(owner, newYork)
  const ids: number[] = []

  for (const [day, form] of [
    [`${year}-07-15`, 'with Z'],
    [`${year}-07-16`, 'without a zone'],
  ] as const) {
    const [local, utc] = [halfHourFrom(`${day} 12:00`), halfHourFrom(`${day}T16:00:00Z`)]
    const sent = form === 'with Z' ? utc : local
    const what = `a booking at ${sent.start}, ${form}, by a user in ${newYork.timezone}`
    const reply = await owner.post(schedule.bookings, { resource_id: resource.id, title: name(), ...sent })
    if (!reply.ok) return observe(`${what} is refused`, reply)
    const booking = await owner.read(`${schedule.bookings}/${createdId(reply)}`)
    timesAre(booking, timesOf({ local, utc }), what, reply)
    ids.push(createdId(reply))
  }

  for (const [time_min, kept] of rows(
    [`${year}-07-15T11:45:00`, ids],
    [`${year}-07-15T12:15:00`, ids.slice(1)],
  )) {
    const what = `the bookings from ${time_min} on, for a user in ${newYork.timezone},`
    hasExactly(pageOf(await owner.get(resource.bookings, { time_min }), what), kept)
  }
}

export const timeZoneChecks: readonly Check[] = [
  check('TIME-03', "a time in ISO 8601 without a zone is in the user's zone", { changes }, context =>
    bookEach(
      context,
      local => `${local.replace(' ', 'T')}:00`,
      zone => ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata'].includes(zone),
    ),
  ),

  check('TIME-04', "a time of the form YYYY-MM-DD hh:mm is in the user's zone", { changes }, context =>
    bookEach(context, local => local),
  ),

  ...rows(
    ['TIME-04.gap', 'the times around a skipped hour are one minute apart', gaps, 'skipped'],
    [
      'TIME-04.overlap',
      'the times around a repeated hour have the offsets before and after it',
      aroundOverlaps,
      'repeated',
    ],
  ).map(([id, title, spans, hour]) =>
    check(id, title, { changes }, async context => {
      const { owner, given, settings } = context
      const resource = await given.bookable()
      for (const { timezone, local, utc } of spans) {
        await settings(owner, { timezone })
        const what = `a booking in ${timezone} from the minute before the ${hour} hour to its end`

        const booking = await bookAndRead(context, resource, local, what)

        timesAre(booking, inUtc(utc), what)
      }
    }),
  ),

  ...rows(['TIME-22.gap', gaps, 'skipped'], ['TIME-22.overlap', aroundOverlaps, 'repeated']).map(
    ([id, spans, hour]) =>
      check(
        id,
        `times of a PUT without a zone, before and after a ${hour} hour, have the offset that is in force then`,
        { changes },
        async ({ owner, given, settings }) => {
          const booking = await given.booking(await given.bookable())
          for (const { timezone, local, utc } of spans) {
            await settings(owner, { timezone })
            const what = `a PUT of ${local.start} and ${local.end}, around the ${hour} hour, by a user in ${timezone}`

            const reply = await owner.put(booking.path, local)

            accepted(reply, what)
            timesAre(await owner.read(booking.path), inUtc(utc), `a booking after ${what}`, reply)
          }
        },
      ),
  ),

  check('TIME-09', 'start and end are in the zone of the user who reads', { changes }, async context => {
    const { owner, given, settings } = context
    const resource = await given.bookable()
    const bookings = await given.bookings(resource, zoneVectors.length, index => ({
      ...zoneVectors[index]?.utc,
    }))

    for (const [timezone, vectors] of vectorsByZone) {
      await settings(owner, { timezone })
      const items = await owner.all(resource.bookings)
      await owner.each(vectors, async vector => {
        const booking = bookings[zoneVectors.indexOf(vector)]
        if (!booking) return
        const what = `a booking at ${vector.utc.start} read in ${timezone}`
        timesAre(await owner.read(booking.path), timesOf(vector), what)
        timesAre(
          findItem(items, booking.id, 'the list of its resource'),
          timesOf(vector),
          `${what} in a list`,
        )
      })
    }
  }),

  ...rows(['TIME-09.early', '1968', 'before 1970'], ['TIME-09.far', '2040', 'after 2037']).map(
    ([id, year, when]) =>
      check(
        id,
        `times ${when} have the offset of the user's zone, unless they are refused`,
        { changes },
        context => bookInSummerOf(context, year),
      ),
  ),

  check(
    'TIME-09.sign',
    'the zone Etc/GMT+5, if it is accepted, is five hours behind UTC',
    { changes },
    async context => {
      const { owner, given, observe } = context
      const timezone = 'Etc/GMT+5'
      const resource = await given.bookable()
      const change = await owner.put(me, { timezone })
      if (!change.ok) return observe(`the timezone ${timezone} is refused`, change)

      for (const [form, sent, times] of [
        ['with Z', halfHourFrom('2023-07-15T17:00:00Z'), halfHourFrom('2023-07-15 12:00')],
        ['without a zone', halfHourFrom('2023-07-16 12:00'), inUtc(halfHourFrom('2023-07-16T17:00:00Z'))],
      ] as const) {
        const what = `a booking at ${sent.start}, ${form}, by a user in ${timezone}`
        timesAre(await bookAndRead(context, resource, sent, what), times, what)
      }
    },
  ),

  check(
    'TIME-12',
    'start and start_utc are one instant in every read',
    { danger: ['own', 'acct'], changes },
    async context => {
      const { owner, schedule, given, settings } = context
      const resource = await given.bookable()
      await settings(owner, { timezone: 'Australia/Lord_Howe' })
      const vectors = zoneVectors.filter(({ zone }) => zone === 'Australia/Lord_Howe')
      const bookings = await given.bookings(resource, vectors.length, index => ({ ...vectors[index]?.utc }))

      const ids = bookings.map(({ id }) => id)
      const fields = 'id,start,end,start_utc,end_utc'
      const lists = [
        await owner.list(schedule.bookings, { ids }),
        await owner.list(resource.bookings),
        await owner.list(resource.bookings, { fields }),
      ]

      for (const [index, vector] of vectors.entries()) {
        const { id, path, was } = bookings[index] as (typeof bookings)[number]
        const what = `a booking at ${vector.utc.start} by a user in ${vector.zone}`
        for (const single of [was, await owner.read(path), await owner.read(path, { fields })]) {
          timesAre(single, timesOf(vector), what)
        }
        for (const { items, reply } of lists) {
          timesAre(findItem(items, id, 'a list of bookings'), timesOf(vector), `${what} in a list`, reply)
        }
      }
    },
  ),

  check('TIME-15', 'a new timezone applies to the next time sent and read', { changes }, async context => {
    const { owner, given, settings } = context
    const resource = await given.bookable()
    await settings(owner, berlin)
    const first = await given.booking(resource, halfHourFrom('2023-07-15T12:00:00'))
    const utc = halfHourFrom('2023-07-15T10:00:00Z')
    const inBerlin = { start: '2023-07-15 12:00', ...inUtc(utc) }
    timesAre(first.was, inBerlin, 'a booking at 12:00 by a user in Europe/Berlin')

    await settings(owner, newYork)

    const moved = timesOf({ local: halfHourFrom('2023-07-15 06:00'), utc })
    const after = 'after its user went to America/New_York'
    timesAre(await owner.read(first.path), moved, `the same booking ${after}`)
    const what = `a booking at 12:00 ${after}`
    const second = await bookAndRead(context, resource, halfHourFrom('2023-07-16T12:00:00'), what)
    const local = halfHourFrom('2023-07-16 12:00')
    timesAre(second, timesOf({ local, utc: halfHourFrom('2023-07-16T16:00:00Z') }), what)
  }),

  check(
    'TIME-15.bulk',
    'a new timezone applies to the times of the next bulk update',
    { changes, sends: ['PUT bookings'] },
    async ({ owner, schedule, given, settings }) => {
      const booking = await given.booking(await given.bookable())

      for (const [zone, utc] of rows([berlin, '2023-07-15T10:00:00Z'], [newYork, '2023-07-15T16:00:00Z'])) {
        await settings(owner, zone)
        const what = `a bulk PUT of 12:00 by a user in ${zone.timezone}`
        const reply = await owner.put(schedule.bookings, halfHourFrom('2023-07-15T12:00:00'), {
          ids: booking.id,
        })
        accepted(reply, what)
        timesAre(await owner.read(booking.path), inUtc(halfHourFrom(utc)), `a booking after ${what}`, reply)
      }
    },
  ),

  check('TIME-16', 'changing the timezone leaves the instants of bookings', { changes }, async context => {
    const { owner, given, settings } = context
    const [red, blue] = await given.resources(2)
    await settings(owner, berlin)
    const withZ = await given.booking(red, halfHourFrom('2023-07-15T10:00:00Z'))
    const withoutZone = await given.booking(blue, halfHourFrom('2023-07-15 12:00'))

    await settings(owner, { timezone: 'Asia/Kathmandu' })

    for (const { path, sent, was } of [withZ, withoutZone]) {
      const what = `a booking sent as ${sent.start} before the timezone was changed`
      timesAre(await owner.read(path), instantsOf(was), what)
    }
  }),

  check('TIME-17', 'winter and summer have their own offsets in one list', { changes }, async context => {
    const { owner, given, settings } = context
    const resource = await given.bookable()
    const vectors = zoneVectors.filter(({ zone }) => zone === berlin.timezone)
    const bookings = await given.bookings(resource, vectors.length, index => ({ ...vectors[index]?.utc }))
    await settings(owner, berlin)

    const { items, reply } = await owner.list(resource.bookings)

    for (const [index, vector] of vectors.entries()) {
      const { id } = bookings[index] as (typeof bookings)[number]
      const what = `a booking at ${vector.utc.start} in a list of a user in Europe/Berlin`
      timesAre(findItem(items, id, 'the list of its resource'), timesOf(vector), what, reply)
    }
  }),

  check('TIME-18', 'the two instants of a repeated local time differ in UTC', { changes }, async context => {
    const { owner, given, settings } = context
    const [red, blue] = await given.resources(2)

    for (const { timezone, local, summer, winter } of overlaps) {
      await settings(owner, { timezone })
      for (const [resource, utc] of rows([red, summer], [blue, winter])) {
        const booking = await given.booking(resource, utc)
        const times = timesOf({ local, utc })
        const what = `a booking at ${utc.start} by a user in ${timezone}`
        timesAre(booking.was, times, what)
        // Its local time alone does not determine which of the two instants it is.
        acceptedFirst(await owner.put(booking.path, { note: 'Updated' }), 'BKG-26')
        timesAre(await owner.read(booking.path), times, `${what}, after an update of another member`)
      }
    }
  }),

  ...rows(
    ['TIME-18.bulk', 'a bulk update', ['PUT bookings']],
    ['TIME-18.bulk-of-resource', 'a bulk update of the bookings of its resource', []],
  ).map(([id, update, sends]) =>
    check(
      id,
      `a booking at a repeated local time stays at its instant when ${update} changes another member`,
      { changes, sends },
      async ({ owner, schedule, given, settings }) => {
        const [{ timezone, summer, winter }] = overlaps
        await settings(owner, { timezone })

        for (const utc of [summer, winter]) {
          const resource = await given.bookable()
          const booking = await given.booking(resource, utc)
          const list = id === 'TIME-18.bulk' ? schedule.bookings : resource.bookings
          const reply = await owner.put(list, { note: 'Updated' }, { ids: booking.id })

          acceptedFirst(reply, 'BULK-01')
          const what = `a booking at ${utc.start} by a user in ${timezone}, after ${update} with another member`
          timesAre(await owner.read(booking.path), inUtc(utc), what, reply)
        }
      },
    ),
  ),
]
