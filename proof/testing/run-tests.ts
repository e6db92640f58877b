/*
 * Runs test files side by side, in a few processes. uvu on its own passes a file that runs no test, and one whose `before`
 * hook throws; here both fail.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { resolve, sep } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs, stripVTControlCharacters } from 'node:util'

const usage = `Usage: node dist/proof/testing/run-tests.js [--slow] [--jobs NUMBER] [FOLDER or FILE]...

Runs every *.test.js in dist but *.slow.test.js; with --slow only those.

Examples
  node dist/proof/testing/run-tests.js server/core
  node dist/proof/testing/run-tests.js bin/serve conformance/runner/plan.test.ts
  node dist/proof/testing/run-tests.js --slow --jobs 1 mock
`

/** What became of a test file. */
interface FileResult {
  /** From `dist` on. */
  readonly file: string
  passed: number
  total: number
  seconds: number
}

/** What became of the test files that ran in one process. */
export interface BatchResult {
  readonly files: readonly FileResult[]
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
const filesInBatch = 15
/** These files take longest, and some need a process in which nothing has run: they go first, each in its own. */
const alone = 'bin/'

/** Runs files one after the other in one process, and reads what uvu prints: its name, then `• • •   (3 / 3)` for each suite. */
export async function runBatch(files: readonly string[], timeout = defaultTimeout): Promise<BatchResult> {
  const started = performance.now()
  const suites = files.map(name => ({ name, file: pathToFileURL(resolve('dist', name)).pathname.slice(1) }))
  // What a hook throws ends the process at once: a handle that it leaves open would keep it alive.
  const script = `import { run } from 'uvu/run'
    await run(${JSON.stringify(suites)}).catch(error => {
      console.error(error)
      process.exit(1)
    })`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout,
    killSignal: 'SIGKILL',
  })
  const lines: string[] = []
  const results = new Map(files.map(file => [file, { file, total: 0, passed: 0, seconds: 0 }]))
  let result: FileResult | undefined
  let since = started
  const read = (text: string) => {
    const line = stripVTControlCharacters(text)
    lines.push(line)
    const [, passed, total] = /[•✘ ] +\((\d+) \/ (\d+)\)$/.exec(line) ?? []
    if (!results.has(line) && total === undefined) return
    const now = performance.now()
    if (result && total !== undefined) {
      result.passed += Number(passed)
      result.total += Number(total)
      result.seconds += (now - since) / 1000
    }
    result = results.get(line) ?? result
    since = now
  }
  createInterface(child.stdout).on('line', read)
  createInterface(child.stderr).on('line', read)
  const [code, signal] = await once(child, 'close')
  const seconds = (performance.now() - started) / 1000
  return { ...judge([...results.values()], code ?? signal), output: lines.join('\n'), seconds }
}

function judge(files: readonly FileResult[], ended: number | string) {
  const silent = files.filter(({ total }) => total === 0)
  const reasons = silent.map(({ file }) => `${file} ran no test`)
  const passed = files.reduce((sum, file) => sum + file.passed, 0)
  const wrong = files.reduce((sum, file) => sum + file.total, 0) - passed + silent.length
  if (wrong === 0 && ended !== 0) reasons.push(`exited with ${ended} although its tests passed`)
  return { files, passed, failed: Math.max(wrong, reasons.length), reasons }
}

/** The test files that are wanted, from `dist` on. */
async function findFiles(wanted: readonly string[], slow: boolean): Promise<string[]> {
  const paths = wanted.map(path =>
    path.replace(/^(\.\/|dist\/)/, '').replace(/(\.slow)?(\.test)?(\.[tj]s)?\/?$/, ''),
  )
  const isWanted = (name: string) =>
    paths.length === 0 || paths.some(path => name.startsWith(`${path}/`) || name.startsWith(`${path}.`))
  return (
    (await readdir('dist', { recursive: true }))
      .map(name => name.split(sep).join('/'))
      .filter(name => name.endsWith('.test.js') && name.endsWith('.slow.test.js') === slow && isWanted(name))
      // What was built from a file that is no longer there stays in dist.
      .filter(name => existsSync(name.replace(/js$/, 'ts')))
      .sort()
  )
}

/** Deals files out to batches. Those of a folder take about as long as each other, and go to different batches. */
function deal(files: readonly string[], batches: number): string[][] {
  return Array.from({ length: Math.min(batches, files.length) }, (_, batch) =>
    files.filter((_, index) => index % batches === batch),
  )
}

const title = ([first, ...more]: readonly FileResult[]) =>
  `${first?.file}${more.length > 0 ? ` and ${more.length} more` : ''}`
const duration = (seconds: number) => `${seconds.toFixed(1).padStart(6)} s`

function show({ files, passed, failed, reasons, seconds, output }: BatchResult): string {
  if (failed === 0) return `ok    ${duration(seconds)} ${`${passed}`.padStart(5)} tests  ${title(files)}\n`
  return `FAILED${duration(seconds)}  ${title(files)}\n${[...reasons, output.trim()].join('\n')}\n\n`
}

function summarize(results: readonly BatchResult[]): { text: string; failed: number } {
  const sum = (count: (result: BatchResult) => number) =>
    results.reduce((all, result) => all + count(result), 0)
  const failed = sum(result => result.failed)
  const files = results.flatMap(result => result.files).sort((a, b) => b.seconds - a.seconds)
  const times = files.slice(0, 5).map(({ file, seconds }) => `${duration(seconds)}  ${file}\n`)
  return {
    text: `Slowest of ${files.length} files:\n${times.join('')}\n${sum(result => result.passed)} passed, ${failed} failed\n`,
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
  const files = await findFiles(positionals, values.slow)
  if (files.length === 0) {
    throw new RangeError(
      `No test file in dist matches ${positionals.join(', ') || '*.test.js'}. Run npm run build first`,
    )
  }
  const isAlone = (name: string) => values.slow || name.startsWith(alone)
  const shared = files.filter(name => !isAlone(name))
  const single = files.filter(isAlone).map(name => [name])
  const batches = [
    // Of the slow files, those of the proof and the server take longest.
    ...(values.slow ? single.reverse() : single),
    ...deal(shared, Math.max(jobs, Math.ceil(shared.length / filesInBatch))),
  ]
  const clear = process.stdout.isTTY ? '\r\x1b[K' : ''
  const results: BatchResult[] = []
  const queue = batches.values()
  const work = async () => {
    for (const batch of queue) {
      const result = await runBatch(batch)
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
