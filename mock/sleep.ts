/** The real timer: fake timers that a test installs later must not hold up answers. */
const { setTimeout: later } = globalThis

/** Waits for a number of milliseconds. */
export const sleep = (milliseconds: number): Promise<void> =>
  new Promise(resolve => {
    later(resolve, milliseconds)
  })
