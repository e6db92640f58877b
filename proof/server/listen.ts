import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import type { Handler, Reply } from '../../server/core/index.js'

/** How a server sends HTTP responses. */
export interface Manner {
  /** Sends the body in chunks without a length. */
  readonly pieces?: boolean
  /** Closes the connection after each response. */
  readonly closes?: boolean
  /** Compresses each body, whether or not the request accepts that. */
  readonly compresses?: boolean
  /** Sends a 103 response before each response. */
  readonly hints?: boolean
  /** Sends a trailer after each body. */
  readonly trailers?: boolean
  /** Closes the connection instead of sending a response with this status. */
  readonly drops?: number
  /** Adds a gateway that answers one in `oneIn` requests with an error page; with `asks`, it forwards that request first. */
  readonly gateway?: { readonly status: number; readonly oneIn: number; readonly asks: boolean }
}

const pageWith = (status: number): Reply => ({
  status,
  headers: { 'content-type': 'text/html' },
  body: `<h1>${status}</h1>`,
})

/** Serves a handler over HTTP on a local port. */
export async function listen(answer: Handler, manner: Manner) {
  const { gateway } = manner
  let requests = 0
  const server = createServer(async (request, response) => {
    const body = await bytesOf(request)
    const call = {
      method: request.method ?? 'GET',
      target: request.url ?? '/',
      origin: `http://${request.headers.host}`,
      header: (name: string) => request.headers[name] as string | undefined,
      body,
    }
    requests++
    const page = gateway && requests % gateway.oneIn === 0 ? pageWith(gateway.status) : undefined
    const reply = page && !gateway?.asks ? page : await answer(call)
    await send(response, page ?? reply, manner)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => new Promise<void>(resolve => server.close(() => resolve())),
  }
}

async function bytesOf(request: IncomingMessage): Promise<Uint8Array> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

async function send(
  response: ServerResponse,
  { status, headers, body }: Reply,
  manner: Manner,
): Promise<void> {
  if (manner.drops === status) return void response.destroy()
  if (manner.hints) response.writeEarlyHints({ link: '</style.css>; rel=preload; as=style' })
  response.writeHead(status, {
    ...headers,
    ...(manner.closes && { connection: 'close' }),
    ...(manner.compresses && { 'content-encoding': 'gzip' }),
    ...(manner.trailers && { trailer: 'x-took' }),
  })
  const bytes = manner.compresses ? gzipSync(body) : Buffer.from(body)
  const middle = manner.pieces ? Math.floor(bytes.length / 2) : bytes.length
  response.write(bytes.subarray(0, middle))
  // The client waits between the two chunks.
  if (manner.pieces) await pause()
  if (manner.trailers) response.addTrailers({ 'x-took': '3' })
  response.end(bytes.subarray(middle))
}
