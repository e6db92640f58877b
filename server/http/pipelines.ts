import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { createTally, networkOf } from '../core/index.js'

/** How many requests may wait for the response before theirs, on a connection, from an address and in total. */
export const mostPipelined = { connection: 100, address: 1_000, total: 5_000 }

interface Pipeline {
  /** The response that is being made or sent. */
  current: ServerResponse
  waiting: Pipelined[]
  /** Kept, because a connection that has ended has none. */
  address: string
  /** The connection ends, with or without the response. */
  isOver: boolean
  /** What came last cannot be read: nothing that follows it is a request. */
  isBroken: boolean
}

interface Pipelined {
  response: ServerResponse
  handle(): void
}

/** The requests of each connection, in their order. */
export interface Pipelines {
  /** Calls `handle` once it is the turn of this request. */
  add(socket: Socket, response: ServerResponse, handle: () => void): void
  /**
   * Ends a connection on which something came that cannot be read. The complete requests before it are answered first,
   * because they may have changed something; then `refuse` is called, unless the connection closes with their responses.
   */
  endWith(socket: Duplex, refuse: () => void): void
  /** Whether further requests of a connection wait for the response before theirs. */
  isWaiting(socket: Duplex): boolean
}

/**
 * Handles the requests of a connection one after the other: a response that is not received keeps the next one from being
 * made. A connection on which too many requests wait is cut.
 */
export function createPipelines(most = mostPipelined): Pipelines {
  const pipelines = new WeakMap<Duplex, Pipeline>()
  const pipelined = createTally()

  function follow(socket: Duplex, pipeline: Pipeline): void {
    const { current, waiting, address } = pipeline
    // This event also follows the end of a response whose connection stays open.
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
      if (pipeline?.isOver || pipeline?.isBroken || socket.destroyed) return
      if (!pipeline) {
        const address = networkOf(socket.remoteAddress)
        pipelines.set(socket, { current: response, waiting: [], address, isOver: false, isBroken: false })
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
      const pipeline = pipelines.get(socket)
      if (pipeline?.isBroken) return
      if (pipeline) pipeline.isBroken = true
      const last = pipeline?.waiting.at(-1)?.response ?? pipeline?.current
      if (!pipeline || !last || last.writableFinished) refuse()
      else if (last.req.complete) wait(socket, pipeline, { response: last, handle: refuse })
      else if (last === pipeline.current) refuse()
      else (pipeline.waiting.at(-1) as Pipelined).handle = refuse
    },
    isWaiting: socket => (pipelines.get(socket)?.waiting.length ?? 0) > 0,
  }
}
