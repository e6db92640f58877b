/*
 * What attackers do with connections and requests.
 */
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import type { Sent } from '../processes/exchange.js'
import { type Count, hostileAddress, type Target } from './attack.js'

const isOver = ({ until }: Target) => Date.now() >= until

/** How an attacker reads responses: at once, 10 kB a second, or never. */
type Reading = 'fast' | 'slow' | 'never'

/** Sends a text on a new connection, and counts the responses if they are read at once. */
function send({ host, port }: Target, text: string, count: Count, reading: Reading): Promise<void> {
  const socket = connect({ host, port, localAddress: hostileAddress })
  if (reading === 'fast') {
    socket.on('data', chunk => count(/^HTTP\/1\.1 (\d+)/.exec(chunk.toString('latin1'))?.[1] ?? 'more'))
  } else socket.pause()
  const timer = reading === 'slow' ? setInterval(() => socket.read(1_000), 100) : undefined
  const ended = new Promise<void>(resolve =>
    socket.once('close', () => {
      clearInterval(timer)
      resolve()
    }),
  )
  socket.once('error', ({ message }) => count(message))
  socket.once('connect', () => socket.write(text))
  return ended
}

export interface Flood {
  connections: number
  /** What each connection sends first. */
  text: string
  /** Default: fast. */
  reading?: Reading
}

/** Milliseconds. No server can serve others while thousands of connections are opened every second. */
const pause = 1_000

/** Keeps connections open, and replaces one some time after the server closes it. */
export async function keepConnections(target: Target, flood: Flood, count: Count): Promise<void> {
  const { connections, text, reading = 'fast' } = flood
  const keep = async (index: number) => {
    // A few at a time, because the backlog of a listening port is short.
    await wait(index / 5)
    while (!isOver(target)) {
      count('connections')
      await send(target, text, count, reading)
      await wait(pause)
    }
  }
  await Promise.race([
    Promise.all(Array.from({ length: connections }, (_, index) => keep(index))),
    wait(target.until - Date.now()),
  ])
}

export interface Barrage {
  connections: number
  /** Creates what a connection sends in one write. */
  text: () => string | Buffer
  /** The number of responses to it. */
  responses: number
  /** Sends each text on a new connection. */
  reconnects?: boolean
  /** The address of a connection. @default hostileAddress */
  addressOf?: (index: number) => string
}

/** Keeps connections busy: each sends a text, waits for the responses to all of it, and sends the next one. */
export async function fire(target: Target, barrage: Barrage, count: Count): Promise<void> {
  const { connections, text, responses, reconnects = false, addressOf = () => hostileAddress } = barrage
  const { host, port } = target

  const open = (localAddress: string) =>
    new Promise<void>(resolve => {
      let left = 0
      const socket = connect({ host, port, localAddress })
      const begin = () => {
        left = responses
        socket.write(text())
      }
      let rest = ''
      socket.setEncoding('latin1').on('data', (chunk: string) => {
        const text = rest + chunk
        let end = text.length - 'HTTP/1.1 200'.length
        for (const { index, 0: line, 1: status = '' } of text.matchAll(/HTTP\/1\.1 (\d{3})/g)) {
          count(status)
          left--
          end = Math.max(end, index + line.length)
        }
        rest = text.slice(Math.max(0, end))
        if (left > 0) return
        if (reconnects) socket.destroy()
        else begin()
      })
      socket.once('error', ({ message }) => count(message.replace(/ [\d.:]+(?: - .*)?$/, '')))
      socket.once('connect', begin)
      socket.once('close', () => resolve())
    })

  const keep = async (index: number) => {
    while (!isOver(target)) await open(addressOf(index))
  }
  await Promise.race([
    Promise.all(Array.from({ length: connections }, (_, index) => keep(index))),
    wait(target.until - Date.now()),
  ])
}

/** Sends requests one after the other on each of several connections, and reads every response to its end. */
export async function loop(
  target: Target,
  { connections, next }: { connections: number; next: () => Sent },
  count: Count,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections, localAddress: hostileAddress })
  const work = async () => {
    while (!isOver(target)) {
      const status = await once(target, agent, next())
      count(status)
      if (status !== '200') await wait(1)
    }
  }
  await Promise.race([
    Promise.all(Array.from({ length: connections }, work)),
    wait(target.until - Date.now()),
  ])
}

/** The status of a response, or why there is none. */
export function once({ host, port }: Target, agent: Agent | false, sent: Sent): Promise<string> {
  const { method, path, headers, body } = sent
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
  return new Promise(resolve => {
    const options = { host, port, method, path, agent, headers: { ...headers, ...length } }
    request({ ...options, localAddress: hostileAddress }, response => {
      response.resume().once('close', () => resolve(String(response.statusCode)))
    })
      .once('error', ({ message }) => resolve(message))
      .end(body)
  })
}
