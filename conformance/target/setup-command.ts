import { type ChildProcess, spawn } from 'node:child_process'
import { isObject, type JsonObject, parseJson } from '../http/json.js'
import { type Provision, type TargetInput, UnreachableError } from './target.js'
import { refuseCommand } from './target-file.js'

/** Milliseconds until a setup command must have printed its target, and until it must have ended after SIGTERM. */
const times = { setup: 5 * 60_000, teardown: 10_000 }

/**
 * Runs a command that sets up a target, in a shell, and reads the target as JSON from its standard output, in the form of a
 * target file; other lines around it are ignored. The command may go on running, as a server does, or end. `teardown` sends SIGTERM to it and its children,
 * and SIGKILL where they have not ended 10 seconds later. Its standard input ends when this process does, for whatever
 * reason.
 *
 * Throws an `UnreachableError` where the command fails, prints no JSON object, or nothing within 5 minutes, and a
 * `TargetError` where the target names a command to run.
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
    const target = await printedTarget(child, command, signal)
    refuseCommand(target, 'The setup command')
    return { target, teardown }
  } catch (error) {
    await teardown(signal)
    throw error
  }
}

/** The target that a command prints, among other lines. */
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
      // What a server prints from now on is not kept.
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

/** Characters of the longest target that is found. */
const longest = 256 * 1024
/** Lines at once with which an object may have begun that has not ended. */
const mostOpen = 20

/** What may be a target: the lines of an object that has not ended. */
interface Candidate {
  readonly text: string
  /** How many braces are open. */
  readonly depth: number
}

/** Adds a line to a candidate. Undefined where it can't be a target any more. */
function withLine({ text, depth: before }: Candidate, line: string): Candidate | undefined {
  if (text.length + line.length > longest) return undefined
  let depth = before
  for (const [token] of line.matchAll(/"(?:[^"\\]|\\.)*"|"|[{}]/g)) {
    // A text of JSON ends on its line.
    if (token === '"') return undefined
    if (token === '{') depth++
    if (token === '}') depth--
    if (depth === 0) break
  }
  return { text: `${text}${line}\n`, depth }
}

/** Finds the target among what a command and its server print, from the beginning of a line to the end of one. */
function createFinder() {
  let open: readonly Candidate[] = []
  let rest = ''

  const taking = (line: string): { open: readonly Candidate[]; target: JsonObject | undefined } => {
    const begun = line.trimStart().startsWith('{') ? [...open, { text: '', depth: 0 }] : open
    const taken = begun.map(candidate => withLine(candidate, line)).filter(each => each !== undefined)
    const targets = taken.filter(({ depth }) => depth === 0).map(({ text }) => parseJson(text))
    return { open: taken.filter(({ depth }) => depth > 0).slice(-mostOpen), target: targets.find(isTarget) }
  }
  /** Takes the next text, and returns the target that it completes. */
  return (text: string): JsonObject | undefined => {
    const lines = (rest + text).split('\n')
    rest = (lines.pop() ?? '').slice(0, longest)
    for (const line of lines) {
      const taken = taking(line)
      open = taken.open
      if (taken.target) return taken.target
    }
    // The last line may have no end.
    return taking(rest).target
  }
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
