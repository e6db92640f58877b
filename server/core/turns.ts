/** Work in small steps, which takes turns with other such work and with everything else that the process does. */
export interface Turns {
  /** Runs a step soon. */
  add(step: () => void): void
}

export interface TurnsOptions {
  /** Runs work after events that are waiting have been handled. */
  later(work: () => void): void
  /** Milliseconds. */
  now(): number
  /** Milliseconds of steps before other events get their turn. @default 5 */
  budget?: number
}

/** Makes turns: the steps that wait run in order, a few milliseconds of them at a time. */
export function createTurns({ later, now, budget = 5 }: TurnsOptions): Turns {
  const waiting: (() => void)[] = []
  let isComing = false

  function come(): void {
    if (isComing || waiting.length === 0) return
    isComing = true
    later(run)
  }

  function run(): void {
    const begin = now()
    do waiting.shift()?.()
    while (waiting.length > 0 && now() - begin < budget)
    isComing = false
    come()
  }

  return {
    add(step) {
      waiting.push(step)
      come()
    },
  }
}
