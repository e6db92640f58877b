import { type Call, type Reply, splitTarget } from './call.js'
import type { Operation } from './operation.js'
import { type Admission, windowSeconds } from './rate.js'
import { withRateLimit } from './responses.js'
import type { Params } from './router.js'
import type { StoredUser } from './store.js'

/** A call on its way to its reply. */
export interface Handling {
  readonly call: Call
  readonly path: string
  readonly query: string
  operation: Operation | undefined
  params: Params
  /** The account that sent it, once its credentials are verified. */
  account: StoredUser | undefined
  /** How the rate limit judged it. */
  admission: Admission | undefined
  /** Work for after the transaction, from the attempt that is committed: a store may run it several times. */
  effects: (() => void)[]
}

const noParams: Params = {}

/** A call that nothing is known of yet. */
export function handlingOf(call: Call): Handling {
  const { path, query } = splitTarget(call.target)
  return {
    call,
    path,
    query,
    operation: undefined,
    params: noParams,
    account: undefined,
    admission: undefined,
    effects: [],
  }
}

/** Adds the operation and the remaining requests of the account. */
export function finish(reply: Reply, { operation, account, admission }: Handling): Reply {
  const { status, body, parts, error } = reply
  let { headers } = reply
  if (account && admission) {
    const policy = `"user";q=${account.request_rate_limit};w=${windowSeconds}`
    headers = withRateLimit(headers, policy, `"user";r=${admission.remaining};t=${admission.resetAfter}`)
  }
  return { status, headers, body, parts, operation: operation?.id, error }
}
