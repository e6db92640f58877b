import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { axisOf, readableOn } from './timeline/layout.js'
import { isPossible, moveOf } from './timeline/moves.js'
import {
  day,
  formatDate,
  formatTime,
  hour,
  instantOf,
  nextClockChange,
  periodOf,
  readWall,
  wallOf,
  writeWall,
} from './times.js'

const zone = 'Europe/Lisbon'
const at = (text: string) => Date.parse(text)
const formats = { date_format: 'd/m/Y', time_format: 'H:i', first_day_of_week: 'monday' }

const instants: [wall: string, zone: string, instant: string][] = [
  ['2026-03-29 00:30', zone, '2026-03-29T00:30:00.000Z'],
  // A gap.
  ['2026-03-29 01:30', zone, '2026-03-29T01:30:00.000Z'],
  ['2026-03-29 02:30', zone, '2026-03-29T01:30:00.000Z'],
  // Twice: the first one.
  ['2026-10-25 01:30', zone, '2026-10-25T00:30:00.000Z'],
  ['2026-10-25 02:00', zone, '2026-10-25T02:00:00.000Z'],
  ['2026-03-08 02:30', 'America/New_York', '2026-03-08T07:30:00.000Z'],
  ['2026-06-01 00:00', 'Asia/Kathmandu', '2026-05-31T18:15:00.000Z'],
  ['2026-04-24 00:00', 'Africa/Cairo', '2026-04-23T22:00:00.000Z'],
]
for (const [wall, zone, instant] of instants) {
  test(`${wall} in ${zone} is ${instant}`, () => {
    assert.is(new Date(instantOf(readWall(wall), zone)).toISOString(), instant)
  })
}

test('each instant has one wall time, also while clocks change', () => {
  const walls = ['00:30', '01:30', '02:30'].map(time =>
    writeWall(wallOf(at(`2026-10-25T${time}:00Z`), zone)).slice(11),
  )

  assert.equal(walls, ['01:30', '01:30', '02:30'])
})

for (const [date, hours] of [
  ['2026-03-29', 23],
  ['2026-10-25', 25],
  ['2026-11-25', 24],
] as const) {
  test(`${date} has ${hours} hours in ${zone}, all of the same width`, () => {
    const axis = axisOf(periodOf('day', readWall(`${date} 12:00`), formats), zone)

    assert.is(axis.columns.length, hours)
    assert.is(Math.round(axis.positionOf((axis.columns[5] ?? 0) + hour) * hours), 6)
    assert.is(axis.stepsIn(2 / hours), 8)
  })
}

test('a period begins with the first day of the week of the account', () => {
  const firstOf = (first_day_of_week: string) =>
    writeWall(periodOf('week', readWall('2026-11-25 12:00'), { ...formats, first_day_of_week }).from)

  assert.equal(['monday', 'saturday', 'sunday'].map(firstOf), [
    '2026-11-23 00:00',
    '2026-11-21 00:00',
    '2026-11-22 00:00',
  ])
  const { from, to } = periodOf('month', readWall('2028-02-10 00:00'), formats)
  assert.is((to - from) / day, 29)
})

test('dates and times are in the formats of the account', () => {
  const wall = readWall('2026-11-05 00:07')

  assert.is(formatDate(wall, formats), '05/11/2026')
  assert.is(formatDate(wall, { ...formats, date_format: 'm.d.Y' }), '11.05.2026')
  assert.is(formatTime(wall, formats), '00:07')
  assert.is(formatTime(wall, { ...formats, time_format: 'h:i A' }), '12:07 AM')
  assert.is(formatTime(readWall('2026-11-05 13:00'), { ...formats, time_format: 'h:i a' }), '01:00 pm')
})

test('the next clock change is found to the minute, if there is one', () => {
  const next = nextClockChange(at('2026-01-15T00:00:00Z'), zone)

  assert.is(new Date(next ?? 0).toISOString(), '2026-03-29T01:00:00.000Z')
  for (let second = 0; second < 60; second++)
    assert.is(nextClockChange(at('2026-01-15T00:00:00Z') + second * 1_000, zone), next)
  assert.is(nextClockChange(at('2026-01-15T00:00:00Z'), 'Asia/Kathmandu'), undefined)
})

const booking = {
  resource_id: 1,
  start: '2026-03-28 01:30',
  end: '2026-03-28 02:15',
  start_utc: '2026-03-28T01:30:07Z',
  end_utc: '2026-03-28T02:15:00Z',
}

test('a move sends only what it changes: days as local times, minutes as instants', () => {
  const still = { unit: 'minutes', by: 0, part: 'all' } as const

  assert.equal(moveOf(booking, still), {})
  assert.equal(moveOf(booking, still, 2), { resource_id: 2 })
  assert.equal(moveOf(booking, { ...still, by: 90 }), {
    start: '2026-03-28T03:00:07.000Z',
    end: '2026-03-28T03:45:00.000Z',
  })
  assert.equal(moveOf(booking, { unit: 'days', by: 1, part: 'all' }, 2), {
    resource_id: 2,
    start: '2026-03-29 01:30',
    end: '2026-03-29 02:15',
  })
  assert.equal(moveOf(booking, { unit: 'days', by: -1, part: 'end' }), { end: '2026-03-27 02:15' })
})

test('no booking ends before it starts', () => {
  assert.is(isPossible(booking, { unit: 'minutes', by: -30, part: 'end' }), true)
  assert.is(isPossible(booking, { unit: 'minutes', by: -45, part: 'end' }), false)
  assert.is(isPossible(booking, { unit: 'days', by: 1, part: 'start' }), false)
  assert.is(isPossible(booking, { unit: 'days', by: -400, part: 'all' }), true)
})

test('a colour that is unreadable on its background is replaced', () => {
  assert.is(readableOn('#14532D', '#DCFCE7'), '#14532D')
  assert.is(readableOn('#777777', '#808080'), '#000000')
  assert.is(readableOn('#000000', '#102040'), '#FFFFFF')
})

test.run()
