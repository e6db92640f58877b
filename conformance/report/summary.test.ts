import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { duration } from './summary.js'

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

test.run()
