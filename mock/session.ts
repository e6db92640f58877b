import { warn } from './console.js'
import type { Mock } from './mock.js'
import type { MockSnapshotData } from './snapshot.js'

/** What is kept over a reload; another version is not read. */
interface Kept {
  version: 1
  snapshot: MockSnapshotData
  clock: { now: number; frozen: boolean; ahead: number }
}

/** What a page has of its browser, as far as it is used here. */
interface Page {
  sessionStorage: { getItem(key: string): string | null; setItem(key: string, value: string): void }
  addEventListener(event: 'pagehide', listener: () => void): void
}

/** Takes up the data that this tab had before its page was reloaded, and keeps them for the next time. */
export function keepInSession(mock: Mock, page = globalThis as unknown as Page): void {
  const key = `schedkit ${mock.baseUrl}`
  takeUp(mock, page.sessionStorage.getItem(key))
  page.addEventListener('pagehide', () => {
    try {
      page.sessionStorage.setItem(key, JSON.stringify(keptOf(mock)))
    } catch (error) {
      warn(`schedkit failed to keep the data of the mock for the next page: ${error}`)
    }
  })
}

function keptOf({ snapshot, clock }: Mock): Kept {
  const now = clock.now()
  return {
    version: 1,
    snapshot: snapshot().toJSON(),
    clock: { now, frozen: clock.frozen, ahead: now - Date.now() },
  }
}

function takeUp(mock: Mock, text: string | null): void {
  const kept: Kept | undefined = text === null ? undefined : JSON.parse(text)
  if (kept?.version !== 1) return
  mock.restore(kept.snapshot)
  const { now, frozen, ahead } = kept.clock
  if (frozen) mock.clock.freeze()
  else mock.clock.run()
  mock.clock.set(frozen ? now : Date.now() + ahead)
}
