import * as z from 'zod'
import { type Awaitable, type Call, type OperationId, shown } from '../core/index.js'
import { fits, type Meant } from './failures.js'

const mostMilliseconds = 600_000

const milliseconds = z.number().min(0).max(mostMilliseconds)

function problem({ input }: { input?: unknown }): string {
  const found = Array.isArray(input) ? JSON.stringify(input).slice(0, 60) : shown(input)
  return `must be milliseconds from 0 to ${mostMilliseconds}, such as 200, or two bounds such as [100, 300], not ${found}`
}

/** The response delay in milliseconds: fixed, or random within a range. */
export const latency = z.custom<Latency>(
  value =>
    milliseconds.safeParse(value).success ||
    (Array.isArray(value) &&
      value.length === 2 &&
      value.every(bound => milliseconds.safeParse(bound).success) &&
      value[0] <= value[1]),
  { error: problem },
)
export type Latency = number | readonly [least: number, most: number]

export interface DelayOptions {
  /** Calls back after a delay; the returned function cancels that. */
  callAfter(milliseconds: number, done: () => void): () => void
  /** Returns a number from 0 to 1, excluding 1. */
  random(): number
}

/** The response delay. */
export interface Delay {
  /** Whether any operation has a delay of its own. */
  dependsOnOperation(): boolean
  read(): Latency
  /** Returns the delays of individual operations. */
  readOwn(): Partial<Record<OperationId, Latency>>
  /** Sets the delay of certain requests, or of all if none are given. The latency must be valid; see `latency`. */
  set(latency: Latency, meant?: Meant): void
  /**
   * Waits for the response delay, or until the client gives up; false if the request was aborted. The newest latency with a
   * condition has precedence.
   */
  pass(call: Call, operation?: OperationId): Awaitable<boolean>
  /** Aborts all delayed requests, because their data is gone. */
  cutOff(): void
}

/** Creates the response delay. */
export function createDelay({ callAfter, random }: DelayOptions): Delay {
  let general: Latency = 0
  const own = new Map<OperationId, Latency>()
  let conditional: { latency: Latency; meant: Meant }[] = []
  const waiting = new Set<() => void>()

  const waitFor = (call: Call, milliseconds: number) =>
    new Promise<boolean>(resolve => {
      const stop = callAfter(milliseconds, () => end(true))
      const stopListening = call.onAborted?.(() => end(true))
      const cutOff = () => end(false)
      function end(isOver: boolean): void {
        // A remaining timer would keep the process alive.
        stop()
        stopListening?.()
        waiting.delete(cutOff)
        resolve(isOver)
      }
      waiting.add(cutOff)
    })

  return {
    dependsOnOperation: () => own.size + conditional.length > 0,
    read: () => general,
    readOwn: () => Object.fromEntries(own),
    set(latency, { operations, matches } = {}) {
      if (matches) {
        conditional.unshift({ latency, meant: { operations, matches } })
      } else if (operations) {
        for (const operation of operations) own.set(operation, latency)
      } else {
        general = latency
        own.clear()
        conditional = []
      }
    },
    pass(call, operation) {
      const met = conditional.find(({ meant }) => fits(meant, call, operation))
      const current = met?.latency ?? (operation && own.get(operation)) ?? general
      if (current === 0) return true
      const [least, most] = typeof current === 'number' ? [current, current] : current
      const wait = least + random() * (most - least)
      return wait > 0 && !call.isAborted?.() ? waitFor(call, wait) : true
    },
    cutOff() {
      for (const cutOff of waiting) cutOff()
    },
  }
}
