/** How much the listener bears; times in milliseconds. */
export interface HttpLimits {
  /** Bytes of a body. */
  body: number
  /** Bytes of the request line and the headers together. */
  headers: number
  /** Characters of path and query. */
  url: number
  /** Until the headers are there; also how long a new connection may say nothing. */
  headersTime: number
  /** Until the whole request is there. */
  requestTime: number
  /** How long a connection stays open between two requests. */
  idleTime: number
  /** Connections at once. */
  connections: number
  /** Requests that are being answered at once. */
  requests: number
}

export const defaultHttpLimits: Omit<HttpLimits, 'body'> = {
  headers: 16 * 1024,
  url: 8 * 1024,
  headersTime: 20_000,
  requestTime: 60_000,
  idleTime: 30_000,
  connections: 2_000,
  requests: 500,
}
