import { accepted, createdId, holds, same } from '../../check/assertions.js'
import { type Check, check } from '../../check/check.js'
import { rows } from '../../check/ids.js'
import { instantOf } from '../../check/instants.js'
import { isObject, type JsonObject } from '../../http/json.js'
import type { Actor } from '../../session/actor.js'
import { hasExactly, inOrder, pageOf } from '../lists/listed.js'
import { berlin, gaps, newYork } from '../times/zone-vectors.js'
import { at, keeps, namesIn, pagesKeep, threeBookings } from './filtered.js'

/** Rule, title, and what each filter keeps. */
const boundaries: readonly (readonly [
  string,
  string,
  readonly (readonly [Readonly<Record<string, string>>, readonly string[]])[],
])[] = [
  [
    'FILT-01',
    'time_min keeps bookings that start at this time or later',
    [
      [{ time_min: at('10:59') }, ['F2', 'F3']],
      [{ time_min: at('11:00') }, ['F2', 'F3']],
      [{ time_min: at('11:01') }, ['F3']],
      [{ time_min: at('09:00') }, ['F1', 'F2', 'F3']],
      [{ time_min: at('12:01') }, []],
    ],
  ],
  ['FILT-02', 'time_min leaves out a booking in progress', [[{ time_min: at('11:10') }, ['F3']]]],
  [
    'FILT-03',
    'time_max keeps bookings that end before this time',
    [
      [{ time_max: at('11:29') }, ['F1']],
      [{ time_max: at('11:30') }, ['F1']],
      [{ time_max: at('11:31') }, ['F1', 'F2']],
      [{ time_max: '2023-09-12T11:30:01Z' }, ['F1', 'F2']],
      [{ time_max: at('13:00') }, ['F1', 'F2', 'F3']],
      [{ time_max: at('10:30') }, []],
      // The beginning of that day, not its end.
      [{ time_max: at('00:00') }, []],
    ],
  ],
  [
    'FILT-04',
    'time_max leaves out a booking that has begun and ends later',
    [
      [{ time_max: at('11:10') }, ['F1']],
      [{ time_max: at('12:01') }, ['F1', 'F2']],
    ],
  ],
  [
    'FILT-05',
    'time_min and time_max together keep what fits both',
    [
      [{ time_min: at('11:00'), time_max: at('11:31') }, ['F2']],
      [{ time_min: at('11:00'), time_max: at('11:30') }, []],
      [{ time_min: at('10:00'), time_max: at('12:00') }, ['F1', 'F2']],
    ],
  ],
  [
    'FILT-08',
    'time_min and time_max may have an offset',
    [
      [{ time_min: '2023-09-12T12:59:00+02:00' }, ['F2', 'F3']],
      [{ time_min: '2023-09-12T13:01:00+02:00' }, ['F3']],
      [{ time_min: '2023-09-12T07:29:00-03:30' }, ['F2', 'F3']],
      [{ time_min: '2023-09-12T07:31:00-03:30' }, ['F3']],
      [{ time_max: '2023-09-12T13:29:00+02:00' }, ['F1']],
      [{ time_max: '2023-09-12T13:31:00+02:00' }, ['F1', 'F2']],
      [{ time_max: '2023-09-12T07:59:00-03:30' }, ['F1']],
      [{ time_max: '2023-09-12T08:01:00-03:30' }, ['F1', 'F2']],
    ],
  ],
]

const between = ({ start_utc, end_utc }: JsonObject, least?: string, before?: string) =>
  (least === undefined || Number(instantOf(start_utc)) >= Number(instantOf(least))) &&
  (before === undefined || Number(instantOf(end_utc)) < Number(instantOf(before)))

