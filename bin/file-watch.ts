import { type Stats, unwatchFile, watchFile } from 'node:fs'

/**
 * The polling interval, and how long the file must stay unchanged, in milliseconds. Polling detects what file system events
 * miss: files that editors replace, links, and folders shared with another machine.
 */
const interval = 150
const quiet = 200

/** Runs work whenever a file has changed and is no longer being written; never concurrently. */
export function createFileWatch(path: string, work: () => Promise<void>) {
  let timer: NodeJS.Timeout | undefined
  let isWorking = false
  let isClosed = false

  function look(now: Stats, before: Stats): void {
    if (now.mtimeMs === before.mtimeMs && now.size === before.size && now.ino === before.ino) return
    clearTimeout(timer)
    timer = setTimeout(start, quiet)
  }

  async function start(): Promise<void> {
    if (isClosed) return
    if (isWorking) {
      timer = setTimeout(start, quiet)
      return
    }
    isWorking = true
    await work().finally(() => {
      isWorking = false
    })
  }

  watchFile(path, { interval }, look)
  return {
    close(): void {
      isClosed = true
      clearTimeout(timer)
      unwatchFile(path, look)
    },
  }
}
