import { setImmediate as turn } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { createQueue } from './queue.js'

/** A queue of works that end when they are told to. */
function started(count: number) {
  const queue = createQueue({ atOnce: 2, waiting: 2, refuse: () => new Error('too many') })
  const begun: number[] = []
  const ends: ((value: number) => void)[] = []
  const results = Array.from({ length: count }, (_, index) =>
    queue(
      () =>
        new Promise<number>(resolve => {
          begun.push(index)
          ends[index] = resolve
        }),
    ).catch((error: Error) => error.message),
  )
  return { queue, begun, ends, results }
}

test('given more works than are done at once, then the rest wait and begin in order, one for each that ends', async () => {
  const { begun, ends, results } = started(4)
  await turn()
  assert.equal(begun, [0, 1])

  ends[1]?.(1)
  await turn()
  assert.equal(begun, [0, 1, 2])
  ends[0]?.(0)
  ends[2]?.(2)
  await turn()
  ends[3]?.(3)

  assert.equal(await Promise.all(results), [0, 1, 2, 3])
})

test('given more works than may wait, then the further ones are refused at once', async () => {
  const { results } = started(6)

  assert.equal(await Promise.all(results.slice(4)), ['too many', 'too many'])
})

test('given a work that fails, then the next one takes its place', async () => {
  const queue = createQueue({ atOnce: 1, waiting: 5, refuse: () => new Error('too many') })
  const failing = queue(() => Promise.reject(new Error('no'))).catch((error: Error) => error.message)
  const next = queue(async () => 'yes')

  assert.equal(await Promise.all([failing, next]), ['no', 'yes'])
})

test.run()
