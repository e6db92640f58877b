import type { PoolClient } from 'pg'
import { createLanes, type ReadOptions, Unavailable } from '../../core/index.js'
import type { Connections } from './connections.js'
import { isTooMany } from './failures.js'

/** A connection in use. */
export interface Connection {
  client: PoolClient
  /** Returns it to the pool; a lost connection is closed. */
  release(isLost?: boolean): void
}

export interface ConnectionQueue {
  /** @throws {Unavailable} if no connection is free in time */
  take(requester?: ReadOptions, isWrite?: boolean): Promise<Connection>
  /** The number of connections in use, and of requests waiting for one. */
  counts(): { inUse: number; waiting: number }
}

interface Waiting {
  caller: string
  account: string
  isWrite: boolean
  hasGivenUp: boolean
  begin(connection: Connection): void
  fail(error: unknown): void
}

interface QueueOptions {
  connections: Connections
  size: number
  /** The maximum time that a request waits for a connection, in milliseconds. */
  timeout: number
}

/** Milliseconds after which the queue tries again whether the database allows more connections. */
const growAfter = 10_000

/** The number of connections available to writes, which may all be waiting for an unreachable synchronous standby. */
const forWrites = (connections: number) => connections - Math.floor(connections / 4)

/**
 * Hands out the connections of a pool. An account gets at most half of them, or two, and writes get all but a quarter;
 * waiting requests take turns by network address, and by the accounts of each, so that nobody waits for all requests of
 * someone else.
 */
export function createConnectionQueue({ connections, size, timeout }: QueueOptions): ConnectionQueue {
  // With only one, a long list of an account would block all its other requests.
  const share = Math.max(2, Math.floor(size / 2))
  const lanes = createLanes<Waiting>()
  /** Writes whose turn came while all connections available to writes were in use. */
  const writes = createLanes<Waiting>()
  /** For each account, the number of requests that have a connection or wait for one, and the requests beyond its share. */
  const accounts = new Map<string, { count: number; waiting: Waiting[] }>()
  let most = size
  let used = 0
  let writing = 0

  function enter(waiting: Waiting): void {
    const { account } = waiting
    const known = accounts.get(account) ?? { count: 0, waiting: [] }
    if (account !== '') accounts.set(account, known)
    if (account !== '' && known.count === share) {
      known.waiting.push(waiting)
      return
    }
    known.count++
    lanes.put(waiting, waiting)
    fill()
  }

  function leave(account: string): void {
    const known = accounts.get(account)
    if (!known) return
    known.count--
    const next = known.waiting.splice(0, known.waiting.findIndex(waiting => !waiting.hasGivenUp) + 1).at(-1)
    if (next) enter(next)
    else if (known.count === 0) accounts.delete(account)
  }

  /** Gives free connections to the requests whose turn it is. */
  function fill(): void {
    while (used < most) {
      const waiting = lanes.takeNext()
      if (!waiting) return
      if (waiting.hasGivenUp) leave(waiting.account)
      else if (waiting.isWrite && writing >= forWrites(most)) writes.put(waiting, waiting)
      else connect(waiting)
    }
  }

  /** Returns a connection; the next waiting write gets its turn. */
  function free({ isWrite }: Waiting): void {
    used--
    if (!isWrite) return
    writing--
    let next = writes.takeNext()
    for (; next?.hasGivenUp; next = writes.takeNext()) leave(next.account)
    if (next) lanes.put(next, next)
  }

  async function connect(waiting: Waiting): Promise<void> {
    used++
    if (waiting.isWrite) writing++
    try {
      const client = await connections.connect()
      waiting.begin(connectionOf(client, waiting))
    } catch (error) {
      free(waiting)
      const open = used + connections.idle()
      if (isTooMany(error) && open > 0) {
        // It gets the next free connection: others may have returned theirs meanwhile.
        most = open
        setTimeout(grow, growAfter).unref()
        lanes.put(waiting, waiting)
      } else {
        waiting.fail(error)
        leave(waiting.account)
      }
      fill()
    }
  }

  function grow(): void {
    most = size
    fill()
  }

  function connectionOf(client: PoolClient, taker: Waiting): Connection {
    return {
      client,
      release(isLost = false) {
        if (isLost) connections.giveUp(client)
        else client.release()
        free(taker)
        leave(taker.account)
        fill()
      },
    }
  }

  return {
    counts() {
      const beyond = [...accounts.values()].flatMap(({ waiting }) => waiting.filter(each => !each.hasGivenUp))
      return { inUse: used, waiting: lanes.size() + writes.size() + beyond.length }
    },
    take: ({ caller = '', account = '' } = {}, isWrite = false) =>
      new Promise((resolve, reject) => {
        const waiting: Waiting = {
          caller,
          account,
          isWrite,
          hasGivenUp: false,
          begin(connection) {
            clearTimeout(timer)
            if (waiting.hasGivenUp) connection.release()
            else resolve(connection)
          },
          fail(error) {
            clearTimeout(timer)
            reject(error)
          },
        }
        const timer = setTimeout(() => {
          waiting.hasGivenUp = true
          reject(new Unavailable('contended'))
        }, timeout)
        enter(waiting)
      }),
  }
}
