import type { OutboxEntry } from '../server/control/index.js'
import { warn } from './console.js'
import type { Mock } from './mock.js'
import type { MockSnapshotData } from './snapshot.js'

/** What is kept from one page to the next; another format is not read. */
interface Kept {
  format: 1
  /** What `persist` said. */
  name: string
  snapshot: MockSnapshotData
  outbox: readonly OutboxEntry[]
  clock: { now: number; frozen: boolean; ahead: number }
}

/** What stands in the place of data that did not fit, so that the next page can tell. */
interface Lost {
  format: 1
  name: string
  lost: string
}

interface SessionStorage {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
}

/** What a page has of its browser, as far as it is used here. */
export interface SessionPage {
  readonly sessionStorage: SessionStorage
  addEventListener(
    event: 'pagehide' | 'pageshow' | 'storage',
    listener: (event: { persisted?: boolean; key?: string | null }) => void,
    options: { signal: AbortSignal },
  ): void
}

/** How long a page that is left may take to write, in milliseconds. */
const writing = 1_000

/** What a mock has of the pages before. */
export interface Keeping {
  /** The e-mails of the pages before, then those of this one. */
  outbox(): readonly OutboxEntry[]
  /** Forgets the e-mails of the pages before. */
  empty(): void
  /** Keeps all for the next time, and nothing any more after that. */
  stop(): void
}

export interface KeepingOptions {
  mock: Mock
  /** Data that were kept under another name are not taken up. */
  name: string
  page?: SessionPage
}

/**
 * Takes up what this tab had on its page before (data, clock and e-mails), and keeps it for the next page. Nothing that
 * goes wrong there stops the page: it is said on the console, and the mock starts with its seed.
 */
export function keepInSession({
  mock,
  name,
  page = globalThis as unknown as SessionPage,
}: KeepingOptions): Keeping {
  const key = `schedkit ${mock.baseUrl}`
  const listening = new AbortController()
  let earlier: readonly OutboxEntry[] = []

  const outbox = () => {
    const last = earlier.at(-1)?.id ?? 0
    return [...earlier, ...mock.outbox.map(mail => ({ ...mail, id: mail.id + last }))]
  }

  function takeUp(): void {
    try {
      const text = page.sessionStorage.getItem(key)
      const kept = text === null ? undefined : read(text, name)
      if (!kept) return
      mock.restore(kept.snapshot)
      setClock(mock, kept.clock)
      earlier = kept.outbox
    } catch (error) {
      mock.reset()
      drop(error)
    }
  }

  function drop(error: unknown): void {
    warn(`schedkit starts with the seed, not with the data of the page before: ${reasonOf(error)}`)
    try {
      page.sessionStorage.removeItem(key)
    } catch {
      // A storage that can't be written to has been told of.
    }
  }

  function keep(): void {
    try {
      page.sessionStorage.setItem(key, JSON.stringify(keptOf(mock, name, outbox())))
    } catch (error) {
      keepLoss(`they could not be kept in the session storage (${reasonOf(error)})`)
    }
  }

  /** The console of a page that is left is gone: the next page tells. */
  function keepLoss(lost: string): void {
    try {
      page.sessionStorage.removeItem(key)
      page.sessionStorage.setItem(key, JSON.stringify({ format: 1, name, lost } satisfies Lost))
    } catch {
      warn(`schedkit failed to keep the data of the mock for the next page: ${lost}`)
    }
  }

  takeUp()
  const { signal } = listening
  page.addEventListener('pagehide', keep, { signal })
  // A page that comes back as it was left finds that other pages of the tab went on; the last may still be writing.
  let returnedAt = Number.NEGATIVE_INFINITY
  page.addEventListener(
    'pageshow',
    ({ persisted }) => {
      if (!persisted) return
      returnedAt = performance.now()
      takeUp()
    },
    { signal },
  )
  page.addEventListener(
    'storage',
    event => event.key === key && performance.now() - returnedAt < writing && takeUp(),
    { signal },
  )
  return {
    outbox,
    empty() {
      earlier = []
    },
    stop() {
      listening.abort()
      keep()
    },
  }
}

const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

function keptOf({ snapshot, clock }: Mock, name: string, outbox: readonly OutboxEntry[]): Kept {
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
 * What a text holds; nothing where it was kept under another name.
 *
 * @throws an Error where it is none that was kept here
 */
function read(text: string, name: string): Kept | undefined {
  const found: Partial<Kept & Lost> | null = JSON.parse(text)
  if (found?.format !== 1) throw new Error(`the session storage holds ${text.slice(0, 40)} in their place`)
  if (found.name !== name) return undefined
  if (found.lost !== undefined) throw new Error(found.lost)
  return found as Kept
}

function setClock({ clock }: Mock, { now, frozen, ahead }: Kept['clock']): void {
  if (frozen) clock.freeze()
  else clock.run()
  clock.set(frozen ? now : Date.now() + ahead)
}
