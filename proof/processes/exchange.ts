import { once } from 'node:events'
import { type IncomingHttpHeaders, type IncomingMessage, type RequestOptions, request } from 'node:http'
import { text } from 'node:stream/consumers'

/** A request. Its length is that of the body, unless a header says otherwise. */
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
 * Sends one request, on a connection of its own unless the options have an agent.
 *
 * @throws {Error} if the connection is cut before the whole response is there, or the signal of the options aborts
 */
export async function exchange(url: string, sent: Sent, options: RequestOptions = {}): Promise<Answer> {
  const { method, path, headers, body } = sent
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
  const sending = request(url + path, {
    agent: false,
    ...options,
    method,
    // The response says the same about its connection as under load.
    headers: { connection: 'keep-alive', ...length, ...headers },
  })
  const responding = once(sending, 'response') as Promise<[IncomingMessage]>
  // Once there is a response, reading it fails as well.
  sending.on('error', () => {}).end(body)
  const [response] = await responding
  const { socket, statusCode: status = 0 } = response
  const answer = { status, headers: response.headers, text: await text(response) }
  if (!options.agent) socket.destroy()
  return answer
}
