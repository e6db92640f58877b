import { mkdirSync, rmdirSync, rmSync } from 'node:fs'
import type { DataFiles } from './data-files.js'

/*
 * Other programs that open a database of SQLite while the server works on it don't see its lock. They look for a file of
 * shared memory beside it, and where there is a directory in its place they can read at most: nothing is written, and
 * nothing is removed when they close it.
 */

export function putUpGuard({ guard }: DataFiles): void {
  // What a program left there that is gone; one that is still there was looked for before.
  try {
    mkdirSync(guard)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    if (rmGuard(guard)) mkdirSync(guard)
  }
}

function rmGuard(guard: string): boolean {
  try {
    rmSync(guard)
    return true
  } catch {
    // A directory: the guard stands already.
    return false
  }
}

export function takeDownGuard({ guard }: DataFiles): void {
  try {
    rmdirSync(guard)
  } catch {
    // It keeps nobody from anything but writing, and the next start takes it over.
  }
}
