import { IANAZone } from 'luxon'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { instantAt, offsetAt } from './zones.js'

const hour = 3600
const day = 24 * hour
const asked = (zone: IANAZone, instant: number) => Math.round(zone.offset(instant * 1000) * 60)
const utc = (text: string) => Date.parse(text) / 1000

/** Zones with odd offsets, half-hour changes, skipped days and changes close to each other. */
const telling: [name: string, leastChanges: number][] = [
  ['Europe/London', 230],
  ['Australia/Lord_Howe', 110],
  ['Africa/Casablanca', 80],
  ['America/Recife', 35],
  ['Asia/Pyongyang', 4],
  ['Pacific/Apia', 20],
  ['Asia/Kathmandu', 2],
]

for (const [name, leastChanges] of telling) {
  test(`given ${name}, then every offset from 1900 to 2037 is the runtime's, to the second at each change`, () => {
    const zone = IANAZone.create(name)
    const from = utc('1900-01-01T00:00:00Z')
    let before = asked(zone, from)
    let found = 0

    for (let instant = from; instant < utc('2038-01-01T00:00:00Z'); instant += 6 * day) {
      const offset = asked(zone, instant)
      assert.is(offsetAt(name, instant), offset)
      if (offset === before) continue
      let [last, first] = [instant - 6 * day, instant]
      while (first - last > 1) {
        const middle = Math.floor((last + first) / 2)
        if (asked(zone, middle) === before) last = middle
        else first = middle
      }
      assert.is(offsetAt(name, last), before, new Date(last * 1000).toISOString())
      assert.is(offsetAt(name, first), asked(zone, first), new Date(first * 1000).toISOString())
      before = offset
      found++
    }

    assert.ok(found >= leastChanges, `${found} changes`)
  })
}

test('given two changes within a week, then both are seen', () => {
  const hours = (text: string) => offsetAt('America/Recife', utc(text)) / hour

  assert.equal(
    ['2000-10-08T02:59:59Z', '2000-10-08T03:00:00Z', '2000-10-15T01:59:59Z', '2000-10-15T02:00:00Z'].map(
      hours,
    ),
    [-3, -2, -2, -3],
  )
})

test('given any instant, then its local time leads back to it, or to its earlier twin', () => {
  for (const [name] of telling) {
    for (
      let instant = utc('2009-01-01T00:00:00Z');
      instant < utc('2014-01-01T00:00:00Z');
      instant += 5 * hour + 7
    ) {
      const offset = offsetAt(name, instant)
      const back = instantAt(name, instant + offset)
      assert.is(back + offsetAt(name, back), instant + offset)
      assert.ok(back === instant || back === instant + offset - offsetAt(name, back))
      assert.ok(back <= instant)
    }
  }
})

test('given more spans than are remembered, then offsets stay right', () => {
  const zone = IANAZone.create('Europe/Berlin')

  for (let year = 1; year <= 9_999; year += 1) {
    const instant = new Date('2000-07-01T00:00:00Z').setUTCFullYear(year) / 1000
    assert.is(offsetAt('Europe/Berlin', instant), asked(zone, instant))
  }
})

test.run()
