import { isControlPath } from '../control/index.js'
import type { Call, Refusal } from '../core/index.js'
import { tooBusy } from './reject.js'

/** Requests to the control interface that are answered beyond the limit. */
const reserved = 50

/** The share of the limit that an address has in any case, until twice the limit is reached. */
const share = 1 / 10

/** Tracks the requests in progress: not those that wait for their turn, nor those whose body is arriving. */
export function createProgress(most: number) {
  const calls = new Set<Call>()
  const addresses = new Map<string, number>()
  const countOf = ({ peer = '' }: Call) => addresses.get(peer) ?? 0

  return {
    /** Refuses a request if too many others are in progress. Those of a few callers do not keep the others out. */
    refusal(call: Call): Refusal | undefined {
      if (calls.size < most) return undefined
      if (calls.size < most + reserved && isControlPath(call.target)) return undefined
      if (calls.size < 2 * most && countOf(call) < Math.floor(most * share)) return undefined
      return tooBusy(`${most} requests are in progress`)
    },
    enter(call: Call): void {
      if (calls.has(call)) return
      calls.add(call)
      addresses.set(call.peer ?? '', countOf(call) + 1)
    },
    leave(call: Call): void {
      if (!calls.delete(call)) return
      const left = countOf(call) - 1
      if (left > 0) addresses.set(call.peer ?? '', left)
      else addresses.delete(call.peer ?? '')
    },
  }
}
