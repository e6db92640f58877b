import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/*
 * What tests of the engine stand on: files of their own, and an end for all that was opened.
 */

const ends: (() => Promise<unknown> | unknown)[] = []

/** Remembers how something is ended. */
export const atEnd = (end: () => Promise<unknown> | unknown): void => {
  ends.push(end)
}

/** Ends what the tests of a file have opened, the last opened first. */
export async function endAll(): Promise<void> {
  for (const end of ends.splice(0).reverse()) await end()
}

/** A folder that goes with the tests of the file. */
export function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'schedkit-'))
  atEnd(() => rmSync(path, { recursive: true, force: true }))
  return path
}

/** A file with a text. */
export function file(text: string, name = 'file'): string {
  const path = join(folder(), name)
  writeFileSync(path, text)
  return path
}

/** What is thrown; undefined where nothing is. */
export async function thrownBy(act: () => unknown): Promise<Error | undefined> {
  try {
    await act()
  } catch (error) {
    return error as Error
  }
  return undefined
}
