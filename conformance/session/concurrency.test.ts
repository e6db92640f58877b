import { setImmediate as turn } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { createConcurrency } from './session.js'

/** Runs an action for five items, and records which ran at the same time. */
async function together(jobs: number, checks = 1) {
  const concurrency = createConcurrency(jobs)
  const running = new Set<number>()
  const seen: number[][] = []
  const others = Array.from({ length: checks - 1 }, () =>
    concurrency.work(() => new Promise<never>(() => {})),
  )
  const results = await concurrency.work(() =>
    concurrency.each([1, 2, 3, 4, 5], async item => {
      running.add(item)
      await turn()
      seen.push([...running])
      running.delete(item)
      return item * 10
    }),
  )
  return { results, most: Math.max(...seen.map(({ length }) => length)), others }
}

for (const [jobs, checks, most] of [
  [1, 1, 1],
  [2, 1, 4],
  [8, 1, 5],
  [8, 16, 1],
  [8, 13, 4],
] as const) {
  test(`given ${jobs} jobs and ${checks} running checks, then a check does ${most} of five things at once`, async () => {
    const did = await together(jobs, checks)

    assert.is(did.most, most)
    assert.equal(did.results, [10, 20, 30, 40, 50])
  })
}

test('given one of several that fails, then the others end before the error is thrown', async () => {
  const ended: number[] = []

  const error = await createConcurrency(8)
    .each([1, 2, 3], async item => {
      if (item === 1) throw new Error('no')
      await turn()
      ended.push(item)
    })
    .catch(error => error)

  assert.is(error.message, 'no')
  assert.equal(ended, [2, 3])
})

test.run()
