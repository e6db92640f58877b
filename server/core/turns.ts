import { type Asker, createLanes } from './lanes.js'

/** Work in small steps, which takes turns with other such work and with everything else that the process does. */
export type Turns = ReturnType<typeof createTurns>

export interface TurnsOptions {
  /** Runs work after events that are waiting have been handled. */
  later(work: () => void): void
  /** Milliseconds. */
  now(): number
  /** Milliseconds of work before the rest waits, and other events get their turn. @default 5 */
  budget?: number
}

/** Makes turns: callers take turns with the steps that wait, which run a few milliseconds at a time. */
export function createTurns({ later, now, budget = 5 }: TurnsOptions) {
  const waiting = createLanes<() => void>()
  let isComing = false

  function come(): void {
    if (isComing || waiting.size() === 0) return
    isComing = true
    later(run)
  }

  function run(): void {
    const begin = now()
    do waiting.takeNext()?.()
    while (waiting.size() > 0 && now() - begin < budget)
    isComing = false
    come()
  }

  return {
    /** Runs a step soon. */
    add(asker: Asker, step: () => void): void {
      waiting.put(asker, step)
      come()
    },
  }
}
