import { setMaxListeners } from 'node:events'
import { Interrupted } from './interrupted.js'

/** Milliseconds that running checks get to finish, and that they get together with the clean-up. */
export const grace = { checks: 2000, all: 7000 } as const

/** How a run ends early: because it is asked to, or because of its target. */
export interface Ending {
  /** Aborted when the run begins to end. */
  readonly signal: AbortSignal
  /** Why the target ended the run; undefined if it did not. */
  readonly reason: string | undefined
  /** Ends the run because of its target. The first reason is kept. */
  stop(text: string): void
  /** Milliseconds left for the clean-up; Infinity while the run continues. */
  left(): number
  /** Throws `Interrupted` if the time that checks get to finish is over. */
  throwIfStopped(): void
  release(): void
}

/** `onOver` is called when the time for the clean-up is over. */
export function createEnding(asked: AbortSignal | undefined, onOver: () => void): Ending {
  const controller = new AbortController()
  // Every waiting request adds a listener.
  setMaxListeners(0, controller.signal)
  let endedAt = Number.POSITIVE_INFINITY
  let timer: NodeJS.Timeout | undefined
  let reason: string | undefined
  const end = () => {
    if (controller.signal.aborted) return
    endedAt = Date.now()
    timer = setTimeout(onOver, grace.all).unref()
    controller.abort()
  }
  if (asked?.aborted) end()
  else asked?.addEventListener('abort', end, { once: true })
  return {
    signal: controller.signal as AbortSignal,
    get reason(): string | undefined {
      return reason
    },
    stop(text: string): void {
      if (!controller.signal.aborted) reason = text
      end()
    },
    left: () => Math.max(0, endedAt + grace.all - Date.now()),
    throwIfStopped(): void {
      if (Date.now() >= endedAt + grace.checks) throw new Interrupted('the run was ended')
    },
    release(): void {
      clearTimeout(timer)
      asked?.removeEventListener('abort', end)
    },
  }
}
