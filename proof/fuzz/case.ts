import type { Random } from '../../fixtures/factories/random.js'
import type { ApiRequest } from '../requests/http.js'
import type { Account } from '../requests/known-state.js'

/** What is sent over one connection, and how the responses are checked. */
export interface Case {
  kind: string
  /** The bytes to write, in this order. */
  pieces: readonly Uint8Array[]
  /** Milliseconds between two pieces. */
  pause?: number
  /**
   * The requests in it if all of them are valid HTTP: each gets one response, in this order. Undefined if their number depends
   * on how the server parses the bytes.
   */
  requests?: readonly ExpectedRequest[]
  /** More responses than this mean that a request was smuggled in. */
  maxResponses?: number
  /** What the client does after writing: closes its side (default), waits, or disconnects at once. */
  ending?: 'end' | 'wait' | 'disconnect'
  /** `{secret}` stands for the secret of the activation link in the last mail to this address. */
  secretOf?: string
  /** The response must be an error. */
  mustFail?: boolean
  /** The response may be a page instead of JSON. */
  allowsPage?: boolean
}

export interface ExpectedRequest {
  method: string
  /** If known, the response is validated against the OpenAPI document. */
  target?: string
  body?: Uint8Array
  /** Text that the response must repeat, which shows that it belongs to this request. */
  repeats?: string
}

export const secretPlaceholder = '{secret}'

/** The sources that cases are generated from. */
export interface CaseSource {
  random: Random
  /** The next API request: most are valid, the others nearly so. */
  request(): ApiRequest
  /** An API request that is valid HTTP, with its credentials in a form that no other request uses. */
  plainRequest(): ApiRequest
  /** An account that no other case depends on. */
  spareAccount(): Account
  /** The number of the case. */
  number(): number
}

export type CaseGenerator = (source: CaseSource) => Case
