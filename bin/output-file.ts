import { randomBytes } from 'node:crypto'
import { createWriteStream, rmSync } from 'node:fs'
import { chmod, mkdtemp, open, realpath, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ExitError } from './errors.js'
import { endSignals } from './terminal.js'

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

interface FileOptions {
  /** Whether only its owner may read a new file. @default false */
  isPrivate?: boolean
}

/**
 * Writes a text to a file, under a temporary name until it is complete, or to a pipe or a device. An existing file keeps its
 * permissions, and a link its place.
 */
export async function writeToFile(
  path: string,
  text: Readable,
  { isPrivate = false }: FileOptions = {},
): Promise<void> {
  const found = await stat(path).catch(() => undefined)
  const isFile = !found || found.isFile() || found.isDirectory()
  const target = found ? await realpath(path) : path
  const part = isFile ? `${target}.${randomBytes(4).toString('hex')}.part` : target
  const mode = found?.isFile() ? found.mode & 0o777 : isPrivate ? 0o600 : 0o666
  const stop = () => {
    if (isFile) rmSync(part, { force: true })
    process.exit(130)
  }
  let isMade = true
  /** Records an error in generating the text, which is not an error of the file. */
  async function* pieces() {
    try {
      yield* text
    } catch (error) {
      isMade = false
      throw error
    }
  }
  for (const signal of endSignals) process.once(signal, stop)
  try {
    await pipeline(pieces, createWriteStream(part, isFile ? { flags: 'wx', mode } : {}))
    if (found?.isFile()) await chmod(part, mode)
    if (isFile) await rename(part, target)
  } catch (error) {
    if (isFile) await rm(part, { force: true }).catch(() => {})
    if (!isMade) throw error
    throw new ExitError(
      `Failed to write ${path}: ${(error as Error).message}. Choose a file in a writable folder.`,
      1,
    )
  } finally {
    for (const signal of endSignals) process.off(signal, stop)
  }
}

/** Writes a text to standard output once it is complete: nothing is written if generating it fails. */
export async function writeWholeToOutput(text: Readable): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'schedkit-'))
  const file = await open(join(folder, 'output'), 'w+')
  try {
    // An unlinked file is removed when the process ends, however it ends.
    await rm(folder, { recursive: true })
    for await (const piece of text) await file.appendFile(piece)
    await writeToOutput(file.createReadStream({ start: 0, autoClose: false }))
  } finally {
    await file.close()
  }
}
