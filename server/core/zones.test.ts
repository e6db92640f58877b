import { IANAZone } from 'luxon'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { timezoneNames } from './timezone-names.js'
import { offsetAt } from './zones.js'

const hour = 3600
const asked = (zone: IANAZone, instant: number) => Math.round(zone.offset(instant * 1000) * 60)

/** Zones with odd offsets, half-hour changes, skipped days and changes close to each other. */
const telling = [
  'Europe/Berlin',
  'Europe/London',
  'America/New_York',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Africa/Casablanca',
  'Africa/Cairo',
  'Pacific/Apia',
  'America/Caracas',
  'Antarctica/Troll',
]

for (const name of telling) {
  test(`given ${name}, then every offset from 1995 to 2030 is the runtime's, also around each change`, () => {
    const zone = IANAZone.create(name)
    const end = Date.UTC(2030, 0, 1) / 1000
    let before = asked(zone, Date.UTC(1995, 0, 1) / 1000)

    for (let instant = Date.UTC(1995, 0, 1) / 1000; instant < end; instant += 12 * hour) {
      const offset = asked(zone, instant)
      assert.is(offsetAt(name, instant), offset)
      if (offset === before) continue
      for (let near = instant - 12 * hour; near < instant; near += hour / 4) {
        assert.is(offsetAt(name, near), asked(zone, near))
        assert.is(offsetAt(name, near - 1), asked(zone, near - 1))
      }
      before = offset
    }
  })
}

test('given any name of the list, then the runtime knows it', () => {
  for (const name of timezoneNames) assert.is(IANAZone.isValidZone(name), true, name)
  assert.is(timezoneNames.length, 597)
})

test('given more spans than are remembered, then offsets stay right', () => {
  const zone = IANAZone.create('Europe/Berlin')

  for (let year = 1; year <= 9_999; year += 1) {
    const instant = new Date('2000-07-01T00:00:00Z').setUTCFullYear(year) / 1000
    assert.is(offsetAt('Europe/Berlin', instant), asked(zone, instant))
  }
})

test.run()
