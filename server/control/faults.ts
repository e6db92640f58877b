import type { Handler } from '../core/index.js'
import { operationOf } from './exchange.js'
import { createFailures, type Failures, failed } from './failures.js'
import { createDelay, type Delay, type DelayOptions } from './latency.js'
import { networkError } from './network-error.js'

/** What can be made to go wrong: slow answers, and requests that fail. */
export interface Faults {
  delay: Delay
  failures: Failures
  /** Everything goes right again; requests that were made to wait are cut off. */
  clear(): void
  /** An answer that goes wrong as it is asked to. */
  around(answer: Handler): Handler
}

export function createFaults(options: DelayOptions): Faults {
  const delay = createDelay(options)
  const failures = createFailures()
  return {
    delay,
    failures,
    clear() {
      delay.set(0)
      delay.cutOff()
      failures.clear()
    },
    around: answer => async call => {
      // With OPTIONS a browser only asks whether a page may send what it is about to.
      if (call.method === 'OPTIONS') return answer(call)
      const failure = failures.take(operationOf(call))
      if (!(await delay.pass())) return networkError
      if (!failure) return answer(call)
      if (failure.when === 'after') await answer(call)
      return failed(failure)
    },
  }
}
