import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { isOpen, timingOf } from './booking-times.js'
import type { Period } from './choices.js'
import { createCollection, type ModelObject, type ModelSchedule, type Span } from './world.js'

const hour = 3_600_000
const noon = Date.UTC(2023, 0, 10, 12)
const resource = (id: number): ModelObject => ({
  kind: 'resource',
  id,
  slot: id,
  known: {},
  because: {},
  isTouched: false,
})
const red = resource(1)
const blue = resource(2)
const span = (
  start: number,
  end: number,
  of: ModelObject = red,
  flag: boolean | undefined = false,
): Span => ({
  resource: of,
  start,
  end,
  flag,
})

function scheduleWith(...spans: Span[]): ModelSchedule {
  const paths = { id: 's', path: '/s', resources: '/r', bookings: '/b', collaborators: '/c' }
  const bookings = createCollection('booking', paths)
  spans.forEach((each, slot) => {
    bookings.objects.set(slot, { ...resource(slot), kind: 'booking', slot, span: each })
  })
  const collection = createCollection('resource', paths)
  return {
    paths,
    resources: collection,
    bookings,
    collaborators: collection,
    isExclusive: false,
    isGuarded: false,
    isSmall: true,
    isOurs: true,
  }
}

const open: [what: string, span: Span, others: Span[], isOpen: boolean][] = [
  ['a booking alone', span(noon, noon + hour), [], false],
  ['one that ends before it starts', span(noon, noon - hour), [], true],
  ['one that ends as it starts', span(noon, noon), [], true],
  ['two that overlap on a resource', span(noon, noon + hour), [span(noon + hour / 2, noon + 2 * hour)], true],
  ['two that touch', span(noon, noon + hour), [span(noon + hour, noon + 2 * hour)], true],
  ['two that overlap on two resources', span(noon, noon + hour), [span(noon, noon + hour, blue)], false],
  ['the flag with a time of day', span(noon, noon + hour, red, true), [], true],
  ['the flag with whole days', span(noon - 12 * hour, noon + 12 * hour, red, true), [], false],
]
for (const [what, of, others, expected] of open) {
  test(`given ${what}, then the document ${expected ? 'leaves open' : 'says'} what happens`, () => {
    assert.is(isOpen(scheduleWith(...others), [{ span: of }], 'UTC'), expected)
  })
}

const wholeDays: Period = { form: 'T', isAllDay: true, day: 0, half: 0, length: 1 }

test('given the flag and whole days in the time zone of the writer, then it is shown', () => {
  const timing = timingOf({ period: wholeDays, flag: true, resource: red }, 'Asia/Kolkata')

  assert.is(timing?.span.flag, true)
  assert.equal(timing?.body, {
    start: '2023-01-10T00:00:00',
    end: '2023-01-11T00:00:00',
    resource_id: 1,
    all_day_display: true,
  })
  assert.is(timing?.span.start, Date.parse('2023-01-09T18:30:00Z'))
})

test('given the flag and days in another time zone, then what is shown is open', () => {
  const timing = timingOf({ period: { ...wholeDays, form: 'Z' }, flag: true, resource: red }, 'Asia/Kolkata')

  assert.is(timing?.span.flag, undefined)
})

test('given a booking with the flag, when its times change without it, then what is shown is open from then on', () => {
  const before = span(noon - 12 * hour, noon + 12 * hour, red, true)

  assert.is(timingOf({ resource: blue }, 'UTC', before)?.span.flag, true)
  assert.is(timingOf({ period: { ...wholeDays, day: 3 } }, 'UTC', before)?.span.flag, undefined)
})

test('given the start alone, then the end does not change', () => {
  const timing = timingOf({ period: wholeDays, part: 'start' }, 'UTC', span(noon, noon + hour))

  assert.equal(timing?.body, { start: '2023-01-10T00:00:00' })
  assert.is(timing?.span.end, noon + hour)
})

test.run()
