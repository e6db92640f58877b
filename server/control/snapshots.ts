/** Takes and restores snapshots of all data; their form is private to the store. */
interface SnapshotSource {
  snapshot(): Promise<unknown> | unknown
  restore(snapshot: never): Promise<void> | void
}

/** Snapshots by name. */
export type Snapshots = ReturnType<typeof createSnapshots>

export function createSnapshots(source: SnapshotSource) {
  const kept = new Map<string, unknown>()
  let last = 0

  function nextId(): string {
    do last++
    while (kept.has(`snapshot-${last}`))
    return `snapshot-${last}`
  }

  return {
    /** Takes a snapshot and replaces one of the same name. @default id `snapshot-1`, `snapshot-2`... */
    async take(id = nextId()): Promise<string> {
      kept.set(id, await source.snapshot())
      return id
    },
    list: (): readonly string[] => [...kept.keys()],
    /** False if there is none with this name. */
    async restore(id: string): Promise<boolean> {
      if (!kept.has(id)) return false
      await source.restore(kept.get(id) as never)
      return true
    },
    /** False if there is none with this name. */
    remove: (id: string): boolean => kept.delete(id),
  }
}
