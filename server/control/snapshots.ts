/** Takes and restores snapshots of all data; their form is private to the store. */
export interface SnapshotSource {
  snapshot(): Promise<unknown> | unknown
  restore(snapshot: never): Promise<void> | void
}

/** Snapshots by name. */
export interface Snapshots {
  /** Takes a snapshot and replaces one of the same name. @default id `snapshot-1`, `snapshot-2`... */
  take(id?: string): Promise<string>
  list(): readonly string[]
  /** False if there is none with this name. */
  restore(id: string): Promise<boolean>
  /** False if there is none with this name. */
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
