import type { RequestHandler } from 'msw'
import { type SetupWorker, setupWorker } from 'msw/browser'
import { createMock } from './create-mock.js'
import type { Mock } from './mock.js'
import type { MockOptions } from './options.js'
import { keepInSession } from './session.js'

export * from './index.js'

export interface BrowserMockOptions extends MockOptions {
  /** Handlers of your own, which come first. */
  handlers?: readonly RequestHandler[]
  /** What becomes of requests that nobody handles; `bypass` by default, for a page loads much that is not the API. */
  onUnhandledRequest?: 'bypass' | 'warn' | 'error'
  /** Where the worker's file is served; `/mockServiceWorker.js` by default. */
  workerUrl?: string
  /** Keeps the data over reloads of the page, in the session storage of the tab; off by default. */
  persist?: boolean
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

/**
 * Answers the requests of this page that go to the API, by a service worker, once the promise resolves.
 *
 * @example
 * const mock = await startMock({ baseUrl: 'https://api.example.com', seed: demo({ now: Date.now() }) })
 * @throws SeedError where the seed is wrong; an Error where the worker's file is not there, or another option can't be used
 */
export async function startMock(options: BrowserMockOptions): Promise<BrowserMock> {
  const {
    handlers = [],
    onUnhandledRequest = 'bypass',
    workerUrl = '/mockServiceWorker.js',
    persist = false,
    quiet = false,
    ...rest
  } = options
  const mock = createMock({ challenge: 'hidden', ...rest })
  await mock.ready
  if (persist) keepInSession(mock)
  const worker = setupWorker(...handlers, ...mock.handlers)
  await start(worker, { onUnhandledRequest, workerUrl, quiet })
  return Object.defineProperties({} as BrowserMock, {
    ...Object.getOwnPropertyDescriptors(mock),
    ...Object.getOwnPropertyDescriptors({
      worker,
      reset() {
        worker.resetHandlers()
        mock.reset()
      },
      close: () => worker.stop(),
    }),
  })
}

type Starting = Required<Pick<BrowserMockOptions, 'onUnhandledRequest' | 'workerUrl' | 'quiet'>>

async function start(worker: SetupWorker, { onUnhandledRequest, workerUrl, quiet }: Starting): Promise<void> {
  try {
    await worker.start({ onUnhandledRequest, quiet, serviceWorker: { url: workerUrl } })
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new Error(
      `Failed to start the mock: no service worker at ${workerUrl}. ` +
        'Put its file into the folder your pages are served from: npx schedkit mock --init public. ' +
        `Pages must come over https or from localhost. (${reason})`,
      { cause },
    )
  }
}
