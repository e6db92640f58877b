import { type ChildProcessByStdio, spawn } from 'node:child_process'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'

/** The command as published. */
export const program = fileURLToPath(new URL('../../node/schedkit.js', import.meta.url))

/** A running `schedkit`, and its output. */
export interface SchedkitProcess {
  child: ChildProcessByStdio<null, Readable, Readable>
  stdout(): string
  stderr(): string
  /** Resolves with the output so far once it matches. */
  wrote(pattern: RegExp): Promise<string>
  /** Resolves with the exit code. */
  ended: Promise<number | null>
}

/** Runs `schedkit` in a folder, without environment variables that could affect it. */
export function schedkit(
  args: readonly string[],
  env: Record<string, string> = {},
  cwd = '.',
): SchedkitProcess {
  // Without optimized compilation of SQLite, the start takes a third less.
  const child = spawn(process.execPath, ['--liftoff-only', program, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd,
    env: { PATH: process.env.PATH ?? '', ...env },
  })
  let out = ''
  let err = ''
  child.stdout.setEncoding('utf8').on('data', text => {
    out += text
  })
  child.stderr.setEncoding('utf8').on('data', text => {
    err += text
  })
  const ended = new Promise<number | null>(resolve => child.once('close', resolve))
  return {
    child,
    stdout: () => out,
    stderr: () => err,
    ended,
    wrote: pattern =>
      new Promise((resolve, reject) => {
        const look = () => {
          if (!pattern.test(out)) return
          // Later output may be large, and nothing waits for it.
          child.stdout.off('data', look)
          resolve(out)
        }
        child.stdout.on('data', look)
        ended.then(() => reject(new Error(`It ended without writing ${pattern}:\n${out}\n${err}`)))
        look()
      }),
  }
}

/** The line that a service writes with `--log json` when it is ready. */
export async function readyLine(
  service: Pick<SchedkitProcess, 'wrote'>,
): Promise<{ ready: boolean; url: string; metrics?: string; storage?: string; controlToken?: string }> {
  const text = await service.wrote(/^\{"ready".*\n/m)
  return JSON.parse(text.split('\n').find(line => line.startsWith('{"ready"')) ?? '')
}
