import {
  closeSync,
  constants,
  existsSync,
  ftruncateSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import type { DataError, Notify } from '../../errors.js'
import { type DataFiles, DataInUse } from './data-files.js'

/*
 * One server per directory. All locks are kernel locks: they end with the process, however it ends, and leave nothing to
 * clean up. The lock file stays, because everyone locks it by its name.
 *
 * - Linux: `flock(1)` locks our open file description, and the lock stays when that program has ended. It holds across
 *   containers that share a volume. We also bind a socket named after the directory's device and inode; without `flock`,
 *   it alone protects the directory, within one network namespace.
 * - macOS and the BSDs: a file can be opened with the lock.
 * - Windows: the first process to create a named pipe owns it.
 */

/** The process that holds the lock, for messages and connections. */
export interface Holder {
  pid: number
  host: string
  since: string
  /** A key for processes that can read the directory. */
  key: string
}

export interface LockOptions {
  key: string
  notify: Notify
  /** Handles connections. @default they are refused */
  connect?: (socket: Socket) => void
  /** For a directory on a read-only disk: nothing is written. */
  isReadOnly?: boolean
}

export type Lock = Awaited<ReturnType<typeof takeLock>>

/** @throws {DataInUse} if another process uses the directory */
export async function takeLock(files: DataFiles, { key, notify, connect, isReadOnly = false }: LockOptions) {
  const descriptor = openLocked(files, isReadOnly)
  try {
    const close = await listen(files, connect ?? (socket => void socket.destroy()))
    if (process.platform === 'linux' && !(await flock(descriptor, files))) {
      notify({
        event: 'weak lock',
        message:
          'There is no flock(1) on this machine: only servers in the same network namespace are prevented from using this directory at the same time.',
      })
    }
    const holder: Holder = { pid: process.pid, host: hostname(), since: new Date().toISOString(), key }
    if (!isReadOnly) writeHolder(descriptor, files, `${JSON.stringify(holder)}\n`)
    return {
      async release() {
        await close()
        closeSync(descriptor)
      },
    }
  } catch (error) {
    closeSync(descriptor)
    throw error
  }
}

function writeHolder(descriptor: number, { reserve }: DataFiles, text: string): void {
  try {
    ftruncateSync(descriptor, writeSync(descriptor, text, 0))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    rmSync(reserve, { force: true })
    try {
      ftruncateSync(descriptor, writeSync(descriptor, text, 0))
    } catch {
      // Others can then tell that the directory is in use, but not by whom.
    }
  }
}

/** Reads the holder from a lock file; it may no longer be running. */
export function readHolder({ lock }: DataFiles): Holder | undefined {
  try {
    return JSON.parse(readFileSync(lock, 'utf8'))
  } catch {
    return undefined
  }
}

/** The address on which the holder of a directory listens. */
export function addressOf({ directory }: DataFiles): string {
  const { dev, ino } = statSync(directory)
  const name = `schedkit-data-${dev}-${ino}`
  // The name fills the whole address: Node.js versions differ in how they pad a shorter one.
  if (process.platform === 'linux') return `\0${name.padEnd(107, '.')}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`
  return join(directory, 'schedkit.sock')
}

const exclusiveLock = 0x20

function openLocked(files: DataFiles, isReadOnly: boolean): number {
  const { O_RDONLY, O_RDWR, O_CREAT, O_NONBLOCK } = constants
  const access = isReadOnly ? O_RDONLY : O_RDWR | O_CREAT
  const path = isReadOnly && !existsSync(files.lock) ? files.directory : files.lock
  const locksWhenOpened = /^(darwin|freebsd|openbsd|netbsd)$/.test(process.platform)
  try {
    return openSync(path, access | (locksWhenOpened ? exclusiveLock | O_NONBLOCK : 0), 0o600)
  } catch (error) {
    if (/^(EAGAIN|EWOULDBLOCK)$/.test((error as NodeJS.ErrnoException).code ?? '')) throw inUse(files)
    throw error
  }
}

/** Locks an open file; false if flock is not available. */
async function flock(descriptor: number, files: DataFiles): Promise<boolean> {
  // Servers without data on disk do not load it.
  const { spawnSync } = await import('node:child_process')
  const { status, error } = spawnSync('flock', ['-x', '-n', '3'], {
    stdio: ['ignore', 'ignore', 'ignore', descriptor],
  })
  if (status === 1) throw inUse(files)
  return status === 0 && error === undefined
}

/** Listens on the address of the directory, and returns a function that stops it. */
function listen(files: DataFiles, connect: (socket: Socket) => void): Promise<() => Promise<void>> {
  const address = addressOf(files)
  // A process leaves its socket file behind; since we hold the lock, that process has ended.
  if (address.startsWith(files.directory)) rmSync(address, { force: true })
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
    connect(socket)
  }).unref()
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'EADDRINUSE' || error.code === 'EACCES' ? inUse(files) : error)
    })
    server.listen(address, () =>
      resolve(
        () =>
          new Promise(closed => {
            server.close(() => closed())
            for (const socket of sockets) socket.destroy()
          }),
      ),
    )
  })
}

function inUse(files: DataFiles): DataError {
  const holder = readHolder(files)
  const who = holder
    ? `process ${holder.pid} on ${holder.host} has been using it since ${holder.since}`
    : 'another process uses it'
  return new DataInUse(files.directory, who, 'Stop that server, or choose another directory.')
}
