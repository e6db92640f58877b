/** The real timer: fake timers that a test installs later must not hold up the mock itself. */
const { setTimeout: later } = globalThis

/** Waits for a number of milliseconds of real time. */
export const sleep = (milliseconds: number): Promise<void> =>
  new Promise(resolve => {
    later(resolve, milliseconds)
  })

/** Calls back after a number of milliseconds, of fake time while a test has installed fake timers. Returns what stops it. */
export function callAfter(milliseconds: number, done: () => void): () => void {
  const { setTimeout, clearTimeout } = globalThis
  const timer = setTimeout(done, milliseconds)
  return () => clearTimeout(timer)
}
