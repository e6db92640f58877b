import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ExitError } from './errors.js'

/** Writes a text to standard output. */
export async function writeToOutput(text: Readable): Promise<void> {
  try {
    await pipeline(text, process.stdout, { end: false })
  } catch (error) {
    // The reader may close the pipe early: `schedkit fixtures generate | head`.
    if ((error as NodeJS.ErrnoException).code === 'EPIPE') process.exit(0)
    throw error
  }
}

/** Writes a text to a file, which has another name until it is complete. */
export async function writeToFile(path: string, text: Readable): Promise<void> {
  const part = `${path}.part`
  let failure: unknown
  text.on('error', error => {
    failure = error
  })
  try {
    await pipeline(text, createWriteStream(part))
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true }).catch(() => {})
    // It is the text that could not be made.
    if (failure !== undefined && failure === error && !(error as NodeJS.ErrnoException).syscall) throw error
    throw new ExitError(
      `Failed to write ${path}: ${(error as Error).message}. Choose a file in a writable folder.`,
      1,
    )
  }
}

/** Writes a text to standard output once it is complete: nothing is written if it can't be made. */
export async function writeWholeToOutput(text: Readable): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'schedkit-'))
  const file = join(folder, 'output')
  try {
    await writeToFile(file, text)
    await writeToOutput(createReadStream(file))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
