import { writeFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { runDefaults } from '../../conformance/session/defaults.js'
import type { Fault } from '../faults/fault.js'
import { faults, faultsOf } from '../faults/index.js'
import { knowNothings } from '../know-nothing/servers.js'
import { certifying, runJobs } from '../processes/thread-pool.js'
import { atLeastOne, readOptions } from '../terminal/options.js'
import { announceRegularly, print, runCommand, tell } from '../terminal/progress.js'
import { type Case, type CaseResult, type Extent, isSampled, variantsOf, variantsTogether } from './case.js'
import { writeEffectiveChecks } from './effective-checks.js'
import { writeFigures } from './figures.js'
import { killMatrix, unkilled } from './kill-matrix.js'
import { comparePage, pageFile } from './page.js'
import { onlyProblem } from './verdict.js'

// `npm run proof`: the kit must catch every fault and accept every variant.

const help = `npm run proof -- [OPTIONS]

Certifies servers with one fault each, which the kit has to catch for the stated reason, correct servers that
differ from ours, which it has to accept, and servers that know nothing, on which it must verify nothing by luck.
Each of the correct servers differs in up to 16 ways at once; with --only or --full, also in one or in up to 25 of them.

  --only PATTERN  Only these faults and variants, by id, with * for any part, or by area; may be repeated. Runs every check
  --full          Every check for every fault, and each variant alone, too
  --share NUMBER  Only one in so many faults, evenly over all areas (default: 1)
  --correct-share NUMBER
                  Only one in so many of the servers that are correct or know nothing (default: 1)
  --sample NUMBER For one in so many faults, checks a sample of the other rules, too (default: 4; with --write: 1)
  --max-requests NUMBER
                  Only tells how many faults a run with this budget catches
  --jobs NUMBER   Threads (default: one per processor)
  --seed NUMBER   Other random inputs, another sample of checks, other combinations (default: 1)
  --write         Rewrite conformance/PROOF.md and, with --full, the order of a run within a budget
  --help          Show this help

Examples:
  # everything
  npm run proof
  # one fault, with all that the kit reports about it
  npm run proof -- --only created-id-coded
  # the faults of an area, the variants, and the servers that know nothing
  npm run proof -- --only LIST --only variants --only know-nothing
  # after many new checks or faults: the order of a run within a budget, in half an hour
  npm run proof -- --full --write
  # how many of every eighth fault a run of 400 requests catches
  npm run proof -- --max-requests 400 --share 8
`

const options = readOptions(help, {
  only: { type: 'string', multiple: true, default: [] },
  full: { type: 'boolean', default: false },
  share: { type: 'string', default: '1' },
  'correct-share': { type: 'string', default: '1' },
  sample: { type: 'string' },
  'max-requests': { type: 'string' },
  jobs: { type: 'string', default: String(availableParallelism()) },
  seed: { type: 'string', default: '1' },
  write: { type: 'boolean', default: false },
})

const isWanted = (id: string, area: string) =>
  options.only.length === 0 ||
  options.only.some(pattern => {
    const expression = new RegExp(`^${pattern.replaceAll('*', '.*').replaceAll('+', '\\+')}$`)
    return expression.test(id) || pattern === area
  })

const share = atLeastOne(options.share)
const correctShare = atLeastOne(options['correct-share'])
const budget = options['max-requests'] === undefined ? undefined : Number(options['max-requests'])
const whole = options.only.length === 0
const seed = Number(options.seed)
const full = options.full || !whole
/** Runs a sample of the other rules for one fault in this many; for every fault, it takes twice the time. */
const sample = atLeastOne(options.sample ?? (options.write ? '1' : '4'))
const extentOf = (fault: Fault): Extent =>
  full ? 'all' : isSampled(fault, sample, seed) ? 'sampled' : 'named'
/** Only a full proof shows which checks catch which faults. */
const isOrdering = options.write && options.full && whole && share === 1
const correctCases: readonly Case[] = [
  // Variants take longest, so they go first: then no thread is left working alone at the end.
  ...(full ? variantsOf({ full: options.full, seed }) : variantsTogether())
    .filter(({ id }) => isWanted(id, 'variants'))
    .map(({ id }): Case => ({ kind: 'variant', id, seed }))
    .reverse(),
  ...knowNothings
    .filter(({ id }) => isWanted(id, 'know-nothing'))
    .map(({ id }): Case => ({ kind: 'know-nothing', id, seed })),
].filter((_, index) => index % correctShare === 0)
const faultyCases: readonly Case[] = Object.entries(faultsOf)
  .flatMap(([area, own]) => own.filter(({ id }) => isWanted(id, area)))
  .filter((_, index) => index % share === 0)
  .map(
    (fault): Case => ({
      ...{ kind: 'fault', id: fault.id, seed, extent: extentOf(fault) },
      ...(budget !== undefined && { budget }),
    }),
  )
const cases: readonly Case[] = [...(budget === undefined ? correctCases : []), ...faultyCases]

async function run(): Promise<boolean> {
  const started = Date.now()
  const results: CaseResult[] = []
  const { leastRequests } = runDefaults
  if (budget !== undefined && !(budget >= leastRequests)) {
    print(`--max-requests must be ${leastRequests} or more, not ${options['max-requests']}.`)
    return false
  }
  if (cases.length === 0) {
    print(`No fault, variant or area matches ${options.only.join(' or ')}.`)
    return false
  }
  const progress = () => {
    const done = new Set(results.map(({ verdict }) => verdict.id))
    const left = cases.filter(({ id }) => !done.has(id)).map(({ id }) => id)
    const waiting = left.length > 0 && left.length <= 3 ? `; waiting for ${left.join(', ')}` : ''
    return `${results.length} of ${cases.length} servers${waiting}`
  }
  const stop = announceRegularly(progress)
  const onResult = (one: CaseResult) => {
    results.push(one)
    tell('')
    if ((one.verdict.problems.length > 0 && budget === undefined) || !whole) print(caseText(one))
    tell(progress())
  }
  const certifyAll = (some: readonly Case[]) =>
    runJobs<Case, CaseResult>(some, {
      ...certifying,
      threads: atLeastOne(options.jobs),
      script: new URL('./case.js', import.meta.url),
      onResult: (_, result) => onResult(result),
      onLost: ({ kind, id }, reason) =>
        onResult({ kind, verdict: onlyProblem(id, `${reason}: run it alone`), took: 0 }),
    })
  // Variants run separately: among hundreds of faults, a correct server would answer so late that checks of time are skipped.
  if (budget === undefined) await certifyAll(correctCases)
  await certifyAll(faultyCases)
  stop()
  print(totalsText(results))
  if (budget !== undefined) return true
  const verdicts = results.filter(({ kind }) => kind === 'fault').map(({ verdict }) => verdict)
  if (isOrdering) await writeEffectiveChecks(verdicts, faults)
  const servers = knowNothings.flatMap(
    ({ id }) => results.find(({ verdict }) => verdict.id === id)?.verdict.luck ?? [],
  )
  if (options.write && servers.length === knowNothings.length) await writeFigures('luck', { servers })
  const problems = whole || options.write ? await outdated() : []
  for (const problem of problems) print(problem)
  print(`${cases.length} servers in ${Math.round((Date.now() - started) / 1000)} s.`)
  return problems.length === 0 && results.every(({ verdict }) => verdict.problems.length === 0)
}

/** Describes the problems of a case; if single cases were selected, everything that the kit reported. */
function caseText({ kind, verdict, took }: CaseResult): string {
  const { id, problems, untold, seen } = verdict
  const lines = [
    `${problems.length === 0 ? 'ok  ' : 'WRONG'} ${kind} ${id} (${(took / 1000).toFixed(1)} s)`,
    ...problems.map(problem => `      ${problem}`),
  ]
  if (whole) return lines.join('\n')
  if (untold.length > 0) {
    const names = untold.map(rule => `'${rule}'`).join(', ')
    lines.push(`      if this follows from the fault, add touches: [${names}]`)
  }
  for (const { check, outcome, message } of seen) lines.push(`      - ${check} ${outcome}: ${message}`)
  return lines.join('\n')
}

const totals = {
  fault: budget === undefined ? 'faults caught as stated' : `faults caught within ${budget} requests`,
  variant: 'variants accepted',
  'know-nothing': 'servers that know nothing verified nothing by luck',
} as const

function totalsText(results: readonly CaseResult[]): string {
  const kinds = (['fault', 'variant', 'know-nothing'] as const).filter(kind =>
    results.some(each => each.kind === kind),
  )
  return kinds
    .map(kind => {
      const own = results.filter(each => each.kind === kind)
      const right = own.filter(({ verdict }) => verdict.problems.length === 0)
      return `${right.length} of ${own.length} ${totals[kind]}`
    })
    .join('\n')
}

/** Reports rules without a fault and an outdated page; --write rewrites the page. */
async function outdated(): Promise<string[]> {
  const { isCurrent, upToDate } = await comparePage()
  if (options.write && !isCurrent) await writeFile(pageFile, upToDate)
  return [
    ...unkilled(killMatrix(faults)).map(
      ({ id }) => `${id} has no fault: the kit could stop checking it unnoticed. Add one that breaks it.`,
    ),
    ...(isCurrent || options.write ? [] : [`${pageFile} is out of date. Run npm run proof -- --write.`]),
  ]
}

await runCommand('proof', run)
