/** Takes and restores snapshots of all data; their form is private to the store. */
interface SnapshotSource {
  /** How many objects there are now; for what bounds the memory of snapshots. */
  countObjects?(): number
  snapshot(): Promise<unknown> | unknown
  restore(snapshot: never): Promise<void> | void
}

/** Snapshots by name. */
export interface Snapshots {
  /** Takes a snapshot and replaces one of the same name. @default id `snapshot-1`, `snapshot-2`... */
  take(id?: string): Promise<string>
  /** How many objects all snapshots have together. */
  countObjects(): number
  list(): readonly string[]
  /** Restores one that is listed. */
  restore(id: string): Promise<void>
  /** False if there is none with this name. */
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
