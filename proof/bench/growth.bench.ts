/**
 * How the time of every parser and regular expression grows with its input, up to the size limits. Each is given input that
 * provokes backtracking, of an eighth, a quarter, half and all of its limit. Twice the input must take about twice the time;
 * what grows faster is marked. Prints milliseconds, the best of several turns.
 *
 *     npm run build && node dist/proof/bench/growth.bench.js [PART OF A NAME]
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { bodySubjects } from './growth/body-subjects.js'
import { lineSubjects } from './growth/line-subjects.js'
import { otherSubjects } from './growth/other-subjects.js'
import type { Subject } from './growth/subject.js'
import { print } from './measure.js'

setFlagsFromString('--expose-gc')
/** Collects garbage, so that the longest input does not pay for earlier turns. */
const collect: () => void = runInNewContext('gc')

/** The best of several turns, each long enough to be measured. */
function milliseconds(work: () => void, most: number): number {
  let best = Number.POSITIVE_INFINITY
  const begin = performance.now()
  for (let turn = 0; turn < 3 || (turn < 200 && performance.now() - begin < most); turn++) {
    if (most > 100) collect()
    let runs = 0
    const start = performance.now()
    let took: number
    do {
      work()
      runs++
      took = performance.now() - start
    } while (took < 0.5)
    best = Math.min(best, took / runs)
  }
  return best
}

const parts = [8, 4, 2, 1]
const wanted = process.argv[2] ?? ''
/** In milliseconds; anything quicker cannot be measured and does not matter. */
const negligible = 0.05
const slow = 200

function measured({ limit, input, work }: Subject, most: number): { times: number[]; isSuspicious: boolean } {
  const times = parts.map(part => {
    const text = input(Math.floor(limit / part))
    return milliseconds(() => void work(text), most)
  })
  const [, , half = 0, whole = 0] = times
  return { times, isSuspicious: whole > negligible && whole / half > 2.5 }
}

const chosen = [...lineSubjects, ...bodySubjects, ...otherSubjects].filter(({ name }) =>
  name.includes(wanted),
)
let marked = 0
for (const subject of chosen) {
  let found = measured(subject, 20)
  // Measure again, because a busy machine can look like growth.
  for (let turn = 0; turn < 2 && found.isSuspicious; turn++) found = measured(subject, 500)
  const { times, isSuspicious } = found
  const [, , half = 0, whole = 0] = times
  const isSlow = whole > slow
  if (isSuspicious || isSlow) marked++
  const mark = isSuspicious ? 'GROWS' : isSlow ? 'SLOW' : ''
  const cells = times.map(time => time.toFixed(3).padStart(10))
  print(`${mark.padEnd(6)}${cells.join('')}  x${(whole / half).toFixed(2).padEnd(6)}${subject.name}`)
}
print(`${chosen.length} measured, ${marked} marked`)
