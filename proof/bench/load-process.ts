/*
 * The process of the load: on each connection it sends a request, waits for the whole response, and sends the next one. It is
 * written on sockets because a client that takes longer than bare node:http would measure itself.
 */
import { connect } from 'node:net'
import type { Burst, Order } from './load.js'

/** The bytes of a request for each path. */
function requestsOf({ demand: { method, paths, headers, body = '' }, url }: Order): Buffer[] {
  const length = method === 'GET' ? {} : { 'content-length': Buffer.byteLength(body) }
  const fields = Object.entries({ host: new URL(url).host, ...headers, ...length })
  const head = fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return paths.map(path => Buffer.from(`${method} ${path} HTTP/1.1\r\n${head}\r\n${body}`))
}

async function send(order: Order): Promise<Burst> {
  const { hostname, port } = new URL(order.url)
  const requests = requestsOf(order)
  const start = performance.now()
  const end = start + order.milliseconds
  let responses = 0

  const keepSending = () =>
    new Promise<void>((resolve, reject) => {
      const socket = connect(Number(port), hostname).setNoDelay()
      const sendNext = () => {
        if (performance.now() >= end) socket.destroy()
        else socket.write(requests[Math.floor(Math.random() * requests.length)] as Buffer)
      }
      const fail = (reason: string) => {
        reject(new Error(`${order.demand.method} ${order.demand.paths[0]} under load: ${reason}`))
        socket.destroy()
      }
      let head = ''
      /** Bytes of the body that are still to come; undefined until the head is complete. */
      let missing: number | undefined
      socket.on('data', chunk => {
        if (missing === undefined) {
          head += chunk.toString('latin1')
          const headEnd = head.indexOf('\r\n\r\n') + 4
          if (headEnd < 4) return
          const [, length] = /content-length: (\d+)/i.exec(head) ?? []
          if (!head.startsWith('HTTP/1.1 2') || length === undefined) return fail(head)
          missing = Number(length) - (head.length - headEnd)
        } else missing -= chunk.length
        if (missing > 0) return
        head = ''
        missing = undefined
        responses++
        sendNext()
      })
      socket.once('connect', sendNext)
      socket.once('error', ({ message }) => fail(message))
      socket.once('end', () => fail('the server closed a connection'))
      socket.once('close', () => resolve())
    })

  await Promise.all(Array.from({ length: order.connections }, keepSending))
  const { user, system } = process.cpuUsage()
  return { requests: responses, seconds: (performance.now() - start) / 1000, cpu: (user + system) / 1e6 }
}

process.once('message', async (order: Order) => {
  const result = await send(order).catch(({ message }: Error) => message)
  process.send?.(result, () => process.disconnect())
})
