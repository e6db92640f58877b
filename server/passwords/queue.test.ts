import { setImmediate as turn } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Requester } from '../core/index.js'
import { createQueue } from './queue.js'

const nobody: Requester = { caller: '', account: '' }

/** A queue of tasks that end on demand. */
function started(count: number) {
  const queue = createQueue({ atOnce: 2, waiting: 2, refuse: () => new Error('too many') })
  const begun: number[] = []
  const ends: ((value: number) => void)[] = []
  const results = Array.from({ length: count }, (_, index) =>
    queue(
      nobody,
      () =>
        new Promise<number>(resolve => {
          begun.push(index)
          ends[index] = resolve
        }),
    ).catch((error: Error) => error.message),
  )
  return { queue, begun, ends, results }
}

test('given more tasks than run concurrently, then the rest wait and start in order, one for each that ends', async () => {
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

test('given more tasks than can wait, then further ones are refused at once', async () => {
  const { results } = started(6)

  assert.equal(await Promise.all(results.slice(4)), ['too many', 'too many'])
})

test('given a task that fails, then the next one takes its slot', async () => {
  const queue = createQueue({ atOnce: 1, waiting: 5, refuse: () => new Error('too many') })
  const failing = queue(nobody, () => Promise.reject(new Error('no'))).catch((error: Error) => error.message)
  const next = queue(nobody, async () => 'yes')

  assert.equal(await Promise.all([failing, next]), ['no', 'yes'])
})

/** Requests tasks one at a time; returns who was served, in order, and who was refused. */
async function served(waiting: number, requesters: readonly (readonly [caller: string, account: string])[]) {
  const queue = createQueue({ atOnce: 1, waiting, refuse: () => new Error('too many') })
  const order: string[] = []
  const refused: string[] = []
  const tasks = requesters.map(([caller, account]) => {
    const name = `${caller}${account}`
    return queue({ caller, account }, async () => {
      order.push(name)
      await turn()
    }).catch(() => refused.push(name))
  })
  await Promise.all(tasks)
  return { order: order.join(' '), refused: refused.join(' ') }
}

test('given a caller with many tasks, then the task of another one is next but one', async () => {
  const { order } = await served(10, [...Array(6).fill(['a', '1']), ['b', '1']])

  assert.is(order, 'a1 a1 b1 a1 a1 a1 a1')
})

test('given one account of a caller with many tasks, then another one is next but one', async () => {
  const { order } = await served(10, [...Array(4).fill(['a', '1']), ['a', '2'], ['b', '1']])

  assert.is(order, 'a1 a1 b1 a2 a1 a1')
})

test('given more tasks than can wait, then the newest of the caller with the most is refused, and a newcomer waits', async () => {
  const { order, refused } = await served(3, [
    ['a', '0'],
    ['a', '1'],
    ['a', '2'],
    ['a', '3'],
    ['b', '1'],
  ])

  assert.is(refused, 'a3')
  assert.is(order, 'a0 a1 b1 a2')
})

test.run()
