import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { instantOf, isEcho, localText, readTime, type WrittenTime } from './times.js'

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
  ['Pacific/Apia', '2011-12-31 00:00', '2011-12-30T10:00:00Z'],
]
for (const [zone, local, instant] of vectors) {
  test(`given ${local} in ${zone}, then it is ${instant}, both ways`, () => {
    assert.is(meant(local, zone), utc(instant))
    assert.is(meant(local.replace(' ', 'T'), zone), utc(instant))
    assert.is(localText(utc(instant), zone), local)
  })
}

const forms: [form: string, utc: string][] = [
  ['2023-07-15T12:00:00Z', '2023-07-15T12:00:00Z'],
  ['2023-07-15T12:00Z', '2023-07-15T12:00:00Z'],
  ['2023-07-15T12:00:00+05:00', '2023-07-15T07:00:00Z'],
  ['2023-07-15T12:00:00-03:30', '2023-07-15T15:30:00Z'],
  ['2023-07-15T12:00:00+05', '2023-07-15T07:00:00Z'],
  ['2023-07-15T12:00:00+0500', '2023-07-15T07:00:00Z'],
  ['2023-07-15T12:00:00.999Z', '2023-07-15T12:00:00Z'],
  ['2023-07-15T12:00:00,5Z', '2023-07-15T12:00:00Z'],
  ['1969-12-31T23:59:59.5Z', '1969-12-31T23:59:59Z'],
  ['20230715T120000Z', '2023-07-15T12:00:00Z'],
  ['20230715T1200Z', '2023-07-15T12:00:00Z'],
  ['2023-W28-6T12:00Z', '2023-07-15T12:00:00Z'],
  ['2023-196T12:00Z', '2023-07-15T12:00:00Z'],
  ['2023-07-15T12:00', '2023-07-15T10:00:00Z'],
  ['2023-07-15T12:00:30', '2023-07-15T10:00:30Z'],
  ['2023-07-15 12:00:30', '2023-07-15T10:00:30Z'],
  ['2023-07-15 12:00Z', '2023-07-15T12:00:00Z'],
  ['2023-07-15 12:00:00+02:00', '2023-07-15T10:00:00Z'],
  ['2023-07-15', '2023-07-14T22:00:00Z'],
  ['20230715', '2023-07-14T22:00:00Z'],
  ['2023-07', '2023-06-30T22:00:00Z'],
  ['2023', '2022-12-31T23:00:00Z'],
  ['2023-07-15T24:00', '2023-07-15T22:00:00Z'],
  ['2024-02-29T12:00Z', '2024-02-29T12:00:00Z'],
]
for (const [form, instant] of forms) {
  test(`given ${form}, then it is read as ${instant} in Berlin`, () => {
    assert.is(meant(form), utc(instant))
  })
}

const noTimes = [
  ...[
    '',
    ' ',
    'tomorrow',
    'abc',
    '12:00',
    'T12:00',
    '12:00Z',
    '15.07.2023 12:00',
    '07/15/2023',
    '1689422400',
    '-1',
  ],
  ...[
    '2023-02-30T12:00Z',
    '2023-06-31',
    '2023-13-01',
    '2023-00-10',
    '2023-07-15T10:60',
    '2023-07-15 25:00',
    '2023-02-29',
  ],
  ...[
    '2023-07-15T12:00+99:00',
    '2023-07-15T12:00+24:00',
    '2023-07-15T12:00+05:60',
    '2023-07-15T12:00:61Z',
    '2023-W54-1',
  ],
  ...[
    '2023-07-15t12:00',
    '2023-07-15T12:00z',
    ' 2023-07-15',
    '2023-07-15 ',
    '2023-07-15  12:00',
    '2023-07-15T12:00 +02:00',
  ],
  ...[
    '2023-07-15T12:00[Europe/Paris]',
    '+002023-07-15',
    '-2023-07-15',
    '0000-12-31',
    '10000-01-01',
    '２０２３-07-15',
  ],
  ...['2023-07-15 12', '2023-7-5 12:00', '2023-07-15T', `2023-07-15T12:00:00.${'9'.repeat(50)}Z`],
]
for (const text of noTimes) {
  test(`given ${JSON.stringify(text.slice(0, 40))}, then it is no time`, () => {
    assert.is(readTime(text), undefined)
  })
}

test('given a local time that occurs twice, then it is the earlier instant, in any season and zone', () => {
  assert.is(meant('2023-10-29 02:30'), utc('2023-10-29T00:30:00Z'))
  assert.is(meant('2023-11-05 01:30', 'America/New_York'), utc('2023-11-05T05:30:00Z'))
  assert.is(meant('2023-04-02 01:45', 'Australia/Lord_Howe'), utc('2023-04-01T14:45:00Z'))
})

test('given a local time that is skipped, then it moves on by the gap', () => {
  assert.is(localText(meant('2023-03-26 02:30'), 'Europe/Berlin'), '2023-03-26 03:30')
  assert.is(
    localText(meant('2023-10-01 02:15', 'Australia/Lord_Howe'), 'Australia/Lord_Howe'),
    '2023-10-01 02:45',
  )
  assert.is(localText(meant('2011-12-30 12:00', 'Pacific/Apia'), 'Pacific/Apia'), '2011-12-31 12:00')
})

test('given what a user reads now, then it is an echo on either side of an overlap, with seconds or without', () => {
  const later = utc('2023-10-29T01:30:20Z')

  assert.is(isEcho(read('2023-10-29 02:30'), later, 'Europe/Berlin'), true)
  assert.is(isEcho(read('2023-10-29 02:30:20'), later, 'Europe/Berlin'), true)
  assert.is(isEcho(read('2023-10-29 02:30:00'), later, 'Europe/Berlin'), false)
  assert.is(isEcho(read('2023-10-29 02:31'), later, 'Europe/Berlin'), false)
  assert.is(isEcho(read('2023-10-29T01:30:00Z'), later, 'Europe/Berlin'), false)
  assert.is(isEcho(read('2023-10-29 02:30'), later, 'UTC'), false)
})

test('given instants at the ends of the calendar, then zones beyond it still read them', () => {
  assert.is(localText(utc('9999-12-31T23:59:59Z'), 'Pacific/Kiritimati'), '10000-01-01 13:59')
  assert.is(localText(utc('0001-01-01T00:00:00Z'), 'America/New_York'), '0000-12-31 19:03')
})

test.run()
