import { type Stats, unwatchFile, watchFile } from 'node:fs'

/**
 * How often the file is looked at, and how long it must stay as it is, in milliseconds. Looking finds what notices of the
 * system miss: files that editors replace, links, and folders that are shared with another machine.
 */
const interval = 150
const quiet = 200

/** Does work whenever a file has changed and is no longer being written; never twice at once. */
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
