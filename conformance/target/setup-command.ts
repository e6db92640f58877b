import { type ChildProcess, spawn } from 'node:child_process'
import { isObject, type JsonObject, parseJson } from '../http/json.js'
import { type Provision, type TargetInput, UnreachableError } from './target.js'
import { refuseCommand } from './target-file.js'

/** Milliseconds within which a setup command must print its target, and end after SIGTERM. */
const times = { setup: 5 * 60_000, teardown: 10_000 }

/**
 * Runs a command that sets up a target, in a shell, and reads the target as JSON from its standard output, in the form of a
 * target file; other lines around it are ignored. The command may keep running, as a server does, or exit. `teardown` sends
 * SIGTERM to it and its children, and SIGKILL if they have not ended 10 seconds later. Its standard input ends when this
 * process does, for whatever reason.
 *
 * Throws an `UnreachableError` if the command fails, or prints no JSON object within 5 minutes, and a `TargetError` if the
 * target names a command to run.
 *
 * @example
 * const { target, teardown } = await runSetupCommand('./provision.sh')
 */
export async function runSetupCommand(command: string, signal?: AbortSignal): Promise<Provision> {
  const child = spawn(command, {
    shell: true,
    // In its own process group: Ctrl-C must reach the target only after the run has cleaned up.
    detached: process.platform !== 'win32',
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const kill = () => signalGroup(child, 'SIGKILL')
  process.once('exit', kill)
  const teardown = async (late?: AbortSignal) => {
    await endGroup(child, late)
    process.off('exit', kill)
  }
  try {
    const target = await printedTarget(child, command, signal)
    refuseCommand(target, 'The setup command')
    return { target, teardown }
  } catch (error) {
    await teardown(signal)
    throw error
  }
}

/** Returns the target that a command prints among other lines. */
function printedTarget(child: ChildProcess, command: string, signal?: AbortSignal): Promise<TargetInput> {
  return new Promise((resolve, reject) => {
    let printed = ''
    const find = createFinder()
    const fail = (reason: string) =>
      reject(new UnreachableError(`Failed to set up with "${command}": ${reason}`))
    const timer = setTimeout(
      fail,
      times.setup,
      `it printed no target within ${times.setup / 60_000} minutes.`,
    )
    signal?.addEventListener('abort', () => fail('the run was ended before it printed a target.'), {
      once: true,
    })
    child.stdin?.on('error', () => {})
    const read = (text: string) => {
      if (printed.trimStart().length < 300) printed += text.slice(0, 300)
      const target = find(text)
      if (!target) return
      clearTimeout(timer)
      // Further output of a server is discarded.
      child.stdout?.off('data', read).resume()
      resolve(target as unknown as TargetInput)
    }
    child.stdout?.setEncoding('utf8').on('data', read)
    child.once('error', error => fail(error.message))
    child.once('close', (code, by) => {
      clearTimeout(timer)
      const shown = printed.trim().slice(0, 300)
      const rest =
        shown === '' ? 'printing a target' : `printing a target as a JSON object; it printed: ${shown}`
      fail(`it ended ${by ? `by ${by}` : `with exit code ${code}`} without ${rest}.`)
    })
  })
}

/** The maximum number of characters of a target. */
const longest = 256 * 1024
/** The maximum number of lines at which an object may have begun without having ended. */
const mostOpen = 20

/** Finds the target in the output of a command and its server: from the beginning of a line to the end of one. */
function createFinder() {
  /** Candidates for a target, each from a line with which an object begins to the latest line. */
  let open: readonly string[] = []
  let rest = ''

  const taking = (line: string): { open: readonly string[]; target: JsonObject | undefined } => {
    const begun = /^\s*\{\s*(?:["}]|$)/.test(line) ? [...open, ''] : open
    const taken = begun.map(text => `${text}${line}\n`).filter(({ length }) => length <= longest)
    const isEnd = /\},?\s*$/.test(line)
    // A nested object may be followed by a comma.
    const read = taken.map(text => ({
      text,
      value: isEnd ? parseJson(text.replace(/,\s*$/, '')) : undefined,
    }))
    return {
      open: read.flatMap(({ text, value }) => (value === undefined ? [text] : [])).slice(-mostOpen),
      target: read.map(({ value }) => value).find(isTarget),
    }
  }
  /** Takes the next chunk of output, and returns the target that it completes. */
  return (text: string): JsonObject | undefined => {
    const lines = (rest + text).split('\n')
    rest = (lines.pop() ?? '').slice(0, longest)
    for (const line of lines) {
      const taken = taking(line)
      open = taken.open
      if (taken.target) return taken.target
    }
    // The last line may have no line end.
    return taking(rest).target
  }
}

/** A server's log may also be JSON, and an additional owner in the target has schedules, too. */
const isTarget = (value: unknown): value is JsonObject =>
  isObject(value) && ('baseUrl' in value || 'owner' in value)

/** Sends SIGTERM to a command and its children and waits until they end; sends SIGKILL if that takes too long. */
async function endGroup(child: ChildProcess, late?: AbortSignal): Promise<void> {
  if (!signalGroup(child, 'SIGTERM')) return
  const until = Date.now() + times.teardown
  while (signalGroup(child, 0)) {
    if (late?.aborted || Date.now() >= until) {
      signalGroup(child, 'SIGKILL')
      return
    }
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}

/** Returns whether any process received the signal; 0 only tests for one. */
function signalGroup(child: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  if (child.pid === undefined) return false
  if (process.platform === 'win32') return child.exitCode === null && child.kill(signal)
  try {
    return process.kill(-child.pid, signal)
  } catch {
    return false
  }
}
