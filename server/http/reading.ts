import type { Connection } from './connections.js'
import type { TurnsOptions } from './turns.js'

/** The maximum number of connections accepted in a row before anything else happens. */
export const mostAccepted = 100

export interface ReadingOptions extends TurnsOptions {
  /** Whether so many requests from the same address or block are waiting that this connection is not read meanwhile. */
  isBusy(connection: Connection): boolean
}

/** Controls which connections are read. */
export interface Reading {
  /** Starts reading a new connection when its turn comes. */
  add(connection: Connection): void
  /** Called when a part of a request has arrived. */
  arrived(connection: Connection): void
  /** Whether the server is only accepting connections at the moment. */
  isAccepting(): boolean
  /** Whether connections are waiting for their turn. */
  isWaiting(): boolean
  /** Accepts new connections but reads none of them until the returned function is called. */
  hold(): () => void
  /** Runs work in the next turn that is not only for accepting connections. */
  later(work: () => void): void
}

/**
 * Decides which connections are read, so that new clients are accepted and read however busy others keep the server: without
 * it, they wait for seconds instead of milliseconds (the attacks "reconnecting", "addresses" and "neighbours").
 *
 * Node.js accepts one connection per turn of the event loop. So while connections arrive, the server only accepts, up to a
 * maximum number; then everything else gets twice as much time. With less, a crowd would grow by being let in: clients whose
 * connections make room for others connect again. A new connection is read when it is its address's turn. When reading has
 * taken some milliseconds of a turn, no connection is read until its turn comes again.
 */
export function createReading({ later, now, budget = 5, isBusy }: ReadingOptions): Reading {
  const reading = new Set<Connection>()
  const waiting = createQueue()
  let postponed: (() => void)[] = []
  let isComing = false
  /** When the first part of a request arrived in this turn. */
  let begun: number | undefined
  let hasAccepted = false
  let accepted = 0
  /** Since when only connections have been accepted, and until when that has to pause. */
  let accepting: number | undefined
  let rested = 0
  /** The number of connections that start being read in a turn. */
  let share = 1
  let isHeld = false

  function come(): void {
    if (isComing) return
    isComing = true
    later(takeTurn)
  }

  function takeTurn(): void {
    isComing = false
    begun = undefined
    const time = now()
    if (hasAccepted && accepted < mostAccepted && time >= rested) {
      hasAccepted = false
      accepting ??= time
      come()
      return
    }
    if (accepting !== undefined) rested = time + 2 * (time - accepting)
    accepting = undefined
    hasAccepted = false
    accepted = 0
    const due = postponed
    postponed = []
    for (const work of due) work()
    readNext()
  }

  function readNext(): void {
    if (isHeld) return
    let left = share
    for (; left > 0; left--) {
      const next = waiting.takeNext(isBusy)
      if (!next) break
      reading.add(next)
      next.socket.resume()
    }
    share = left > 0 ? 1 : share * 2
    if (waiting.size() > 0) come()
  }

  /**
   * Stops reading all connections until their turn comes, except those with a request in progress: few more requests follow
   * on them, and a disconnect is only noticed while they are read.
   */
  function stop(): void {
    for (const connection of reading) {
      if (connection.answering > 0) continue
      connection.socket.pause()
      reading.delete(connection)
      waiting.add(connection)
    }
    share = 1
  }

  return {
    add(connection) {
      const { socket } = connection
      waiting.add(connection)
      // Node.js starts reading it after this event.
      process.nextTick(() => socket.pause())
      socket.once('close', () => {
        waiting.remove(connection)
        reading.delete(connection)
      })
      hasAccepted = true
      accepted++
      come()
    },
    arrived(connection) {
      begun ??= now()
      // Node.js resumes reading a connection after each response.
      waiting.remove(connection)
      reading.add(connection)
      if (now() - begun >= (accepting === undefined ? budget : budget / 5)) stop()
      come()
    },
    isAccepting: () => accepting !== undefined,
    isWaiting: () => waiting.size() > 0,
    hold() {
      isHeld = true
      return () => {
        isHeld = false
        come()
      }
    },
    later(work) {
      postponed.push(work)
      come()
    },
  }
}

/** A queue of waiting connections: blocks of addresses take turns, and so do the addresses of each block. */
function createQueue() {
  const blocks = new Map<string, Map<string, Set<Connection>>>()
  let size = 0

  function remove(connection: Connection): void {
    const { address, block: name } = connection
    const block = blocks.get(name)
    const connections = block?.get(address)
    if (!connections?.delete(connection)) return
    size--
    if (connections.size === 0) block?.delete(address)
    if (block?.size === 0) blocks.delete(name)
  }

  return {
    size: () => size,
    remove,
    add(connection: Connection): void {
      const { address, block: name } = connection
      const block = blocks.get(name) ?? new Map<string, Set<Connection>>()
      const connections = block.get(address) ?? new Set()
      if (connections.has(connection)) return
      blocks.set(name, block.set(address, connections.add(connection)))
      size++
    },
    /** Takes the next connection that is not excluded; either all of an address are excluded, or none. */
    takeNext(isExcepted: (connection: Connection) => boolean): Connection | undefined {
      for (const [name, block] of blocks) {
        for (const [address, connections] of block) {
          const [next] = connections
          if (!next || isExcepted(next)) continue
          // Blocks that had their turn move to the end.
          blocks.delete(name)
          blocks.set(name, block)
          block.delete(address)
          block.set(address, connections)
          remove(next)
          return next
        }
      }
      return undefined
    },
  }
}
