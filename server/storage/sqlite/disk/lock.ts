import { spawnSync } from 'node:child_process'
import {
  closeSync,
  constants,
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
import type { DataFiles, Notify } from './data-files.js'
import { type DataError, DataInUse } from './data-files.js'

/*
 * One server a directory. All locks here are the kernel's: they end with the process, however it ends, and leave nothing
 * to clear away by hand. The file of the lock stays where it is, for its name is what everybody locks.
 *
 * - Linux: `flock(1)` locks the file that is open here, and what it is locked by is the opening, which stays when that
 *   program has ended. It holds across containers that share a volume. Beside it a socket is taken whose name is the
 *   directory's device and inode: alone it holds within one network namespace, where there is no `flock`.
 * - macOS and the BSDs: a file can be opened with the lock.
 * - Windows: the name of a pipe is taken by whoever made it first.
 */

/** Who has the lock: for messages, and for those who want to talk to it. */
export interface Holder {
  pid: number
  host: string
  since: string
  /** Known to those who may read the directory. */
  key: string
}

export interface Lock {
  release(): Promise<void>
}

export interface LockOptions {
  key: string
  notify: Notify
  /** Somebody connects; without it nobody is listened to. */
  connect?: (socket: Socket) => void
}

/** @throws DataInUse where another process has the directory */
export async function takeLock(files: DataFiles, { key, notify, connect }: LockOptions): Promise<Lock> {
  const descriptor = openLocked(files)
  try {
    const server = await listen(files, connect ?? (socket => void socket.destroy()))
    if (process.platform === 'linux' && !flock(descriptor, files)) {
      notify({
        event: 'weak lock',
        message:
          'There is no flock(1) on this machine: only servers in the same network namespace are prevented from using this directory at the same time.',
      })
    }
    const holder: Holder = { pid: process.pid, host: hostname(), since: new Date().toISOString(), key }
    ftruncateSync(descriptor, 0)
    writeSync(descriptor, `${JSON.stringify(holder)}\n`, 0)
    return {
      async release() {
        await server.close()
        closeSync(descriptor)
      },
    }
  } catch (error) {
    closeSync(descriptor)
    throw error
  }
}

/** The holder that a lock file names, whether it is there still or not. */
export function readHolder({ lock }: DataFiles): Holder | undefined {
  try {
    return JSON.parse(readFileSync(lock, 'utf8'))
  } catch {
    return undefined
  }
}

/** Where the holder of a directory listens. */
export function addressOf({ directory }: DataFiles): string {
  const { dev, ino } = statSync(directory)
  const name = `schedkit-data-${dev}-${ino}`
  // The name fills the whole address: versions of Node.js differ in whether they fill up a shorter one.
  if (process.platform === 'linux') return `\0${name.padEnd(107, '.')}`
  if (process.platform === 'win32') return `\\\\.\\pipe\\${name}`
  return join(directory, 'schedkit.sock')
}

const exclusiveLock = 0x20

function openLocked(files: DataFiles): number {
  const { O_RDWR, O_CREAT, O_NONBLOCK } = constants
  const locksWhenOpened = /^(darwin|freebsd|openbsd|netbsd)$/.test(process.platform)
  try {
    return openSync(files.lock, O_RDWR | O_CREAT | (locksWhenOpened ? exclusiveLock | O_NONBLOCK : 0), 0o600)
  } catch (error) {
    if (/^(EAGAIN|EWOULDBLOCK)$/.test((error as NodeJS.ErrnoException).code ?? '')) throw inUse(files)
    throw error
  }
}

/** Locks an open file; false where there is nothing that could. */
function flock(descriptor: number, files: DataFiles): boolean {
  const { status, error } = spawnSync('flock', ['-x', '-n', '3'], {
    stdio: ['ignore', 'ignore', 'ignore', descriptor],
  })
  if (status === 1) throw inUse(files)
  return status === 0 && error === undefined
}

interface Listening {
  close(): Promise<void>
}

function listen(files: DataFiles, connect: (socket: Socket) => void): Promise<Listening> {
  const address = addressOf(files)
  // A socket in the directory is a file that its process leaves behind; the lock says that this one is gone.
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
      resolve({
        close: () =>
          new Promise(closed => {
            server.close(() => closed())
            for (const socket of sockets) socket.destroy()
          }),
      }),
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
