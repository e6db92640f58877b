import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import {
  type Call,
  isControlPath,
  networkOf,
  Refusal,
  type Reply,
  type Requester,
  replyTo,
} from '../core/index.js'
import type { Connection, Connections } from './connections.js'
import { refuseCrossSite } from './cors.js'
import type { ExchangeOptions } from './exchange-options.js'
import { isHealthPath } from './health.js'
import type { HttpLimits } from './limits.js'
import { createLoad, type RequestSlot, reserved, tooBusy } from './load.js'
import { createPipelines } from './pipelines.js'
import { answerRaw, hangUp } from './raw-answer.js'
import { createReading } from './reading.js'
import { callOf, readBody, unfit } from './request.js'
import { createSending } from './sending.js'
import { createTurns } from './turns.js'

/**
 * The maximum number of requests of an address, or of addresses of a block, that may wait for their turn while other
 * connections from there are still read.
 */
export const mostWaiting = { address: 10, block: 20 }

/** The reply to a request whose caller closed the connection before its turn: nothing was done, and nobody receives it. */
const gone = new Refusal('bad_request', 'The connection was closed before the turn of the request')

/**
 * Responses of one turn of the event loop are sent together at its end, so that the next requests of their callers are also
 * read together: without this, a GET takes nearly twice the processor time when there are many callers (the row "GET one").
 */
const endOfTurn = () => new Promise<void>(resolve => setImmediate(resolve))

/** The requests of a listener and their responses. */
export interface Exchanges {
  /** Handles a request until the last byte of its response is sent. `refusal` is why it is refused, if it is. */
  handle(request: IncomingMessage, response: ServerResponse, refusal?: Refusal): void
  /** Starts reading a new connection when its turn comes. */
  open(socket: Socket): void
  /** Refuses data on a connection that is not a request, and closes it. Earlier requests are answered first. */
  refuse(socket: Duplex, refusal: Refusal): void
  /** The number of requests in progress, and the number waiting for their turn. */
  counts(): { inProgress: number; waiting: number }
  /** From now on, connections close with their next response. */
  drain(): void
  /** Accepts new connections but reads none of them until the returned function is called. */
  hold(): () => void
  /** Resolves when all connections have been read and all requests answered, or after `grace` milliseconds. */
  finish(grace: number): Promise<void>
}

