import { createServer, type Server } from 'node:http'
import { type AddressInfo, type Socket, Server as SocketServer } from 'node:net'
import { setImmediate as nextTurn, setTimeout as waitFor } from 'node:timers/promises'
import { bodyLimit, type ErrorCode, Refusal, urlLimit } from '../core/index.js'
import { boundConnections } from './connections.js'
import type { ExchangeOptions } from './exchange-options.js'
import { createExchanges } from './exchanges.js'
import { defaultHttpLimits, type HttpLimits } from './limits.js'
import { answerRaw } from './raw-answer.js'

export interface ListenerOptions extends ExchangeOptions {
  host: string
  /** 0 picks a free port. */
  port: number
  limits?: Partial<HttpLimits>
  /** The certificate chain and key for HTTPS. */
  tls?: TlsKeys | undefined
  /** Milliseconds that open requests have to finish after the listener closes. @default 10_000 */
  grace?: number
}

/** A certificate chain and its key, both PEM. */
export interface TlsKeys {
  cert: string
  key: string
}

/** A listener for requests. */
export interface Listener {
  port: number
  /** The number of open connections, of requests in progress, and of requests waiting for their turn. */
  counts(): { connections: number; inProgress: number; waiting: number }
  /** From now on, connections close with their next response: callers that reuse a connection move to another server. */
  drain(): void
  /** Stops accepting requests, finishes open ones, then closes. */
  close(): Promise<void>
}

/** Listens for HTTP and responds to every request in JSON, even to malformed ones. */
export async function listen(options: ListenerOptions): Promise<Listener> {
  const { host, port, grace = 10_000, tls, trustProxy = false } = options
  const limits: HttpLimits = { body: bodyLimit, url: urlLimit, ...defaultHttpLimits, ...options.limits }
  const settings = {
    // A caller may close its sending side after its last request, as "nc -N" does. Node would then close ours without a
    // response. Over TLS this does not happen, and a failed handshake would leave the connection open.
    allowHalfOpen: !tls,
    // We refuse both ourselves, in JSON: responses from Node have no body.
    requireHostHeader: false,
    maxHeaderSize: limits.headers,
    headersTimeout: Math.min(limits.headersTime, limits.requestTime),
    requestTimeout: limits.requestTime,
    keepAliveTimeout: limits.idleTime,
    connectionsCheckingInterval: Math.min(5_000, limits.headersTime / 2),
  }
  // TLS takes time to load, and most servers run without it.
  const server = tls
    ? (await import('node:https')).createServer({ ...settings, handshakeTimeout: limits.headersTime, ...tls })
    : createServer(settings)
  // The limit is in bytes: with a limit on their number, Node would silently drop the remaining headers.
  server.maxHeadersCount = 0
  Object.assign(server, { httpAllowHalfOpen: !tls })
  const connections = boundConnections(server, limits, trustProxy, (socket, refusal) => {
    options.refused?.(refusal)
    answerRaw(socket, refusal)
  })
  const exchanges = createExchanges(options, limits, connections)
  server.on(tls ? 'secureConnection' : 'connection', (socket: Socket) => exchanges.open(socket))
  server.on('request', (request, response) => exchanges.handle(request, response))
  server.on('checkExpectation', (request, response) => {
    exchanges.handle(
      request,
      response,
      new Refusal('expectation_failed', 'The only supported expectation is 100-continue'),
    )
  })
  server.on('clientError', (error, socket) => exchanges.refuse(socket, refusalOf(error)))
  server.on('connect', (_request, socket) => {
    // Node no longer handles errors on this socket: without this, a disconnect would end the process.
    socket.on('error', () => socket.destroy())
    exchanges.refuse(socket.resume(), noTunnel)
  })

  const address = await bind(server, port, host)
  async function close(): Promise<void> {
    exchanges.drain()
    const resumeReading = exchanges.hold()
    await emptyAcceptQueue(server)
    // The HTTP server closes its idle connections first, which loses requests that arrive meanwhile: here they are closed
    // once nobody can connect, and all responses have been sent.
    const closed = new Promise<void>(resolve => SocketServer.prototype.close.call(server, () => resolve()))
    resumeReading()
    const end = performance.now() + grace
    await exchanges.finish(grace)
    // For Node.js, a connection is idle even while its response is being sent.
    server.close()
    await settled(closed, mostLate)
    await exchanges.finish(end - performance.now())
    server.closeAllConnections()
    await closed
  }

  let closing: Promise<void> | undefined
  return {
    port: address.port,
    counts: () => ({ connections: connections.count(), ...exchanges.counts() }),
    drain: exchanges.drain,
    close() {
      closing ??= close()
      return closing
    },
  }
}

/** Waits for work to finish, but at most for the given number of milliseconds. */
function settled(work: Promise<void>, most: number): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(resolve, most)
    work.then(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}

/** The time in milliseconds that the last accepted connections have to send their requests. */
const mostLate = 200

/** The accept queue counts as empty when no connection has arrived for this many milliseconds. */
const quietTime = 5

/** After this many attempts, the listener closes even if connections still arrive. */
const mostAttempts = 40

/** A turn of the event loop that takes longer, in milliseconds, did other work: a connection may have arrived meanwhile. */
const idleTurn = 0.1

/**
 * Waits until the system's accept queue is empty: closing the socket resets the connections in it. While new connections are
 * not read, a client that opens one per request soon waits for a response, so the queue becomes empty even under steady load.
 */
async function emptyAcceptQueue(server: Server): Promise<void> {
  let accepted = 0
  const note = () => accepted++
  server.on('connection', note)
  for (let attempt = 0; attempt < mostAttempts; attempt++) {
    accepted = 0
    await waitFor(quietTime)
    // Node.js accepts one connection per turn of the event loop.
    const start = performance.now()
    await nextTurn()
    if (accepted === 0 && performance.now() - start < idleTurn) break
  }
  server.off('connection', note)
}

const noTunnel = new Refusal('method_not_allowed', 'CONNECT is not supported', [], {
  allow: 'GET, POST, PUT, DELETE',
})

/** The refusals for Node's parser errors. */
const refusals: Record<string, [code: ErrorCode, message: string]> = {
  HPE_HEADER_OVERFLOW: [
    'headers_too_large',
    'The request line and headers together are too large; shorten the URL or the headers',
  ],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['body_too_large', 'The chunk extensions of the body are too large'],
  HPE_INVALID_METHOD: [
    'bad_request',
    'The method of the request is unknown; use GET, POST, PUT or DELETE, in capitals',
  ],
  HPE_INVALID_URL: [
    'bad_request',
    'The URL contains a space or another character that must be percent-encoded, such as ä as %C3%A4',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'The request did not arrive completely in time'],
}

/** The refusal of a request that Node could not parse. */
function refusalOf(error: Error & { code?: string }): Refusal {
  return new Refusal(...(refusals[error.code ?? ''] ?? ['bad_request', 'The request is not valid HTTP/1.1']))
}

/**
 * The maximum number of connections waiting to be accepted; the system may allow fewer. Beyond that, clients retry after a
 * second.
 */
const backlog = 4_096

function bind(server: Server, port: number, host: string): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host, backlog }, () => {
      server.off('error', reject)
      resolve(server.address() as AddressInfo)
    })
  })
}
