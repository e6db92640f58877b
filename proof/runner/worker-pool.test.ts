import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Case } from './case.js'
import type { CaseResult } from './worker.js'
import { runCases } from './worker-pool.js'

const caseOf = (id: string): Case => ({ kind: 'fault', id, full: false, seed: 1 })

/** Ends every case at once, but never ends those whose id begins with `endless`. */
const script = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads'
    parentPort.on('message', ({ kind, id }) => {
      if (id.startsWith('endless')) for (;;);
      parentPort.postMessage({ kind, verdict: { id, problems: [], untold: [], seen: [] }, took: 1 })
    })`)}`,
)

test('given a case that never ends, then it is a problem, and all others that its thread had not begun end', async () => {
  const ids = ['a', 'b', 'endless', 'c', 'd', 'e', 'f', 'g', 'h', 'i']
  const results: CaseResult[] = []

  await runCases(ids.map(caseOf), result => results.push(result), { threads: 1, stuckAfter: 500, script })

  const wrong = results.filter(({ verdict }) => verdict.problems.length > 0).map(({ verdict }) => verdict.id)
  assert.equal(results.map(({ verdict }) => verdict.id).sort(), [...ids].sort())
  assert.ok(wrong.includes('endless'))
  assert.not.ok(wrong.includes('i'))
})

test.run()
