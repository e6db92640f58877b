/*
 * Runs test files side by side, each in a process of its own:
 *
 *     node dist/proof/testing/run-tests.js [--slow] [--jobs NUMBER] [FOLDER or FILE]...
 *
 * Without --slow it runs every *.test.js but *.slow.test.js, with it those alone. Folders and files are named as in the
 * source: server/core, bin/serve.test.ts. uvu on its own passes a file that runs no test, or whose `before` hook throws;
 * here both fail.
 */
import { spawn } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs, stripVTControlCharacters } from 'node:util'

/** What became of one test file. */
export interface FileResult {
  /** From the root of the repository. */
  readonly file: string
  readonly passed: number
  readonly failed: number
  /** Why the file failed as a whole; undefined where only its tests count. */
  readonly reason?: string | undefined
  readonly seconds: number
  readonly output: string
}

/** Milliseconds after which a file is killed: the slowest takes two minutes on two busy cores. */
const patience = 600_000

/** Reads what uvu printed; several suites in one file add up. */
export function readResult(output: string, ended: string | number | null) {
  const sum = (label: string) =>
    [...output.matchAll(new RegExp(`^ *${label}: +(\\d+)`, 'gm'))].reduce(
      (all, match) => all + Number(match[1]),
      0,
    )
  const total = sum('Total')
  const passed = sum('Passed')
  // Skipped tests are not part of the total.
  const missing = total - passed
  const reason =
    total === 0
      ? `ran no test (exit ${ended})`
      : missing === 0 && ended !== 0
        ? `ended with ${ended} although its tests passed`
        : undefined
  return { passed, failed: reason ? Math.max(1, missing) : missing, reason }
}

/** Runs one file from the root of the repository. */
export function runFile(file: string, timeout = patience): Promise<FileResult> {
  const started = performance.now()
  return new Promise(resolve => {
    const chunks: Buffer[] = []
    const child = spawn(process.execPath, [join('dist', file)], {
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout,
      killSignal: 'SIGKILL',
    })
    child.stdout.on('data', chunk => chunks.push(chunk))
    child.stderr.on('data', chunk => chunks.push(chunk))
    child.on('close', (code, signal) => {
      const output = stripVTControlCharacters(Buffer.concat(chunks).toString())
      resolve({
        file,
        output,
        seconds: (performance.now() - started) / 1000,
        ...readResult(output, code ?? signal),
      })
    })
  })
}

/** Test files below dist/, those that start processes and browsers first: they take longest. */
async function findTests(wanted: readonly string[], slow: boolean): Promise<string[]> {
  const names = (await readdir('dist', { recursive: true })).map(name => name.split(sep).join('/'))
  const paths = wanted.map(path =>
    path
      .replace(/^(\.\/|dist\/)/, '')
      .replace(/\.ts$/, '.js')
      .replace(/\/$/, ''),
  )
  const early = ['bin/', 'mock/browser', 'proof/', 'mock/']
  const turn = (name: string) =>
    (early.findIndex(start => name.startsWith(start)) + early.length + 1) % (early.length + 1)
  return names
    .filter(name => name.endsWith('.test.js') && name.endsWith('.slow.test.js') === slow)
    .filter(
      name =>
        paths.length === 0 ||
        paths.some(
          path =>
            name.replace(/(\.slow)?\.test\.js$/, '') === path || name === path || name.startsWith(`${path}/`),
        ),
    )
    .sort((a, b) => turn(a) - turn(b) || (a < b ? -1 : 1))
}

function show({ file, passed, failed, reason, seconds, output }: FileResult): string {
  if (failed === 0)
    return `ok      ${seconds.toFixed(1).padStart(5)} s  ${`${passed}`.padStart(4)}  ${file}\n`
  const shown = output.replace(/^[• ✘]*\n/gm, '').trim()
  return `FAILED  ${seconds.toFixed(1).padStart(5)} s        ${file}${reason ? `: ${reason}` : ''}\n${shown}\n\n`
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { slow: { type: 'boolean', default: false }, jobs: { type: 'string' } },
  })
  const jobs = Number(values.jobs ?? availableParallelism())
  if (!Number.isInteger(jobs) || jobs < 1)
    throw new RangeError(`--jobs takes a whole number from 1 on, not ${values.jobs}`)
  const files = await findTests(positionals, values.slow)
  const screen = process.stdout.isTTY
  const results: FileResult[] = []
  const queue = files.values()
  const work = async () => {
    for (const file of queue) {
      const result = await runFile(file)
      results.push(result)
      const progress = screen ? `${results.length} of ${files.length} files` : ''
      const line = !screen || result.failed > 0 ? show(result) : ''
      process.stdout.write(`${screen ? '\r\x1b[K' : ''}${line}${progress}`)
    }
  }
  await Promise.all(Array.from({ length: jobs }, work))
  const sum = (of: (result: FileResult) => number) => results.reduce((all, result) => all + of(result), 0)
  const failed = files.length === 0 ? 1 : sum(result => result.failed)
  if (files.length === 0)
    process.stderr.write(
      `No test file matches ${positionals.join(', ') || 'dist/**/*.test.js'}. Run npm run build first.\n`,
    )
  const slowest = [...results].sort((a, b) => b.seconds - a.seconds).slice(0, 5)
  const times = slowest
    .map(({ file, seconds }) => `  ${seconds.toFixed(1).padStart(5)} s  ${file}`)
    .join('\n')
  process.stdout.write(
    `${screen ? '\r\x1b[K' : '\n'}The slowest of ${files.length} files:\n${times}\n\n${sum(result => result.passed)} passed, ${failed} failed\n`,
  )
  process.exitCode = failed === 0 ? 0 : 1
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main()
