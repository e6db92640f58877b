import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type Asker, type Call, createTurns, networkOf, Refusal, type Reply, replyTo } from '../core/index.js'
import { createBodies, type Memory } from './bodies.js'
import type { Connection, Connections } from './connections.js'
import { refuseCrossSite } from './cors.js'
import { createFairTurns } from './fair-turns.js'
import type { HttpLimits } from './limits.js'
import type { ListenerOptions } from './listener.js'
import { createPipelines } from './pipelines.js'
import { createProgress, type Place } from './progress.js'
import { createReading } from './reading.js'
import { answerRaw, hangUp, longUrl, oldCoding, tooBusy, wrongHost } from './reject.js'
import { callOf, readBody } from './request.js'
import { type Answered, createSending } from './sending.js'

/** How many requests of an address, or of a block of addresses, may wait for their turn while its other connections are read. */
export const mostWaiting = { address: 10, block: 20 }

/** Of a request whose caller closed the connection before its turn: nothing is done, and nobody gets this. */
const gone = new Refusal('bad_request', 'The connection was closed before the turn of the request')

/** A request with its reply, and what it takes up. */
interface Exchange extends Answered {
  connection: Connection | undefined
  place: Place
  /** Of its body. */
  memory: Memory
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
  const now = () => performance.now()
  const reading = createReading({
    ...{ later: setImmediate, now },
    isBusy: ({ address, block }) =>
      fair.waitingFrom(address) >= mostWaiting.address || fair.waitingFrom(block) >= mostWaiting.block,
  })
  const time = { later: reading.later, now }
  const turns = createTurns(time)
  const fair = createFairTurns({
    ...time,
    isHeld: reading.isAccepting,
    waiting: limits.requests,
    refuse: () => tooBusy(`${limits.requests} requests wait for their turn`),
  })
  const pipelines = createPipelines()
  const progress = createProgress(limits.requests)
  const bodies = createBodies(limits.body)
  const sending = createSending<Exchange>({
    ...{
      turns,
      cors,
      corsRequestHeaders,
      defect,
      readTime: limits.readTime,
      isObserved: observe !== undefined,
    },
    isClosing: () => closing,
    ended: end,
  })

  function handle(request: IncomingMessage, response: ServerResponse, refusal?: Refusal): void {
    const connection = connections.of(request.socket)
    if (connection) reading.arrived(connection)
    pipelines.add(request.socket, response, () => begin(request, response, refusal))
  }

  function begin(request: IncomingMessage, response: ServerResponse, refusal: Refusal | undefined): void {
    const begin = performance.now()
    const connection = connections.of(request.socket)
    open++
    if (connection) connection.answering++
    const call: Call = callOf(request, {
      trustProxy,
      async readBody() {
        const body = await receive(request, { place, memory, connection })
        // What is made of it takes time, and waits for the turn of the caller.
        await turn()
        return body
      },
    })
    const asker: Asker = { caller: networkOf(call.peer), account: request.headers.authorization ?? '' }
    const place = progress.placeOf(call.target, asker.caller)
    const memory = bodies.bodyOf(asker.caller)
    respond().then(reply =>
      sending.send({ request, response, connection, call, asker, place, memory, reply, begin }),
    )

    async function respond(): Promise<Reply> {
      try {
        await turn()
        const unfit = refusal ?? refusalOf(request, call) ?? place.refusal()
        if (unfit) throw unfit
        place.enter()
        return await answer(call)
      } catch (error) {
        return replyTo(error, call, { defect: error => defect?.(error) })
      }
    }

    async function turn(): Promise<void> {
      await fair.turn(asker)
      if (request.socket.destroyed) throw gone
    }
  }

  /** Refuses a request before its body is read. */
  function refusalOf(request: IncomingMessage, call: Call): Refusal | undefined {
    return (
      wrongHost(request) ??
      longUrl(request, limits.url) ??
      oldCoding(request) ??
      refuseCrossSite(request, cors, call.origin, publicUrl)
    )
  }

  /** A request is not in progress while its body arrives. */
  function receive(
    request: IncomingMessage,
    { place, memory, connection }: Pick<Exchange, 'place' | 'memory' | 'connection'>,
  ): Promise<Uint8Array> {
    place.leave()
    if (connection) connection.answering--
    return readBody(request, {
      limit: limits.body,
      arrived(bytes) {
        if (connection) reading.arrived(connection)
        return memory.add(bytes) ? undefined : tooBusy('too many long bodies arrive at once')
      },
      ended() {
        place.enter()
        if (connection) connection.answering++
      },
    })
  }

  function end({ connection, call, place, memory, reply, begin, aborted = false }: Exchange): void {
    open--
    place.leave()
    memory.release()
    if (connection) {
      connection.answering--
      connection.since = performance.now()
    }
    try {
      observe?.({ call, reply, took: performance.now() - begin, aborted })
    } catch (error) {
      defect?.(error)
    }
    if (open === 0) idle?.()
  }

  return {
    handle,
    /** Begins to read a new connection when its turn comes. */
    open(socket: Socket): void {
      const connection = connections.of(socket)
      if (connection) reading.add(connection)
    },
    /** Refuses what came on a connection and is not a request, and closes it. Requests before it are answered first. */
    refuse(socket: Duplex, refusal: Refusal): void {
      pipelines.endWith(socket, () => {
        if (sending.hasAnswered(socket)) hangUp(socket)
        else answerRaw(socket, refusal)
      })
    },
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
