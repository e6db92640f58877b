import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { type Exchange, isControlPath, isNetworkError } from '../control/index.js'
import { bodyLimit, defective, type Handler, Refusal, type Reply, refused } from '../core/index.js'
import { type CorsOrigins, corsHeaders, refuseCrossSite } from './cors.js'
import { defaultHttpLimits, type HttpLimits } from './limits.js'
import { answerRaw, boundConnections, cut, hangUp, longUrl, refusalOf, tooBusy, wrongHost } from './reject.js'
import { callOf, readBody } from './request.js'

export interface ListenerOptions {
  answer: Handler
  host: string
  /** 0 picks a free port. */
  port: number
  cors?: CorsOrigins
  limits?: Partial<HttpLimits>
  /** Certificate chain and key, to serve HTTPS. */
  tls?: TlsKeys
  /** Whether to trust X-Forwarded headers; only behind a proxy that clients cannot bypass. */
  trustProxy?: boolean
  /** Milliseconds that open requests have to finish once the listener closes. @default 10_000 */
  grace?: number
  observe?(exchange: Exchange): void
  /** Receives errors of the handler, which should never throw. */
  defect?(error: unknown): void
}

/** A certificate chain and its key, both PEM. */
export interface TlsKeys {
  cert: string
  key: string
}

export interface Listener {
  host: string
  port: number
  /** Stops accepting requests, finishes open ones, then closes. */
  close(): Promise<void>
}

/** Listens for HTTP and responds to every request in JSON, even to malformed ones. */
export async function listen(options: ListenerOptions): Promise<Listener> {
  const { answer, host, port, cors = [], trustProxy = false, grace = 10_000, observe, defect, tls } = options
  const limits: HttpLimits = { body: bodyLimit, ...defaultHttpLimits, ...options.limits }
  let underWay = 0
  let idle: (() => void) | undefined
  let closing = false
  /** Connections with a response sent before the end of the request: what follows is not another request. */
  const answered = new WeakSet<Duplex>()

  const settings = {
    // We refuse both ourselves, in JSON: Node's own responses have no body.
    requireHostHeader: false,
    maxHeaderSize: limits.headers,
    headersTimeout: limits.headersTime,
    requestTimeout: limits.requestTime,
    keepAliveTimeout: limits.idleTime,
    connectionsCheckingInterval: Math.min(5_000, limits.headersTime / 2),
  }
  const server = tls ? createSecureServer({ ...settings, ...tls }) : createServer(settings)
  boundConnections(server, limits.connections)
  server.on('request', (request, response) => void handle(request, response))
  server.on('checkExpectation', (request, response) => {
    const refusal = new Refusal('expectation_failed', 'The only supported expectation is 100-continue')
    void handle(request, response, refusal)
  })
  server.on('clientError', (error, socket) => {
    if (answered.has(socket)) hangUp(socket)
    else answerRaw(socket, refusalOf(error))
  })
  server.on('connect', (_request, socket) =>
    answerRaw(
      socket.resume(),
      new Refusal('method_not_allowed', 'CONNECT is not supported', [], {
        allow: 'GET, POST, PUT, DELETE',
      }),
    ),
  )

  async function handle(
    request: IncomingMessage,
    response: ServerResponse,
    refusal = unfit(request),
  ): Promise<void> {
    const begin = performance.now()
    underWay++
    let call = callOf(request, new Uint8Array(), trustProxy)
    let reply: Reply
    try {
      if (refusal) throw refusal
      call = callOf(request, await readBody(request, limits.body), trustProxy)
      reply = await answer(call)
    } catch (error) {
      if (!(error instanceof Refusal)) defect?.(error)
      reply = error instanceof Refusal ? refused(error) : defective
    }
    try {
      if (isNetworkError(reply)) cut(request)
      else send(request, response, reply)
      observe?.({ call, reply, took: performance.now() - begin })
    } catch (error) {
      // An error in sending or observing must not end the process: it serves other requests.
      defect?.(error)
      request.socket.destroy()
    } finally {
      underWay--
      if (underWay === 0) idle?.()
    }
  }

  /** Refuses a request before its body is read. */
  function unfit(request: IncomingMessage): Refusal | undefined {
    if (underWay >= limits.requests) return tooBusy(`${limits.requests} requests are in progress`)
    return wrongHost(request) ?? longUrl(request, limits.url) ?? refuseCrossSite(request, cors)
  }

  function send(request: IncomingMessage, response: ServerResponse, { status, headers, body }: Reply): void {
    if (closing || !request.complete) response.shouldKeepAlive = false
    response.writeHead(status, {
      ...headers,
      // No web page may use the control interface.
      ...corsHeaders(request, isControlPath(request.url ?? '') ? [] : cors),
      'content-length': Buffer.byteLength(body),
    })
    const content = request.method === 'HEAD' ? '' : body
    if (request.complete) return void response.end(content)
    answered.add(request.socket)
    endAfterRequest(request, response, content)
  }

  const address = await bind(server, port, host)
  return {
    host,
    port: address.port,
    async close() {
      if (closing) return
      closing = true
      const closed = new Promise<void>(resolve => server.close(() => resolve()))
      server.closeIdleConnections()
      if (underWay > 0) {
        const finished = new Promise<void>(resolve => (idle = resolve))
        const timer = setTimeout(() => idle?.(), grace)
        await finished
        clearTimeout(timer)
        // Let the last response leave the process.
        await new Promise(resolve => setImmediate(resolve))
      }
      server.closeIdleConnections()
      setTimeout(() => server.closeAllConnections(), 100).unref()
      await closed
    },
  }
}

/** A caller that is still sending would lose the response if the connection closed at once: it has 2 s to finish. */
function endAfterRequest(request: IncomingMessage, response: ServerResponse, content: string): void {
  const end = () => {
    clearTimeout(timer)
    response.end()
  }
  const timer = setTimeout(end, 2_000).unref()
  response.write(content)
  request.once('end', end).once('close', end).resume()
}

function bind(server: Server, port: number, host: string): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve(server.address() as AddressInfo)
    })
  })
}
