import { Socket } from 'node:net'

/**
 * A socket that sends what is written in one turn of the event loop with one call of the system: the statements of a transaction,
 * and the end of the one before it, would otherwise be a call each, which is most of what a request costs.
 */
export function joiningSocket(): Socket {
  const socket = new Socket()
  // Connecting sets the method back.
  return socket.once('connect', () => joinWrites(socket))
}

function joinWrites(socket: Socket): void {
  const write = socket.write.bind(socket) as (...given: unknown[]) => boolean
  let isJoining = false
  socket.write = ((...given: unknown[]) => {
    if (!isJoining) {
      isJoining = true
      socket.cork()
      setImmediate(() => {
        isJoining = false
        socket.uncork()
      })
    }
    return write(...given)
  }) as Socket['write']
}
