/*
 * The process of the load: on each connection it sends a request, waits for the whole response, and sends the next one. It is
 * written on sockets because a client that takes longer than bare node:http would measure itself.
 */
import { connect } from 'node:net'
import type { Burst, Order } from './load.js'

/** The bytes of a request for each path. */
function encodeRequests({ demand: { method, paths, headers, body = '' }, url }: Order): Buffer[] {
  const length = method === 'GET' ? {} : { 'content-length': Buffer.byteLength(body) }
  const fields = Object.entries({ host: new URL(url).host, ...headers, ...length })
  const head = fields.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  return paths.map(path => Buffer.from(`${method} ${path} HTTP/1.1\r\n${head}\r\n${body}`))
}

/** The maximum length of a response head, in bytes. */
const longestHead = 4_096

async function send(order: Order): Promise<Burst> {
  const { hostname, port } = new URL(order.url)
  const requests = encodeRequests(order)
  const start = performance.now()
  const end = start + order.milliseconds
  let responses = 0

  const keepSending = () =>
    new Promise<void>((resolve, reject) => {
      let head = ''
      /** Bytes of the response received so far, and in total; the total is unknown until the head is complete. */
      let received = 0
      let expected: number | undefined

      function read(count: number, buffer: Uint8Array) {
        received += count
        if (expected === undefined) {
          head += Buffer.from(buffer.buffer, 0, Math.min(count, longestHead)).toString('latin1')
          const headEnd = head.indexOf('\r\n\r\n') + 4
          if (headEnd < 4) return
          const [, length] = /content-length: (\d+)/i.exec(head) ?? []
          if (!head.startsWith('HTTP/1.1 2') || length === undefined) return fail(head)
          expected = headEnd + Number(length)
        }
        if (received < expected) return
        head = ''
        received = 0
        expected = undefined
        responses++
        sendNext()
      }

      // One buffer for all reads: allocating one per read takes longer than everything else.
      const onread = {
        buffer: Buffer.from(new ArrayBuffer(65_536)),
        callback(count: number, buffer: Uint8Array) {
          read(count, buffer)
          return true
        },
      }
      const socket = connect({ port: Number(port), host: hostname, noDelay: true, onread })
      function sendNext(): void {
        if (performance.now() >= end) socket.destroy()
        else socket.write(requests[Math.floor(Math.random() * requests.length)] as Buffer)
      }
      function fail(reason: string): void {
        reject(new Error(`${order.demand.method} ${order.demand.paths[0]} under load: ${reason}`))
        socket.destroy()
      }
      socket.once('connect', sendNext)
      socket.once('error', ({ message }) => fail(message))
      socket.once('end', () => fail('the server closed a connection'))
      socket.once('close', () => resolve())
    })

  await Promise.all(Array.from({ length: order.connections }, keepSending))
  return { requests: responses, seconds: (performance.now() - start) / 1000 }
}

process.once('message', async (order: Order) => {
  const result = await send(order).catch(({ message }: Error) => message)
  process.send?.(result, () => process.disconnect())
})
