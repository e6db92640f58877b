/** The real timer: fake timers that a test installs later must not block a mock or a world. */
const { setTimeout: later } = globalThis

/** Waits for a number of milliseconds of real time. */
export const sleep = (milliseconds: number): Promise<void> =>
  new Promise(resolve => {
    later(resolve, milliseconds)
  })
