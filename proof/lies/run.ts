import { availableParallelism } from 'node:os'
import { runJobs } from '../processes/thread-pool.js'
import { writeFigures } from '../runner/figures.js'
import { atLeastOne, readOptions } from '../terminal/options.js'
import { announce, print, runCommand, tell } from '../terminal/progress.js'
import { alarmsOf, honestRun } from './alarms.js'
import type { Batch, Judged } from './judge-lies.js'
import { isPromised } from './spots.js'
import { figuresOf, missedText, summaryOf } from './summary.js'

// `npm run lies`: the kit must notice a server that lies, even if it lies only once.

const help = `npm run lies -- [OPTIONS]

Records a certification of the reference server, alters one value of its answers, and judges the recording as the kit judges
the answers of a run. What is not noticed there is told once more in a run of its own, in which the checks look too.

  --sample NUMBER  Lies in one answer each (default: 1000, and all that are told in every, or in every 50th, answer)
  --seed NUMBER    Other lies (default: 1)
  --confirm NUMBER Lies that a recording shows, and that a run has to notice as well (default: 20, or 4 of a sample)
  --jobs NUMBER    Threads (default: one per processor)
  --write          Write the result for conformance/PROOF.md; needs all 1000
  --help           Show this help

Examples:
  # all of it
  npm run lies
  # a sample
  npm run lies -- --sample 100 --seed 7
`

const options = readOptions(help, {
  sample: { type: 'string' },
  seed: { type: 'string', default: '1' },
  confirm: { type: 'string' },
  jobs: { type: 'string', default: String(availableParallelism()) },
  write: { type: 'boolean' },
})

/** The share of lies in one answer that must be noticed. */
const goal = 0.99

async function run(): Promise<boolean> {
  const started = Date.now()
  const sample = options.sample === undefined ? undefined : Number(options.sample)
  const threads = atLeastOne(options.jobs)
  const alarms = await alarmsOf(await honestRun())
  for (const alarm of alarms) print(alarm)
  const results: Judged[] = []
  const batches = batchesOf(sample, Number(options.seed), threads)
  await runJobs<Batch, readonly Judged[]>(batches, {
    threads,
    script: new URL('./judge-lies.js', import.meta.url),
    stuckAfter: 1_200_000,
    onResult(_, judged) {
      results.push(...judged)
      for (const one of judged)
        if (one.noticed === 'no' && isPromised(one.lie.kind)) announce(missedText(one))
      tell(`${results.length} lies`)
    },
    onLost: (_, reason) => announce(`Some lies were not judged: ${reason}.`),
  })
  tell('')
  const { lines, share, unconfirmed } = summaryOf(results)
  for (const line of lines) print(line)
  print(`${results.length} lies in ${Math.round((Date.now() - started) / 1000)} s.`)
  if (options.write && (sample ?? 1000) >= 1000) await writeFigures('lies', figuresOf(results))
  return alarms.length === 0 && share >= goal && unconfirmed === 0
}

/** Lies per part: few, so that the threads end at about the same time and a slow thread is not mistaken for a stuck one. */
const perPart = 50

function batchesOf(sample: number | undefined, seed: number, threads: number): readonly Batch[] {
  const parts = Math.max(threads, Math.ceil((sample ?? 1000) / perPart))
  const confirmed = Math.ceil(Number(options.confirm ?? (sample === undefined ? 20 : 4)) / parts)
  const each = (often: Batch['often'], count: number, isOrder = false) =>
    Array.from({ length: parts }, (_, part): Batch => {
      const size = often === 'in one answer' ? Math.ceil(count / parts) : count
      return { often, seed, count: size, part, parts, isOrder, confirmed: isOrder ? 0 : confirmed }
    })
  const rare = each('in one answer', sample ?? 1000)
  if (sample !== undefined) return rare
  return [
    ...rare,
    ...each('in one answer', 100, true),
    ...each('in every answer', Number.POSITIVE_INFINITY),
    ...each('in every 50th answer', Number.POSITIVE_INFINITY),
  ]
}

await runCommand('lies', run)
