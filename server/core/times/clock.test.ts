import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { createClock } from './clock.js'

/** A clock on a source that stays at 1000 until it is moved. */
function clockOver() {
  const source = { now: 1_000 }
  return { source, clock: createClock(() => source.now) }
}

test('given no changes, then a clock shows the time of its source and runs with it', () => {
  const { source, clock } = clockOver()

  assert.equal([clock.now(), clock.frozen], [1_000, false])
  source.now = 1_500
  assert.is(clock.now(), 1_500)
})

test('given a time, then a running clock continues from there', () => {
  const { source, clock } = clockOver()

  clock.set(50)

  assert.is(clock.now(), 50)
  source.now += 7
  assert.equal([clock.now(), clock.frozen], [57, false])
})

test('given a part of a millisecond, then the time is whole, and the parts add up', () => {
  const { clock } = clockOver()
  clock.freeze()

  const times = [0.4, 0.4, 0.4].map(part => {
    clock.advance(part)
    return clock.now()
  })

  assert.equal(times, [1_000, 1_000, 1_001])
})

test('given a frozen clock, then it stands still, and can be set and moved both ways', () => {
  const { source, clock } = clockOver()

  clock.freeze()
  source.now += 500

  assert.equal([clock.now(), clock.frozen], [1_000, true])
  clock.advance(5)
  assert.is(clock.now(), 1_005)
  clock.advance(-10)
  assert.is(clock.now(), 995)
  clock.set(42)
  source.now += 500
  assert.equal([clock.now(), clock.frozen], [42, true])
})

test('given a frozen clock that is resumed, then it continues from its time', () => {
  const { source, clock } = clockOver()
  clock.freeze()
  source.now += 500

  clock.run()

  assert.equal([clock.now(), clock.frozen], [1_000, false])
  source.now += 3
  assert.is(clock.now(), 1_003)
})

test('given a running clock, then advance moves it both ways, each time from its current time; freezing or running twice does nothing', () => {
  const { source, clock } = clockOver()

  clock.advance(60_000)
  clock.advance(-10_000)
  clock.run()
  assert.is(clock.now(), 51_000)
  clock.freeze()
  source.now += 9
  clock.freeze()

  assert.is(clock.now(), 51_000)
})

test('given a reset, then a moved and frozen clock shows the time of its source again, running', () => {
  const { source, clock } = clockOver()
  clock.advance(60_000)
  clock.freeze()

  clock.reset()

  assert.equal([clock.now(), clock.frozen], [1_000, false])
  source.now += 1
  assert.is(clock.now(), 1_001)
})

test('given a clock that is frozen at 1970, then it is frozen', () => {
  const { source, clock } = clockOver()
  clock.set(0)
  clock.freeze()

  source.now += 1

  assert.equal([clock.now(), clock.frozen], [0, true])
})

test('given a clock that was set or resumed, then the time for durations is not affected', () => {
  const clock = createClock(
    () => 1_000_400,
    () => 999_999,
  )

  clock.set(5_000_000)
  assert.equal([clock.now(), clock.steady()], [5_000_000, 5_000_000])
  clock.freeze()
  clock.set(6_000_000)
  clock.run()
  assert.equal([clock.now(), clock.steady()], [6_000_000, 6_000_000])
  clock.advance(1_000)
  assert.equal([clock.now(), clock.steady()], [6_001_000, 6_001_000])
})

test.run()
