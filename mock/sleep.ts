/** The real timer: fake timers that a test installs later must not hold up the mock itself. */
const { setTimeout: later } = globalThis

/** Waits for a number of milliseconds of real time. */
export const sleep = (milliseconds: number): Promise<void> =>
  new Promise(resolve => {
    later(resolve, milliseconds)
  })

/** Waits for a number of milliseconds, of fake time while a test has installed fake timers. */
export const fakeableSleep = (milliseconds: number): Promise<void> =>
  new Promise(resolve => {
    globalThis.setTimeout(resolve, milliseconds)
  })
