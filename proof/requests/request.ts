import type { FailureInput, Latency } from '../../server/control/index.js'
import type { NewAccount, ResponseVariants } from '../../server/core/index.js'

/** A request of a story, the same for every twin. `{secret:3}` in the target is the secret of a twin's own third link. */
export interface Sent {
  method: string
  /** From `/v1` on, as it stands in the request line. */
  target: string
  headers: Readonly<Record<string, string>>
  body?: Uint8Array
  /** Sent in chunks, its length not told before. */
  chunked?: boolean
}

/** What somebody does to the service beside the requests, through the control interface or a mock's own methods. */
export type Steering =
  | { steer: 'reset' }
  | { steer: 'take snapshot'; id: string }
  | { steer: 'restore snapshot'; id: string }
  /** ISO 8601 in UTC. */
  | { steer: 'set clock'; now: string }
  | { steer: 'freeze clock' }
  | { steer: 'run clock' }
  | { steer: 'advance clock'; seconds: number }
  | { steer: 'reset clock' }
  | { steer: 'set latency'; ms: Latency }
  | { steer: 'plan failure'; failure: FailureInput }
  | { steer: 'end failures' }
  | { steer: 'limit rate'; requests: number; email?: string }
  | { steer: 'set variety'; variety: ResponseVariants }
  | { steer: 'add user'; account: NewAccount }
  | { steer: 'add schedule'; schedule: { id: string; owner: string } }

export type Step = { send: Sent } | Steering

/** The answer to a request so far as twins have to agree; the status is 0 where the connection was cut. */
export interface Got {
  status: number
  headers: Readonly<Record<string, string | null>>
  body: Buffer
}

/** The headers that twins have to agree in. */
export const comparedHeaders = [
  'content-type',
  'location',
  'allow',
  'www-authenticate',
  'retry-after',
  'ratelimit-policy',
  'ratelimit',
  'cache-control',
  'x-content-type-options',
] as const

/** No answer at all. */
export const cutOff: Got = { status: 0, headers: {}, body: Buffer.alloc(0) }
