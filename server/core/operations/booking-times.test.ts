import { test } from 'uvu'
import * as assert from 'uvu/assert'
import * as z from 'zod'
import { time } from '../contract/values.js'
import { localText } from '../times/times.js'
import { type Detail, Refusal } from '../wire/errors.js'
import { bookings, timesAfter } from './bookings.js'

const utc = (text: string) => Date.parse(text) / 1000
const berlin = 'Europe/Berlin'
const kept = { start: utc('2023-07-15T10:00:20Z'), end: utc('2023-07-15T11:00:40Z') }
const body = z.object({ start: time, end: time }).partial()
const after = (sent: z.input<typeof body>, now = kept, zone = berlin) =>
  timesAfter(now, body.parse(sent), zone)

function detailsOf(act: () => unknown): readonly Detail[] {
  try {
    act()
  } catch (error) {
    if (error instanceof Refusal) return error.details ?? []
    throw error
  }
  throw new Error('It was not refused')
}

test('given no times, then both stay the same', () => {
  assert.equal(after({}), kept)
})

test('given only one time, then the other stays the same', () => {
  assert.equal(after({ start: '2023-07-15 11:00' }), { ...kept, start: utc('2023-07-15T09:00:00Z') })
  assert.equal(after({ end: '2023-07-15T14:00Z' }), { ...kept, end: utc('2023-07-15T14:00:00Z') })
})

test('given the time that the user reads now, then the seconds are kept; given seconds, they are stored', () => {
  assert.equal(after({ start: '2023-07-15 12:00', end: '2023-07-15T13:00' }), kept)
  assert.equal(after({ start: '2023-07-15 12:00:20', end: '2023-07-15T13:00:40.9' }), kept)
  assert.equal(after({ start: '2023-07-15 12:00:00' }), { ...kept, start: utc('2023-07-15T10:00:00Z') })
  assert.equal(after({ start: '2023-07-15T10:00Z' }), { ...kept, start: utc('2023-07-15T10:00:00Z') })
})

test('given what a user in another zone reads, then it is not an echo for this user', () => {
  const read = localText(kept.start, 'America/New_York')

  assert.equal(after({ start: read }, kept, 'America/New_York'), kept)
  assert.equal(after({ start: read }), { ...kept, start: utc('2023-07-15T04:00:00Z') })
})

test('given the later side of an overlap, then an echo preserves it, and another time in that hour is the earlier one', () => {
  const overlap = { start: utc('2023-10-29T01:30:00Z'), end: utc('2023-10-29T01:45:00Z') }

  assert.equal(after({ start: '2023-10-29 02:30', end: '2023-10-29 02:45' }, overlap), overlap)
  assert.equal(after({ start: '2023-10-29 02:31' }, overlap), {
    ...overlap,
    start: utc('2023-10-29T00:31:00Z'),
  })
})

test('given an end in the hour that a clock change repeats, then it is the second one if the first is before the start', () => {
  const overlap = { start: utc('2026-10-25T01:30:00Z'), end: utc('2026-10-25T01:45:00Z') }

  assert.equal(after({ end: '2026-10-25 02:50' }, overlap), { ...overlap, end: utc('2026-10-25T01:50:00Z') })
  assert.equal(after({ start: '2026-10-25 02:40', end: '2026-10-25 02:10' }, { start: 0, end: 0 }), {
    start: utc('2026-10-25T00:40:00Z'),
    end: utc('2026-10-25T01:10:00Z'),
  })
})

test('given an end in the repeated hour as it was read, then it stays the first one, and the start must not be after it', () => {
  const overlap = { start: utc('2023-10-29T00:10:00Z'), end: utc('2023-10-29T00:30:00Z') }

  const details = detailsOf(() => after({ start: '2023-10-29 02:45', end: '2023-10-29 02:30' }, overlap))

  assert.equal(details, [
    {
      path: 'end',
      message: 'must not be before start: 2023-10-29 02:30 is before 2023-10-29 02:45 (Europe/Berlin)',
    },
  ])
})

test('given an end before the start whose local time is not, then both are shown in UTC', () => {
  for (const [start, end] of [
    ['2023-07-15T12:00:01Z', '2023-07-15T12:00:00Z'],
    ['2023-10-29T01:30:00Z', '2023-10-29T00:45:00Z'],
  ] as const) {
    const details = detailsOf(() => after({ start, end }))

    assert.equal(details, [{ path: 'end', message: `must not be before start: ${end} is before ${start}` }])
  }
})

test('given times that are refused, then the open scan of bookings is closed', async () => {
  let open = 0
  const scan = async () => {
    open++
    return { next: async () => [{ ...kept, id: 1, json: '{}' }], close: () => void open-- }
  }
  const request = {
    rows: { bookings: { scan, change: async () => {} } },
    user: { timezone: berlin },
    body: body.parse({ end: '2020-01-01 00:00' }),
    now: 0,
  } as unknown as Parameters<typeof bookings.change>[0]

  const refused = await Promise.resolve(bookings.change(request, { schedule_id: 'first' })).catch(
    error => error,
  )

  assert.instance(refused, Refusal)
  assert.is(open, 0)
})

test('given an end before the start, then it is refused with both times and the zone; an end equal to the start is not', () => {
  const message = (end: string, start: string) => [
    { path: 'end', message: `must not be before start: ${end} is before ${start} (Europe/Berlin)` },
  ]

  assert.equal(
    detailsOf(() => after({ start: '2023-07-15 13:01' })),
    message('2023-07-15 13:00', '2023-07-15 13:01'),
  )
  assert.equal(
    detailsOf(() => after({ end: '2023-07-15 11:59' })),
    message('2023-07-15 11:59', '2023-07-15 12:00'),
  )
  assert.equal(after({ start: '2023-07-15 13:00:40' }), { start: kept.end, end: kept.end })
})

test('given a local time that is outside the calendar only in its zone, then each such field is named', () => {
  const message = 'must be within the years 0001 to 9999 in UTC'
  const body = { start: '9999-12-31 20:00', end: '9999-12-31 21:00' }

  assert.equal(
    detailsOf(() => after(body, kept, 'America/New_York')),
    [
      { path: 'start', message },
      { path: 'end', message },
    ],
  )
  assert.equal(after(body), { start: utc('9999-12-31T19:00:00Z'), end: utc('9999-12-31T20:00:00Z') })
  assert.equal(
    detailsOf(() => after({ start: '0001-01-01 00:00' })),
    [{ path: 'start', message }],
  )
})

test('given a new booking without an end, then it is refused', () => {
  assert.equal(
    detailsOf(() => timesAfter({}, body.parse({ start: '2023-07-15 12:00' }), berlin)).map(
      ({ path }) => path,
    ),
    ['end'],
  )
})

test.run()
