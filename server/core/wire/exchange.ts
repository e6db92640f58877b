import type { Call, Reply } from '../call.js'

/** A request and its response, for logs and records. */
export interface Exchange {
  call: Call
  reply: Reply
  /** Milliseconds from the first byte of the request to the response. */
  took: number
  /** Whether the client gave up before it was answered. */
  aborted?: boolean
  /** The session that it belongs to, by its name. */
  session?: string
}

/** No response: the connection is cut. Its status is 0, like that of `Response.error()`. */
export const networkError: Reply = {
  status: 0,
  headers: {},
  body: '',
  error: { code: 'network_error', message: 'the connection was cut, as planned' },
}

/** Whether a reply means that the connection is cut. */
export const isNetworkError = ({ status }: Reply): boolean => status === 0
