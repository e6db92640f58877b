import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { randomNumbers } from '../../core/index.js'
import { createBlocks, type Span, type Summarise, type Window } from './booking-blocks.js'

interface Each {
  place: number
  start: number
  end: number
}

const inside =
  ({ min, max }: Window) =>
  ({ start, end }: Each) =>
    start >= min && end < max

/** Bookings in order of their places, and how they are summarised. */
function kept(bookings: Each[]): Summarise {
  return (from, before, count) => {
    const rest = bookings.filter(({ place }) => place >= from && place < before)
    rest.sort((one, other) => one.place - other.place)
    const last = rest[count - 1]?.place ?? rest.at(-1)?.place ?? 0
    const some = rest.filter(({ place }) => place <= last)
    if (some.length === 0) return undefined
    return {
      from,
      before: rest[some.length]?.place ?? last + 1,
      count: some.length,
      minStart: Math.min(...some.map(({ start }) => start)),
      maxEnd: Math.max(...some.map(({ end }) => end)),
    }
  }
}

for (const byStart of [false, true]) {
  test(`given bookings in the order of their ${byStart ? 'starts' : 'ids'}, blocks tell the same as a look at each`, () => {
    for (let seed = 1; seed <= 30; seed++) {
      const random = randomNumbers(seed)
      const whole = (below: number) => Math.floor(random() * below)
      const bookings: Each[] = []
      const blocks = createBlocks(kept(bookings), 4, seed % 2 === 0 ? 3 : undefined)
      let last = 0
      for (let step = 0; step < 300; step++) {
        const start = whole(100)
        const isNew = random() < 0.6
        if (isNew) {
          const isLast = random() < 0.8
          if (isLast) last += 1 + whole(3)
          const id = isLast ? last : whole(last + 1)
          const each = { place: byStart ? start : id, start, end: start + (random() < 0.9 ? 1 : whole(100)) }
          if (!byStart && bookings.some(({ place }) => place === id)) continue
          bookings.push(each)
          blocks.add(each.place, each.start, each.end)
        } else if (bookings.length > 0) {
          const [each] = bookings.splice(whole(bookings.length), 1)
          blocks.remove((each as Each).place)
        }
        if (random() < 0.7) continue
        const window = { min: whole(110), max: whole(110) }
        const ordered = [...bookings].sort((one, other) => one.place - other.place)
        const found = blocks.inspect(window)
        const read = found.spans.flatMap(({ from, before }) =>
          ordered.filter(each => each.place >= from && each.place < before && inside(window)(each)),
        )
        assert.is(found.inside + read.length, ordered.filter(inside(window)).length, `${seed} ${step}`)
        if (byStart) continue
        for (const fitting of [() => true, inside(window)]) {
          const offset = whole(ordered.length + 3)
          const countIn = ({ from, before }: Span) =>
            ordered.filter(each => each.place >= from && each.place < before && fitting(each)).length
          const { from, skip } = blocks.locate(offset, fitting.length === 0 ? undefined : { window, countIn })
          const page = ordered.filter(each => each.place >= from && fitting(each)).slice(skip)
          assert.equal(page, ordered.filter(fitting).slice(offset), `${seed} ${step} ${offset}`)
        }
      }
    }
  })
}

test('given long lists, few bookings are read again', () => {
  const bookings = Array.from({ length: 10_000 }, (_, place) => ({ place, start: place, end: place + 1 }))
  let asked = 0
  const summarise = kept(bookings)
  const blocks = createBlocks((...given) => {
    asked++
    return summarise(...given)
  })

  const places = [0, 300, 5_000, 9_999].map(offset => blocks.locate(offset))
  const { inside, outside } = blocks.inspect({ min: 100, max: 9_000 })

  assert.ok(places.every(({ skip }) => skip < 256))
  assert.ok(inside >= 8_899 - 2 * 256 && inside + outside >= 10_000 - 2 * 256)
  assert.ok(asked <= 41, `${asked}`)
  bookings.push({ place: 10_000, start: 10_000, end: 10_001 })
  blocks.add(10_000, 10_000, 10_001)
  assert.equal(blocks.locate(10_000), { from: 9_984, skip: 16 })
  assert.ok(asked <= 41, `${asked}`)
})

test.run()
