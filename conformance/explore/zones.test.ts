import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { formatTime, forms, isMidnight, shownTime, wallOf, zones } from './zones.js'

const utc = (text: string) => Date.parse(text)

const vectors: [zone: string, instant: string, local: string][] = [
  ['Europe/Berlin', '2023-01-15T11:00:00Z', '2023-01-15 12:00'],
  ['Europe/Berlin', '2023-07-15T10:00:00Z', '2023-07-15 12:00'],
  ['America/New_York', '2023-01-15T17:00:00Z', '2023-01-15 12:00'],
  ['America/New_York', '2023-07-15T16:00:00Z', '2023-07-15 12:00'],
  ['Asia/Kolkata', '2023-07-15T06:30:00Z', '2023-07-15 12:00'],
  ['Asia/Kathmandu', '2023-07-15T06:15:00Z', '2023-07-15 12:00'],
  ['Pacific/Kiritimati', '2023-07-14T22:00:00Z', '2023-07-15 12:00'],
  ['Australia/Lord_Howe', '2023-01-15T01:00:00Z', '2023-01-15 12:00'],
  ['Australia/Lord_Howe', '2023-07-15T01:30:00Z', '2023-07-15 12:00'],
  ['America/Sao_Paulo', '2023-02-01T15:00:00Z', '2023-02-01 12:00'],
]
for (const [zone, instant, local] of vectors) {
  test(`given ${instant}, then clocks in ${zone} show ${local}, and a time written that way means that instant`, () => {
    assert.is(shownTime(utc(instant), zone), local)
    for (const form of ['T', ' '] as const) {
      assert.is(formatTime(utc(`${local.replace(' ', 'T')}:00Z`), form, zone).instant, utc(instant))
    }
  })
}

test('given a time with Z or an offset, then the zone of the writer does not matter', () => {
  for (const zone of zones) {
    assert.equal(formatTime(utc('2023-01-15T12:00:00Z'), 'Z', zone), {
      text: '2023-01-15T12:00:00Z',
      instant: utc('2023-01-15T12:00:00Z'),
    })
    assert.equal(formatTime(utc('2023-01-15T12:00:00Z'), '+02:00', zone), {
      text: '2023-01-15T12:00:00+02:00',
      instant: utc('2023-01-15T10:00:00Z'),
    })
  }
})

test('given an instant, then it can be written in every form, and means the same', () => {
  const instant = utc('2023-06-30T22:30:00Z')

  for (const zone of zones) {
    for (const form of forms) assert.is(formatTime(wallOf(instant, form, zone), form, zone).instant, instant)
  }
})

test('given midnight in a zone, then it is midnight there and not an hour later', () => {
  const midnight = utc('2023-06-30T22:00:00Z')

  assert.ok(isMidnight(midnight, 'Europe/Berlin'))
  assert.not.ok(isMidnight(midnight + 3_600_000, 'Europe/Berlin'))
  assert.not.ok(isMidnight(midnight, 'UTC'))
})

test.run()
