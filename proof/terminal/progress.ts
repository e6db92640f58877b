/*
 * Prints results on standard output, and progress on standard error: on a terminal as one line that is updated, otherwise only
 * announcements.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Prints a line of the result. */
export const print = (line: string): void => void process.stdout.write(`${line}\n`)

const erase = process.stderr.isTTY ? '\r\u001b[K' : ''

export function tell(what: string): void {
  if (process.stderr.isTTY) process.stderr.write(erase + what)
}

export const announce = (what: string): void => void process.stderr.write(`${erase}${what}\n`)

/** Announces progress every half minute if there is no terminal, until the returned function is called. */
export function announceRegularly(progress: () => string): () => void {
  const timer = process.stderr.isTTY ? undefined : setInterval(() => announce(progress()), 30_000)
  return () => {
    clearInterval(timer)
    tell('')
  }
}

export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).trim()

/**
 * Runs a command with a directory for its files, which is removed when the process exits. The exit code is 1 if the command
 * resolves to false or fails; the message of an error is printed.
 */
export async function runCommand(
  script: string,
  // biome-ignore lint/suspicious/noConfusingVoidType: most commands resolve to nothing
  work: (directory: string) => Promise<boolean | void>,
): Promise<void> {
  try {
    const directory = mkdtempSync(join(tmpdir(), 'schedkit-'))
    process.once('exit', () => rmSync(directory, { recursive: true, force: true }))
    if ((await work(directory)) === false) process.exitCode = 1
  } catch (error) {
    announce(`${reasonOf(error)}\nnpm run ${script} -- --help shows the options.`)
    process.exitCode = 1
  }
}
