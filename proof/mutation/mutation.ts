import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { join } from 'node:path'
import { runJobs } from '../processes/thread-pool.js'
import { writeFigures } from '../runner/figures.js'
import { atLeastOne, readOptions } from '../terminal/options.js'
import { announce, print, runCommand } from '../terminal/progress.js'
import { matches, readAcceptedSurvivors } from './accepted-survivors.js'
import { checksFor, measureCoverage } from './coverage.js'
import { bundle, instrument, type Mutant, withoutCounters } from './instrument.js'
import { type MutantResult, prepareCopies } from './run-mutant.js'
import { figuresOf, type Outcome, summarize, toText } from './summary.js'
import type { Given, Job } from './worker.js'

// `npm run mutation`: runs every mutant of the core against a certification.

const help = `npm run mutation -- [OPTIONS]

Certifies mutants of the core, each with one small change: all of them take half an hour or more.

  --changed REV  Only the files of server/core that differ from this revision
  --file FILE    Only this file, by its path below server/core; may be repeated
  --jobs NUMBER  Threads (default: 2)
  --accepted     Also the mutants that may survive, to see whether the kit accuses one of them
  --help         Show this help
`

const options = readOptions(help, {
  changed: { type: 'string' },
  file: { type: 'string', multiple: true, default: [] },
  jobs: { type: 'string', default: '2' },
  accepted: { type: 'boolean' },
})

const root = process.cwd()
const core = 'server/core/'

/** The unchanged core runs again after this many mutants: if it fails, the results cannot be trusted. */
const mutantsPerControl = 50
/** Milliseconds after which a thread that does not answer is replaced: more than the timeout of `runMutant`. */
const stuckAfter = 90_000
/** A thread is replaced after this many runs, because the kit's caches grow. */
const runsPerThread = 60

async function run(folder: string): Promise<boolean> {
  const asked = filesAsked()
  const isSelected = ({ file }: { file: string }) => asked?.has(file) ?? true
  const { files, mutants } = await instrument(root)
  const accepted = await readAcceptedSurvivors(root)
  const selected = mutants.filter(isSelected)
  const isAccepted = (mutant: Mutant) => accepted.some(entry => !entry.gap && matches(entry, mutant))
  const due = selected
    .filter(mutant => mutant.ignored === undefined)
    .filter(mutant => options.accepted || !isAccepted(mutant))
  print(`${selected.length} mutants, ${due.length} of them to run.`)
  const outcomes =
    due.length > 0 ? await runAll(due, await bundle(root, files), folder) : new Map<string, Outcome>()

  const summary = summarize(selected, ({ id }) => outcomes.get(id), accepted.filter(isSelected))
  print(toText(summary))
  if (asked === undefined) await writeFigures('mutation', figuresOf(summary))
  return summary.survivors.length + summary.stale.length === 0
}

/** The outcome of each mutant, by its id. */
async function runAll(
  due: readonly Mutant[],
  code: string,
  folder: string,
): Promise<ReadonlyMap<string, Outcome>> {
  const outcomes = new Map<string, Outcome>()
  const script = join(folder, 'core.cjs')
  await writeFile(script, withoutCounters(code))
  const coverage = await measureCoverage(prepareCopies(root, code), folder)
  const allChecks = [...coverage.byCheck.keys()]
  print(`The unchanged core is conformant; ${allChecks.length} checks execute it.`)
  const control: Job = { checks: allChecks }
  const items = due.flatMap((one, index) => {
    const job: Job = { mutant: one, checks: checksFor(one.id, coverage) }
    if (job.checks.length === 0) outcomes.set(one.id, 'noCoverage')
    return [...(index % mutantsPerControl === 0 ? [control] : []), ...(job.checks.length > 0 ? [job] : [])]
  })
  let done = 0
  let controls = 0
  const onResult = ({ mutant }: Job, result: MutantResult) => {
    if (mutant) outcomes.set(mutant.id, result.verdict)
    else if (result.verdict === 'conformant') controls++
    else print(`The unchanged core was ${result.verdict} (${result.by}): do not trust these results.`)
    done++
    if (done % 25 === 0) announce(`${done} of ${items.length}`)
  }
  // Leave processor time for other programs.
  setPriority(5)
  // No account uses this zone, so a core that falls back to the system's zone is noticed.
  process.env.TZ = 'America/St_Johns'
  await runJobs<Job, MutantResult>(items, {
    threads: atLeastOne(options.jobs),
    script: new URL('./worker.js', import.meta.url),
    worker: { workerData: { root, script, ledgerFolder: folder } satisfies Given, stdout: true },
    stuckAfter,
    isSpent: ({ verdict }, runs) => verdict === 'timeout' || runs >= runsPerThread,
    onResult,
    onLost: (job, reason) =>
      onResult(job, { verdict: reason.startsWith('no job') ? 'timeout' : 'crash', by: reason }),
  })
  print(`${controls} runs of the unchanged core in between were conformant.`)
  return outcomes
}

/** The files that the options select, by their paths below server/core; undefined for all. */
function filesAsked(): ReadonlySet<string> | undefined {
  const { changed, file } = options
  if (changed === undefined && file.length === 0) return undefined
  const paths = [...file, ...(changed === undefined ? [] : changedFiles(changed))]
  return new Set(paths.map(path => (path.startsWith(core) ? path.slice(core.length) : path)))
}

function changedFiles(revision: string): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n')
  return [
    ...git('diff', '--name-only', revision, '--', core),
    ...git('ls-files', '--others', '--exclude-standard', '--', core),
  ].filter(name => name !== '')
}

await runCommand('mutation', run)
