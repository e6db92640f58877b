import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { runJobs } from './thread-pool.js'

/** A worker that ends every job at once, except one that never ends and one that crashes the thread. */
const script = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads'
    parentPort.on('message', ([number, job]) => {
      if (job === 'endless') for (;;);
      if (job === 'breaks') setTimeout(() => { throw new Error('out of order') })
      else parentPort.postMessage([number, job.toUpperCase()])
    })`)}`,
)

async function run(jobs: readonly string[], atOnce: number) {
  const results: string[] = []
  const lost: string[] = []
  await runJobs<string, string>(jobs, {
    ...{ script, atOnce, threads: 1, stuckAfter: 3_000 },
    isSpent: (_, done) => done === 3,
    onResult: (job, result) => results.push(`${job}${result}`),
    onLost: (job, reason) => lost.push(`${job}: ${reason}`),
  })
  return { results, lost }
}

test('a job that never ends is lost, and all others end', async () => {
  const { results, lost } = await run(['a', 'b', 'endless', 'c', 'd', 'e', 'f'], 1)

  assert.equal(results, ['aA', 'bB', 'cC', 'dD', 'eE', 'fF'])
  assert.equal(lost, ['endless: no job ended within 3 s'])
})

test('when a thread crashes, its jobs are lost with the reason, and all others end', async () => {
  const { results, lost } = await run(['breaks', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'], 2)

  assert.is(results.length + lost.length, 10)
  assert.ok(results.includes('iI'))
  assert.match(lost[0] ?? '', /^breaks: the thread broke: Error: out of order/)
})

test.run()
