import { readFileSync, statSync } from 'node:fs'
import type { DataFiles } from './data-files.js'

/**
 * Other processes that hold SQLite locks on the database, because they have it open. Works only on Linux, and only for
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
