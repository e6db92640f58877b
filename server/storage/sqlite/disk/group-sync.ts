/** Writes that wait at the same time share one sync. */
export interface GroupSync {
  /** Counts a write that needs a sync, and returns its number. */
  count(): number
  /** Resolves once this write and all before it are on disk; rejects if the sync failed. */
  until(number: number): Promise<void>
  /** The number of the last write. */
  last(): number
}

/**
 * @param sync Syncs everything written before the call. It is called again for later writes once it has finished, but never
 *   after a failure.
 */
export function createGroupSync(sync: () => Promise<void>): GroupSync {
  let last = 0
  let synced = 0
  let running: Promise<void> | undefined

  async function run(): Promise<void> {
    const upTo = last
    await sync()
    synced = upTo
    running = undefined
  }

  return {
    count: () => ++last,
    last: () => last,
    async until(number) {
      while (synced < number) {
        running ??= run()
        await running
      }
    },
  }
}
