/** Freezes the system time, which services use at their start and after a reset. `now` is in milliseconds since 1970. */
export async function withFrozenTime<Result>(now: number, work: () => Promise<Result>): Promise<Result> {
  const real = Date.now
  const realDuration = performance.now
  Date.now = () => now
  // The code that counts requests uses it to measure durations.
  performance.now = () => now - performance.timeOrigin
  try {
    return await work()
  } finally {
    Date.now = real
    performance.now = realDuration
  }
}
