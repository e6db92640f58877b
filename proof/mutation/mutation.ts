import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { runJobs } from '../processes/thread-pool.js'
import { writeFigures } from '../runner/figures.js'
import { announce, print } from '../terminal/progress.js'
import { matches, readAcceptedSurvivors } from './accepted-survivors.js'
import { checksFor, measureCoverage } from './coverage.js'
import { bundle, instrument, type Mutant, withoutCounters } from './instrument.js'
import { type MutantResult, prepareCopies } from './run-mutant.js'
import { figuresOf, type Outcome, summarize, toText } from './summary.js'
import type { Given, Job } from './worker.js'

// `npm run mutation`: runs every mutant of the core against a certification.

const usage = `npm run mutation -- [--changed [REV]] [--file FILE]... [--jobs N] [--accepted]

  --changed [REV]  only the files of server/core that differ from REV (default: HEAD)
  --file FILE      only this file, by its path below server/core; may be repeated
  --jobs N         how many threads run mutants (default: 2)
  --accepted       also runs the mutants that may survive, to see whether the kit accuses one of them
`

const root = process.cwd()
const core = 'server/core/'

/** The unchanged core runs again after this many mutants: if it fails, the results cannot be trusted. */
const mutantsPerControl = 50
/** Milliseconds after which a thread that does not answer is replaced: more than `runMutant` takes by itself. */
const stuckAfter = 90_000
/** A thread is replaced after this many runs, because the kit's caches grow. */
const runsPerThread = 60

process.exitCode = await main()

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2))
  const isSelected = ({ file }: { file: string }) => options.files?.has(file) ?? true
  const { files, mutants } = await instrument(root)
  const accepted = await readAcceptedSurvivors(root)
  const selected = mutants.filter(isSelected)
  const isAccepted = (mutant: Mutant) => accepted.some(entry => !entry.gap && matches(entry, mutant))
  const due = selected
    .filter(mutant => mutant.ignored === undefined)
    .filter(mutant => options.accepted || !isAccepted(mutant))
  print(`${selected.length} mutants, ${due.length} of them to run.`)
  const outcomes =
    due.length > 0 ? await runAll(due, await bundle(root, files), options.jobs) : new Map<string, Outcome>()

  const summary = summarize(selected, ({ id }) => outcomes.get(id), accepted.filter(isSelected))
  print(toText(summary))
  if (options.files === undefined) await writeFigures('mutation', figuresOf(summary))
  return summary.survivors.length + summary.stale.length > 0 ? 1 : 0
}

/** The outcome of each mutant, by its id. */
async function runAll(
  due: readonly Mutant[],
  code: string,
  jobs: number,
): Promise<ReadonlyMap<string, Outcome>> {
  const outcomes = new Map<string, Outcome>()
  const folder = await mkdtemp(join(tmpdir(), 'schedkit-mutation-'))
  try {
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
    // No account is in this zone, so a core that falls back on the system's zone is noticed.
    process.env.TZ = 'America/St_Johns'
    await runJobs<Job, MutantResult>(items, {
      threads: jobs,
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
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function readOptions(args: readonly string[]) {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      changed: { type: 'boolean', default: false },
      file: { type: 'string', multiple: true, default: [] },
      jobs: { type: 'string', default: '2' },
      accepted: { type: 'boolean', default: false },
    },
  })
  const { changed, file, accepted } = values
  const [revision = 'HEAD', ...more] = positionals
  const jobs = Number(values.jobs)
  if (more.length > 0 || (positionals.length > 0 && !changed))
    throw new RangeError(`Unexpected argument: ${positionals.join(' ')}\n\n${usage}`)
  if (!Number.isInteger(jobs) || jobs < 1)
    throw new RangeError(`Invalid --jobs ${values.jobs}: use a whole number, 1 or more.\n\n${usage}`)
  const paths = [...file, ...(changed ? changedFiles(revision) : [])]
  const files = new Set(paths.map(path => (path.startsWith(core) ? path.slice(core.length) : path)))
  return { jobs, accepted, files: changed || files.size > 0 ? files : undefined }
}

function changedFiles(revision: string): string[] {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n')
  return [
    ...git('diff', '--name-only', revision, '--', core),
    ...git('ls-files', '--others', '--exclude-standard', '--', core),
  ].filter(name => name !== '')
}
