import { type ChildProcess, spawn } from 'node:child_process'
import { isObject, type JsonObject, parseJson } from '../runner/json.js'
import { type Provision, type TargetInput, UnreachableError } from './target.js'

/** Milliseconds until a setup command must have printed its target, and until it must have ended after SIGTERM. */
const times = { setup: 5 * 60_000, teardown: 10_000 }

/**
 * Runs a command that sets up a target, in a shell, and reads the target as JSON from its standard output, in the form of a
 * target file; other lines around it are ignored. The command may go on running, as a server does, or end. `teardown` sends SIGTERM to it and its children,
 * and SIGKILL where they have not ended 10 seconds later. Its standard input ends when this process does, for whatever
 * reason.
 *
 * Throws an `UnreachableError` where the command fails, prints no JSON object, or nothing within 5 minutes.
 *
 * @example
 * const { target, teardown } = await runSetupCommand('./provision.sh')
 */
export async function runSetupCommand(command: string, signal?: AbortSignal): Promise<Provision> {
  const child = spawn(command, {
    shell: true,
    // A group of its own: Ctrl-C must reach the target only after the run has cleaned up.
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
    return { target: await printedTarget(child, command, signal), teardown }
  } catch (error) {
    await teardown(signal)
    throw error
  }
}

/** The target that a command prints, among other lines. */
function printedTarget(child: ChildProcess, command: string, signal?: AbortSignal): Promise<TargetInput> {
  return new Promise((resolve, reject) => {
    let printed = ''
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
    child.stdout?.setEncoding('utf8').on('data', text => {
      printed += text
      const target = targetIn(printed)
      if (!target) return
      clearTimeout(timer)
      resolve(target as unknown as TargetInput)
    })
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

/** The target in what a command and its server have printed, from the beginning of a line to the end of one. */
function targetIn(printed: string): JsonObject | undefined {
  const lines = printed.split('\n')
  for (const [begin, first] of lines.entries()) {
    if (!first.trimStart().startsWith('{')) continue
    for (let end = begin; end < lines.length; end++) {
      if (!lines[end]?.trimEnd().endsWith('}')) continue
      const value = parseJson(lines.slice(begin, end + 1).join('\n'))
      if (isTarget(value)) return value
    }
  }
  return undefined
}

/** The log of a server may be JSON, too. */
const isTarget = (value: unknown): value is JsonObject =>
  isObject(value) && ['baseUrl', 'owner', 'schedules'].some(name => name in value)

/** Sends SIGTERM to a command and its children and waits for their end; SIGKILL where that takes too long. */
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

/** Returns whether there was somebody to get the signal; 0 only asks. */
function signalGroup(child: ChildProcess, signal: NodeJS.Signals | 0): boolean {
  if (child.pid === undefined) return false
  if (process.platform === 'win32') return child.exitCode === null && child.kill(signal)
  try {
    return process.kill(-child.pid, signal)
  } catch {
    return false
  }
}
