/*
 * Runs test files in parallel, in a few processes. uvu on its own passes a file that runs no test and one whose `before` hook
 * throws; here both fail.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { resolve, sep } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs, stripVTControlCharacters } from 'node:util'

const usage = `Usage: node dist/proof/testing/run-tests.js [--slow | --full] [--jobs NUMBER] [FOLDER or FILE]...

Runs every *.test.js in dist but *.slow.test.js and *.full.test.js; with --slow or --full only those. A FILE may be a slow one.

Examples
  node dist/proof/testing/run-tests.js server/core
  node dist/proof/testing/run-tests.js bin/serve conformance/run/plan.test.ts
  node dist/proof/testing/run-tests.js --slow --jobs 1 mock
`

/** The result of a test file, or of a process after its last file. */
export interface Result {
  /** The path of the file relative to `dist`. */
  readonly name: string
  readonly passed: number
  readonly failed: number
  /** Reasons for failure other than its tests. */
  readonly reasons: readonly string[]
  readonly seconds: number
  readonly output: string
}

/** The timeout of one file in milliseconds, after which the process is killed. */
const timeouts = {
  usual: 300_000,
  slow: 600_000,
  // The slowest file takes 10 minutes on two busy cores, 20 on slow ones.
  full: 2_400_000,
}
/** Milliseconds within which a process must exit after its last file. */
const defaultEndTimeout = 30_000
/** The line that a process prints when it has run a file. */
const endOfFile = '--- end of file'
/**
 * The program of a process: it runs the files that it receives, until it receives a message without one. An error of a hook ends
 * it at once, because a handle that the hook left open would keep it alive. The message channel does not keep it alive during tests.
 */
const program = `import { run } from 'uvu/run'
  // Coverage is that of this process: to count in those that tests start takes longer, and adds half a percent.
  delete process.env.NODE_V8_COVERAGE
  process.on('message', async ({ suite, endTimeout }) => {
    if (!suite) {
      process.disconnect()
      return setTimeout(() => {
        console.error('Its tests left open: ' + process.getActiveResourcesInfo().join(', '))
        process.exit(1)
      }, endTimeout).unref()
    }
    process.channel.unref()
    globalThis.UVU_QUEUE = []
    await run([suite]).catch(error => {
      console.error(error)
      process.exit(1)
    })
    process.exitCode = undefined
    console.log('\\n${endOfFile}')
    process.channel.ref()
  })`

type TestProcess = ReturnType<typeof startProcess>

/** A process that runs several test files in turn, because loading the service takes longer than most files do. */
function startProcess(timeout: number, endTimeout: number) {
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let lines: string[] = []
  let finish = () => {}
  const read = (text: string) => {
    const line = stripVTControlCharacters(text)
    if (line === endOfFile) finish()
    else lines.push(line)
  }
  for (const stream of [child.stdout, child.stderr]) createInterface(stream as Readable).on('line', read)
  let ended: string | undefined
  const closed = once(child, 'close').then(([code, signal]) => {
    ended = `${code ?? signal}`
  })

  async function work(name: string, start: () => void, done: Promise<void>): Promise<Result> {
    lines = []
    const started = performance.now()
    const timer = setTimeout(() => child.kill('SIGKILL'), timeout)
    start()
    await Promise.race([done, closed])
    clearTimeout(timer)
    return { ...judge(name, lines, ended), seconds: (performance.now() - started) / 1000 }
  }
  return {
    isRunning: () => ended === undefined,
    run(name: string): Promise<Result> {
      const done = new Promise<void>(resolve => {
        finish = resolve
      })
      const file = pathToFileURL(resolve('dist', name)).pathname.slice(1)
      return work(name, () => child.send({ suite: { name, file } }, () => {}), done)
    },
    /** Ends the process, and reports what went wrong after its last file. */
    end: () => work('the end of a process', () => child.send({ endTimeout }, () => {}), closed),
  }
}

function judge(name: string, lines: readonly string[], ended: string | undefined) {
  let [passed, total] = [0, 0]
  for (const line of lines) {
    // uvu prints `• • •   (3 / 3)` for each suite.
    const [, done, of] = /[•✘ ] +\((\d+) \/ (\d+)\)$/.exec(line) ?? []
    passed += Number(done ?? 0)
    total += Number(of ?? 0)
  }
  const isFile = name.endsWith('.js') || name.endsWith('.mjs')
  const reasons = isFile && total === 0 ? [`${name} ran no test`] : []
  if (ended !== undefined && (isFile || ended !== '0')) {
    reasons.push(`exited with ${ended}${passed === total ? ' although its tests passed' : ''}`)
  }
  return { name, passed, failed: Math.max(total - passed, reasons.length), reasons, output: lines.join('\n') }
}

interface RunOptions {
  readonly isAlone?: (name: string) => boolean
  readonly show?: (result: Result) => void
  readonly timeout?: number
  readonly endTimeout?: number
}

