import { setTimeout as waitFor } from 'node:timers/promises'

/** A quick hash that an account has: `of` is its address in lower case. */
export interface QuickHash {
  of: string
  hash: string
}

/** Replaces the hash of an account, unless it has another one by now. */
export type ReplaceHash = (given: QuickHash & { stronger: string }) => Promise<void>

interface StrengtheningOptions {
  /** Milliseconds before each hash. */
  pause: number
  /** Whether no login waits for a hash; those come first. */
  isIdle(): boolean
  strengthen(password: string, quick: QuickHash): Promise<void>
}

/**
 * Strengthens quick hashes one by one in the background, and leaves most of the time to requests. Their passwords are kept
 * in memory until then.
 */
export function createStrengthening({ pause, isIdle, strengthen }: StrengtheningOptions) {
  const waiting = new Map<string, { password: string; of: string }>()
  const stopping = new AbortController()
  const { signal } = stopping
  let running: Promise<void> | undefined

  async function run(): Promise<void> {
    for (;;) {
      // A pending hash does not keep the process alive.
      await waitFor(pause, undefined, { ref: false, signal })
      const [next] = waiting
      if (next === undefined) return
      if (!isIdle()) continue
      const [hash, { password, of }] = next
      waiting.delete(hash)
      await strengthen(password, { of, hash })
    }
  }

  function start(): void {
    running = run()
      // What fails here is tried again at the next login. The storage reports its own failures.
      .catch(() => {})
      .finally(() => {
        running = undefined
        if (waiting.size > 0 && !signal.aborted) start()
      })
  }

  return {
    add(password: string, { of, hash }: QuickHash): void {
      if (signal.aborted) return
      waiting.set(hash, { password, of })
      if (!running) start()
    },

    cancel: (hash: string): void => void waiting.delete(hash),

    /** Resolves once nothing is under way. */
    async stop(): Promise<void> {
      stopping.abort()
      waiting.clear()
      await running
    },
  }
}
