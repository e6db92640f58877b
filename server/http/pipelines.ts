import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { createTally, networkOf } from '../core/index.js'

/** The maximum number of requests waiting for an earlier response, per connection, per address and in total. */
export const mostPipelined = { connection: 100, address: 1_000, total: 5_000 }

interface Pipeline {
  /** The response in progress. */
  current: ServerResponse
  waiting: Pipelined[]
  /** Stored, because a closed connection has none. */
  address: string
  /** The connection is to be closed, with or without the response. */
  isOver: boolean
}

interface Pipelined {
  response: ServerResponse
  handle(): void
}

/** The pipelined requests of each connection, in order. */
export interface Pipelines {
  /** Calls `handle` when it is this request's turn. */
  add(socket: Socket, response: ServerResponse, handle: () => void): void
  /**
   * Closes a connection on which invalid data arrived. The complete requests before it are answered first, because they may
   * have changed something; then `refuse` is called, unless the connection closes with their responses.
   */
  endWith(socket: Duplex, refuse: () => void): void
  /** Whether further requests of a connection are waiting for an earlier response. */
  isWaiting(socket: Duplex): boolean
}

/**
 * Handles the requests of a connection one after the other: the next response is not produced until the previous one has been
 * received. A connection with too many waiting requests is dropped.
 */
export function createPipelines(most = mostPipelined): Pipelines {
  const pipelines = new WeakMap<Duplex, Pipeline>()
  /** Connections with data that is not a request: nothing after it is one. */
  const broken = new WeakSet<Duplex>()
  const pipelined = createTally()

  function follow(socket: Duplex, pipeline: Pipeline): void {
    const { current, waiting, address } = pipeline
    // This event also follows the end of a response on a keep-alive connection.
    current.once('close', () => {
      pipeline.isOver = socket.destroyed || !current.writableFinished || !current.shouldKeepAlive
      const next = pipeline.isOver ? undefined : waiting.shift()
      if (!next) {
        pipelined.add(address, -waiting.length)
        waiting.length = 0
        return
      }
      pipelined.add(address, -1)
      pipeline.current = next.response
      if (waiting.length > 0) follow(socket, pipeline)
      next.handle()
    })
  }

  function wait(socket: Duplex, pipeline: Pipeline, next: Pipelined): void {
    pipeline.waiting.push(next)
    pipelined.add(pipeline.address, 1)
    if (pipeline.waiting.length === 1) follow(socket, pipeline)
  }

  return {
    add(socket, response, handle) {
      const pipeline = pipelines.get(socket)
      if (pipeline?.isOver || broken.has(socket) || socket.destroyed) return
      if (!pipeline) {
        const address = networkOf(socket.remoteAddress)
        pipelines.set(socket, { current: response, waiting: [], address, isOver: false })
      } else if (pipeline.waiting.length === 0 && pipeline.current.writableFinished) {
        pipeline.isOver = !pipeline.current.shouldKeepAlive
        if (pipeline.isOver) return
        pipeline.current = response
      } else {
        const { waiting, address } = pipeline
        const isFull = pipelined.of(address) >= most.address || pipelined.total() >= most.total
        if (waiting.length >= most.connection || isFull) {
          socket.destroy()
          return
        }
        wait(socket, pipeline, { response, handle })
        return
      }
      handle()
    },
    endWith(socket, refuse) {
      if (broken.has(socket)) return
      broken.add(socket)
      const pipeline = pipelines.get(socket)
      const last = pipeline?.waiting.at(-1)?.response ?? pipeline?.current
      if (!pipeline || !last || last.writableFinished) refuse()
      else if (last.req.complete) wait(socket, pipeline, { response: last, handle: refuse })
      else if (last === pipeline.current) refuse()
      else (pipeline.waiting.at(-1) as Pipelined).handle = refuse
    },
    isWaiting: socket => (pipelines.get(socket)?.waiting.length ?? 0) > 0,
  }
}
