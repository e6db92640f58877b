/*
 * Progress on standard error: on a terminal one line that changes, otherwise only what is announced.
 */
const erase = process.stderr.isTTY ? '\r\u001b[K' : ''

export function tell(what: string): void {
  if (process.stderr.isTTY) process.stderr.write(erase + what)
}

export const announce = (what: string): void => void process.stderr.write(`${erase}${what}\n`)

export const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)).trim()

/** A command of this folder: an error ends it with one message and the exit code 1. */
export async function runCommand(script: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    announce(`${reasonOf(error)}\nnpm run ${script} -- --help shows the options.`)
    process.exitCode = 1
  }
}
