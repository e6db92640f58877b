import { IANAZone } from 'luxon'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { instantAt, offsetAt } from './zones.js'

const hour = 3600
const day = 24 * hour
const asked = (zone: IANAZone, instant: number) => Math.round(zone.offset(instant * 1000) * 60)
const utc = (text: string) => Date.parse(text) / 1000

/** Zones with odd offsets, half-hour changes, skipped days or changes close to each other. */
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
  test(`given ${name}, then every offset from 1900 to 2037 is that of the runtime, to the second at each change`, () => {
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

/** The changes closest to each other; whether Freetown has them depends on the data of the runtime. */
const close: [name: string, from: string, to: string][] = [
  ['Africa/Freetown', '1939-08-30T00:00Z', '1939-09-08T00:00Z'],
  ['America/Recife', '2000-10-06T00:00Z', '2000-10-18T00:00Z'],
  ['Africa/Tunis', '1943-03-27T00:00Z', '1943-04-28T00:00Z'],
  ['Europe/Vienna', '1945-03-30T00:00Z', '1945-04-15T00:00Z'],
]
test('given changes within a few days of each other, then all are found', () => {
  for (const [name, from, to] of close) {
    const zone = IANAZone.create(name)
    for (let instant = utc(from); instant < utc(to); instant += hour / 3) {
      assert.is(offsetAt(name, instant), asked(zone, instant), name)
      assert.is(offsetAt(name, instant - 1), asked(zone, instant - 1), name)
    }
  }
  assert.equal(
    ['1943-04-16T12:00Z', '1943-04-20T12:00Z', '1943-04-25T12:00Z'].map(
      text => offsetAt('Africa/Tunis', utc(text)) / hour,
    ),
    [2, 1, 2],
  )
})

test('given any instant, then its local time leads back to it, or to the earlier instant with the same local time', () => {
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

test('given more spans than are cached, then offsets are still right', () => {
  const zone = IANAZone.create('Europe/Berlin')

  for (let year = 1; year <= 9_999; year += 1) {
    const instant = new Date('2000-07-01T00:00:00Z').setUTCFullYear(year) / 1000
    assert.is(offsetAt('Europe/Berlin', instant), asked(zone, instant))
  }
})

test.run()
