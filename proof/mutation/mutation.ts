import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readExcuses, speaksOf } from './accepted-survivors.js'
import { bundle, uncounted } from './bundle.js'
import { checksFor, cover } from './coverage.js'
import { instrument } from './instrument.js'
import { markOfKit } from './kit-hash.js'
import type { Mutant } from './mutant.js'
import { readOptions } from './options.js'
import { openResults, type Results } from './results.js'
import { createCopies } from './subject-copy.js'
import { recordOf, summarize, textOf } from './summary.js'
import { runJobs } from './worker-pool.js'

// `npm run mutation`: tries every mutant of the core, with the kit as the only test.

/** After so many mutants the core as it is is tried, too: what speaks against that speaks against the whole run. */
const betweenControls = 50

/** A mutant to try; the core as it is where there is none. */
interface Work {
  readonly mutant?: Mutant
}

const root = process.cwd()
const say = (text: string) => process.stdout.write(text)

process.exitCode = await run()

async function run(): Promise<number> {
  const options = readOptions(process.argv.slice(2), root)
  const { files, mutants, marks } = await instrument(root)
  const excuses = await readExcuses(root)
  const kept = join(root, 'node_modules', '.cache', 'schedkit-mutation')
  await mkdir(kept, { recursive: true })
  const results = openResults(
    join(kept, 'results.jsonl'),
    { files: marks, kit: await markOfKit(root) },
    options.fresh,
  )
  const isAsked = ({ file }: Mutant) => options.files === undefined || options.files.has(file)
  const asked = mutants.filter(isAsked)
  const isExcused = (mutant: Mutant) => excuses.some(excuse => speaksOf(excuse, mutant))
  const waiting = asked
    .filter(mutant => mutant.silent === undefined && results.of(mutant) === undefined)
    // The news come first.
    .sort((one, other) => Number(isExcused(one)) - Number(isExcused(other)))
  say(`${asked.length} mutants, ${waiting.length} of them to try.\n`)
  if (waiting.length > 0 && !options.known)
    await tryAll(waiting, results, await bundle(root, files), options.jobs)

  const whole = options.files === undefined
  const relevant = excuses.filter(({ file }) => whole || options.files?.has(file))
  const summary = summarize(asked, results.of, relevant)
  say(textOf(summary, mutant => results.of(mutant)?.verdict))
  if (whole && summary.all.open === 0)
    await writeFile(join(root, 'proof', 'mutation', 'result.json'), recordOf(summary))
  return summary.survivors.length + summary.stale.length > 0 ? 1 : 0
}

async function tryAll(
  waiting: readonly Mutant[],
  results: Results,
  code: string,
  jobs: number,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'schedkit-mutation-'))
  try {
    const script = join(folder, 'subject.cjs')
    await writeFile(script, uncounted(code))
    const coverage = await cover(createCopies(root, code), folder)
    const all = [...coverage.byCheck.keys()]
    say(`The core as it is conforms; ${all.length} checks reach it.\n`)
    const work = waiting.flatMap((mutant, index): Work[] =>
      index % betweenControls === 0 ? [{}, { mutant }] : [{ mutant }],
    )
    let done = 0
    let controls = 0
    const reached = work.filter(({ mutant }) => {
      if (!mutant || checksFor(mutant.id, coverage).length > 0) return true
      results.add(mutant, { verdict: 'unreached', took: 0 })
      return false
    })
    await runJobs(
      reached,
      ({ mutant }) =>
        mutant ? { mutant: mutant.id, checks: checksFor(mutant.id, coverage) } : { checks: all },
      ({ mutant }, answer) => {
        if (mutant) results.add(mutant, answer)
        else if (answer.verdict === 'conformant') controls++
        else say(`The core as it is was found ${answer.verdict} by ${answer.by}: the run can't be trusted.\n`)
        done++
        if (done % 25 === 0) say(`${done} of ${reached.length}\n`)
      },
      { size: jobs, root, script },
    )
    say(`${controls} trials of the core as it is in between found it conformant.\n`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
