import type { Awaitable, Call, OperationId } from '../core/index.js'
import { type Failure, fits, type Meant } from './failures.js'
import { realTimers } from './sleep.js'

/** How the wait of a request ended. */
export interface Held {
  /** False if it was aborted. */
  isOver: boolean
  /** True if the client gave up waiting. */
  isGone?: true
  /** The failure to answer with instead of the usual response. */
  failure?: Failure
}

const released: Held = { isOver: true }
const gone: Held = { isOver: true, isGone: true }

/** A hold, in the form of the control interface. */
export interface HoldState {
  /** Identifies the hold; starts at 1. */
  id: number
  /** The operations whose requests are held. @default any request */
  operation?: readonly OperationId[]
  /** The number of held requests. */
  waiting: number
}

/** Holds requests until they are released, or until their clients give up. */
export interface Hold {
  /** Identifies it; starts at 1. */
  readonly id: number
  /** The number of held requests. */
  readonly waiting: number
  /** Answers the request that has been held longest, or else the next one to arrive; with a failure, if given. */
  release(failure?: Failure): void
  /** Answers all held requests and lets later ones pass. */
  stop(): void
}

/** The holds of a service. */
export interface Holds {
  /** Starts holding requests. */
  add(meant: Meant): Hold
  list(): readonly HoldState[]
  /** The number of held requests. */
  waiting(): number
  find(id: number): Hold | undefined
  /** Makes a request wait, if a hold applies to it. */
  pass(call: Call, operation: OperationId | undefined): Awaitable<Held>
  /** Aborts all held requests, because their data is gone. */
  cutOff(): void
  /** Stops all holds. */
  stop(): void
  /** Lets later requests pass. */
  clear(): void
}

/** Creates the holds of a service. */
export function createHolds(): Holds {
  const holds: {
    meant: Meant
    control: Hold
    take(call: Call): Awaitable<Held>
    end(held: Held): void
  }[] = []
  let last = 0

  return {
    add(meant) {
      /** The callbacks that end the wait of each request, in order of arrival. */
      const waiting = new Set<(held: Held) => void>()
      const early: Held[] = []
      last++
      const control: Hold = {
        id: last,
        get waiting() {
          return waiting.size
        },
        release(failure) {
          if (!holds.includes(hold)) return
          const held = failure ? { ...released, failure } : released
          const [first] = waiting
          if (first) first(held)
          else early.push(held)
        },
        stop() {
          if (holds.includes(hold)) holds.splice(holds.indexOf(hold), 1)
          hold.end(released)
        },
      }
      const hold = {
        ...{ meant, control },
        take: (call: Call): Awaitable<Held> =>
          call.isAborted?.() ? gone : (early.shift() ?? waitAmong(waiting, call)),
        end(held: Held) {
          for (const end of waiting) end(held)
        },
      }
      holds.push(hold)
      return control
    },

    list: () =>
      holds.map(({ meant: { operations }, control: { id, waiting } }) => ({
        id,
        ...(operations && { operation: operations }),
        waiting,
      })),

    waiting: () => holds.reduce((sum, { control }) => sum + control.waiting, 0),

    find: id => holds.find(({ control }) => control.id === id)?.control,

    pass: (call, operation) =>
      holds.find(({ meant }) => fits(meant, call, operation))?.take(call) ?? released,

    cutOff() {
      for (const hold of holds) hold.end({ isOver: false })
    },

    stop() {
      for (const { control } of [...holds]) control.stop()
    },

    // Ids are never reused, because a caller may still end a hold that was cleared.
    clear() {
      holds.length = 0
    },
  }
}

const { setTimeout: later, clearTimeout: cancel } = realTimers

/**
 * Milliseconds for which a held request keeps its process alive, as a connection would: AbortSignal.timeout alone does not,
 * and the client would never give up. Limited, so that the process exits even if a test never releases a request.
 */
const longestPatience = 60_000

/** Waits in the set until the wait is ended or the client gives up. */
const waitAmong = (waiting: Set<(held: Held) => void>, call: Call) =>
  new Promise<Held>(resolve => {
    const stopListening = call.onAborted?.(() => end(gone))
    const timer = later(() => {}, longestPatience)
    function end(held: Held): void {
      cancel(timer)
      waiting.delete(end)
      stopListening?.()
      resolve(held)
    }
    waiting.add(end)
  })
