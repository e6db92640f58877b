/** A timer function that fake timers may have replaced: then it has their clock, which keeps the original. */
type Replaced<Name extends 'setTimeout' | 'clearTimeout'> = (typeof globalThis)[Name] & {
  clock?: { [Original in `_${Name}`]?: (typeof globalThis)[Name] }
}

const faked: { setTimeout: Replaced<'setTimeout'>; clearTimeout: Replaced<'clearTimeout'> } = globalThis

/**
 * The real timers: the fake timers of a test must not block a mock or a world, even if they were installed before this module was
 * loaded. Those of Jest, Vitest and Sinon keep the originals.
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