/** Asserts that every booking of a filtered list satisfies the filter. */
async function satisfied(as: Actor, list: string, filter: { time_min?: string; time_max?: string }) {
  const reply = await as.get(list, { ...filter, limit: 0 })

  accepted(reply)
  const strays = [reply.data]
    .flat()
    .filter(isObject)
    .filter(booking => !between(booking, filter.time_min, filter.time_max))
  holds(strays.length === 0, `bookings of a list with ${JSON.stringify(filter)} do not satisfy it`, {
    expected: 'start at time_min or later, end before time_max',
    actual: strays,
    replies: [reply],
  })
}

export const filterChecks: readonly Check[] = [
  ...boundaries.map(([id, title, cases]) =>
    check(id, title, async context => {
      const filtered = await threeBookings(context)

      for (const [filter, expected] of cases) await keeps(context.owner, filtered, filter, ...expected)
    }),
  ),

  check(
    'FILT-03.first-instant',
    'time_max at the first instant of 1970 is not treated as missing',
    async context => {
      const { owner, observe } = context
      const filtered = await threeBookings(context)
      const filter = { time_max: '1970-01-01T00:00:00Z' }

      const reply = await owner.get(filtered.resource.bookings, filter)

      // The document does not say how far back a service has to reach.
      if (!reply.ok) return observe('a time_max in 1970 is refused', reply)
      await keeps(owner, filtered, filter)
    },
  ),

  check('FILT-03.days', 'time_max keeps a booking of several days that ends before it', async context => {
    const { owner, given } = context
    const resource = await given.bookable()
    const booking = await given.booking(resource, {
      start: '2023-09-14T10:00:00Z',
      end: '2023-09-17T10:00:00Z',
    })

    for (const [filter, kept] of [
      [{ time_max: '2023-09-17T10:01:00Z' }, [booking.id]],
      [{ time_min: '2023-09-14T10:00:00Z', time_max: '2023-09-18T10:00:00Z' }, [booking.id]],
      [{ time_max: '2023-09-16T10:00:00Z' }, []],
    ] as const) {
      const what = `the bookings with ${JSON.stringify(filter)}, of one from ${booking.sent.start} to ${booking.sent.end},`
      hasExactly(pageOf(await owner.get(resource.bookings, filter), what), kept)
    }
  }),

  check(
    'FILT-03.midnight',
    'time_max at midnight leaves out a booking that ends then',
    async ({ owner, given }) => {
      const resource = await given.bookable()
      const { id } = await given.booking(resource, {
        start: '2023-09-18T22:00:00Z',
        end: '2023-09-19T00:00:00Z',
      })

      for (const [time_max, kept] of rows(['2023-09-19T00:00:00Z', []], ['2023-09-19T00:01:00Z', [id]])) {
        const what = `the bookings with time_max=${time_max}, of one that ends at 2023-09-19T00:00:00Z,`
        hasExactly(pageOf(await owner.get(resource.bookings, { time_max }), what), kept)
      }
    },
  ),

  check(
    'FILT-02.all-day',
    'an all-day booking is listed with time_min at the midnight when it starts, and not with a later one',
    { danger: ['own', 'acct'], changes: ['owner'] },
    async ({ owner, given, settings }) => {
      await settings(owner, { timezone: 'UTC' })
      const resource = await given.bookable()
      const day = { start: '2023-09-20 00:00', end: '2023-09-21 00:00', all_day_display: true }
      const { id } = await given.booking(resource, day)

      for (const [time_min, kept] of rows(['2023-09-20T00:00:00Z', [id]], ['2023-09-20T00:01:00Z', []])) {
        const what = `the bookings with time_min=${time_min}, of one of the whole day of 2023-09-20,`
        hasExactly(pageOf(await owner.get(resource.bookings, { time_min }), what), kept)
      }
    },
  ),

  check(
    'FILT-03.no-duration',
    'a booking that ends when it starts, if accepted, is listed with time_min at that time, and not with time_max at that time',
    async ({ owner, schedule, given, name, observe }) => {
      const resource = await given.bookable()
      const time = '2023-09-22T10:00:00Z'
      const sent = { resource_id: resource.id, title: name(), start: time, end: time }
      const reply = await owner.post(schedule.bookings, sent)
      if (!reply.ok) return observe('a booking that ends when it starts is refused', reply)

      const id = createdId(reply)
      for (const [filter, kept] of rows([{ time_min: time }, [id]], [{ time_max: time }, []])) {
        const what = `the bookings with ${JSON.stringify(filter)}, of one that starts and ends at that time,`
        hasExactly(pageOf(await owner.get(resource.bookings, filter), what), kept)
      }
    },
  ),

  check(
    'FILT-15',
    'time_min and time_max with a part of a second, if they are accepted, are exact',
    async context => {
      const { owner, observe } = context
      const filtered = await threeBookings(context, 'should')
      const first = { time_min: '2023-09-12T11:00:00.500Z' }

      const reply = await owner.get(filtered.resource.bookings, first)

      if (!reply.ok) return observe('a time_min with a part of a second is refused', reply)
      await keeps(owner, filtered, first, 'F3')
      await keeps(owner, filtered, { time_min: '2023-09-12T10:59:59.500Z' }, 'F2', 'F3')
      await keeps(owner, filtered, { time_max: '2023-09-12T11:30:00.500Z' }, 'F1', 'F2')
    },
  ),

  check(
    'FILT-09',
    'time_min and time_max of the form YYYY-MM-DD hh:mm are accepted',
    { changes: ['owner'] },
    async context => {
      const { owner, settings } = context
      await settings(owner, newYork)
      const filtered = await threeBookings(context, 'should')
      const [, second, third] = filtered.bookings.map(({ was }) => ({
        start: String(was.start),
        end: String(was.end),
      }))

      if (second && third) {
        await keeps(owner, filtered, { time_min: second.start }, 'F2', 'F3')
        await keeps(owner, filtered, { time_min: second.end }, 'F3')
        await keeps(owner, filtered, { time_max: third.start }, 'F1', 'F2')
        await keeps(owner, filtered, { time_max: second.end }, 'F1')
        await keeps(owner, filtered, { time_max: '2023-09-12 00:00' })
      }
    },
  ),

  check('FILT-10', 'total_count and pages count what the filters keep', async context => {
    const { owner } = context
    const { resource, bookings } = await threeBookings(context)
    const ids = bookings.map(({ id }) => id)

    for (const [path, scope] of rows([resource.bookings, {}], [resource.schedule.bookings, { ids }])) {
      for (const [filter, expected] of [
        [{ time_min: at('10:45') }, ids.slice(1)],
        [{ time_max: at('11:45') }, ids.slice(0, 2)],
        [{ time_min: at('13:00') }, []],
      ] as const) {
        // What an offset past the end returns is open.
        const offsets = [0, 1].slice(0, Math.max(1, expected.length))
        const pages = offsets.map(offset => owner.list(path, { ...scope, ...filter, limit: 1, offset }))
        const seen: unknown[] = []
        for (const { items, pagination, reply } of await Promise.all(pages)) {
          same(pagination.total_count, expected.length, 'total_count of a filtered list', reply)
          seen.push(...items.map(({ id }) => id))
        }
        same(inOrder(seen.map(Number)), inOrder(expected), 'the pages of a filtered list together')
      }
    }
  }),

  check('FILT-12', 'every booking of a filtered list satisfies the filter', async ({ owner, schedule }) => {
    const { items } = await owner.list(schedule.bookings)
    const starts = inOrder(items.map(({ start_utc }) => instantOf(start_utc) ?? 0))
    const middle = starts[Math.floor(starts.length / 2)] ?? Date.UTC(2023, 6, 1)
    const least = `${new Date(middle).toISOString().slice(0, 19)}Z`
    const before = `${new Date(middle + 30 * 86_400_000).toISOString().slice(0, 19)}Z`

    for (const filter of [{ time_min: least }, { time_max: before }, { time_min: least, time_max: before }]) {
      await satisfied(owner, schedule.bookings, filter)
    }
  }),

  check(
    'FILT-12.made',
    'a filtered list of a whole schedule leaves out bookings of that day',
    { danger: 'own' },
    async context => {
      const { owner, schedule } = context
      await threeBookings(context)

      for (const filter of [
        { time_min: at('11:00'), time_max: at('12:00') },
        { time_min: at('12:01') },
        { time_max: at('10:30') },
      ]) {
        await satisfied(owner, schedule.bookings, filter)
      }
    },
  ),

  check(
    'FILT-12.seconds',
    'a filtered list leaves out bookings that begin too early or end too late by seconds',
    { danger: 'own' },
    async ({ owner, schedule, given, name, observe }) => {
      const resource = await given.bookable()
      const times = { start: '2023-09-12T10:00:30Z', end: '2023-09-12T10:30:30Z' }

      const reply = await owner.post(schedule.bookings, { resource_id: resource.id, title: name(), ...times })

      if (!reply.ok) return observe('a booking that does not begin at a full minute is refused', reply)
      // Whether times are stored to the second is open, so the times as shown count.
      await satisfied(owner, resource.bookings, { time_min: '2023-09-12T10:00:45Z' })
      await satisfied(owner, resource.bookings, { time_max: '2023-09-12T10:30:15Z' })
    },
  ),

  check(
    'FILT-13',
    'a filter that is not a time is not silently ignored',
    { danger: 'own' },
    async context => {
      const { owner } = context
      const filtered = await threeBookings(context)
      const { resource } = filtered

      for (const name of ['time_min', 'time_max']) {
        for (const value of ['tomorrow', 'abc', '0', '2023-13-45T00:00:00Z', '2023-01-01T00:00:00Z\nabc']) {
          const reply = await owner.get(resource.bookings, { [name]: value })
          holds(!reply.ok || namesIn(reply, filtered).length < 3, `${name}=${value} is silently ignored`, {
            expected: 'a refusal',
            actual: 'all bookings of the resource, as without the filter',
            replies: [reply],
          })
        }
      }
      await keeps(owner, filtered, { time_min: at('10:45') }, 'F2', 'F3')
    },
  ),

  check(
    'FILT-14',
    'a booking list may treat unusual filters in any way',
    { danger: 'own' },
    async context => {
      const { owner, observe } = context
      const filtered = await threeBookings(context)

      for (const [what, filter] of [
        ['time_min later than time_max', { time_min: at('12:00'), time_max: at('11:00') }],
        ['the date alone in time_min=2023-09-12', { time_min: '2023-09-12' }],
        ['the date alone in time_max=2023-09-13', { time_max: '2023-09-13' }],
        ['seconds in time_min=2023-09-12T11:00:01Z', { time_min: '2023-09-12T11:00:01Z' }],
        ['minutes alone in time_min=2023-09-12T11:00Z', { time_min: '2023-09-12T11:00Z' }],
      ] as const) {
        const reply = await owner.get(filtered.resource.bookings, filter)
        const kept = namesIn(reply, filtered).length
        const outcome = reply.ok ? `answered with ${kept} of the 3 bookings of that day` : 'refused'
        observe(`${what}: ${outcome}`, reply)
      }
    },
  ),
]

