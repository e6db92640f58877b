import { spawn } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { type ServeMockOptions, serveMock, type World, type WorldExchange } from '../../mock/serve/index.js'

export interface RunOptions {
  /** The program of the tests and its arguments. */
  command: readonly string[]
  /** Returns the initial data of the service. */
  seed(now: number): NonNullable<ServeMockOptions['seed']>
  /** The scope in which resource names are unique. */
  uniqueNames: NonNullable<ServeMockOptions['uniqueNames']>
  /** A folder for the recorded requests. */
  folder: string
  /** The timeout of the tests in seconds. */
  timeout: number
  signal: AbortSignal
}

/** The result of running the tests in a world, or without one. */
export interface Run {
  world: World | undefined
  hasPassed: boolean
  /** Why the tests failed. */
  reason: string
  seconds: number
  /** The end of their output. */
  output: string
  exchanges: WorldExchange[]
}

/** Milliseconds after the end of the program until its output ends. */
const endOfOutput = 1_000

/** The maximum number of characters of output that are kept. */
const mostKept = 64_000

/**
 * Runs the tests once. SCHEDKIT_WORLD has the name of the world, for mocks that the tests start; SCHEDKIT_URL is the address of a
 * service that plays it.
 */
export async function runInWorld(world: World | undefined, options: RunOptions): Promise<Run> {
  const { command, seed, uniqueNames, folder, timeout, signal } = options
  const record = join(folder, `${world?.name ?? 'reference'}.jsonl`)
  const exchanges: WorldExchange[] = []
  const now = world?.now === undefined ? Date.now() : Date.parse(world.now)
  const mock = await serveMock({
    seed: seed(now),
    uniqueNames,
    world: world?.name ?? 'none',
    onExchange: exchange => void exchanges.push(exchange),
  })
  const begin = performance.now()
  const { SCHEDKIT_WORLD: _, ...env } = process.env
  try {
    const { code, output } = await runToEnd(
      command,
      { timeout, signal },
      {
        ...env,
        SCHEDKIT_URL: mock.url,
        SCHEDKIT_RECORD: record,
        ...(world && { SCHEDKIT_WORLD: world.name }),
        ...(world?.timezone !== undefined && { TZ: world.timezone }),
      },
    )
    return {
      world,
      hasPassed: code === 0,
      reason: typeof code === 'number' ? `exit code ${code}` : code,
      seconds: (performance.now() - begin) / 1_000,
      output,
      exchanges: [...exchanges, ...(await recordedIn(record))],
    }
  } finally {
    await mock.close()
    await rm(record, { force: true })
  }
}

/** Runs a program to its end. `code` is its exit code, or the reason why it has none. */
function runToEnd(
  [program = '', ...args]: readonly string[],
  { timeout, signal }: Pick<RunOptions, 'timeout' | 'signal'>,
  env: NodeJS.ProcessEnv,
): Promise<{ code: number | string; output: string }> {
  return new Promise((resolve, reject) => {
    // A separate process group, so that child processes can be ended with it.
    const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    let output = ''
    let ended: string | undefined
    const keep = (text: string) => {
      output = (output + stripVTControlCharacters(text)).slice(-mostKept)
    }
    const kill = (why: string) => {
      ended ??= why
      if (child.pid !== undefined) killGroup(child.pid)
    }
    const timer = setTimeout(() => kill(`it had not ended after ${timeout} s`), timeout * 1_000)
    const stop = () => kill('it was interrupted')
    signal.addEventListener('abort', stop)
    if (signal.aborted) stop()
    for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', keep)
    child.on('error', error => {
      clearTimeout(timer)
      reject(error)
    })
    // Leftover child processes would keep the output open, and could answer the tests of the next world.
    child.on('exit', () => {
      if (child.pid !== undefined) killGroup(child.pid)
      // A process that has left the group may keep the output open.
      setTimeout(() => {
        for (const stream of [child.stdout, child.stderr]) stream.destroy()
      }, endOfOutput).unref()
    })
    child.on('close', (code, name) => {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
      resolve({ code: ended ?? code ?? `it was ended by ${name}`, output })
    })
  })
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The process has just ended.
  }
}

/** Reads the exchanges that mocks in other processes have recorded. */
async function recordedIn(file: string): Promise<WorldExchange[]> {
  const text = await readFile(file, 'utf8').catch(() => '')
  return text
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line))
}
