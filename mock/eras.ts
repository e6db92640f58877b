import { networkError } from '../server/control/index.js'
import type { Mailer, Reply, Store } from '../server/core/index.js'
import { Restored } from './store/index.js'

/** A stretch of time within which all data come from each other; a reset ends it, and a restore. */
export interface Era {
  readonly isOver: boolean
}

/** Keeps calls away from data that came after them. */
export interface Eras {
  /** The store and the mailer that calls use: closed while such calls are under way as were cut off. */
  readonly store: Store
  readonly mailer: Mailer
  now(): Era
  /** Does the work of a call, unless the call is of an era that is over: then it is cut off. */
  run(era: Era, work: () => Promise<Reply>): Promise<Reply>
  /** Cuts off all calls. `tidy` removes what they leave beside the rows, now and once the last of them is gone. */
  end(tidy: () => void): void
  /** Resolves when all calls that were cut off are gone. */
  quiet(): Promise<void>
}

/**
 * What is under way knows only ports, which do not tell one call from another. So those that come after the end of an
 * era wait, for less than a millisecond, until those from before have run against a closed store.
 */
export function createEras(inner: { store: Store; mailer: Mailer }): Eras {
  const underWay = new Set<Promise<unknown>>()
  let current = { isOver: false }
  let leaving: Promise<void> | undefined
  /** What is left to be tidied when they are gone, in the order in which it came. */
  const tidying: (() => void)[] = []

  function check(): void {
    if (leaving) throw new Restored()
  }

  const guarded =
    <Rows, T>(work: (rows: Rows) => Promise<T>) =>
    (rows: Rows) => {
      check()
      return work(rows)
    }

  return {
    store: {
      ...inner.store,
      read: async work => inner.store.read(guarded(work)),
      write: async work => inner.store.write(guarded(work)),
    },
    mailer: {
      send(mail) {
        if (!leaving) inner.mailer.send(mail)
      },
    },

    now: () => current,

    async run(era, work) {
      await leaving
      if (era.isOver) return networkError
      const running = work()
      underWay.add(running)
      try {
        return await running
      } finally {
        underWay.delete(running)
      }
    },

    end(tidy) {
      current.isOver = true
      current = { isOver: false }
      tidy()
      if (underWay.size === 0 && !leaving) return
      tidying.push(tidy)
      const gone = Promise.allSettled(underWay).then(() => {
        if (leaving !== gone) return
        leaving = undefined
        for (const each of tidying.splice(0)) each()
      })
      leaving = gone
    },

    async quiet() {
      while (leaving) await leaving
    },
  }
}
