export type Key = string | number

/** A row as it stands at one moment: a change makes another one, so that snapshots can share them. */
export interface Row<Entity, Kept> {
  /** The place among the rows of its table, ascending. */
  readonly order: number
  readonly entity: Entity
  /** What the port gives out of this row. */
  readonly kept: Kept
}

/** Something that is kept up to date beside the rows of a table. */
export interface Index<Each> {
  /** Throws where the row that comes for this one can't be taken. */
  check?(after: Each, before: Each | undefined): void
  move(before: Each | undefined, after: Each | undefined): void
}