export function createExchanges(
  options: ExchangeOptions,
  limits: HttpLimits,
  connections: Connections,
): Exchanges {
  const { answer, cors = [], corsRequestHeaders = [], publicUrl, trustProxy = false } = options
  const { observe, defect } = options
  /** The number of requests whose responses have not left the process. */
  let open = 0
  /** The number of those answered beyond the limit. */
  let openReserved = 0
  let idle: (() => void) | undefined
  let isDraining = false
  /** The latest request of each connection. */
  const latest = new WeakMap<object, IncomingMessage>()
  const ids = new WeakMap<IncomingMessage, string | undefined>()
  /** Why requests were refused before their bodies had arrived. */
  const brokenOff = new WeakMap<IncomingMessage, Refusal>()
  const now = () => performance.now()
  const reading = createReading({
    ...{ later: setImmediate, now },
    isBusy: ({ address, block }) =>
      turns.waitingFrom(address) >= mostWaiting.address || turns.waitingFrom(block) >= mostWaiting.block,
  })
  const time = { later: reading.later, now }
  const turns = createTurns(time, {
    isHeld: reading.isAccepting,
    waiting: limits.requests,
    refuse: () => tooBusy(`${limits.requests} requests wait for their turn`, 'turns'),
  })
  const pipelines = createPipelines()
  const load = createLoad(limits)
  const sending = createSending({
    ...{ turns: createTurns(time), cors, corsRequestHeaders, readTime: limits.readTime },
    // Pipelined requests that have already arrived are still answered.
    isLast: socket => isDraining && !pipelines.isWaiting(socket),
  })

  async function exchange(
    request: IncomingMessage,
    response: ServerResponse,
    refusal: Refusal | undefined,
  ): Promise<void> {
    const begin = now()
    const connection = connections.of(request.socket)
    open++
    if (connection) connection.answering++
    const call = callOf(request, { trustProxy, readBody: receiveBody })
    ids.set(request, call.id)
    const requester = { caller: networkOf(call.peer), account: request.headers.authorization ?? '' }
    call.turn = () => turn(request, requester, true)
    const isReserved = isControlPath(call.target) || isHealthPath(call.target)
    const slot = load.slotOf(requester.caller, isReserved)
    if (isReserved) openReserved++

    let reply = await respond()
    await endOfTurn()
    const aborted = call.isAborted?.() ?? false
    // A refused request may have arrived completely: its body is also recorded.
    if (observe && call.receive && request.complete && call.body.length === 0) {
      call.body = request.read() ?? call.body
    }
    try {
      reply = await sending.send({ request, response, call, requester, reply })
    } catch (error) {
      // An error while sending must not end the process, which serves other requests.
      defect?.(error)
      request.socket.destroy()
    }
    end()

    async function respond(): Promise<Reply> {
      try {
        if (!isReserved || openReserved > reserved) await turn(request, requester)
        const found = refusal ?? refusalOf(request, call) ?? slot.refusal()
        if (found) throw found
        slot.enter()
        return await answer(call)
      } catch (error) {
        return replyTo(brokenOff.get(request) ?? error, call, { defect: error => defect?.(error) })
      }
    }

    async function receiveBody(): Promise<Uint8Array> {
      const body = await receive(request, slot, connection)
      // Processing the body takes time, so it waits for the caller's turn.
      await turn(request, requester)
      return body
    }

    function end(): void {
      if (response.writableFinished || response.destroyed) leave()
      else response.once('close', leave)
      if (isReserved) openReserved--
      slot.release()
      if (connection) {
        connection.answering--
        connection.since = now()
      }
      try {
        observe?.({ call, reply, took: now() - begin, aborted })
      } catch (error) {
        defect?.(error)
      }
    }

    function leave(): void {
      open--
      if (open === 0) idle?.()
    }
  }

  async function turn({ socket }: IncomingMessage, requester: Requester, always = false): Promise<void> {
    await turns.turn(requester, always)
    if (socket.destroyed) throw gone
  }

  /** Refuses a request before its body is read. */
  const refusalOf = (request: IncomingMessage, call: Call): Refusal | undefined =>
    unfit(request, limits.url) ?? refuseCrossSite(request, cors, call.origin, publicUrl)

  /** Receives a body. A request does not count as in progress while its body arrives. */
  async function receive(
    request: IncomingMessage,
    slot: RequestSlot,
    connection: Connection | undefined,
  ): Promise<Uint8Array> {
    slot.leave()
    if (connection) connection.answering--
    try {
      const body = await readBody(request, limits.body, bytes => {
        if (connection) reading.arrived(connection)
        return slot.keep(bytes) ? undefined : tooBusy('too many long bodies arrive at once', 'bodies')
      })
      // The rest of the body may have arrived after the request was refused.
      const refusal = brokenOff.get(request)
      if (refusal) throw refusal
      return body
    } catch (error) {
      throw brokenOff.get(request) ?? error
    } finally {
      slot.enter()
      if (connection) connection.answering++
    }
  }

  return {
    handle(request, response, refusal) {
      const connection = connections.of(request.socket)
      // The connection has been refused.
      if (!connection) return
      reading.arrived(connection)
      latest.set(request.socket, request)
      pipelines.add(request.socket, response, () => void exchange(request, response, refusal))
    },
    open(socket) {
      const connection = connections.of(socket)
      if (connection) reading.add(connection)
    },
    refuse(socket, refusal) {
      const request = latest.get(socket)
      // A request whose body is incomplete gets its own refusal, with the first reason found.
      const isOfRequest = request !== undefined && !request.complete
      if (isOfRequest && !brokenOff.has(request)) brokenOff.set(request, refusal)
      pipelines.endWith(socket, () => {
        if (sending.hasAnswered(socket)) hangUp(socket)
        else {
          // Node.js may report the same problem again.
          if (socket.writable && !isOfRequest) options.refused?.(refusal)
          answerRaw(socket, refusal, isOfRequest ? sending.commonHeaders(request, ids.get(request)) : {})
        }
      })
    },
    counts: () => ({ inProgress: load.inProgress(), waiting: turns.waiting() }),
    drain() {
      isDraining = true
    },
    hold: reading.hold,
    async finish(grace) {
      const end = now() + grace
      while (reading.isWaiting() && now() < end) await endOfTurn()
      if (open === 0) return
      const finished = new Promise<void>(resolve => {
        idle = resolve
      })
      const timer = setTimeout(() => idle?.(), end - now())
      await finished
      clearTimeout(timer)
      // Let the last response leave the process.
      await new Promise(resolve => setImmediate(resolve))
    },
  }
}
