import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Exchange, isNetworkError } from '../control/index.js'
import {
  type Answer,
  type Call,
  bodyLimit as defaultBodyLimit,
  defective,
  Refusal,
  type Reply,
  refused,
} from '../core/index.js'
import { type CorsOrigins, corsHeaders } from './cors.js'
import { answerRaw, refusalOf } from './raw-answer.js'
import { readBody } from './request-body.js'

export interface ListenerOptions {
  answer: Answer
  host: string
  /** 0 takes any free port. */
  port: number
  cors?: CorsOrigins
  /** Bytes; 1 MiB by default. */
  bodyLimit?: number
  /** Milliseconds that a request under way has to end once the listener closes; 10 s by default. */
  grace?: number
  observe?(exchange: Exchange): void
  /** Hears of an answer that failed, although answers never should. */
  defect?(error: unknown): void
}

export interface Listener {
  host: string
  port: number
  /** Takes no more requests, finishes those under way, then ends. */
  close(): Promise<void>
}

/** Listens for HTTP and answers every request in JSON, whatever arrives. */
export async function listen(options: ListenerOptions): Promise<Listener> {
  const {
    answer,
    host,
    port,
    cors = [],
    bodyLimit = defaultBodyLimit,
    grace = 10_000,
    observe,
    defect,
  } = options
  let underWay = 0
  let idle: (() => void) | undefined
  let closing = false

  const server = createServer({
    // Both are refused here in JSON instead: Node's own answers have no body.
    requireHostHeader: false,
    maxHeaderSize: 16 * 1024,
    headersTimeout: 20_000,
    requestTimeout: 60_000,
    keepAliveTimeout: 30_000,
    connectionsCheckingInterval: 5_000,
  })
  server.on('request', (request, response) => void handle(request, response))
  server.on('checkExpectation', (request, response) => {
    const refusal = new Refusal('expectation_failed', 'The only expectation that is met here is 100-continue')
    void handle(request, response, refusal)
  })
  server.on('clientError', (error, socket) => answerRaw(socket, refusalOf(error)))
  server.on('connect', (_request, socket) =>
    answerRaw(
      socket,
      new Refusal('method_not_allowed', 'CONNECT is not served here', [], {
        allow: 'GET, POST, PUT, DELETE',
      }),
    ),
  )

  async function handle(
    request: IncomingMessage,
    response: ServerResponse,
    refusal = wrongHost(request),
  ): Promise<void> {
    const begin = performance.now()
    underWay++
    let call = callOf(request, new Uint8Array())
    let reply: Reply
    try {
      if (refusal) throw refusal
      call = callOf(request, await readBody(request, bodyLimit))
      reply = await answer(call)
    } catch (error) {
      if (!(error instanceof Refusal)) defect?.(error)
      reply = error instanceof Refusal ? refused(error) : defective
    }
    if (isNetworkError(reply)) request.socket.destroy()
    else send(request, response, reply)
    observe?.({ call, reply, took: performance.now() - begin })
    underWay--
    if (underWay === 0) idle?.()
  }

  function send(request: IncomingMessage, response: ServerResponse, { status, headers, body }: Reply): void {
    if (closing || !request.complete) response.shouldKeepAlive = false
    response.writeHead(status, {
      ...headers,
      ...corsHeaders(request, cors),
      'content-length': Buffer.byteLength(body),
    })
    const content = request.method === 'HEAD' ? '' : body
    if (request.complete) response.end(content)
    else endAfterRequest(request, response, content)
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
        // What was just answered gets the time to leave the process.
        await new Promise(resolve => setImmediate(resolve))
      }
      server.closeIdleConnections()
      setTimeout(() => server.closeAllConnections(), 100).unref()
      await closed
    },
  }
}

/** A caller that is still sending would lose the answer if the connection closed at once: it gets 2 s to finish. */
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

function callOf(request: IncomingMessage, body: Uint8Array): Call {
  const { method = 'GET', url = '/', headers, socket } = request
  return {
    method,
    target: url.replace(/^https?:\/\/[^/?#]*/i, '') || '/',
    origin: `http://${headers.host ?? 'localhost'}`,
    peer: socket.remoteAddress,
    header(name) {
      const value = headers[name]
      return Array.isArray(value) ? value.join(', ') : value
    },
    body,
  }
}

/** HTTP/1.1 demands the Host header; links are made from it, so it has to look like a host. */
function wrongHost({ headers, httpVersion }: IncomingMessage): Refusal | undefined {
  if (headers.host === undefined && httpVersion === '1.0') return undefined
  if (/^[\w.~-]+(?::\d{1,5})?$|^\[[\da-f:.]+\](?::\d{1,5})?$/i.test(headers.host ?? '')) return undefined
  return new Refusal(
    'bad_request',
    'The Host header is missing or is no host and port, such as localhost:4000',
  )
}
