import { mkdirSync, readFileSync, rmdirSync, rmSync, statSync } from 'node:fs'
import type { DataFiles } from './data-files.js'

/*
 * Other programs that open the database do not see the server's lock. They look for a file of shared memory next to it; if
 * there is a directory instead, they can only read: they write nothing, and remove nothing when they close it.
 */

export function putUpGuard({ guard }: DataFiles): void {
  try {
    // A file left by a program that has ended; running ones were already checked for.
    rmSync(guard)
  } catch {
    // There is nothing, or the guard itself.
  }
  mkdirSync(guard, { recursive: true })
}

export function takeDownGuard({ guard }: DataFiles): void {
  try {
    rmdirSync(guard)
  } catch {
    // It only prevents writing, and the next start takes it over.
  }
}

/**
 * Returns other processes that hold SQLite locks on the database because they have it open. Works only on Linux, and only for
 * processes that this one can see.
 */
export function foreignLockHolders({ database, guard }: DataFiles): number[] {
  if (process.platform !== 'linux') return []
  try {
    const inodes = [database, guard].flatMap(path => {
      const { dev, ino } = statSync(path, { throwIfNoEntry: false }) ?? { dev: 0, ino: 0 }
      return ino === 0 ? [] : [`${hex(major(dev))}:${hex(minor(dev))}:${ino}`]
    })
    const lines = readFileSync('/proc/locks', 'utf8').split('\n')
    const found = lines.flatMap(line => {
      const [, kind, , , pid, inode = ''] = line.split(/\s+/)
      return (kind === 'POSIX' || kind === 'OFDLCK') && inodes.includes(inode) ? [Number(pid)] : []
    })
    return [...new Set(found)].filter(pid => pid !== process.pid)
  } catch {
    return []
  }
}

const hex = (number: number) => number.toString(16).padStart(2, '0')
const major = (dev: number) => (dev >> 8) & 0xfff
const minor = (dev: number) => (dev & 0xff) | ((dev >> 12) & 0xfff00)
