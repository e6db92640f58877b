import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Runs work with a temporary directory, which is removed afterwards. */
export async function withDirectory<T>(work: (directory: string) => Promise<T>): Promise<T> {
  const directory = mkdtempSync(join(tmpdir(), 'schedkit-data-'))
  try {
    return await work(directory)
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/** The files in a directory, each with a hash of its content, except the lock, to which each start writes its process. */
export function filesOf(directory: string): [path: string, hash: string][] {
  if (!existsSync(directory)) return []
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter(path => path !== 'schedkit.lock' && statSync(join(directory, path)).isFile())
    .sort()
    .map(path => [
      path,
      createHash('sha256')
        .update(readFileSync(join(directory, path)))
        .digest('hex'),
    ])
}

/** Mounts a small in-memory disk, if permitted, and unmounts it afterwards. */
export const withSmallDisk = (directory: string, work: () => Promise<void>, size = '3m'): Promise<boolean> =>
  withMount(['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', directory], work)

/** Mounts a read-only view of a directory, if permitted, until the work ends. */
export const withReadOnlyView = (
  directory: string,
  view: string,
  work: () => Promise<void>,
): Promise<boolean> => withMount(['-o', 'bind,ro', directory, view], work)

async function withMount(options: string[], work: () => Promise<void>): Promise<boolean> {
  try {
    execFileSync('mount', options, { stdio: 'ignore' })
  } catch {
    return false
  }
  try {
    await work()
  } finally {
    // Lazily, in case a failed test has left files open.
    execFileSync('umount', ['-l', options.at(-1) ?? ''])
  }
  return true
}
