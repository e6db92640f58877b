/** The limits of the listener; times are in milliseconds. */
export interface HttpLimits {
  /** The maximum body size in bytes. */
  body: number
  /** The maximum size of the request line and headers together, in bytes. */
  headers: number
  /** The maximum length of path and query, in characters. */
  url: number
  /** The time for the headers to arrive; also how long a new connection may be silent. */
  headersTime: number
  /** The time for the whole request to arrive. */
  requestTime: number
  /** The time for a caller to receive what was sent of a long response. */
  readTime: number
  /** How long a connection stays open between two requests. */
  idleTime: number
  /** The maximum number of connections. */
  connections: number
  /** The maximum number of connections from one network address; not limited behind a trusted proxy. */
  connectionsPerAddress: number
  /** The maximum number of requests in progress. */
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
