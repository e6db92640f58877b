import { createTally, overloaded, type Refusal } from '../core/index.js'
import type { HttpLimits } from './limits.js'

/**
 * The number of requests to the control interface and health checks that are answered beyond the limit, without waiting for
 * their turn.
 */
export const reserved = 50

/** The share of the requests in progress that each address is guaranteed, up to twice the limit. */
const share = 1 / 10

/** The maximum number of body bytes in memory at once, as multiples of the longest body. */
export const mostKept = { address: 16, total: 128 }

/** The resources of one request. */
export interface RequestSlot {
  /** Refuses the request if too many others are in progress. Requests of a few callers do not keep others out. */
  refusal(): Refusal | undefined
  /** Marks it as in progress: it is not waiting for its turn, and its body is not arriving. */
  enter(): void
  leave(): void
  /**
   * Counts bytes of its body. Returns whether there is room for them; addresses with less than one body always have some.
   */
  keep(bytes: number): boolean
  /** Releases everything that it holds. */
  release(): void
}

/** The requests of a server and their resources. */
export interface Load {
  /** @param isReserved Whether it is answered beyond the limit. */
  slotOf(address: string, isReserved: boolean): RequestSlot
  /** The number of requests in progress. */
  inProgress(): number
}

/**
 * Counts the requests in progress and the memory of their bodies, in total and per address. It does not hold the requests: a
 * frequently changing set would keep finished ones alive until the next full garbage collection.
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
