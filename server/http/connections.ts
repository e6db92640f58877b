import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { blockOf, isLoopback, networkOf } from '../core/index.js'
import type { HttpLimits } from './limits.js'
import { tooBusy } from './load.js'
import { answerRaw } from './raw-answer.js'

/** An open connection. */
export interface Connection {
  /** With TLS, the socket that carries the requests, once the session is established. */
  socket: Socket
  /** The network address of the caller, or '' for connections from a trusted proxy. */
  readonly address: string
  /** The block of addresses that it belongs to. */
  readonly block: string
  /** The number of requests being answered; 0 while a request arrives, however slowly. */
  answering: number
  /** When it was opened or its last response was sent, in milliseconds of the process clock. */
  since: number
}

/** Additional connections from this machine beyond the limit, so that the control interface can always be reached. */
export const reservedConnections = 50

/** The open connections of a server. */
export interface Connections {
  /** Returns the connection of a request; undefined if it has been closed. */
  of(socket: Socket): Connection | undefined
  /** The number of open connections. */
  count(): number
}

/**
 * Limits the connections in total and per address. At a limit, a new connection replaces the one that has been idle longest,
 * of this address or of the block of addresses with the most connections; it is refused only if all are busy.
 *
 * @param refuse Answers and closes a connection for which there is no room.
 */
export function boundConnections(
  server: Server,
  { connections: most, connectionsPerAddress }: HttpLimits,
  trustProxy: boolean,
  refuse = answerRaw,
): Connections {
  const addresses = new Map<string, Set<Connection>>()
  const blocks = new Map<string, Set<Connection>>()
  const bySocket = new WeakMap<object, Connection>()
  let open = 0

  /** All connections of a proxy come from one address. */
  const addressOf = (socket: Socket) => (trustProxy ? '' : networkOf(socket.remoteAddress))

  function add(socket: Socket): void {
    const address = addressOf(socket)
    if (!makeRoom(address)) {
      refuse(socket, tooBusy(`${most} connections are open`, 'connections'))
      return
    }
    const block = blockOf(address)
    const connection: Connection = { socket, address, block, answering: 0, since: performance.now() }
    put(addresses, address, connection)
    put(blocks, block, connection)
    bySocket.set(socket, connection)
    open++
    socket.once('close', () => remove(connection))
  }

  function remove(connection: Connection): void {
    if (!take(addresses, connection.address, connection)) return
    take(blocks, connection.block, connection)
    open--
  }

  function makeRoom(address: string): boolean {
    const own = addresses.get(address) ?? new Set<Connection>()
    const isCrowded = !trustProxy && own.size >= connectionsPerAddress
    if (!isCrowded && open < most) return true
    const idle = longestIdle(isCrowded ? own : largest(blocks))
    if (!idle) return isLoopback(address) && open < most + reservedConnections
    remove(idle)
    idle.socket.destroy()
    return true
  }

  server.on('connection', add)
  // With TLS, requests arrive on another socket object.
  server.on('secureConnection', (socket: Socket) => {
    for (const connection of addresses.get(addressOf(socket)) ?? []) {
      const { remoteAddress, remotePort } = connection.socket
      if (remotePort !== socket.remotePort || remoteAddress !== socket.remoteAddress) continue
      connection.socket = socket
      bySocket.set(socket, connection)
    }
  })

  return { of: socket => bySocket.get(socket), count: () => open }
}

function longestIdle(connections: Iterable<Connection>): Connection | undefined {
  let longest: Connection | undefined
  for (const connection of connections) {
    if (connection.answering === 0 && (longest === undefined || connection.since < longest.since)) {
      longest = connection
    }
  }
  return longest
}

const largest = <Key, Value>(sets: ReadonlyMap<Key, ReadonlySet<Value>>): ReadonlySet<Value> =>
  [...sets.values()].reduce((one, other) => (other.size > one.size ? other : one))

function put<Key, Value>(sets: Map<Key, Set<Value>>, key: Key, value: Value): void {
  sets.set(key, (sets.get(key) ?? new Set()).add(value))
}

function take<Key, Value>(sets: Map<Key, Set<Value>>, key: Key, value: Value): boolean {
  const set = sets.get(key)
  if (!set?.delete(value)) return false
  if (set.size === 0) sets.delete(key)
  return true
}
