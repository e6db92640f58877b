import { getHeapSpaceStatistics } from 'node:v8'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { createYoungSpace } from './young-space.js'

const bytesOfSpace = () =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')?.space_size ?? 0

/** Creates objects that live for a short while, more than the space has room for. */
function work(): number {
  const alive: unknown[] = []
  for (let index = 0; index < 3_000_000; index++) alive[index % 30_000] = { index }
  return bytesOfSpace()
}

test('while a large seed is loaded, the space for new objects hardly grows; afterwards it does', () => {
  const space = createYoungSpace()
  const before = bytesOfSpace()

  space.keepFor(100 * 2 ** 20)
  const meanwhile = work()
  space.release()
  const afterwards = work()

  const sizes = `${before} bytes became ${meanwhile}, then ${afterwards}`
  // V8 may have been about to double it.
  assert.ok(meanwhile <= 2 * before, sizes)
  assert.ok(afterwards >= 2 * meanwhile, sizes)
})

test.run()
