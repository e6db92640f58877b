/** Limits of the listener; times in milliseconds. */
export interface HttpLimits {
  /** Bytes of a body. */
  body: number
  /** Bytes of the request line and the headers together. */
  headers: number
  /** Characters of path and query. */
  url: number
  /** Until the headers have arrived; also how long a new connection may be silent. */
  headersTime: number
  /** Until the whole request has arrived. */
  requestTime: number
  /** Until a caller must have received what was sent of a long response. */
  readTime: number
  /** How long a connection stays open between two requests. */
  idleTime: number
  /** Connections at once. */
  connections: number
  /** Connections at once from one network address; behind a trusted proxy this is not limited. */
  connectionsPerAddress: number
  /** Requests in progress at once. */
  requests: number
}

export const defaultHttpLimits: Omit<HttpLimits, 'body' | 'url'> = {
  headers: 16 * 1024,
  headersTime: 20_000,
  requestTime: 60_000,
  readTime: 20_000,
  idleTime: 30_000,
  connections: 2_000,
  connectionsPerAddress: 1_000,
  requests: 500,
}
