import { type Call, shown } from '../../server/core/index.js'
import { type ReceivedRequest, receivedRequestOf } from './requests.js'

/** A function of a test that says whether a request is meant. */
export type Condition = (request: ReceivedRequest) => unknown

/**
 * Whether a call meets a condition. One that throws, or returns anything but true or false, is not met: the first time, its
 * developer is told. A promise would count as true.
 *
 * @param name What the condition belongs to: `mock.fail`.
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
      // Nobody else awaits it.
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
