import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { clockTime, duration } from './duration.js'

test('given milliseconds, when they are told, the unit fits and never overflows', () => {
  const told = [0, 840.4, 999.6, 12_340, 59_960, 125_400, 3_599_900, 3_780_000].map(duration)

  assert.equal(told, [
    '0 ms',
    '840 ms',
    '1.0 s',
    '12.3 s',
    '1 min 0 s',
    '2 min 5 s',
    '1 h 0 min',
    '1 h 3 min',
  ])
})

test('given milliseconds, when a clock shows them, minutes and seconds have two digits where needed', () => {
  assert.equal([-5, 7000, 760_000, 3_723_000].map(clockTime), ['0:00', '0:07', '12:40', '1:02:03'])
})

test.run()
