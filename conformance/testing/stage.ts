import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/*
 * Files for tests, and clean-up after them.
 */

const ends: (() => Promise<unknown> | unknown)[] = []

/** Registers a clean-up step. */
export const atEnd = (end: () => Promise<unknown> | unknown): void => {
  ends.push(end)
}

/** Runs the clean-up steps of a test file, last registered first. */
export async function endAll(): Promise<void> {
  for (const end of ends.splice(0).reverse()) await end()
}

/** A folder that is deleted after the tests of the file. */
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

/** Returns the error that is thrown; undefined if none is. */
export async function thrownBy(act: () => unknown): Promise<Error | undefined> {
  try {
    await act()
  } catch (error) {
    return error as Error
  }
  return undefined
}
