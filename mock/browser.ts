import type { RequestHandler } from 'msw'
import type { SetupWorker } from 'msw/browser'
import { assembleMock, partsOf } from './assembly.js'
import { inform } from './console.js'
import { loginsInWords, loginsOf } from './engine/authentication.js'
import { extendMock, type Mock, mockOptionRules, type PlainMockOptions } from './mock.js'
import { aBoolean, aString, checkOptions, either, handlerList, oneOf } from './options.js'
import { warnOfEarlyRequests } from './page/early-requests.js'
import { inLoadedWorld, type LoadedWorldOptions, loadedWorldRules } from './page/loaded-world.js'
import { persistToSessionStorage } from './page/persist.js'
import { noteRunning } from './page/running.js'
import { keepAnswering, refuseFile, refuseSecondWorker, startWorker, untilGone } from './page/worker.js'
import { http, passthrough, setupWorker } from './vendor/msw.js'

export type { LoadedWorldOptions } from './page/loaded-world.js'
export * from './public.js'

export interface BrowserMockOptions extends PlainMockOptions, LoadedWorldOptions {
  /** Your own handlers, which come first. */
  handlers?: readonly RequestHandler[] | undefined
  /** What to do with requests without a handler; `bypass` by default, because a page loads much that is not the API. */
  onUnhandledRequest?: 'bypass' | 'warn' | 'error' | undefined
  /**
   * The URL of the worker's file; `/mockServiceWorker.js` by default. The worker controls pages in its folder and below.
   */
  workerUrl?: string | undefined
  /**
   * Keeps data, clock and e-mails in the tab's session storage across reloads and navigations; off by default. Pass a name
   * to discard them later by changing it, for example to `v2` after you changed the seed.
   */
  persist?: boolean | string | undefined
  /** Turns off MSW's console message for each request and the list of log-ins at startup. */
  quiet?: boolean | undefined
}

/** A mock that answers the requests of a page. */
export interface BrowserMock extends Mock {
  /** MSW's worker: `worker.use(...)` overrides a response until the next reset. */
  readonly worker: SetupWorker
  /** Stops the mock: requests go to the network again. Held and delayed requests are answered at once. */
  close(): void
}

const library = { http, passthrough }

/**
 * Creates a mock of the whole service: MSW handlers, built with the copy of MSW for pages. Mocks share no state.
 *
 * @example
 * const mock = createMock({ baseUrl: 'https://other.example.com', seed: demo({ now: Date.now() }) })
 * worker.use(...mock.handlers)
 * @throws SeedError if the seed is not valid; an Error if another option is not valid
 */
export function createMock(options: PlainMockOptions & LoadedWorldOptions): Mock {
  checkOptions('create a mock', options, { ...mockOptionRules, ...loadedWorldRules })
  return assembleMock(library, inLoadedWorld(options))
}

/** The previous start, which each start waits for: frameworks may run a module or an effect several times. */
let before: Promise<unknown> = Promise.resolve()
let running: BrowserMock | undefined
let hasStarted = false

/**
 * Answers this page's requests to the API through a service worker once the promise resolves. A page has one mock:
 * starting another closes the previous one.
 *
 * @example
 * const mock = await startMock({ baseUrl: 'https://api.example.com', seed: demo({ now: Date.now() }) })
 * @throws SeedError if the seed is not valid; an Error if the worker's file is missing or another option is not valid
 */
export function startMock(options: BrowserMockOptions): Promise<BrowserMock> {
  const started = before.then(() => open(options))
  before = started.catch(() => {})
  return started
}

async function open(options: BrowserMockOptions): Promise<BrowserMock> {
  checkOptions('start a mock', options, {
    ...mockOptionRules,
    handlers: handlerList,
    onUnhandledRequest: oneOf('bypass', 'warn', 'error'),
    workerUrl: aString,
    persist: either(aBoolean, aString),
    quiet: aBoolean,
    ...loadedWorldRules,
  })
  const {
    handlers = [],
    onUnhandledRequest = 'bypass',
    workerUrl = '/mockServiceWorker.js',
    persist = false,
    quiet = false,
    ...rest
  } = options
  refuseNode()
  const mock = assembleMock(library, inLoadedWorld({ challenge: 'hidden' as const, ...rest }))
  await mock.ready
  // A mistake in the options leaves the previous mock running.
  if (running) {
    await refuseFile(workerUrl)
    running.close()
    await untilGone()
  }
  await refuseSecondWorker(workerUrl)
  const persistence =
    persist === false ? undefined : persistToSessionStorage({ mock, name: persist === true ? '' : persist })
  const worker = setupWorker(...handlers, ...mock.handlers)
  try {
    await startWorker(worker, { onUnhandledRequest, workerUrl, quiet })
  } catch (error) {
    persistence?.stop()
    throw error
  }
  const listening = new AbortController()
  keepAnswering(listening.signal)
  if (!quiet) inform(greeting(mock, rest))
  // A previous mock may have answered them.
  const stopWarning = hasStarted ? () => {} : warnOfEarlyRequests(mock.baseUrl)
  hasStarted = true
  let isOpen = true

  running = extendMock(mock, {
    worker,
    get outbox() {
      return persistence?.outbox() ?? mock.outbox
    },
    reset(...given: []) {
      mock.reset(...given)
      worker.resetHandlers()
      persistence?.clearOutbox()
    },
    async load(seed: Parameters<Mock['load']>[0]) {
      await mock.load(seed)
      worker.resetHandlers()
      persistence?.clearOutbox()
    },
    close() {
      if (!isOpen) return
      isOpen = false
      persistence?.stop()
      stopWarning()
      listening.abort()
      worker.stop()
      partsOf(mock).engine.faults.clear()
      noteRunning(undefined)
    },
  })
  noteRunning(running)
  return running
}

/** The message on the console when the mock has started. */
function greeting({ baseUrl, db }: Mock, { auth }: PlainMockOptions): string {
  // The accounts of the previous page if its data were kept.
  const logins = loginsOf(db.user.getAll())
  return [
    `schedkit answers ${baseUrl}.`,
    ...(auth === undefined ? [] : [`Requests without credentials are sent ${auth.replace(':', ' ')}.`]),
    ...(logins.length === 0 ? ['It has no accounts.'] : [`Log in as\n  ${loginsInWords(logins, '\n  ')}`]),
  ].join(' ')
}

/** Throws in jsdom and happy-dom: they resemble a page, but cannot run MSW's worker. */
function refuseNode(): void {
  const { process } = globalThis as { process?: { versions?: { node?: string; electron?: string } } }
  if (process?.versions?.node === undefined || process.versions.electron !== undefined) return
  throw new Error(
    'Failed to start a mock: schedkit/mock/browser is for pages. In Node.js, also with jsdom or happy-dom, use ' +
      'schedkit/mock/node.',
  )
}
