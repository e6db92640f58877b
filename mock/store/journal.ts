import type { Awaitable } from '../../server/core/index.js'

/** A write that comes too late: a restore has replaced the rows. */
export class Restored extends Error {
  override readonly name = 'Restored'

  constructor() {
    super('Failed to write: the store was restored meanwhile. Await every answer before a restore.')
  }
}

/** The undo log: a transaction that fails leaves nothing behind. */
export type Journal = ReturnType<typeof createJournal>

type Steps = (() => void)[]

export function createJournal() {
  const afterwards: (() => void)[] = []
  let steps: Steps | undefined
  let open = false
  let abandoned = false

  function undo(noted: Steps): void {
    const outer = steps
    steps = undefined
    for (const step of noted.reverse()) step()
    for (const work of afterwards) work()
    steps = outer
  }

  return {
    /** Records how to undo the next step. */
    note: (step: () => void) => void steps?.push(step),

    /** Throws if a restore has replaced the rows of the transaction. */
    check() {
      if (abandoned) throw new Restored()
    },

    /** Is a transaction in progress that was not abandoned? */
    get open() {
      return open && !abandoned
    },

    /** Runs a transaction, and undoes all of it if the work throws. */
    async transaction<T>(work: () => Awaitable<T>): Promise<T> {
      const noted: Steps = []
      steps = noted
      open = true
      /** Ends the transaction, and says whether it was abandoned. */
      const end = () => {
        const wasAbandoned = abandoned
        steps = undefined
        open = false
        abandoned = false
        return wasAbandoned
      }
      let value: T
      try {
        value = await work()
      } catch (error) {
        if (!abandoned) undo(noted)
        throw end() ? new Restored() : error
      }
      if (end()) throw new Restored()
      return value
    },

    /** Runs several steps at once, and undoes all of them if one throws. */
    together<T>(work: () => T): T {
      const outer = steps
      const noted: Steps = []
      steps = noted
      try {
        const result = work()
        outer?.push(...noted)
        return result
      } catch (error) {
        undo(noted)
        throw error
      } finally {
        steps = outer
      }
    },

    /** Registers work to do after every undo. */
    afterUndo: (work: () => void) => void afterwards.push(work),

    /** Undoes a transaction in progress; it fails with `Restored`. */
    abandon() {
      if (open && !abandoned) undo(steps ?? [])
      steps = undefined
      abandoned = open
    },
  }
}
