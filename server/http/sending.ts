import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import {
  type Call,
  type CorsOrigins,
  corsHeaders,
  isControlPath,
  isNetworkError,
  type Parts,
  type Reply,
  type Requester,
  ScanLost,
} from '../core/index.js'
import { corsRequestOf } from './cors.js'
import { cut } from './raw-answer.js'
import { hasOldCoding } from './request.js'
import type { Turns } from './turns.js'

/** A request with its reply. */
export interface Answered {
  request: IncomingMessage
  response: ServerResponse
  call: Call
  requester: Requester
  reply: Reply
}

export interface SendingOptions {
  /** For responses in parts. */
  turns: Turns
  cors: CorsOrigins
  corsRequestHeaders: readonly string[]
  /** Milliseconds that a caller has to receive what was sent. */
  readTime: number
  /** Whether a connection closes with the response being sent on it. */
  isLast(socket: Socket): boolean
}

/** Sends replies. */
export interface Sending {
  /** Sends a reply. Resolves when it has been sent, or cannot be, to the reply with the beginning of its body. */
  send(answered: Answered): Promise<Reply>
  /** Returns the headers of every response to a request: its id, and those that let a page read it. */
  commonHeaders(request: IncomingMessage, id: string | undefined): Readonly<Record<string, string>>
  /** Whether a response was sent before the end of its request: further data on the connection is not another request. */
  hasAnswered(socket: Duplex): boolean
}

export function createSending(options: SendingOptions): Sending {
  const { turns, cors, corsRequestHeaders, readTime, isLast } = options
  const answered = new WeakSet<Duplex>()

  function commonHeaders(request: IncomingMessage, id: string | undefined): Record<string, string> {
    // No web page may use the control interface.
    const readers = isControlPath(request.url ?? '') ? [] : cors
    return {
      ...(id !== undefined && { 'x-request-id': id }),
      ...(cors.length > 0 && corsHeaders(corsRequestOf(request), readers, corsRequestHeaders)),
    }
  }

  function writeHead({ request, response, call, reply }: Answered): void {
    const { status, headers, body, parts } = reply
    if (isLast(request.socket) || !request.complete || hasOldCoding(request)) response.shouldKeepAlive = false
    const lines: (string | number)[] = []
    for (const all of [headers, commonHeaders(request, call.id)])
      for (const name in all) lines.push(name, all[name] as string)
    if (!parts && status !== 304) lines.push('content-length', Buffer.byteLength(body))
    response.writeHead(status, lines)
  }

  function sendWhole(request: IncomingMessage, response: ServerResponse, body: string): void {
    const content = request.method === 'HEAD' || response.statusCode === 304 ? '' : body
    if (request.complete) response.end(content)
    else {
      answered.add(request.socket)
      endAfterRequest(request, response, content)
    }
    if (response.writableEnded && !response.writableFinished) cutUnlessReceived(response, readTime)
  }

  /** Sends a body in parts, each once the caller has received the previous one. Resolves to the first part if it is text. */
  async function sendParts({ response, requester }: Answered, parts: Parts): Promise<string> {
    let first = ''
    try {
      for (;;) {
        await turns.turn(requester)
        if (response.destroyed) break
        const part = await parts.next()
        if (response.destroyed || part === undefined) break
        if (typeof part === 'string' && first.length < mostKept) first += part
        if (!response.write(part)) await received(response, readTime)
      }
      response.end()
      return first
    } finally {
      parts.close()
    }
  }

  return {
    async send(exchange) {
      const { request, response, reply } = exchange
      const { parts } = reply
      if (isNetworkError(reply)) {
        cut(request)
        return reply
      }
      writeHead(exchange)
      if (!parts) {
        sendWhole(request, response, reply.body)
        return reply
      }
      if (request.method === 'HEAD') {
        parts.close()
        response.end()
        return reply
      }
      try {
        return { ...reply, body: await sendParts(exchange, parts), parts: undefined }
      } catch (error) {
        // The caller can tell that the body is incomplete, because the last chunk is missing.
        response.destroy()
        if (error instanceof ScanLost) return { ...reply, parts: undefined }
        throw error
      }
    },
    commonHeaders,
    hasAnswered: socket => answered.has(socket),
  }
}

/** The number of characters kept for the records of a body sent in parts; they show fewer. */
const mostKept = 20_000

/** A caller that is still sending would lose the response if the connection closed at once, so it has 2 s to finish. */
function endAfterRequest(request: IncomingMessage, response: ServerResponse, content: string): void {
  const end = () => {
    clearTimeout(timer)
    response.end()
  }
  const timer = setTimeout(end, 2_000).unref()
  response.write(content)
  request.once('end', end).once('close', end).resume()
}

/** Drops the connection of a caller that does not receive its response, which would otherwise stay in memory. */
function cutUnlessReceived(response: ServerResponse, timeout: number): void {
  const timer = setTimeout(() => response.destroy(), timeout).unref()
  response.once('close', () => clearTimeout(timer))
}

/** Waits until the caller has received what was written, or the connection is closed; closes it after `timeout` milliseconds. */
function received(response: ServerResponse, timeout: number): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(() => response.destroy(), timeout).unref()
    const end = () => {
      clearTimeout(timer)
      response.off('drain', end).off('close', end)
      resolve()
    }
    response.on('drain', end).on('close', end)
  })
}
