import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { isControlPath, isNetworkError } from '../control/index.js'
import {
  type Asker,
  type Call,
  type CorsOrigins,
  corsHeaders,
  type Parts,
  type Reply,
  ScanLost,
  type Turns,
} from '../core/index.js'
import { corsRequestOf } from './cors.js'
import { cut, hasOldCoding } from './reject.js'
import { cutUnlessReceived, endAfterRequest, sendParts } from './send-parts.js'

/** A request with its reply. */
export interface Answered {
  request: IncomingMessage
  response: ServerResponse
  call: Call
  asker: Asker
  reply: Reply
  /** Whether the client had closed the connection before, or its side of it. */
  aborted?: boolean
}

export interface SendingOptions<Sent> {
  /** For responses in parts. */
  turns: Turns
  cors: CorsOrigins
  corsRequestHeaders: readonly string[]
  /** Milliseconds that a caller has to receive what was sent. */
  readTime: number
  /** Whether bodies of refused requests are recorded. */
  isObserved: boolean
  isClosing(): boolean
  /** Called once for each response, when it is sent or cannot be. */
  ended(exchange: Sent): void
  defect?: ((error: unknown) => void) | undefined
}

/** Sends replies. */
export function createSending<Sent extends Answered>(options: SendingOptions<Sent>) {
  const { turns, cors, corsRequestHeaders, readTime, isObserved, isClosing, ended, defect } = options
  let ready: Sent[] = []
  /** Connections with a response sent before the end of the request: what follows is not another request. */
  const answered = new WeakSet<Duplex>()

  /** Responses of one turn of the event loop are sent together at its end: a caller of many is woken once. */
  function sendSoon(exchange: Sent): void {
    if (ready.length === 0) setImmediate(sendAll)
    ready.push(exchange)
  }

  function sendAll(): void {
    const all = ready
    ready = []
    for (const exchange of all) sendNow(exchange)
  }

  function sendNow(exchange: Sent): void {
    const { request, response, call, reply } = exchange
    exchange.aborted = request.socket.destroyed || request.socket.readableEnded
    // A refused request may have arrived as a whole: its body is recorded, too.
    if (isObserved && call.receive && request.complete && call.body.length === 0) {
      call.body = request.read() ?? call.body
    }
    try {
      if (isNetworkError(reply)) cut(request)
      else send(request, response, reply)
      if (reply.parts) sendRest(exchange, reply.parts)
      else {
        if (response.writableEnded && !response.writableFinished) cutUnlessReceived(response, readTime)
        ended(exchange)
      }
    } catch (error) {
      // An error in sending must not end the process: it serves other requests.
      defect?.(error)
      request.socket.destroy()
      ended(exchange)
    }
  }

  function send(request: IncomingMessage, response: ServerResponse, reply: Reply): void {
    const { status, headers, body, parts } = reply
    if (isClosing() || !request.complete || hasOldCoding(request)) response.shouldKeepAlive = false
    const lines: (string | number)[] = []
    for (const name in headers) lines.push(name, headers[name] as string)
    // No web page may use the control interface.
    const readers = isControlPath(request.url ?? '') ? [] : cors
    const shared = cors.length > 0 ? corsHeaders(corsRequestOf(request), readers, corsRequestHeaders) : {}
    for (const name in shared) lines.push(name, shared[name] as string)
    const length = Buffer.byteLength(body)
    if (!parts) lines.push('content-length', length)
    response.writeHead(status, lines)
    if (parts) return
    const content = request.method === 'HEAD' ? '' : body
    // A body of ASCII is copied, not encoded.
    if (request.complete) return void response.end(content, length === body.length ? 'latin1' : 'utf8')
    answered.add(request.socket)
    endAfterRequest(request, response, content)
  }

  function sendRest(exchange: Sent, parts: Parts): void {
    const { request, response, asker, reply } = exchange
    let { body } = reply
    if (request.method === 'HEAD') {
      parts.close()
      response.end()
      ended(exchange)
      return
    }
    sendParts(response, parts, {
      turns,
      asker,
      timeout: readTime,
      sent(part) {
        if (body === '') body = part
      },
      ended(error) {
        if (error !== undefined && !(error instanceof ScanLost)) defect?.(error)
        ended({ ...exchange, reply: { ...reply, body, parts: undefined } })
      },
    })
  }

  return {
    send: sendSoon,
    /** Whether a response was sent on a connection before the end of its request. */
    hasAnswered: (socket: Duplex) => answered.has(socket),
  }
}
