import { spawn } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { type ServeMockOptions, serveMock, type World, type WorldExchange } from '../../mock/serve/index.js'

export interface RunOptions {
  /** The program of the tests and its arguments. */
  command: readonly string[]
  /** The data that a served instance begins with. */
  seed(now: number): NonNullable<ServeMockOptions['seed']>
  /** A folder for what the tests record. */
  folder: string
  /** Seconds after which the tests are ended. */
  timeout: number
  signal: AbortSignal
}

/** What became of the tests in a world, or without one. */
export interface Run {
  world: World | undefined
  hasPassed: boolean
  /** Why they failed, in words. */
  reason: string
  seconds: number
  /** The end of what they printed. */
  output: string
  exchanges: WorldExchange[]
}

/** Characters of output that are kept. */
const mostKept = 64_000

/**
 * Runs the tests once. They find the world in SCHEDKIT_WORLD, for the mocks that they start, and a service that plays it at
 * SCHEDKIT_URL.
 */
export async function runInWorld(world: World | undefined, options: RunOptions): Promise<Run> {
  const { command, seed, folder, timeout, signal } = options
  const record = join(folder, `${world?.name ?? 'reference'}.jsonl`)
  const exchanges: WorldExchange[] = []
  const now = world?.now === undefined ? Date.now() : Date.parse(world.now)
  const mock = await serveMock({
    seed: seed(now),
    ...(world && { world: world.name }),
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

/** Runs a program to its end. `code` is its exit code, or why it has none. */
function runToEnd(
  [program = '', ...args]: readonly string[],
  { timeout, signal }: Pick<RunOptions, 'timeout' | 'signal'>,
  env: NodeJS.ProcessEnv,
): Promise<{ code: number | string; output: string }> {
  return new Promise((resolve, reject) => {
    // A group of its own, so that what it starts ends with it.
    const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true })
    let output = ''
    let ended: string | undefined
    const keep = (chunk: Buffer) => {
      output = (output + stripVTControlCharacters(chunk.toString())).slice(-mostKept)
    }
    const kill = (why: string) => {
      ended ??= why
      if (child.pid !== undefined) killGroup(child.pid)
    }
    const timer = setTimeout(() => kill(`it had not ended after ${timeout} s`), timeout * 1_000)
    const stop = () => kill('it was interrupted')
    signal.addEventListener('abort', stop)
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.on('error', error => {
      clearTimeout(timer)
      reject(error)
    })
    // Processes that it leaves behind would keep its output open, and answer the tests of the next world.
    child.on('exit', () => child.pid !== undefined && killGroup(child.pid))
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
    // It has just ended.
  }
}

/** What mocks in other processes have recorded. */
async function recordedIn(file: string): Promise<WorldExchange[]> {
  const text = await readFile(file, 'utf8').catch(() => '')
  return text
    .split('\n')
    .filter(line => line !== '')
    .map(line => JSON.parse(line))
}
