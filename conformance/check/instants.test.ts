import { DateTime } from 'luxon'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { instantOf } from './instants.js'

const dates = [
  '2026-11-22',
  '2024-02-29',
  '1000-01-01',
  '9999-12-31',
  '2026-02-29',
  '2026-13-01',
  '0999-01-01',
  '20261122',
  '2026-W47-7',
]
const times = [
  '00:00:00',
  '23:59:59',
  '24:00:00',
  '09:30',
  '09:30:15.250',
  '09:30:15.2',
  '09:30:15,999',
  '09:60:00',
  '093015',
]
const zones = ['', 'Z', 'z', '+00:00', '-03:30', '+14:00', '+15:00', '-0800', '+01', '+01:60']

test('every form of ISO 8601 is read as luxon reads it', () => {
  for (const date of dates) {
    for (const time of times) {
      for (const zone of zones) {
        const text = `${date}T${time}${zone}`
        const read = DateTime.fromISO(text, { zone: 'utc' })

        assert.is(instantOf(text), read.isValid ? read.toMillis() : undefined, text)
      }
    }
  }
})

test('what is not a date and time is not an instant', () => {
  for (const value of ['2026-11-22', '2026-11-22 09:30', '09:30:00', '', 'T', null, 5]) {
    assert.is(instantOf(value), undefined, JSON.stringify(value))
  }
})

test.run()
