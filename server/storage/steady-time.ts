/**
 * Returns monotonic milliseconds: the system time at the start of this process, plus the time elapsed since. Used for
 * durations, because the system clock may be set meanwhile. Not comparable between processes.
 */
export const steadyTime = (): number => Math.floor(performance.timeOrigin + performance.now())
