/** A write that comes too late: a restore has replaced the rows. */
export class Restored extends Error {
  override readonly name = 'Restored'

  constructor() {
    super('Failed to write: the store was restored meanwhile. Await every answer before a restore.')
  }
}

/** The undo log: a transaction that fails leaves nothing behind. */
export interface Journal {
  /** Records how to undo the next step. */
  note(undo: () => void): void
  /** Throws if a restore has replaced the rows of the transaction. */
  check(): void
  /** Is a transaction in progress that was not abandoned? */
  readonly open: boolean
  /** Runs a transaction, and undoes all of it if the work throws. */
  transaction<T>(work: () => Promise<T>): Promise<T>
  /** Runs several steps at once, and undoes all of them if one throws. */
  together<T>(work: () => T): T
  /** Registers work to do after every undo. */
  afterUndo(work: () => void): void
  /** Forgets all steps: their rows were replaced. */
  abandon(): void
}

type Steps = (() => void)[]

export function createJournal(): Journal {
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
    note: step => void steps?.push(step),

    check() {
      if (abandoned) throw new Restored()
    },

    get open() {
      return open && !abandoned
    },

    async transaction(work) {
      const noted: Steps = []
      steps = noted
      open = true
      try {
        return await work()
      } catch (error) {
        if (!abandoned) undo(noted)
        throw error
      } finally {
        steps = undefined
        open = false
        abandoned = false
      }
    },

    together(work) {
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

    afterUndo: work => void afterwards.push(work),

    abandon() {
      steps = undefined
      abandoned = open
    },
  }
}
