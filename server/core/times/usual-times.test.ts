import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { readIsoTime } from './times.js'
import { readUsualTime } from './usual-times.js'

/** A reproducible random number generator (mulberry32). */
function createNumbers(seed: number) {
  let state = seed
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

const below = createNumbers(12)
const oneOf = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item
const padded = (number: number, width = 2) => String(number).padStart(width, '0')

const years = [0, 1, 4, 99, 100, 400, 1582, 1600, 1899, 1900, 1969, 1970, 2000, 2023, 2024, 2100, 9996, 9999]
const fractions = ['', '', '', '.5', ',25', '.000', '.999', '.9999999999', '.', ',', '.x']
const zones = [
  '',
  '',
  'Z',
  'z',
  '+00:00',
  '-00:00',
  '-00:30',
  '+05:30',
  '-23:59',
  '+24:00',
  '+10:60',
  '+0530',
  '+05',
  '+5:30',
]

/** A time in one of the usual forms, or almost: months up to 13, days up to 32, hours up to 25. */
function likelyTime(): string {
  const year = below(2) === 0 ? oneOf(years) : below(10_000)
  const date = `${padded(year, 4)}-${padded(below(14))}-${padded(below(33))}`
  if (below(8) === 0) return date
  const [hour, minute] = [padded(below(26)), padded(below(61))]
  const seconds = below(2) === 0 ? '' : `:${padded(below(61))}${oneOf(fractions)}`
  return `${date}${oneOf([' ', 'T', 'T', 't', '  '])}${hour}:${minute}${seconds}${oneOf(zones)}`
}

const typos = [...'0123456789-:.,TZ+ WxÄ٣', '']

/** Returns a text with one character replaced, removed or added. */
function withTypo(text: string): string {
  const at = below(text.length + 1)
  return text.slice(0, at) + oneOf(typos) + text.slice(at + below(2))
}

test('a text in a usual form is read as by the parser for all forms', () => {
  let read = 0
  for (let turn = 0; turn < 40_000; turn++) {
    const time = likelyTime()
    for (const text of [time, withTypo(time)]) {
      const quickly = readUsualTime(text)
      if (quickly === undefined) continue
      assert.equal(quickly, readIsoTime(text), text)
      read++
    }
  }
  assert.ok(read > 10_000, `${read} were in a usual form`)
})

test('every day of 800 years is accepted, and no other', () => {
  for (let year = 1600; year < 2400; year++) {
    for (let month = 0; month <= 13; month++) {
      for (const day of [0, 1, 28, 29, 30, 31, 32]) {
        const date = `${year}-${padded(month)}-${padded(day)}`
        const [instant] = [Date.parse(`${date}T00:00:00Z`)]
        const exists = !Number.isNaN(instant) && new Date(instant).toISOString().startsWith(date)
        assert.equal(
          readUsualTime(date),
          exists ? { local: instant / 1000, toTheMinute: true } : undefined,
          date,
        )
      }
    }
  }
})

test('the usual forms do not need the general parser', () => {
  const usual = [
    '2026-11-21',
    '2026-11-21 14:30',
    '2026-11-21 14:30:59',
    '2026-11-21T14:30',
    '2026-11-21T14:30:59',
    '2026-11-21T14:30Z',
    '2026-11-21T14:30:00Z',
    '2026-11-21T14:30:00.000Z',
    '2026-11-21 14:30+01:00',
    '2026-11-21T14:30:00-03:30',
  ]

  for (const text of usual) assert.equal(readUsualTime(text), readIsoTime(text), text)
  for (const text of usual) assert.ok(readUsualTime(text), text)
})

test.run()
