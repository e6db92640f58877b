import { Readable } from 'node:stream'
import { Pool } from 'undici'

/** A generated request. `{secret:3}` in the target stands for the secret of the activation link with index 3. */
export interface ApiRequest {
  method: string
  /** The request target exactly as sent, from `/v1` on. */
  target: string
  headers: Readonly<Record<string, string>>
  body?: Uint8Array
  /** Sends the body in chunks, without a content-length. */
  chunked?: boolean
}

/** The parts of a response that every implementation must agree on. */
export interface ApiResponse {
  /** 0 if the connection was closed without a response. */
  status: number
  headers: Readonly<Record<string, string | null>>
  body: Buffer
}

export const comparedHeaders = [
  ...['content-type', 'location', 'allow', 'www-authenticate', 'retry-after', 'ratelimit-policy'],
  ...['ratelimit', 'cache-control', 'x-content-type-options'],
]

export const noResponse: ApiResponse = { status: 0, headers: {}, body: Buffer.alloc(0) }

/** Sends requests unchanged: undici's own pool neither normalizes targets nor is intercepted by MSW. */
export type HttpClient = ReturnType<typeof openClient>

export const controlToken = 'a-token-for-traffic'

export function openClient(url: string) {
  const pool = new Pool(url, { connections: 1, pipelining: 1 })
  return {
    async send({ method, target, headers, body, chunked }: ApiRequest, host: string): Promise<ApiResponse> {
      try {
        const response = await pool.request({
          method: method as 'GET',
          path: target,
          headers: { ...headers, host },
          body: body && chunked ? Readable.from(halvesOf(body)) : (body ?? null),
        })
        return {
          status: response.statusCode,
          headers: Object.fromEntries(comparedHeaders.map(name => [name, joined(response.headers[name])])),
          body: Buffer.from(await response.body.arrayBuffer()),
        }
      } catch (error) {
        if (isConnectionCut(error)) return noResponse
        throw error
      }
    },

    /** Calls the control interface and returns the response's data, or undefined if it answered 4xx. */
    async control(method: string, path: string, body?: unknown): Promise<unknown> {
      const response = await pool.request({
        method: method as 'GET',
        path: `/_control${path}`,
        headers: { authorization: `Bearer ${controlToken}` },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      })
      const text = await response.body.text()
      if (response.statusCode >= 500)
        throw new Error(`Failed to call the control interface: ${method} ${path} answered ${text}`)
      return response.statusCode < 400 ? (JSON.parse(text).data ?? null) : undefined
    },

    close: () => pool.close(),
  }
}

/** Splits a body into the two chunks of a chunked request. */
export function halvesOf(body: Uint8Array): Uint8Array[] {
  const middle = Math.floor(body.length / 2)
  return [body.subarray(0, middle), body.subarray(middle)]
}

const joined = (value: string | string[] | undefined): string | null =>
  Array.isArray(value) ? value.join(', ') : (value ?? null)

const isConnectionCut = (error: unknown) =>
  ['UND_ERR_SOCKET', 'ECONNRESET', 'EPIPE'].includes(String((error as { code?: unknown }).code))
