import type { Random } from '../../fixtures/factories/random.js'
import type { ApiRequest } from '../requests/http.js'
import type { Account } from '../requests/known-state.js'

/** What is sent over one connection, and how the responses are checked. */
export interface Case {
  kind: string
  /** What is written, in this order. */
  pieces: readonly Uint8Array[]
  /** Milliseconds between two pieces. */
  pause?: number
  /**
   * The requests in it if all of them are valid HTTP: each gets one response, in this order. Undefined if only the server
   * can tell how many there are.
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
  /** If it is known, the response is compared with the OpenAPI document. */
  target?: string
  body?: Uint8Array
  /** Text that the response must repeat, which shows that it belongs to this request. */
  repeats?: string
}

export const secretPlaceholder = '{secret}'

/** What cases are generated from. */
export interface CaseSource {
  random: Random
  /** The next API request: mostly valid, otherwise nearly so. */
  request(): ApiRequest
  /** An API request that is valid HTTP, with its credentials encoded as nowhere else. */
  plainRequest(): ApiRequest
  /** An account that no other case depends on. */
  spareAccount(): Account
  /** The number of the case. */
  number(): number
}

export type CaseGenerator = (source: CaseSource) => Case
