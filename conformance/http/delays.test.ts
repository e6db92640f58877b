import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { createDelays } from './client.js'

const delayedOf = (...parts: [count: number, took: number][]) => {
  const delays = createDelays()
  for (const [count, took] of parts) for (let index = 0; index < count; index++) delays.add(took)
  return delays.among(parts.reduce((sum, [count]) => sum + count, 0))
}

test('given responses after 1 ms or 44 ms, when they are counted, then those after 44 ms were delayed', () => {
  assert.is(delayedOf([40, 1.2], [80, 44], [2, 30]), 80)
})

test('given a target that is fast, slow or far away, when its responses are counted, then none was delayed', () => {
  assert.is(delayedOf([1000, 3], [100, 44]), 0)
  assert.is(delayedOf([30, 15], [30, 30], [60, 45]), 0)
  assert.is(delayedOf([200, 45]), 0)
  assert.is(delayedOf([20, 1], [40, 44]), 0)
})

test.run()
