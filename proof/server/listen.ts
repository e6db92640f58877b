import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as pause } from 'node:timers/promises'
import type { Handler, Reply } from '../../server/core/index.js'

/** How a server speaks HTTP. */
export interface Manner {
  /** In pieces without a length, or in one. */
  readonly pieces?: boolean
  /** Ends the connection after each answer. */
  readonly closes?: boolean
}

/** A server that listens on a port of this machine. */
export interface Listening {
  readonly url: string
  close(): Promise<void>
}

/** Lets an answer be asked over HTTP. */
export async function listen(answer: Handler, manner: Manner): Promise<Listening> {
  const server = createServer(async (request, response) => {
    const body = await bytesOf(request)
    const reply = await answer({
      method: request.method ?? 'GET',
      target: request.url ?? '/',
      origin: `http://${request.headers.host}`,
      header: name => request.headers[name] as string | undefined,
      body,
    })
    await send(response, reply, manner)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () => new Promise(resolve => server.close(() => resolve())),
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
  response.writeHead(status, { ...headers, ...(manner.closes && { connection: 'close' }) })
  const bytes = Buffer.from(body)
  const middle = manner.pieces ? Math.floor(bytes.length / 2) : bytes.length
  response.write(bytes.subarray(0, middle))
  // Between two pieces the caller has to wait.
  if (manner.pieces) await pause()
  response.end(bytes.subarray(middle))
}
