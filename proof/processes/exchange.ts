import { once } from 'node:events'
import { type IncomingHttpHeaders, type IncomingMessage, type RequestOptions, request } from 'node:http'
import { text } from 'node:stream/consumers'

/** A request. Content-Length is that of the body, unless a header overrides it. */
export interface Sent {
  method: string
  path: string
  headers: Record<string, string>
  body?: string | Uint8Array
}

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

/**
 * Sends one request, on a new connection unless the options have an agent.
 *
 * @throws {Error} if the connection is closed before the response is complete, or the signal in the options aborts
 */
export async function exchange(url: string, sent: Sent, options: RequestOptions = {}): Promise<Answer> {
  const { method, path, headers, body } = sent
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
  const sending = request(url + path, {
    agent: false,
    ...options,
    method,
    // The response then has the same Connection header as under load.
    headers: { connection: 'keep-alive', ...length, ...headers },
  })
  const responding = once(sending, 'response') as Promise<[IncomingMessage]>
  // Once a response has arrived, reading it fails too, and reports the error.
  sending.on('error', () => {}).end(body)
  const [response] = await responding
  const { socket, statusCode: status = 0 } = response
  const answer = { status, headers: response.headers, text: await text(response) }
  if (!options.agent) socket.destroy()
  return answer
}
