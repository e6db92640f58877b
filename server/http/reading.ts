import type { Connection } from './connections.js'
import type { TurnsOptions } from './turns.js'

/** How many connections are accepted one after the other before anything else happens. */
export const mostAccepted = 100

export interface ReadingOptions extends TurnsOptions {
  /** Whether enough requests wait that came from where a connection comes from: it is not read meanwhile. */
  isBusy(connection: Connection): boolean
}

/** Which connections are read. */
export interface Reading {
  /** Begins to read a new connection when its turn comes. */
  add(connection: Connection): void
  /** A part of a request has arrived. */
  arrived(connection: Connection): void
  /** Whether nothing else is done than to accept connections. */
  isAccepting(): boolean
  /** Whether connections wait for their turn. */
  isWaiting(): boolean
  /** Accepts new connections but reads none of them until the returned function is called. */
  hold(): () => void
  /** Runs work in the next turn in which something else is done. */
  later(work: () => void): void
}

/**
 * Decides which connections are read, so that new clients are accepted and read however busy others keep the server: without it,
 * they wait for seconds instead of milliseconds (the attacks "reconnecting", "addresses" and "neighbours").
 *
 * Node.js accepts one connection in a turn of the event loop. So while connections arrive, nothing else is done, up to a
 * number of them; then everything else gets twice as much time. With less, a crowd grows by being let in: those that make room for
 * others connect again. A new connection is read when it is the turn of its address. When reading has taken some milliseconds of a
 * turn, no connection is read until its turn comes again.
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
  /** Since when connections are accepted in one turn after the other, and until when that has to wait. */
  let accepting: number | undefined
  let rested = 0
  /** How many connections begin to be read in a turn. */
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
   * Reads no connection until its turn comes, except for those with a request that waits for its response: they have few more,
   * and only while they are read is it noticed that the caller has gone.
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
      // Node.js begins to read it after this event.
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
      // Node.js goes on reading a connection after each response.
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

/** Connections that wait: blocks of addresses take turns, and so do the addresses of each. */
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
    /** Takes the next connection that is not excepted; all of an address are, or none. */
    takeNext(isExcepted: (connection: Connection) => boolean): Connection | undefined {
      for (const [name, block] of blocks) {
        for (const [address, connections] of block) {
          const [next] = connections
          if (!next || isExcepted(next)) continue
          // Those whose turn it was come last.
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
