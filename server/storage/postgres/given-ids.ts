/** What has ids from a sequence. */
export type Numbered = 'resources' | 'bookings' | 'collaborators'

/** The ids that one transaction gives. */
export interface GivenIds {
  /** An id that a sequence gave to a transaction which was undone; undefined if there is none. */
  take(table: Numbered): number | undefined
  /** Notes an id that a sequence gave. */
  given(table: Numbered, id: number): void
}

export type UnusedIds = ReturnType<typeof createUnusedIds>

/**
 * Sequences do not take back what they gave to a transaction that was undone. It is used for the next objects, so that a
 * refused request leaves no gap.
 */
export function createUnusedIds() {
  const unused = new Map<Numbered, readonly number[]>()
  let epoch = 0

  return {
    /** For a transaction: the ids that it uses are its own until it is undone. */
    begin() {
      const begun = epoch
      let used: [Numbered, number][] = []
      let isUndone = false

      function note(table: Numbered, id: number): void {
        if (!isUndone) used.push([table, id])
        else if (begun === epoch) {
          const all = [...(unused.get(table) ?? []), id]
          unused.set(
            table,
            all.sort((one, other) => one - other),
          )
        }
      }

      const ids: GivenIds = {
        take(table) {
          const [id, ...others] = begun === epoch ? (unused.get(table) ?? []) : []
          if (id === undefined) return undefined
          unused.set(table, others)
          note(table, id)
          return id
        },
        given: note,
      }
      return {
        ids,
        /** None of them is in the database, and none will be; nor will be those of which it learns later. */
        undo(): void {
          isUndone = true
          for (const [table, id] of used) note(table, id)
          used = []
        },
      }
    },
    list: (): ReadonlyMap<Numbered, readonly number[]> => new Map(unused),
    /** The sequences start again, or go back to where they were when `before` was listed. */
    reset(before: ReadonlyMap<Numbered, readonly number[]> = new Map()): void {
      epoch++
      unused.clear()
      for (const [table, ids] of before) unused.set(table, ids)
    },
  }
}