/** 10:45Z on 2023-09-12, as local time. */
const inNewYork = '2023-09-12T06:45:00'

export const filterZoneChecks: readonly Check[] = [
  check(
    'FILT-06',
    "a filter without a zone is in the caller's zone",
    { changes: ['owner'] },
    async context => {
      const { owner, settings } = context
      const filtered = await threeBookings(context)
      await settings(owner, newYork)

      await keeps(owner, filtered, { time_min: inNewYork }, 'F2', 'F3')
      await keeps(owner, filtered, { time_min: '2023-09-12T07:15:00' }, 'F3')
      await keeps(owner, filtered, { time_max: '2023-09-12T07:15:00' }, 'F1')
      await keeps(owner, filtered, { time_max: '2023-09-12T07:45:00' }, 'F1', 'F2')
      await keeps(owner, filtered, { time_min: inNewYork, fields: 'id' }, 'F2', 'F3')
      await keeps(owner, filtered, { time_min: at('10:45') }, 'F2', 'F3')
      const mixed = { time_min: '2023-09-12T12:45:00+02:00', time_max: '2023-09-12T07:45:00' }
      await keeps(owner, filtered, mixed, 'F2')
      await settings(owner, berlin)
      await keeps(owner, filtered, { time_min: '2023-09-12T12:45:00' }, 'F2', 'F3')
      await keeps(owner, filtered, { time_min: '2023-09-12T13:15:00' }, 'F3')
    },
  ),

  check(
    'FILT-06.winter',
    "a filter without a zone has the offset of its own date in the caller's zone, not that of today",
    { changes: ['owner'] },
    async ({ owner, given, settings }) => {
      await settings(owner, newYork)
      const resource = await given.bookable()
      const booking = await given.booking(resource, {
        start: '2023-01-17T15:30:00Z',
        end: '2023-01-17T16:00:00Z',
      })

      for (const [time_min, kept] of [
        ['2023-01-17T10:15:00', [booking.id]],
        ['2023-01-17T10:45:00', []],
        ['2023-01-17T11:15:00', []],
      ] as const) {
        const { items, reply } = await owner.list(resource.bookings, { time_min })
        const ids = items.map(({ id }) => id)
        same(ids, kept, `the bookings from ${time_min} on, for a user in ${newYork.timezone},`, reply)
      }
    },
  ),

  check(
    'FILT-06.clock-change',
    'a filter without a zone is read with the offset of its own hour on the day that summer time begins',
    { changes: ['owner'] },
    async ({ owner, given, settings }) => {
      const resource = await given.bookable()

      for (const { timezone, near, before, after } of gaps) {
        await settings(owner, { timezone })
        const booking = await given.booking(resource, near)
        for (const [time_min, kept] of rows([before, [booking.id]], [after, []])) {
          const what = `the bookings from ${time_min} on, for a user in ${timezone},`
          hasExactly(pageOf(await owner.get(resource.bookings, { time_min }), what), kept)
        }
      }
    },
  ),

  check(
    'FILT-07',
    'a filter without a zone means another instant for a user in another zone',
    { needs: ['viewer'], changes: ['owner', 'viewer'] },
    async context => {
      const { owner, viewer, settings } = context
      const filtered = await threeBookings(context)
      await settings(owner, berlin)
      await settings(viewer, newYork)
      const filter = { time_min: inNewYork }

      await keeps(owner, filtered, filter, 'F1', 'F2', 'F3')
      await keeps(viewer, filtered, filter, 'F2', 'F3')

      const until = { time_max: '2023-09-12T13:00:00' }
      await keeps(owner, filtered, until, 'F1')
      await keeps(viewer, filtered, until, 'F1', 'F2', 'F3')
    },
  ),

  check('FILT-11', 'the links of a filtered list keep the filters', async context => {
    const filtered = await threeBookings(context)

    for (const filter of [
      { time_min: '2023-09-12T10:45:00Z', time_max: '2023-09-12T12:45:00Z' },
      { time_min: '2023-09-12T07:15:00-03:30', time_max: '2023-09-12T09:15:00-03:30' },
    ]) {
      await pagesKeep(context.owner, filtered, filter, 'F2', 'F3')
    }
    const until = { time_min: '2023-09-12T09:45:00Z', time_max: '2023-09-12T11:45:00Z' }
    await pagesKeep(context.owner, filtered, until, 'F1', 'F2')
  }),

  check(
    'FILT-11.zone-less',
    'the links of a list filtered without a zone mean the same times',
    { changes: ['owner'] },
    async context => {
      const filtered = await threeBookings(context)
      await context.settings(context.owner, newYork)

      await pagesKeep(context.owner, filtered, { time_min: inNewYork }, 'F2', 'F3')
    },
  ),
]
