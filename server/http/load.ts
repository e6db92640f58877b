import { createTally, overloaded, type Refusal } from '../core/index.js'
import type { HttpLimits } from './limits.js'

/** How many requests to the control interface and health checks are answered beyond the limit, and without waiting for their turn. */
export const reserved = 50

/** The share of the requests in progress that an address has in any case, until twice the limit is reached. */
const share = 1 / 10

/** How many bytes of bodies are kept at once, as multiples of the longest body. */
export const mostKept = { address: 16, total: 128 }

/** What one request takes up. */
export interface RequestSlot {
  /** Refuses the request if too many others are in progress. Those of a few callers do not keep the others out. */
  refusal(): Refusal | undefined
  /** It is in progress: it neither waits for its turn, nor does its body arrive. */
  enter(): void
  leave(): void
  /**
   * Counts bytes of its body. Returns whether there is room for them; addresses with less than one body have some in any
   * case.
   */
  keep(bytes: number): boolean
  /** It has ended, and takes up nothing. */
  release(): void
}

/** The requests of a server, and what they take up. */
export interface Load {
  /** @param isReserved Whether it is answered beyond the limit. */
  slotOf(address: string, isReserved: boolean): RequestSlot
  /** How many requests are in progress. */
  inProgress(): number
}

/**
 * Counts the requests in progress and the memory of their bodies, of all addresses and of each. It does not hold the requests: a set
 * that changes with each keeps those that have ended alive until the next full garbage collection.
 */
export function createLoad({ requests: most, body: longest }: Pick<HttpLimits, 'requests' | 'body'>): Load {
  const requests = createTally()
  const bodies = createTally()

  return {
    inProgress: requests.total,
    slotOf(address, isReserved) {
      let isEntered = false
      let isReleased = false
      let bytes = 0
      const move = (enters: boolean) => {
        if (isEntered === enters) return
        isEntered = enters
        requests.add(address, enters ? 1 : -1)
      }
      return {
        refusal() {
          const total = requests.total()
          if (total < most) return undefined
          if (total < most + reserved && isReserved) return undefined
          if (total < 2 * most && requests.of(address) < Math.floor(most * share)) return undefined
          return tooBusy(`${most} requests are in progress`, 'requests')
        },
        enter: () => move(true),
        leave: () => move(false),
        keep(more) {
          if (isReleased) return false
          bytes += more
          bodies.add(address, more)
          const own = bodies.of(address)
          const isCrowded = bodies.total() > mostKept.total * longest
          return own <= mostKept.address * longest && (!isCrowded || own <= longest)
        },
        release() {
          if (isReleased) return
          isReleased = true
          move(false)
          bodies.add(address, -bytes)
        },
      }
    },
  }
}

/** The refusal of an overloaded server; `why` names the limit for metrics. */
export const tooBusy = (reason: string, why: string) =>
  overloaded(`The server is overloaded: ${reason}; try again in a moment`, why)
