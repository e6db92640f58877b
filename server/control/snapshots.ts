/** Takes and restores snapshots of all data; their format is private to the store. */
interface SnapshotSource {
  /** The current number of objects, to limit the memory of snapshots. */
  countObjects?(): number
  snapshot(): Promise<unknown> | unknown
  restore(snapshot: never): Promise<void> | void
}

/** Snapshots by name. */
export interface Snapshots {
  /** Takes a snapshot, replacing any of the same name. @default id `snapshot-1`, `snapshot-2`... */
  take(id?: string): Promise<string>
  /** The total number of objects in all snapshots. */
  countObjects(): number
  list(): readonly string[]
  /** Restores a listed snapshot. */
  restore(id: string): Promise<void>
  /** Deletes a snapshot; false if there is none with this name. */
  remove(id: string): boolean
}

export function createSnapshots(source: SnapshotSource): Snapshots {
  const kept = new Map<string, { state: unknown; objects: number }>()
  let last = 0

  function nextId(): string {
    do last++
    while (kept.has(`snapshot-${last}`))
    return `snapshot-${last}`
  }

  return {
    async take(id = nextId()) {
      const objects = source.countObjects?.() ?? 0
      kept.set(id, { state: await source.snapshot(), objects })
      return id
    },
    countObjects: () => [...kept.values()].reduce((sum, { objects }) => sum + objects, 0),
    list: () => [...kept.keys()],
    restore: async id => source.restore(kept.get(id)?.state as never),
    remove: id => kept.delete(id),
  }
}
