import { createServer, type IncomingHttpHeaders, type RequestListener, request, type Server } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { cert, key } from '../../server/testing/tls.js'

interface Running {
  readonly port: number
  close(): Promise<void>
}

async function listen(server: Server): Promise<Running> {
  const sockets = new Set<Socket>()
  server.on('connection', socket => {
    sockets.add(socket.on('error', () => {}).on('close', () => sockets.delete(socket)))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    close: () => {
      for (const socket of sockets) socket.destroy()
      return new Promise(resolve => server.close(() => resolve()))
    },
  }
}

/** A gateway in front of a server, below its own path, that requires a client certificate and a key in a header. */
export async function startGateway(serverUrl: string, path: string, gatewayKey: string) {
  const seen: IncomingHttpHeaders[] = []
  const pass: RequestListener = (asked, answer) => {
    seen.push(asked.headers)
    if (asked.headers['x-gateway-key'] !== gatewayKey || !asked.url?.startsWith(`${path}/`))
      return void answer.writeHead(403).end('The gateway lets nobody in without its key.')
    const { 'x-gateway-key': _, host: __, ...headers } = asked.headers
    const { method = 'GET', url } = asked
    const onward = request(`${serverUrl}${url.slice(path.length)}`, { method, headers }, answered => {
      answer.writeHead(answered.statusCode ?? 502, answered.headers)
      answered.pipe(answer)
    })
    asked.pipe(onward.on('error', () => answer.destroy()))
  }
  const options = { cert, key, ca: cert, requestCert: true, rejectUnauthorized: true }
  const running = await listen(createTlsServer(options, pass))
  return { ...running, seen, url: `https://localhost:${running.port}${path}` }
}

/** An HTTP proxy with a password that records the hosts to which it connects. */
export async function startConnectProxy(credentials: string) {
  const connected: string[] = []
  const expected = `Basic ${Buffer.from(credentials).toString('base64')}`
  const server = createServer((_, answer) => answer.writeHead(405).end())
  server.on('connect', (asked, socket) => {
    if (asked.headers['proxy-authorization'] !== expected)
      return void socket.end('HTTP/1.1 407 Proxy Authentication Required\r\n\r\n')
    connected.push(asked.url ?? '')
    const [, port] = (asked.url ?? '').split(':')
    const onward = connect(Number(port), '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n')
      onward.pipe(socket).pipe(onward)
    })
    for (const each of [onward, socket]) each.on('error', () => each.destroy())
  })
  const running = await listen(server)
  return { ...running, connected, url: `http://${credentials}@127.0.0.1:${running.port}` }
}
