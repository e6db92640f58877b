import type { PoolClient } from 'pg'
import { createLanes, type ReadOptions, Unavailable } from '../../core/index.js'
import type { Connections } from './connections.js'
import { isTooMany } from './failures.js'

/** A connection that is in use. */
export interface Connection {
  client: PoolClient
  /** Gives it back; one that is lost is closed. */
  release(isLost?: boolean): void
}

export interface ConnectionQueue {
  /** @throws {Unavailable} if none is free in time */
  take(requester?: ReadOptions, isWrite?: boolean): Promise<Connection>
  /** How many connections are in use, and how many requests wait for one. */
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
  /** How long a request waits for a connection, in milliseconds. */
  timeout: number
}

/** After so many milliseconds it is tried again whether the database allows more connections. */
const growAfter = 10_000

/** So many of these connections writes may use: all of them may wait for a synchronous standby that is away. */
const forWrites = (connections: number) => connections - Math.floor(connections / 4)

/**
 * Hands out the connections of a pool. One account gets at most half of them, or two, and writes all but a quarter; waiting requests
 * take turns by network address, and by the accounts of each, so that nobody waits for all requests of somebody else.
 */
export function createConnectionQueue({ connections, size, timeout }: QueueOptions): ConnectionQueue {
  // With one, a long list of the account would keep all its other requests waiting.
  const share = Math.max(2, Math.floor(size / 2))
  const lanes = createLanes<Waiting>()
  /** Writes whose turn it was while others had all that writes may use. */
  const writes = createLanes<Waiting>()
  /** How many requests of each account have a connection or wait for one, and those beyond its share. */
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

  /** Gives free connections to those whose turn it is. */
  function fill(): void {
    while (used < most) {
      const waiting = lanes.takeNext()
      if (!waiting) return
      if (waiting.hasGivenUp) leave(waiting.account)
      else if (waiting.isWrite && writing >= forWrites(most)) writes.put(waiting, waiting)
      else connect(waiting)
    }
  }

  /** Gives a connection up; the next write has its turn again. */
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
        // It gets the next one that is free: others may have given theirs back meanwhile.
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
      const beyond = [...accounts.values()].reduce((sum, { waiting }) => sum + waiting.length, 0)
      return { inUse: used, waiting: lanes.size() + writes.size() + beyond }
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
