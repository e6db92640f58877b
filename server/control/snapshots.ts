/** Takes and restores snapshots of all data; their form is private to the store. */
interface SnapshotSource {
  /** How many objects there are now; for what bounds the memory of snapshots. */
  countObjects?(): number
  snapshot(): Promise<unknown> | unknown
  restore(snapshot: never): Promise<void> | void
}

/** Snapshots by name. */
export type Snapshots = ReturnType<typeof createSnapshots>

export function createSnapshots(source: SnapshotSource) {
  const kept = new Map<string, { state: unknown; objects: number }>()
  let last = 0

  function nextId(): string {
    do last++
    while (kept.has(`snapshot-${last}`))
    return `snapshot-${last}`
  }

  return {
    /** Takes a snapshot and replaces one of the same name. @default id `snapshot-1`, `snapshot-2`... */
    async take(id = nextId()): Promise<string> {
      const objects = source.countObjects?.() ?? 0
      kept.set(id, { state: await source.snapshot(), objects })
      return id
    },
    /** How many objects all snapshots have together. */
    countObjects: (): number => [...kept.values()].reduce((sum, { objects }) => sum + objects, 0),
    list: (): readonly string[] => [...kept.keys()],
    /** Restores one that is listed. */
    restore: async (id: string): Promise<void> => source.restore(kept.get(id)?.state as never),
    /** False if there is none with this name. */
    remove: (id: string): boolean => kept.delete(id),
  }
}
