import { networkError } from '../server/control/index.js'
import type { Awaitable, Mailer, Reply, Store } from '../server/core/index.js'
import { Restored } from './store/index.js'

/** The time between two resets or restores. */
interface Epoch {
  readonly isOver: boolean
}

/**
 * Keeps a call of one epoch from changing the data of the next. A running call only knows ports, which can't tell one call from another. So calls of a new epoch wait, for less than
 * a millisecond, until those of the past one have failed against a closed store.
 */
export function createEpochs(inner: { store: Store; mailer: Mailer }) {
  const running = new Set<Promise<unknown>>()
  let current = { isOver: false }
  let draining: Promise<void> | undefined
  let cleanUps: (() => void)[] = []

  const guard =
    <Rows, T>(work: (rows: Rows) => Awaitable<T>) =>
    (rows: Rows) => {
      if (draining) throw new Restored()
      return work(rows)
    }

  // The store and the mailer that calls use: both refuse while calls of a past epoch are still running.
  const store: Store = {
    read: async work => inner.store.read(guard(work)),
    write: async work => inner.store.write(guard(work)),
  }
  const mailer: Mailer = {
    send(mail) {
      if (!draining) inner.mailer.send(mail)
    },
  }

  return {
    store,
    mailer,
    current: (): Epoch => current,

    /** Runs a call, or answers it with a network error if its epoch is over. */
    async run(epoch: Epoch, call: () => Promise<Reply>): Promise<Reply> {
      await draining
      if (epoch.isOver) return networkError
      const reply = call()
      running.add(reply)
      try {
        return await reply
      } finally {
        running.delete(reply)
      }
    },

    /** Ends the epoch. `cleanUp` runs now, and again once the last running call has ended. */
    end(cleanUp: () => void): void {
      current.isOver = true
      current = { isOver: false }
      cleanUp()
      if (running.size === 0 && !draining) return
      cleanUps.push(cleanUp)
      const drained = Promise.allSettled(running).then(() => {
        if (draining !== drained) return
        draining = undefined
        const all = cleanUps
        cleanUps = []
        for (const each of all) each()
      })
      draining = drained
    },

    /** Resolves when no call of a past epoch is running. */
    async settled() {
      while (draining) await draining
    },
  }
}
