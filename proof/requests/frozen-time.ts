/** Freezes the system time, which services start with and return to on a reset. `now` in milliseconds since 1970. */
export async function withFrozenTime<Result>(now: number, work: () => Promise<Result>): Promise<Result> {
  const real = Date.now
  const realDuration = performance.now
  Date.now = () => now
  // What counts requests measures durations by it.
  performance.now = () => now - performance.timeOrigin
  try {
    return await work()
  } finally {
    Date.now = real
    performance.now = realDuration
  }
}
