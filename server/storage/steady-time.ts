/**
 * Milliseconds since 1970 by the clock of the start of this process, and what has passed since. Durations are measured with
 * it: the system clock may be set meanwhile. It means nothing to other processes.
 */
export const steadyTime = (): number => Math.floor(performance.timeOrigin + performance.now())
