/** Calls back after a number of milliseconds, of fake time while a test has installed fake timers. Returns what stops it. */
export function callAfter(milliseconds: number, done: () => void): () => void {
  const timer = setTimeout(done, milliseconds)
  return () => clearTimeout(timer)
}
