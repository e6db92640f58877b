import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { replayOf } from './explore.js'

test('given a seed, a walk and a path, then they are parsed', () => {
  assert.equal(replayOf('7/12/0:3:1'), { seed: 7, index: 12, path: '0:3:1' })
  assert.equal(replayOf('4294967295/0/0'), { seed: 4294967295, index: 0, path: '0' })
})

for (const text of ['', '7', '7/12', '7/12/1:2', '7/12/0:', 'x/1/0', '7/12/0:3:1/']) {
  test(`given ${JSON.stringify(text)}, then it says how a walk is written`, () => {
    assert.throws(
      () => replayOf(text),
      (error: Error) => error instanceof RangeError && /7\/12\/0:3:1/.test(error.message),
    )
  })
}

test.run()
