/** A write that comes too late: the rows it was about were exchanged by a restore. */
export class Restored extends Error {
  override readonly name = 'Restored'

  constructor() {
    super('Failed to write: the store was restored meanwhile. Await every answer before a restore.')
  }
}

/** Remembers how to undo what is written, so that work which fails leaves nothing behind. */
export interface Journal {
  /** Takes down how to undo the step that comes next. */
  note(undo: () => void): void
  /** Refuses the writes of a transaction whose rows were exchanged by a restore. */
  check(): void
  /** Is a transaction under way whose writes count? */
  readonly open: boolean
  /** Runs one transaction: whatever the work throws undoes all of it. */
  transaction<T>(work: () => Promise<T>): Promise<T>
  /** Runs several steps at once, which are all undone where one of them throws. */
  together<T>(work: () => T): T
  /** Says what is to be done whenever steps were undone. */
  afterUndo(work: () => void): void
  /** Forgets what was noted: the rows it is about are gone. */
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
