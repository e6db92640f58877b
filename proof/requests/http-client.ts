import { Readable } from 'node:stream'
import { Pool } from 'undici'
import { comparedHeaders, cutOff, type Got, type Sent } from './request.js'

/** Requests over a connection, written as they are: undici itself, which neither tidies targets up nor is intercepted. */
export interface Wire {
  send(sent: Sent, host: string): Promise<Got>
  /** Asks the control interface; gives the data of its answer, or nothing where it refused. */
  control(method: string, path: string, body?: unknown): Promise<unknown>
  close(): Promise<void>
}

export const controlToken = 'a-token-for-traffic'

/** Opens a connection to a service. */
export function openWire(url: string): Wire {
  const pool = new Pool(url, { connections: 1, pipelining: 1 })
  return {
    async send({ method, target, headers, body, chunked }, host) {
      try {
        const answer = await pool.request({
          method: method as 'GET',
          path: target,
          headers: { ...headers, host },
          body: body && chunked ? Readable.from(inChunks(body)) : (body ?? null),
        })
        return {
          status: answer.statusCode,
          headers: Object.fromEntries(comparedHeaders.map(name => [name, joined(answer.headers[name])])),
          body: Buffer.from(await answer.body.arrayBuffer()),
        }
      } catch (error) {
        if (isCut(error)) return cutOff
        throw error
      }
    },

    async control(method, path, body) {
      const answer = await pool.request({
        method: method as 'GET',
        path: `/_control${path}`,
        headers: { authorization: `Bearer ${controlToken}` },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await answer.body.text()
      if (answer.statusCode >= 500) throw new Error(`Failed to steer: ${method} ${path} was answered ${text}`)
      return answer.statusCode < 400 ? (JSON.parse(text).data ?? null) : undefined
    },

    close: () => pool.close(),
  }
}

async function* inChunks(body: Uint8Array): AsyncGenerator<Uint8Array> {
  const middle = Math.floor(body.length / 2)
  yield body.subarray(0, middle)
  yield body.subarray(middle)
}

const joined = (value: string | string[] | undefined): string | null =>
  Array.isArray(value) ? value.join(', ') : (value ?? null)

const isCut = (error: unknown) =>
  ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(String((error as { code?: unknown }).code))
