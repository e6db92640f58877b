import { test } from 'uvu'
import * as assert from 'uvu/assert'
import {
  dateText,
  instantOf,
  isEcho,
  isInRange,
  localText,
  readTime,
  utcText,
  type WrittenTime,
} from './times.js'

const utc = (text: string) => Date.parse(text) / 1000
const read = (text: string) => readTime(text) as WrittenTime
const meant = (text: string, zone = 'Europe/Berlin') => instantOf(read(text), zone)

const vectors: [zone: string, local: string, utc: string][] = [
  ['Europe/Berlin', '2023-01-15 12:00', '2023-01-15T11:00:00Z'],
  ['Europe/Berlin', '2023-07-15 12:00', '2023-07-15T10:00:00Z'],
  ['America/New_York', '2023-01-15 12:00', '2023-01-15T17:00:00Z'],
  ['America/New_York', '2023-07-15 12:00', '2023-07-15T16:00:00Z'],
  ['Asia/Kolkata', '2023-07-15 12:00', '2023-07-15T06:30:00Z'],
  ['Asia/Kathmandu', '2023-07-15 12:00', '2023-07-15T06:15:00Z'],
  ['Pacific/Kiritimati', '2023-07-15 12:00', '2023-07-14T22:00:00Z'],
  ['Australia/Lord_Howe', '2023-01-15 12:00', '2023-01-15T01:00:00Z'],
  ['Australia/Lord_Howe', '2023-07-15 12:00', '2023-07-15T01:30:00Z'],
  ['America/Sao_Paulo', '2018-12-01 12:00', '2018-12-01T14:00:00Z'],
  ['America/Sao_Paulo', '2023-12-01 12:00', '2023-12-01T15:00:00Z'],
  ['Europe/Berlin', '2023-03-20 13:00', '2023-03-20T12:00:00Z'],
  ['America/New_York', '2023-03-20 08:00', '2023-03-20T12:00:00Z'],
  ['Europe/Berlin', '2023-03-26 01:59', '2023-03-26T00:59:00Z'],
  ['Europe/Berlin', '2023-03-26 03:00', '2023-03-26T01:00:00Z'],
  ['Europe/Berlin', '2023-07-15 00:00', '2023-07-14T22:00:00Z'],
  ['UTC', '0001-01-01 00:00', '0001-01-01T00:00:00Z'],
  ['UTC', '9999-12-31 23:59', '9999-12-31T23:59:00Z'],
  ['Pacific/Apia', '2011-12-29 23:59', '2011-12-30T09:59:00Z'],
  ['Pacific/Apia', '2011-12-31 00:00', '2011-12-30T10:00:00Z'],
  ['Pacific/Kwajalein', '1993-08-22 00:00', '1993-08-21T12:00:00Z'],
  ['Pacific/Chatham', '2023-01-15 12:00', '2023-01-14T22:15:00Z'],
  ['Pacific/Chatham', '2023-07-15 12:00', '2023-07-14T23:15:00Z'],
  ['Asia/Pyongyang', '2016-01-01 00:00', '2015-12-31T15:30:00Z'],
  ['Etc/GMT+5', '2023-07-15 12:00', '2023-07-15T17:00:00Z'],
  ['America/New_York', '1800-01-01 12:00', '1800-01-01T16:56:02Z'],
  ['Europe/Berlin', '1800-01-01 12:00', '1800-01-01T11:06:32Z'],
  ['Europe/Berlin', '0001-01-02 00:00', '0001-01-01T23:06:32Z'],
]
for (const [zone, local, instant] of vectors) {
  test(`given ${local} in ${zone}, then it is ${instant}, in both directions`, () => {
    assert.is(meant(local, zone), utc(instant))
    assert.is(meant(local.replace(' ', 'T'), zone), utc(instant))
    assert.is(localText(utc(instant), zone), local)
  })
}

test('given a local time that occurs twice, then it is the earlier instant, in any season and zone', () => {
  assert.is(meant('2023-10-29 02:30'), utc('2023-10-29T00:30:00Z'))
  assert.is(meant('2023-11-05 01:30', 'America/New_York'), utc('2023-11-05T05:30:00Z'))
  assert.is(meant('2023-04-02 01:45', 'Australia/Lord_Howe'), utc('2023-04-01T14:45:00Z'))
})

