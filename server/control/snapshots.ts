/** Takes and restores the data of a service as a whole; what a snapshot is, only the store knows. */
export interface SnapshotSource {
  snapshot(): Promise<unknown> | unknown
  restore(snapshot: never): Promise<void> | void
}

/** Snapshots by the names that callers from outside know them by. */
export interface Snapshots {
  /** Takes one under a name, in place of an older one of this name; `snapshot-1`, `snapshot-2`... where none is given. */
  take(id?: string): Promise<string>
  list(): readonly string[]
  /** False where there is none of this name. */
  restore(id: string): Promise<boolean>
  /** False where there is none of this name. */
  remove(id: string): boolean
}

export function createSnapshots(source: SnapshotSource): Snapshots {
  const kept = new Map<string, unknown>()
  let last = 0

  function nextId(): string {
    do last++
    while (kept.has(`snapshot-${last}`))
    return `snapshot-${last}`
  }

  return {
    async take(id = nextId()) {
      kept.set(id, await source.snapshot())
      return id
    },
    list: () => [...kept.keys()],
    async restore(id) {
      if (!kept.has(id)) return false
      await source.restore(kept.get(id) as never)
      return true
    },
    remove: id => kept.delete(id),
  }
}
