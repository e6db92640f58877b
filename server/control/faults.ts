import * as z from 'zod'
import { type Awaitable, andThen, type Handler, oneOf, shown } from '../core/index.js'
import { createFailures, failed, networkError } from './failures.js'
import { operationOf } from './requests.js'

const mostMilliseconds = 600_000

const milliseconds = z.number().min(0).max(mostMilliseconds)

function problem({ input }: { input?: unknown }): string {
  const found = Array.isArray(input) ? JSON.stringify(input).slice(0, 60) : shown(input)
  return `must be milliseconds from 0 to ${mostMilliseconds}, such as 200, or two bounds such as [100, 300], not ${found}`
}

/** The delay of responses in milliseconds: fixed, or random between two bounds. */
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

interface DelayOptions {
  sleep(milliseconds: number): Promise<void>
  /** A number from 0 to 1, excluding 1. */
  random(): number
}

/** Delays responses. */
export function createDelay({ sleep, random }: DelayOptions) {
  let current: Latency = 0
  const waiting = new Set<(isOver: boolean) => void>()

  const waitFor = (milliseconds: number) =>
    new Promise<boolean>(resolve => {
      waiting.add(resolve)
      void sleep(milliseconds).then(() => {
        waiting.delete(resolve)
        resolve(true)
      })
    })

  return {
    read: (): Latency => current,
    /** The value must be valid; see `latency`. */
    set(latency: Latency) {
      current = latency
    },
    /** Waits for the delay of the next response; false if it was cut off. */
    pass(): Awaitable<boolean> {
      if (current === 0) return true
      const [least, most] = typeof current === 'number' ? [current, current] : current
      const wait = least + random() * (most - least)
      return wait > 0 ? waitFor(wait) : true
    },
    /** Cuts off all delayed requests, because their data is gone. */
    cutOff() {
      for (const resolve of waiting) resolve(false)
      waiting.clear()
    },
  }
}

/** Alternative response forms that the document permits. */
export const responseVariants = z.strictObject({
  collaborator_id: oneOf(['integer', 'string']).optional(),
  profile_completed: oneOf(['boolean', 'integer']).optional(),
})

/** Planned faults: slow responses and failing requests. */
export type Faults = ReturnType<typeof createFaults>

export function createFaults(options: DelayOptions) {
  const delay = createDelay(options)
  const failures = createFailures()
  return {
    delay,
    failures,
    /** Removes all faults; delayed requests are cut off. */
    clear() {
      delay.set(0)
      delay.cutOff()
      failures.clear()
    },
    /** Wraps a handler with the planned faults. */
    around:
      (answer: Handler): Handler =>
      call => {
        // OPTIONS is only the preflight of a browser.
        if (call.method === 'OPTIONS') return answer(call)
        const failure = failures.isEmpty() ? undefined : failures.take(operationOf(call))
        return andThen(delay.pass(), isOver => {
          if (!isOver) return networkError
          if (!failure) return answer(call)
          return andThen(failure.when === 'after' ? answer(call) : undefined, () => failed(failure))
        })
      },
  }
}
