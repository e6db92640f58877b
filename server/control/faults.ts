import * as z from 'zod'
import { type Handler, networkError, oneOf, type Reply, shown } from '../core/index.js'
import { createFailures, type Failures, failed, failure, operationOrSeveral } from './failures.js'
import { createHolds, type Holds } from './holds.js'
import { createDelay, type Delay, type DelayOptions } from './latency.js'
import { operationOf } from './requests.js'

/** Alternative response forms that the document permits. */
export const responseVariants = z.strictObject({
  collaborator_id: oneOf(['integer', 'string']).optional(),
  profile_completed: oneOf(['boolean', 'integer']).optional(),
})

/** Whether a request is affected: a function, so only available in programs that run the service themselves. */
const condition = z
  .custom<(request: unknown) => boolean>(value => typeof value === 'function', {
    error: ({ input }) => `must be a function that says whether a request is meant, not ${shown(input)}`,
  })
  .optional()
export const conditionalFailure = failure.extend({ if: condition })
/** Requests for certain operations, optionally only those for which a function returns true. */
export const meantRequests = z.strictObject({ operation: operationOrSeveral.optional(), if: condition })

/** Planned faults: delayed responses, failing requests, and requests held until they are released. */
export interface Faults {
  delay: Delay
  failures: Failures
  holds: Holds
  /** Aborts held and delayed requests, because their data is gone. */
  cutOff(): void
  /** Removes all faults and aborts requests that wait. */
  clear(): void
  /** Wraps a handler so that it applies the planned faults. */
  around(answer: Handler): Handler
}

/** The reply to a held request whose client gave up: nothing was done, and nobody receives it. */
const givenUp: Reply = {
  ...networkError,
  error: { code: 'network_error', message: 'the client gave up while the request was held' },
}

interface FaultsOptions extends DelayOptions {
  /** What happens to waiting requests on a reset: they are answered, or their connection is dropped. */
  whenCutOff?: 'answer' | 'network error'
}

export function createFaults({ whenCutOff = 'network error', ...options }: FaultsOptions): Faults {
  const delay = createDelay(options)
  const failures = createFailures()
  const holds = createHolds()

  function cutOff(): void {
    delay.cutOff()
    holds.cutOff()
  }

  return {
    delay,
    failures,
    holds,
    cutOff,
    clear() {
      delay.set(0)
      failures.clear()
      cutOff()
      holds.clear()
    },
    around: answer => async call => {
      // OPTIONS is only a browser's preflight.
      if (call.method === 'OPTIONS') return answer(call)
      const operation = operationOf(call)
      const planned = failures.take(call, operation)
      const held = await holds.pass(call, operation)
      if (held.isGone) {
        if (planned) failures.giveBack(planned)
        return givenUp
      }
      const isOver = held.isOver && (await delay.pass(call, operation))
      // Neither a response that nobody waits for, nor one whose data is gone, uses up a failure.
      if (planned && (!isOver || call.isAborted?.())) failures.giveBack(planned)
      if (!isOver) return whenCutOff === 'answer' ? answer(call) : networkError
      const failure = held.failure ?? planned
      if (!failure) return answer(call)
      if (failure.when !== 'after') return failed(failure)
      const { parts, status } = await answer(call)
      // A list sent in parts counts as in progress until it is closed.
      parts?.close()
      return { ...failed(failure), replaced: status }
    },
  }
}
