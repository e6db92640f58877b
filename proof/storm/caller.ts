import { basicHeaders } from '../processes/data.js'
import { exchange } from '../processes/exchange.js'

/** A response; its status is 0 if the connection was closed without one. */
export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: the body of a response
  body: any
}

/** The response timeout, in milliseconds. */
const patience = 15_000

/** Sends one request on a connection of its own, so that the balancer chooses a server for each. */
export async function call(
  url: string,
  email: string,
  [method, path]: readonly [method: string, path: string],
  body?: object,
): Promise<Answer> {
  const signal = AbortSignal.timeout(patience)
  const headers = { ...basicHeaders(email), ...(body && { 'content-type': 'application/json' }) }
  const sent = { method, path: `/v1${path}`, headers, ...(body && { body: JSON.stringify(body) }) }
  const answer = await exchange(url, sent, { signal }).catch(() => undefined)
  if (answer) return { status: answer.status, body: answer.text && JSON.parse(answer.text) }
  if (signal.aborted) throw new Error(`${method} ${path}: no response within ${patience / 1000} s`)
  return { status: 0, body: undefined }
}
