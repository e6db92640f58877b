import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { Refusal } from '../core/index.js'
import { answerRaw } from './raw-answer.js'

/** The refusal of what would be too much at once. */
export const tooBusy = (why: string) =>
  new Refusal('overloaded', `The server has too much to do: ${why}; try again in a moment`, [], {
    'retry-after': '1',
  })

/** Refuses connections beyond a number: those that are open are served on. */
export function boundConnections(server: Server, most: number): void {
  let open = 0
  server.on('connection', (socket: Socket) => {
    open++
    socket.once('close', () => open--)
    if (open > most) answerRaw(socket, tooBusy(`${most} connections are open`))
  })
}
