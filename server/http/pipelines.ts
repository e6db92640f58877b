import type { ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

/** How many requests may wait for the response before theirs, on a connection and in total. */
export const mostPipelined = { connection: 100, total: 5_000 }

interface Pipeline {
  /** The response that is being made or sent. */
  current: ServerResponse
  waiting: Pipelined[]
  /** The connection ends, with or without the response. */
  isOver: boolean
}

interface Pipelined {
  response: ServerResponse
  handle(): void
}

/**
 * Handles the requests of a connection one after the other: a response that is not received keeps the next one from being
 * made. A connection on which too many requests wait is cut.
 */
export function createPipelines(most = mostPipelined) {
  const pipelines = new WeakMap<Duplex, Pipeline>()
  let total = 0

  function follow(socket: Duplex, pipeline: Pipeline): void {
    const { current, waiting } = pipeline
    // This event also follows the end of a response whose connection stays open.
    current.once('close', () => {
      pipeline.isOver = socket.destroyed || !current.writableFinished || !current.shouldKeepAlive
      const next = pipeline.isOver ? undefined : waiting.shift()
      if (!next) {
        total -= waiting.length
        waiting.length = 0
        return
      }
      total--
      pipeline.current = next.response
      if (waiting.length > 0) follow(socket, pipeline)
      next.handle()
    })
  }

  return {
    add(socket: Duplex, response: ServerResponse, handle: () => void): void {
      const pipeline = pipelines.get(socket)
      if (pipeline?.isOver || socket.destroyed) return
      if (!pipeline) pipelines.set(socket, { current: response, waiting: [], isOver: false })
      else if (pipeline.waiting.length === 0 && pipeline.current.writableFinished) {
        pipeline.isOver = !pipeline.current.shouldKeepAlive
        if (pipeline.isOver) return
        pipeline.current = response
      } else {
        const { waiting } = pipeline
        if (waiting.length >= most.connection || total >= most.total) {
          socket.destroy()
          return
        }
        waiting.push({ response, handle })
        total++
        if (waiting.length === 1) follow(socket, pipeline)
        return
      }
      handle()
    },
  }
}
