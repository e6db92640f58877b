import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import { isControlPath, isNetworkError } from '../control/index.js'
import {
  type Asker,
  type Call,
  corsHeaders,
  createTurns,
  type Parts,
  type Refusal,
  type Reply,
  replyTo,
  ScanLost,
  settle,
} from '../core/index.js'
import type { Connection, Connections } from './connections.js'
import { corsRequestOf, refuseCrossSite } from './cors.js'
import { createFairTurns } from './fair-turns.js'
import type { HttpLimits } from './limits.js'
import type { ListenerOptions } from './listener.js'
import { createPipelines } from './pipelines.js'
import { createProgress, type Place } from './progress.js'
import { cut, longUrl, tooBusy, wrongHost } from './reject.js'
import { callOf, readBody } from './request.js'
import { cutUnlessReceived, endAfterRequest, sendParts } from './send-parts.js'

/** A request with its reply, about to be sent. */
interface Ready {
  request: IncomingMessage
  response: ServerResponse
  connection: Connection | undefined
  call: Call
  asker: Asker
  place: Place
  reply: Reply
  begin: number
}

type Settings = Pick<
  ListenerOptions,
  'answer' | 'cors' | 'corsRequestHeaders' | 'publicUrl' | 'trustProxy' | 'observe' | 'defect'
>

/** Takes requests from their headers to the last byte of the response. */
export function createExchanges(
  { answer, cors = [], corsRequestHeaders = [], publicUrl, trustProxy = false, observe, defect }: Settings,
  limits: HttpLimits,
  connections: Connections,
) {
  /** Requests without a response. */
  let open = 0
  let idle: (() => void) | undefined
  let closing = false
  let ready: Ready[] = []
  const time = { later: setImmediate, now: () => performance.now() }
  const turns = createTurns(time)
  const fair = createFairTurns({
    ...time,
    waiting: limits.requests,
    refuse: () => tooBusy(`${limits.requests} requests wait for their turn`),
  })
  const pipelines = createPipelines()
  const progress = createProgress(limits.requests)
  /** Connections with a response sent before the end of the request: what follows is not another request. */
  const answered = new WeakSet<Duplex>()

  function handle(request: IncomingMessage, response: ServerResponse, refusal?: Refusal): void {
    pipelines.add(request.socket, response, () => begin(request, response, refusal))
  }

  function begin(request: IncomingMessage, response: ServerResponse, refusal: Refusal | undefined): void {
    const begin = performance.now()
    const connection = connections.of(request.socket)
    open++
    if (connection) connection.answering++
    const call: Call = callOf(request, { trustProxy, readBody: () => receive(request, place, connection) })
    const place = progress.placeOf(call)
    const asker: Asker = { caller: call.peer ?? '', account: request.headers.authorization ?? '' }
    call.resume = work => fair.run(asker, work)
    const work = () => {
      const unfit = refusal ?? refusalOf(request, call)
      if (unfit) throw unfit
      place.enter()
      return answer(call)
    }
    const end = (reply: Reply) =>
      sendSoon({ request, response, connection, call, asker, place, reply, begin })
    settle(
      () => fair.run(asker, work),
      end,
      error => end(replyTo(error, call, { defect: error => defect?.(error) })),
    )
  }

  /** Refuses a request before its body is read. */
  function refusalOf(request: IncomingMessage, call: Call): Refusal | undefined {
    return (
      progress.refusal(call) ??
      wrongHost(request) ??
      longUrl(request, limits.url) ??
      refuseCrossSite(request, cors, call.origin, publicUrl)
    )
  }

  /** A request is not in progress while its body arrives. */
  function receive(
    request: IncomingMessage,
    place: Place,
    connection: Connection | undefined,
  ): Promise<Uint8Array> {
    place.leave()
    if (connection) connection.answering--
    return readBody(request, limits.body, () => {
      place.enter()
      if (connection) connection.answering++
    })
  }

  /** Responses of one turn of the event loop are sent together at its end: a caller of many is woken once. */
  function sendSoon(exchange: Ready): void {
    if (ready.length === 0) setImmediate(sendAll)
    ready.push(exchange)
  }

  function sendAll(): void {
    const all = ready
    ready = []
    for (const exchange of all) sendNow(exchange)
    fair.ended()
  }

  function sendNow(exchange: Ready): void {
    const { request, response, call, reply } = exchange
    // A refused request may have arrived as a whole: its body is recorded, too.
    if (observe && call.receive && request.complete && call.body.length === 0) {
      call.body = request.read() ?? call.body
    }
    try {
      if (isNetworkError(reply)) cut(request)
      else send(request, response, reply)
      if (reply.parts) sendRest(exchange, reply.parts)
      else {
        if (response.writableEnded && !response.writableFinished) cutUnlessReceived(response, limits.readTime)
        end(exchange)
      }
    } catch (error) {
      // An error in sending must not end the process: it serves other requests.
      defect?.(error)
      request.socket.destroy()
      end(exchange)
    }
  }

  function send(request: IncomingMessage, response: ServerResponse, reply: Reply): void {
    const { status, headers, body, parts } = reply
    if (closing || !request.complete) response.shouldKeepAlive = false
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

  function sendRest(exchange: Ready, parts: Parts): void {
    const { request, response, asker, reply } = exchange
    let { body } = reply
    if (request.method === 'HEAD') {
      parts.close()
      response.end()
      end(exchange)
      return
    }
    sendParts(response, parts, {
      turns,
      asker,
      timeout: limits.readTime,
      sent(part) {
        if (body === '') body = part
      },
      ended(error) {
        if (error !== undefined && !(error instanceof ScanLost)) defect?.(error)
        end({ ...exchange, reply: { ...reply, body, parts: undefined } })
      },
    })
  }

  function end({ connection, call, place, reply, begin }: Ready): void {
    open--
    place.leave()
    if (connection) {
      connection.answering--
      connection.since = performance.now()
    }
    try {
      observe?.({ call, reply, took: performance.now() - begin })
    } catch (error) {
      defect?.(error)
    }
    if (open === 0) idle?.()
  }

  return {
    handle,
    /** Whether the response to an incomplete request was sent on this connection. */
    hasAnswered: (socket: Duplex) => answered.has(socket),
    isClosing: () => closing,
    /** Resolves when all requests are answered, or after `grace` milliseconds. */
    async finish(grace: number): Promise<void> {
      closing = true
      if (open === 0) return
      const finished = new Promise<void>(resolve => {
        idle = resolve
      })
      const timer = setTimeout(() => idle?.(), grace)
      await finished
      clearTimeout(timer)
      // Let the last response leave the process.
      await new Promise(resolve => setImmediate(resolve))
    },
  }
}
