/*
 * Runs test files side by side, in a few processes. uvu on its own passes a file that runs no test, and one whose `before`
 * hook throws; here both fail.
 */
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { resolve, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs, stripVTControlCharacters } from 'node:util'

const usage = `Usage: node dist/proof/testing/run-tests.js [--slow] [--jobs NUMBER] [FOLDER or FILE]...

Runs every *.test.js in dist but *.slow.test.js; with --slow only those.

Examples
  node dist/proof/testing/run-tests.js server/core
  node dist/proof/testing/run-tests.js bin/serve conformance/runner/plan.test.ts
  node dist/proof/testing/run-tests.js --slow --jobs 1 mock
`

/** What became of the test files that ran in one process. */
export interface BatchResult {
  /** From `dist` on. */
  readonly files: readonly string[]
  readonly passed: number
  readonly failed: number
  /** Why the batch failed beyond its tests. */
  readonly reasons: readonly string[]
  readonly seconds: number
  readonly output: string
}

/** Milliseconds after which a process is killed; the slowest file takes two minutes on two busy cores. */
const defaultTimeout = 600_000
/** Starting a process and loading the service costs more than most files take to run. */
const filesInBatch = 8
/** These files start processes, browsers or interceptors of their own: each runs in its own process, the longest first. */
const alone = ['bin/', 'mock/', 'packaging/', 'proof/']

/** Runs files one after the other in one process, and reads what uvu prints: its name, then `• • •   (3 / 3)` for each suite. */
export function runBatch(files: readonly string[], timeout = defaultTimeout): Promise<BatchResult> {
  const started = performance.now()
  const suites = files.map(name => ({ name, file: pathToFileURL(resolve('dist', name)).pathname.slice(1) }))
  const script = `import { run } from 'uvu/run'\nawait run(${JSON.stringify(suites)})`
  return new Promise(done => {
    const chunks: Buffer[] = []
    const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout,
      killSignal: 'SIGKILL',
    })
    child.stdout.on('data', chunk => chunks.push(chunk))
    child.stderr.on('data', chunk => chunks.push(chunk))
    child.on('close', (code, signal) => {
      const output = stripVTControlCharacters(Buffer.concat(chunks).toString())
      const seconds = (performance.now() - started) / 1000
      done({ files, output, seconds, ...readResult(files, output, code ?? signal) })
    })
  })
}

function readResult(files: readonly string[], output: string, ended: number | string | null) {
  const counts = new Map(files.map(file => [file, { total: 0, passed: 0 }]))
  let count: { total: number; passed: number } | undefined
  for (const line of output.split('\n')) {
    count = counts.get(line) ?? count
    const [, passed, total] = /[•✘ ] +\((\d+) \/ (\d+)\)$/.exec(line) ?? []
    if (!count || total === undefined) continue
    count.passed += Number(passed)
    count.total += Number(total)
  }
  const silent = files.filter(file => counts.get(file)?.total === 0)
  const reasons = silent.map(file => `${file} ran no test`)
  const all = [...counts.values()]
  const passed = all.reduce((sum, each) => sum + each.passed, 0)
  const wrong = all.reduce((sum, each) => sum + each.total, 0) - passed + silent.length
  if (wrong === 0 && ended !== 0) reasons.push(`exited with ${ended} although its tests passed`)
  return { passed, failed: Math.max(wrong, reasons.length), reasons }
}

/** The batches to run, longest first. */
async function findBatches(wanted: readonly string[], slow: boolean): Promise<string[][]> {
  const paths = wanted.map(path =>
    path.replace(/^(\.\/|dist\/)/, '').replace(/(\.slow)?(\.test)?(\.[tj]s)?\/?$/, ''),
  )
  const isWanted = (name: string) =>
    paths.length === 0 || paths.some(path => name.startsWith(`${path}/`) || name.startsWith(`${path}.`))
  const names = (await readdir('dist', { recursive: true }))
    .map(name => name.split(sep).join('/'))
    .filter(name => name.endsWith('.test.js') && name.endsWith('.slow.test.js') === slow && isWanted(name))
    // What was built from a file that is no longer there stays in dist.
    .filter(name => existsSync(name.replace(/js$/, 'ts')))
    .sort()
  const isAlone = (name: string) => slow || alone.some(folder => name.startsWith(folder))
  const shared = names.filter(name => !isAlone(name))
  return [
    ...names.filter(isAlone).map(name => [name]),
    ...shared.flatMap((_, index) =>
      index % filesInBatch ? [] : [shared.slice(index, index + filesInBatch)],
    ),
  ]
}

const title = ([first = '', ...more]: readonly string[]) =>
  first + (more.length > 0 ? ` and ${more.length} more` : '')
const duration = (seconds: number) => `${seconds.toFixed(1).padStart(6)} s`

function show({ files, passed, failed, reasons, seconds, output }: BatchResult): string {
  if (failed === 0) return `ok    ${duration(seconds)} ${`${passed}`.padStart(5)} tests  ${title(files)}\n`
  return `FAILED${duration(seconds)}  ${title(files)}\n${[...reasons, output.trim()].join('\n')}\n\n`
}

function summarize(results: readonly BatchResult[]): { text: string; failed: number } {
  const sum = (count: (result: BatchResult) => number) =>
    results.reduce((all, result) => all + count(result), 0)
  const failed = sum(result => result.failed)
  const slowest = [...results].sort((a, b) => b.seconds - a.seconds).slice(0, 5)
  const times = slowest.map(({ files, seconds }) => `${duration(seconds)}  ${title(files)}\n`).join('')
  const files = sum(result => result.files.length)
  return {
    text: `Slowest of ${files} files:\n${times}\n${sum(result => result.passed)} passed, ${failed} failed\n`,
    failed,
  }
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      help: { type: 'boolean', default: false },
      slow: { type: 'boolean', default: false },
      jobs: { type: 'string' },
    },
  })
  if (values.help) return void process.stdout.write(usage)
  // One more than there are processors: some files mostly wait for timers.
  const jobs = Number(values.jobs ?? availableParallelism() + 1)
  if (!Number.isInteger(jobs) || jobs < 1)
    throw new RangeError(`--jobs takes a whole number from 1 on, not ${values.jobs}`)
  const batches = await findBatches(positionals, values.slow)
  if (batches.length === 0) {
    throw new RangeError(
      `No test file in dist matches ${positionals.join(', ') || '*.test.js'}. Run npm run build first`,
    )
  }
  const clear = process.stdout.isTTY ? '\r\x1b[K' : ''
  const results: BatchResult[] = []
  const queue = batches.values()
  const work = async () => {
    for (const files of queue) {
      const result = await runBatch(files)
      results.push(result)
      const line = clear && result.failed === 0 ? '' : show(result)
      process.stdout.write(
        `${clear}${line}${clear && `${results.length} of ${batches.length} processes done`}`,
      )
    }
  }
  await Promise.all(Array.from({ length: jobs }, work))
  const { text, failed } = summarize(results)
  process.stdout.write(`${clear || '\n'}${text}`)
  process.exitCode = failed === 0 ? 0 : 1
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main().catch(error => {
    process.stderr.write(`${error.message}\n\n${usage}`)
    process.exitCode = 2
  })
}
