import type { RequestHandler } from 'msw'
import type { SetupWorker } from 'msw/browser'
import { report } from './console.js'
import { assembleMock } from './create-mock.js'
import type { Mock, MockOptions } from './mock.js'
import { persistToSessionStorage } from './persist.js'
import { http, setupWorker } from './vendor/msw.js'
import { startWorker, untilGone } from './worker.js'

export * from './index.js'

export interface BrowserMockOptions extends MockOptions {
  /** Handlers of your own, which come first. */
  handlers?: readonly RequestHandler[]
  /** What becomes of requests that nobody handles; `bypass` by default, for a page loads much that is not the API. */
  onUnhandledRequest?: 'bypass' | 'warn' | 'error'
  /**
   * Where the worker's file is served; `/mockServiceWorker.js` by default. It answers for pages in its folder and below.
   */
  workerUrl?: string
  /**
   * Keeps data, clock and e-mails over reloads and from page to page, in the session storage of the tab; off by default.
   * A name keeps them until you choose another one: after you changed the seed, say `v2`.
   */
  persist?: boolean | string
  /** Does not log each request on the console, as MSW does by default. */
  quiet?: boolean
}

/** A mock that answers the requests of a page. */
export interface BrowserMock extends Mock {
  /** MSW's own worker: `worker.use(...)` overrides an answer, until the next reset. */
  readonly worker: SetupWorker
  /** Requests go to the network again. */
  close(): void
}

/** Frameworks run a module or an effect again at will: what starts waits for what started before. */
let before: Promise<unknown> = Promise.resolve()
let running: BrowserMock | undefined

/**
 * Answers the requests of this page that go to the API, by a service worker, once the promise resolves. A page has one
 * mock: another start closes the one before.
 *
 * @example
 * const mock = await startMock({ baseUrl: 'https://api.example.com', seed: demo({ now: Date.now() }) })
 * @throws SeedError where the seed is wrong; an Error where the worker's file is not there, or another option can't be used
 */
export function startMock(options: BrowserMockOptions): Promise<BrowserMock> {
  const started = before.then(() => open(options))
  before = started.catch(() => {})
  return started
}

async function open(options: BrowserMockOptions): Promise<BrowserMock> {
  const {
    handlers = [],
    onUnhandledRequest = 'bypass',
    workerUrl = '/mockServiceWorker.js',
    persist = false,
    quiet = false,
    ...rest
  } = options
  const mock = assembleMock(http, { challenge: 'hidden', ...rest })
  await mock.ready
  // A mistake in the options leaves the mock before as it is.
  if (running) {
    running.close()
    await untilGone()
  }
  const persistence =
    persist === false ? undefined : persistToSessionStorage({ mock, name: persist === true ? '' : persist })
  const worker = setupWorker(...handlers, ...mock.handlers)
  const start = () => startWorker(worker, { onUnhandledRequest, workerUrl, quiet })
  try {
    await start()
  } catch (error) {
    persistence?.stop()
    throw error
  }
  const listening = new AbortController()
  onReturn(listening.signal, () => {
    worker.stop()
    // At once, for the page may be sending requests already.
    start().catch(error => report('schedkit failed to answer this page again:', error))
  })
  let isOpen = true

  running = Object.defineProperties({} as BrowserMock, {
    ...Object.getOwnPropertyDescriptors(mock),
    ...Object.getOwnPropertyDescriptors({
      worker,
      get outbox() {
        return persistence?.outbox() ?? mock.outbox
      },
      reset() {
        worker.resetHandlers()
        persistence?.clearOutbox()
        mock.reset()
      },
      close() {
        if (!isOpen) return
        isOpen = false
        persistence?.stop()
        listening.abort()
        worker.stop()
      },
    }),
  })
  return running
}

interface Page {
  addEventListener(
    event: 'pageshow',
    listener: (event: { persisted: boolean }) => void,
    options: { signal: AbortSignal },
  ): void
}

/** A page that is left signs off from the worker, also where it comes back later as it was. */
function onReturn(signal: AbortSignal, work: () => void): void {
  const page = globalThis as unknown as Page
  page.addEventListener('pageshow', ({ persisted }) => persisted && work(), { signal })
}
