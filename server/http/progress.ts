import { isControlPath } from '../control/index.js'
import type { Refusal } from '../core/index.js'
import { isHealthPath } from './health.js'
import { tooBusy } from './reject.js'

/** Requests to the control interface and health checks that are answered beyond the limit. */
const reserved = 50

/** The share of the limit that an address has in any case, until twice the limit is reached. */
const share = 1 / 10

export type Place = ReturnType<ReturnType<typeof createProgress>['placeOf']>

/**
 * Counts the requests in progress, of all addresses and of each. It does not hold them: a set that changes with each request
 * keeps those that have ended alive until the next full garbage collection.
 */
export function createProgress(most: number) {
  const addresses = new Map<string, number>()
  const countOf = (address: string) => addresses.get(address) ?? 0
  let size = 0

  return {
    /** The place of a request, entered while that is in progress: not while it waits for its turn, nor while its body arrives. */
    placeOf(target: string, address: string) {
      let isEntered = false
      return {
        /** Refuses the request if too many others are in progress. Those of a few callers do not keep the others out. */
        refusal(): Refusal | undefined {
          if (size < most) return undefined
          if (size < most + reserved && (isControlPath(target) || isHealthPath(target))) return undefined
          if (size < 2 * most && countOf(address) < Math.floor(most * share)) return undefined
          return tooBusy(`${most} requests are in progress`)
        },
        enter() {
          if (isEntered) return
          isEntered = true
          size++
          addresses.set(address, countOf(address) + 1)
        },
        leave() {
          if (!isEntered) return
          isEntered = false
          size--
          const left = countOf(address) - 1
          if (left > 0) addresses.set(address, left)
          else addresses.delete(address)
        },
      }
    },
  }
}
