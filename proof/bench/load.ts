import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** A kind of request. */
export interface Demand {
  method: 'GET' | 'POST'
  /** Each request uses one of them at random; the response to the first one is checked. */
  paths: readonly string[]
  headers: Readonly<Record<string, string>>
  body?: string
}

/** A job for the load process. */
export interface Order {
  url: string
  demand: Demand
  connections: number
  milliseconds: number
}

export interface Burst {
  /** The number of responses received, all with a 2xx status. */
  requests: number
  seconds: number
}

const program = fileURLToPath(new URL('./load-process.js', import.meta.url))

/**
 * Sends requests from another process.
 *
 * @throws {Error} if a response has a status other than 2xx, or a connection fails
 */
export async function load(order: Order): Promise<Burst> {
  const child = fork(program, { execArgv: [] })
  const ended = once(child, 'exit')
  child.send(order)
  const [result] = (await Promise.race([once(child, 'message'), ended])) as [Burst | string | number]
  await ended
  if (typeof result !== 'object') throw new Error(`The load failed: ${result}`)
  return result
}
