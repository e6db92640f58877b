import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { isLoopback } from '../core/index.js'
import type { HttpLimits } from './limits.js'
import { answerRaw, tooBusy } from './reject.js'

/** An open connection. */
export interface Connection {
  readonly socket: Socket
  readonly address: string
  /** Requests that are being answered; while a request arrives, however slowly, this is 0. */
  answering: number
  /** When it opened or its last response was sent, in milliseconds of the process. */
  since: number
}

/** Connections from this machine beyond the limit, so that the control interface can always be reached. */
export const reservedConnections = 50

export type Connections = ReturnType<typeof boundConnections>

/**
 * Limits the connections in total and of each address. At a limit, the connection that has been idle for longest makes
 * room for a new one; a new one is refused only if all are busy.
 */
export function boundConnections(
  server: Server,
  { connections: most, connectionsPerAddress }: HttpLimits,
  trustProxy: boolean,
) {
  const addresses = new Map<string, Set<Connection>>()
  const bySocket = new WeakMap<object, Connection>()
  let open = 0

  function add(socket: Socket): void {
    // All connections of a proxy come from one address.
    const address = trustProxy ? '' : (socket.remoteAddress ?? '')
    const own = addresses.get(address) ?? new Set()
    if (!makeRoom(own, address)) {
      answerRaw(socket, tooBusy(`${most} connections are open`))
      return
    }
    const connection: Connection = { socket, address, answering: 0, since: performance.now() }
    own.add(connection)
    addresses.set(address, own)
    bySocket.set(socket, connection)
    open++
    socket.once('close', () => remove(connection))
  }

  function remove(connection: Connection): void {
    const own = addresses.get(connection.address)
    if (!own?.delete(connection)) return
    open--
    if (own.size === 0) addresses.delete(connection.address)
  }

  function makeRoom(own: ReadonlySet<Connection>, address: string): boolean {
    const isCrowded = !trustProxy && own.size >= connectionsPerAddress
    if (!isCrowded && open < most) return true
    const crowd = isCrowded
      ? own
      : [...addresses.values()].reduce((one, other) => (other.size > one.size ? other : one))
    const idle = longestIdle(crowd)
    if (!idle) return isLoopback(address) && open < most + reservedConnections
    remove(idle)
    idle.socket.destroy()
    return true
  }

  server.on('connection', add)
  // With TLS, requests come over another socket object.
  server.on('secureConnection', (socket: Socket) => {
    for (const connection of addresses.get(trustProxy ? '' : (socket.remoteAddress ?? '')) ?? []) {
      if (connection.socket.remotePort === socket.remotePort) bySocket.set(socket, connection)
    }
  })

  return {
    /** The connection of a request; undefined if it has been closed meanwhile. */
    of: (socket: Socket): Connection | undefined => bySocket.get(socket),
  }
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
