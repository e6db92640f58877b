/** A function that fake timers have replaced keeps the clock that they have taken it over with. */
type Replaced<Name extends 'setTimeout' | 'clearTimeout'> = (typeof globalThis)[Name] & {
  clock?: { [Original in `_${Name}`]?: (typeof globalThis)[Name] }
}

const faked: { setTimeout: Replaced<'setTimeout'>; clearTimeout: Replaced<'clearTimeout'> } = globalThis

/**
 * The real timers: fake timers that a test installs, later or before it imports this, must not block a mock or a world. Those of
 * Jest, Vitest and Sinon keep the originals.
 */
export const realTimers = {
  setTimeout: faked.setTimeout.clock?._setTimeout ?? faked.setTimeout,
  clearTimeout: faked.clearTimeout.clock?._clearTimeout ?? faked.clearTimeout,
}

const { setTimeout: later } = realTimers

/** Waits for a number of milliseconds of real time. */
export const sleep = (milliseconds: number): Promise<void> =>
  new Promise(resolve => {
    later(resolve, milliseconds)
  })
