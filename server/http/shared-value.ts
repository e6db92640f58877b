import type { Awaitable } from '../core/index.js'

/** Makes a value for the first caller. The next ones share it, and have it at once: they wait for no other event. */
export function sharedValue<Value>(make: () => Promise<Value>): () => Awaitable<Value> {
  let made: { value: Value } | undefined
  let making: Promise<Value> | undefined

  async function makeIt(): Promise<Value> {
    try {
      const value = await make()
      made = { value }
      return value
    } finally {
      // After an error, the next caller tries again.
      making = undefined
    }
  }

  return () => {
    if (made) return made.value
    making ??= makeIt()
    return making
  }
}
