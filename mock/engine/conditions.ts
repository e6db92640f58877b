import { type Call, shown } from '../../server/core/index.js'
import { type ReceivedRequest, receivedRequestOf } from './requests.js'

/** A predicate, supplied by a test, that selects requests. */
export type Condition = (request: ReceivedRequest) => unknown

/**
 * Returns a function that tests a call against a condition. A condition that throws, or returns anything but a boolean (a
 * promise would be truthy), does not match; the first time, a warning is logged.
 *
 * @param name The function that the condition was passed to, such as `mock.fail`.
 */
export function matcherOf(
  name: string,
  condition: Condition | undefined,
  tell: (message: string) => void,
): ((call: Call) => boolean) | undefined {
  if (!condition) return undefined
  let isTold = false

  function refuse(problem: string): false {
    if (!isTold) tell(`schedkit: the condition of ${name} counts as not met, because it ${problem}.`)
    isTold = true
    return false
  }

  return call => {
    const request = receivedRequestOf(call)
    try {
      const answer = condition(request)
      if (typeof answer === 'boolean') return answer
      // Nothing else handles a rejection.
      if (isThenable(answer)) Promise.resolve(answer).catch(() => {})
      const found = isThenable(answer) ? 'a promise' : shown(answer)
      return refuse(`must return true or false, not ${found}`)
    } catch (error) {
      return refuse(`failed for ${request.method} ${request.path}: ${error}`)
    }
  }
}

const isThenable = (value: unknown): boolean =>
  typeof (value as { then?: unknown } | null | undefined)?.then === 'function'
