/** The runtime's own timer: one that a test puts in its place later must not stop answers from coming. */
const { setTimeout: later } = globalThis

/** Waits so many milliseconds. */
export const sleep = (milliseconds: number): Promise<void> =>
  new Promise(resolve => {
    later(resolve, milliseconds)
  })
