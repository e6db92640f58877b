import { mkdirSync, rmdirSync, rmSync } from 'node:fs'
import type { DataFiles } from './data-files.js'

/*
 * Other programs that open the database do not see the server's lock. They look for a file of shared memory next to it; if
 * there is a directory instead, they can only read: they write nothing, and remove nothing when they close it.
 */

export function putUpGuard({ guard }: DataFiles): void {
  // Remove a file left by a program that has ended; running ones were checked before.
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
    // A directory: the guard already exists.
    return false
  }
}

export function takeDownGuard({ guard }: DataFiles): void {
  try {
    rmdirSync(guard)
  } catch {
    // It only prevents writing, and the next start takes it over.
  }
}
