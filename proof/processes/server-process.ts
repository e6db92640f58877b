/*
 * Servers in their own processes.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { program } from '../../bin/testing/schedkit-process.js'
import { countAsOurs, forget } from './machine.js'

export interface ServerProcess {
  pid: number
  /** Without a slash at its end. */
  url: string
  hasEnded(): boolean
  stop(): Promise<void>
}

const running = new Set<ChildProcess>()
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL')
})
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(130))

/**
 * Starts a program, with Node by default, and waits until it prints its URL.
 *
 * @throws {Error} with the end of its output if it exits before that
 */
export async function startProcess(
  args: readonly string[],
  { command = process.execPath, env = {} }: { command?: string; env?: NodeJS.ProcessEnv } = {},
): Promise<ServerProcess> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } })
  const pid = child.pid ?? 0
  running.add(child)
  countAsOurs(pid)
  const ended = once(child, 'exit').then(() => {
    running.delete(child)
    forget(pid)
  })
  let printed = ''
  const url = await new Promise<string>((resolve, reject) => {
    const keep = (chunk: Buffer) => {
      printed = (printed + chunk).slice(-4096)
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(printed)
      if (found) resolve(found[0])
    }
    for (const output of [child.stdout, child.stderr]) output.on('data', keep)
    ended.then(() => reject(new Error(`${command} ${args.join(' ')} ended before it was ready:\n${printed}`)))
  })
  for (const output of [child.stdout, child.stderr]) output.removeAllListeners('data').resume()
  return {
    pid,
    url,
    hasEnded: () => !running.has(child),
    async stop(): Promise<void> {
      child.kill()
      const timer = setTimeout(() => child.kill('SIGKILL'), 10_000)
      await ended
      clearTimeout(timer)
    },
  }
}

const defaults = { port: '0', log: 'off', 'request-rate-limit': '1000000000' }

/** Starts the server or the mock as a user does: with options of the command, by name. */
export const startSchedkit = (
  options: Readonly<Record<string, string>>,
  command: 'serve' | 'mock' = 'serve',
) =>
  startProcess([
    ...[program, command],
    ...Object.entries({ ...defaults, ...options }).flatMap(([name, value]) => [`--${name}`, value]),
  ])
