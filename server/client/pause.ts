/** The longest time that a timer takes. */
const longest = 2 ** 31 - 1

/** Resolves after some seconds. Rejects when the signal aborts. */
export function pause(seconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const abort = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', abort)
        resolve()
      },
      Math.min(seconds * 1000, longest),
    )
    signal?.addEventListener('abort', abort, { once: true })
  })
}
