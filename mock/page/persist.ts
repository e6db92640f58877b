import type { OutboxEntry } from '../../server/control/index.js'
import { warn } from '../console.js'
import type { MockSnapshotData } from '../engine/snapshot.js'
import type { Mock } from '../mock.js'

/** The data of a mock in session storage; other formats are ignored. */
interface SavedState {
  format: 1
  /** The value of the option `persist`. */
  name: string
  snapshot: MockSnapshotData
  outbox: readonly OutboxEntry[]
  clock: { now: number; frozen: boolean; ahead: number }
}

/** Saved instead of data that did not fit, so that the next page can report it. */
interface LostState {
  format: 1
  name: string
  lost: string
}

/** The part of the browser's `window` that is used here. */
export interface PersistPage {
  readonly sessionStorage: {
    getItem(key: string): string | null
    setItem(key: string, value: string): void
    removeItem(key: string): void
  }
  addEventListener(
    event: 'pagehide' | 'pageshow' | 'storage',
    listener: (event: { persisted?: boolean; key?: string | null }) => void,
    options: { signal: AbortSignal },
  ): void
}

/** The milliseconds that the previous page may take to save after this one is shown again. */
const saveTime = 1_000

interface PersistOptions {
  mock: Mock
  /** Data saved under another name are ignored. */
  name: string
  page?: PersistPage
}

/**
 * Restores data, clock and e-mails from the session storage of this tab, and saves them there when the page is left.
 * Errors never stop the page: they are logged to the console, and the mock starts with its seed.
 */
export function persistToSessionStorage({
  mock,
  name,
  page = globalThis as unknown as PersistPage,
}: PersistOptions) {
  const key = `schedkit ${mock.baseUrl}`
  const listening = new AbortController()
  let earlier: readonly OutboxEntry[] = []
  /** The id of the last e-mail of this page that `earlier` contains: after "back", the storage has its own e-mails, too. */
  let included = 0

  /** The e-mails of earlier pages, then those of this page. */
  const outbox = (): readonly OutboxEntry[] => {
    const last = earlier.at(-1)?.id ?? 0
    const added = mock.outbox.filter(({ id }) => id > included)
    return [...earlier, ...added.map(mail => ({ ...mail, id: mail.id - included + last }))]
  }

  function clearOutbox(): void {
    earlier = []
    included = 0
  }

  function load(): void {
    try {
      const text = page.sessionStorage.getItem(key)
      const state = text === null ? undefined : parseState(text, name)
      if (!state) return
      mock.restore(state.snapshot)
      setClock(mock, state.clock)
      earlier = state.outbox
      included = mock.outbox.at(-1)?.id ?? 0
    } catch (error) {
      mock.reset()
      clearOutbox()
      warn(`schedkit starts with the seed, not with the data of the page before: ${reasonOf(error)}`)
      try {
        page.sessionStorage.removeItem(key)
      } catch {
        // The reason has already been logged.
      }
    }
  }

  function save(): void {
    try {
      page.sessionStorage.setItem(key, JSON.stringify(captureState(mock, name, outbox())))
    } catch (error) {
      saveLoss(`they could not be kept in the session storage (${reasonOf(error)})`)
    }
  }

  /** Saves a message for the next page to log, because the console of a page that is being left is lost. */
  function saveLoss(lost: string): void {
    try {
      page.sessionStorage.removeItem(key)
      page.sessionStorage.setItem(key, JSON.stringify({ format: 1, name, lost } satisfies LostState))
    } catch {
      warn(`schedkit failed to keep the data of the mock for the next page: ${lost}`)
    }
  }

  load()
  const { signal } = listening
  page.addEventListener('pagehide', save, { signal })
  // After "back", the browser may restore this page from its cache, although later pages of the tab changed the data. The
  // last of them may still be saving.
  let returnedAt = Number.NEGATIVE_INFINITY
  page.addEventListener(
    'pageshow',
    ({ persisted }) => {
      if (!persisted) return
      returnedAt = performance.now()
      load()
    },
    { signal },
  )
  page.addEventListener(
    'storage',
    event => event.key === key && performance.now() - returnedAt < saveTime && load(),
    { signal },
  )
  return {
    outbox,
    /** Discards the e-mails of earlier pages; call it once the outbox of the mock is empty. */
    clearOutbox,
    /** Saves one last time, and stops. */
    stop() {
      listening.abort()
      save()
    },
  }
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

function captureState({ snapshot, clock }: Mock, name: string, outbox: readonly OutboxEntry[]): SavedState {
  const now = clock.now()
  return {
    format: 1,
    name,
    snapshot: snapshot().toJSON(),
    outbox,
    clock: { now, frozen: clock.frozen, ahead: now - Date.now() },
  }
}

/**
 * Parses a saved state; returns undefined if it was saved under another name.
 *
 * @throws an Error if the text is not a saved state
 */
function parseState(text: string, name: string): SavedState | undefined {
  const found: Partial<SavedState & LostState> | null = JSON.parse(text)
  if (found?.format !== 1) throw new Error(`the session storage holds ${text.slice(0, 40)} in their place`)
  if (found.name !== name) return undefined
  if (found.lost !== undefined) throw new Error(found.lost)
  return found as SavedState
}

function setClock({ clock }: Mock, { now, frozen, ahead }: SavedState['clock']): void {
  if (frozen) clock.freeze()
  else clock.run()
  clock.set(frozen ? now : Date.now() + ahead)
}