/** Runs files in turn in one process, which is replaced if it exits. Files for which `isAlone` is true get their own process. */
export async function runFiles(
  names: Iterable<string>,
  {
    isAlone = () => false,
    show = () => {},
    timeout = timeouts.usual,
    endTimeout = defaultEndTimeout,
  }: RunOptions = {},
): Promise<Result[]> {
  const results: Result[] = []
  const add = (result: Result) => {
    results.push(result)
    show(result)
  }
  let used: TestProcess | undefined
  const end = async () => {
    if (!used?.isRunning()) return
    const last = await used.end()
    if (last.failed > 0) add(last)
  }
  for (const name of names) {
    if (isAlone(name)) await end()
    if (!used?.isRunning()) used = startProcess(timeout, endTimeout)
    add(await used.run(name))
  }
  await end()
  return results
}

/** Which command runs a test file: npm test, .ci/run, or only .ci/full. */
type Kind = 'usual' | 'slow' | 'full'

const kindOf = (name: string): Kind =>
  name.endsWith('.slow.test.js') ? 'slow' : name.endsWith('.full.test.js') ? 'full' : 'usual'

/** The selected test files, relative to `dist`. */
async function findFiles(wanted: readonly string[], kind: Kind): Promise<string[]> {
  const paths = wanted.map(path =>
    path.replace(/^(\.\/|dist\/)/, '').replace(/(\.slow|\.full)?(\.test)?(\.[tj]s)?\/?$/, ''),
  )
  const isWanted = (name: string) => {
    const own = kindOf(name)
    if (own === kind && (paths.length === 0 || paths.some(path => name.startsWith(`${path}/`)))) return true
    return (own === kind || own !== 'full') && paths.some(path => name.startsWith(`${path}.`))
  }
  // dist may still contain builds of deleted files.
  return (await readdir('dist', { recursive: true }))
    .map(name => name.split(sep).join('/'))
    .filter(name => name.endsWith('.test.js') && isWanted(name))
    .filter(name => existsSync(name.replace(/js$/, 'ts')))
    .sort()
}

const duration = (seconds: number) => `${seconds.toFixed(1).padStart(6)} s`

function describe({ name, passed, failed, reasons, seconds, output }: Result): string {
  if (failed === 0) return `ok    ${duration(seconds)} ${`${passed}`.padStart(5)} tests  ${name}\n`
  return `FAILED${duration(seconds)}  ${name}\n${[...reasons, output.trim()].join('\n')}\n\n`
}

export function summarize(results: readonly Result[]): { text: string; failed: number } {
  const sum = (count: (result: Result) => number) => results.reduce((all, result) => all + count(result), 0)
  const failed = sum(result => result.failed)
  const slowest = [...results].sort((a, b) => b.seconds - a.seconds).slice(0, 5)
  const times = slowest.map(({ name, seconds }) => `${duration(seconds)}  ${name}\n`)
  return {
    text: `Slowest of ${results.length} files:\n${times.join('')}\n${sum(result => result.passed)} passed, ${failed} failed\n`,
    failed,
  }
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      help: { type: 'boolean', default: false },
      slow: { type: 'boolean', default: false },
      full: { type: 'boolean', default: false },
      jobs: { type: 'string' },
    },
  })
  if (values.help) return void process.stdout.write(usage)
  // More jobs than processors, because some files mostly wait for timers, disks and other processes.
  const kind = values.full ? 'full' : values.slow ? 'slow' : 'usual'
  const jobs = Number(values.jobs ?? availableParallelism() + (kind === 'full' ? 1 : 2))
  if (!Number.isInteger(jobs) || jobs < 1)
    throw new RangeError(`--jobs takes a whole number, 1 or more, not ${values.jobs}`)
  const files = await findFiles(positionals, kind)
  if (files.length === 0) {
    throw new RangeError(
      `No test file in dist matches ${positionals.join(', ') || '*.test.js'}. Run npm run build first`,
    )
  }
  const clear = process.stdout.isTTY ? '\r\x1b[K' : ''
  let done = 0
  const show = (result: Result) => {
    const line = clear && result.failed === 0 ? '' : describe(result)
    process.stdout.write(`${clear}${line}${clear && `${++done} of ${files.length} files done`}`)
  }
  const isAlone = () => kind === 'full'
  // The files of the server and the proof take longest, so they go first. All processes share the iterator.
  const queue = files.toReversed().values()
  const results = await Promise.all(
    Array.from({ length: jobs }, () => runFiles(queue, { isAlone, show, timeout: timeouts[kind] })),
  )
  const { text, failed } = summarize(results.flat())
  process.stdout.write(`${clear || '\n'}${text}`)
  process.exitCode = failed === 0 ? 0 : 1
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main().catch(error => {
    process.stderr.write(`${error.message}\n\n${usage}`)
    process.exitCode = 2
  })
}
