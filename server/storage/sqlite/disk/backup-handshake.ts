import { timingSafeEqual } from 'node:crypto'
import { connect as connectTo, type Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { DataError } from '../../errors.js'
import type { Checkpoints } from './checkpoints.js'
import type { DataFiles } from './data-files.js'
import { addressOf, readHolder } from './lock.js'

/*
 * How another process asks the server not to change the database file while it is copied: it connects, sends the key from the
 * lock file, and disconnects when it is done. The server sends no data: the other process must be able to read the file
 * itself.
 */

/** Serves a connection that sends the key. */
export function answerHandshake(socket: Socket, key: string, hold: Checkpoints['hold']): void {
  let release: (() => void) | undefined
  let isOpen = true
  socket.unref()
  socket.setTimeout(10_000, () => {
    if (!release) socket.destroy()
  })
  socket.on('error', () => socket.destroy())
  socket.once('close', () => {
    isOpen = false
    release?.()
  })
  createInterface(socket).once('line', async line => {
    try {
      if (!isSame(line, key)) throw new Error('wrong key')
      // Others may hold the file for a long time.
      socket.setTimeout(0)
      release = await hold(() => void socket.destroy())
      if (isOpen) socket.write('held\n')
      else release()
    } catch {
      socket.destroy()
    }
  })
}

const isSame = (one: string, other: string) =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other))

/**
 * Runs work while the running server does not change the database file. Before the work makes visible what it has read, it calls
 * `verify`, which throws if the server has changed the file.
 */
export async function withHeldDatabase<T>(
  files: DataFiles,
  work: (verify: () => Promise<void>) => Promise<T>,
): Promise<T> {
  const key = readHolder(files)?.key
  const unreachable = (reason: string) =>
    new DataError(
      files.directory,
      `a server uses it, and ${reason}`,
      'Run this as the same user, on the same machine and in the same container as the server, or stop that first.',
    )
  if (key === undefined) throw unreachable('its lock file does not say how to reach it')
  const socket = connectTo(addressOf(files))
  let isOpen = true
  const ended = new Promise<never>((_resolve, reject) => {
    socket.once('error', () => {})
    socket.once('close', () => {
      isOpen = false
      reject(unreachable('does not answer'))
    })
  })
  ended.catch(() => {})
  try {
    await Promise.race([
      ended,
      new Promise<void>(resolve => {
        createInterface(socket).once('line', () => resolve())
        socket.write(`${key}\n`)
      }),
    ])
    let isVerified = false
    const verify = async () => {
      // The end of the connection is only noticed between the turns of the event loop, and the work may be synchronous.
      for (let turn = 0; turn < 3; turn++) await nextTurn()
      if (!isOpen) throw unreachable('it stopped, or reclaimed the file, during the read')
      isVerified = true
    }
    const result = await work(verify)
    if (!isVerified) await verify()
    return result
  } finally {
    socket.destroy()
  }
}
