import { runCommandLine } from '../command-line.js'

/** The result of a command. */
export interface Ended {
  readonly code: number
  readonly out: string
  readonly err: string
}

/**
 * Runs a command of `schedkit` in this process, which is much faster than starting one; for commands that end by themselves.
 * Only one at a time, because it replaces the environment, the working directory and the output of the process.
 */
export async function command(
  words: readonly string[],
  env: Record<string, string> = {},
  folder = '.',
): Promise<Ended> {
  const { done, output, release } = startCommand(words, env, folder)
  const code = await done.finally(release)
  return { code, ...output() }
}

/** Runs a command and captures its output, including that of what it leaves running, until released; resolves with its code. */
export function startCommand(words: readonly string[], env: Record<string, string>, folder = '.') {
  const [out, err] = [capture(process.stdout), capture(process.stderr)]
  const run = async (): Promise<number> => {
    const before = { env: process.env, folder: process.cwd() }
    process.env = { PATH: process.env.PATH, ...env }
    process.chdir(folder)
    try {
      await runCommandLine(words)
    } finally {
      process.env = before.env
      process.chdir(before.folder)
    }
    const code = Number(process.exitCode ?? 0)
    process.exitCode = undefined
    return code
  }
  return {
    done: run(),
    output: () => ({ out: out.text(), err: err.text() }),
    release() {
      out.release()
      err.release()
    },
  }
}

/** Captures what is written to a stream, like a pipe. */
function capture(stream: NodeJS.WriteStream) {
  const chunks: Buffer[] = []
  const { write, isTTY } = stream
  const keep = (chunk: string | Uint8Array, ...rest: unknown[]) => {
    chunks.push(Buffer.from(chunk as string))
    const written = rest.at(-1)
    if (typeof written === 'function') process.nextTick(written)
    return true
  }
  Object.assign(stream, { write: keep, isTTY: false })
  return {
    release: () => Object.assign(stream, { write, isTTY }),
    text: () => Buffer.concat(chunks).toString(),
  }
}
