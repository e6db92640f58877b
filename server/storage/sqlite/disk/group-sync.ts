/** Lets writes that wait at the same time share one sync. */
export interface GroupSync {
  /** Counts one more write that is to be synced, and gives its number. */
  count(): number
  /** Resolves when the write of this number, and all before it, are on disk; rejects when that failed. */
  until(number: number): Promise<void>
  /** The number of the last write. */
  last(): number
}

/**
 * @param sync Brings all that was written before the call to the disk. It is called again when it has ended, and somebody
 *   waits for a later write; when it failed, never again.
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