const gaps: [zone: string, skipped: string, shown: string][] = [
  ['Europe/Berlin', '2023-03-26 02:00', '2023-03-26 03:00'],
  ['Europe/Berlin', '2023-03-26 02:59', '2023-03-26 03:59'],
  ['America/New_York', '2023-03-12 02:30', '2023-03-12 03:30'],
  ['America/Sao_Paulo', '2018-11-04 00:00', '2018-11-04 01:00'],
  ['Australia/Lord_Howe', '2023-10-01 02:15', '2023-10-01 02:45'],
  ['Pacific/Apia', '2011-12-30 00:00', '2011-12-31 00:00'],
  ['Pacific/Apia', '2011-12-30 23:59', '2011-12-31 23:59'],
  ['Pacific/Kwajalein', '1993-08-21 12:00', '1993-08-22 12:00'],
]
test('given a local time that is skipped, then it moves forward by the gap, be it half an hour or a day', () => {
  for (const [zone, skipped, shown] of gaps) assert.is(localText(meant(skipped, zone), zone), shown)
})

test('given a time as a user reads it, then it is an echo on either side of an overlap, with seconds or without', () => {
  const later = utc('2023-10-29T01:30:20Z')

  assert.is(isEcho(read('2023-10-29 02:30'), later, 'Europe/Berlin'), true)
  assert.is(isEcho(read('2023-10-29 02:30:20'), later, 'Europe/Berlin'), true)
  assert.is(isEcho(read('2023-10-29 02:30:00'), later, 'Europe/Berlin'), false)
  assert.is(isEcho(read('2023-10-29 02:31'), later, 'Europe/Berlin'), false)
  assert.is(isEcho(read('2023-10-29T01:30:00Z'), later, 'Europe/Berlin'), false)
  assert.is(isEcho(read('2023-10-29 02:30'), later, 'UTC'), false)
})

const ends: [zone: string, utc: string, local: string][] = [
  ['Pacific/Kiritimati', '9999-12-31T23:59:00Z', '10000-01-01 13:59'],
  ['Europe/Berlin', '9999-12-31T23:00:00Z', '10000-01-01 00:00'],
  ['America/New_York', '0001-01-01T00:00:02Z', '0000-12-31 19:04'],
]
test('given instants at the ends of the calendar, then zones can show local times beyond it, which can be sent back', () => {
  for (const [zone, instant, local] of ends) {
    assert.is(localText(utc(instant), zone), local)
    assert.is(meant(local, zone), utc(instant))
    assert.is(isEcho(read(local), utc(instant), zone), true)
  }
})

test('the service accepts the instants of the years 0001 to 9999 UTC', () => {
  const [first, last] = [utc('0001-01-01T00:00:00Z'), utc('9999-12-31T23:59:59Z')]

  assert.equal([first - 1, first, last, last + 1, Number.NaN].map(isInRange), [
    false,
    true,
    true,
    false,
    false,
  ])
})

test('given more days and texts than are cached, then each result is still right', () => {
  const pad = (number: number) => String(number).padStart(2, '0')
  const day = (index: number) =>
    `${2000 + Math.floor(index / 336)}-${pad((Math.floor(index / 28) % 12) + 1)}-${pad((index % 28) + 1)}`

  for (let index = 0; index < 10_500; index++) {
    const text = `${day(index)} ${pad(index % 24)}:${pad(index % 60)}`
    const instant = meant(text, 'UTC')
    assert.is(instant, utc(`${text.replace(' ', 'T')}Z`))
    assert.is(localText(instant, 'UTC'), text)
  }
})

test('an instant is shown in UTC with seconds', () => {
  const instants = [
    '0001-01-01T00:00:00Z',
    '1969-12-31T23:59:59Z',
    '2024-02-29T14:30:07Z',
    '9999-12-31T23:59:59Z',
  ]

  for (const text of instants) assert.is(utcText(utc(text)), text)
})

test('every minute of a day is shown as hh:mm, whatever the seconds', () => {
  const midnight = utc('2023-07-15T00:00:00Z')

  for (let second = 0; second < 86_400; second += 59) {
    const instant = midnight + second
    assert.is(
      localText(instant, 'UTC'),
      new Date(instant * 1000).toISOString().slice(0, 16).replace('T', ' '),
    )
  }
  assert.is(localText(midnight - 1, 'UTC'), '2023-07-14 23:59')
})

test('given moments in any order, then each is written with its own milliseconds', () => {
  const moments = [0, 1, 1, 1_700_000_000_123, 0, -1]

  assert.equal(
    moments.map(dateText),
    moments.map(moment => new Date(moment).toISOString()),
  )
  assert.throws(() => dateText(Number.NaN), /^Invalid time value$/)
})

test.run()
