/** How far a run is. */
export interface Progress {
  readonly planned: number
  readonly done: number
  readonly failed: number
  readonly warned: number
  /** Ids of the checks that run now. */
  readonly running: readonly string[]
  /** Milliseconds until the rate limit lets a request go that waits for it; undefined where none waits. */
  readonly waiting?: number
  /** Milliseconds since the first check. */
  readonly elapsed: number
  /** The ledger, for the case that the process ends before it has cleaned up. */
  readonly ledger: string
  /** The check that has just ended, with what became of it. */
  readonly ended?: { readonly id: string; readonly title: string; readonly outcome: string }
}
