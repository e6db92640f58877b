import type { SetupWorker } from 'msw/browser'
import { sleep } from '../../server/control/index.js'
import { warn } from '../console.js'
import { workerChecksum } from '../vendor/msw.js'
import type { PersistPage } from './persist.js'

/** The part of the browser's `window` that is used here. */
export interface WorkerPage {
  readonly location: { href: string; origin: string; pathname: string; protocol: string; reload(): void }
  readonly isSecureContext: boolean
  readonly navigator: { serviceWorker?: PageWorkers }
  /** Reading it throws if the page may not use it. */
  readonly sessionStorage: PersistPage['sessionStorage']
  addEventListener(
    event: 'pageshow',
    listener: (event: { persisted: boolean }) => void,
    options: { signal: AbortSignal },
  ): void
  addEventListener(
    event: 'beforeunload',
    listener: (event: { stopImmediatePropagation(): void }) => void,
    options: { capture: true },
  ): void
}

interface PageWorkers {
  getRegistration(): Promise<{ active?: { scriptURL: string; state: string } | null } | undefined>
  readonly controller?: { postMessage(message: string): void } | null
  addEventListener?(
    event: 'message' | 'controllerchange',
    listener: (message: { data?: { type?: string } }) => void,
    options: { signal: AbortSignal },
  ): void
}

interface WorkerOptions {
  onUnhandledRequest: 'bypass' | 'warn' | 'error'
  workerUrl: string
  quiet: boolean
}

const advice =
  'Put its file into the folder that your pages are served from: npx schedkit mock --init public. ' +
  'If it is not served at the root, set its URL: startMock({ workerUrl }).'

/**
 * Starts MSW's worker. Without these checks, MSW waits forever if the file belongs to another worker, throws in the page at each
 * response if the file is outdated, reloads the page endlessly if it is outside the worker's scope, and may start without
 * controlling the page.
 *
 * @throws an Error that says what is wrong with the worker's file, or that the browser does not use it for the page
 */
export async function startWorker(
  worker: Pick<SetupWorker, 'start' | 'stop'>,
  { onUnhandledRequest, workerUrl, quiet }: WorkerOptions,
  page = globalThis as unknown as WorkerPage,
): Promise<void> {
  const url = new URL(workerUrl, page.location.href)
  const serviceWorker = workersOf(page)
  if (serviceWorker) {
    await refuseFile(workerUrl, page)
    const active = (await serviceWorker.getRegistration())?.active
    // Otherwise, MSW would reload the page endlessly.
    if (active?.scriptURL === url.href)
      await untilControlled(serviceWorker, page, active.state === 'activated' ? 0 : claimTime)
  } else {
    warnWithoutWorker(page)
  }
  const webSocket = Object.getOwnPropertyDescriptor(page, 'WebSocket')
  try {
    await worker.start({ onUnhandledRequest, quiet, serviceWorker: { url: workerUrl } })
  } catch (error) {
    throw failed(reasonOf(error), error)
  }
  // MSW patches WebSocket for its WebSocket handlers, which a mock does not have; a failing connection would then open first.
  if (webSocket) Object.defineProperty(page, 'WebSocket', webSocket)
  if (!serviceWorker) return
  try {
    await untilControlled(serviceWorker, page, claimTime)
  } catch (error) {
    worker.stop()
    throw error
  }
}

/** Returns the page's service workers; undefined for pages opened from files, which cannot have any. */
const workersOf = ({ location, navigator }: WorkerPage) =>
  location.protocol === 'file:' ? undefined : navigator.serviceWorker

/** @throws an Error if the worker's file is not the one that the page needs, or cannot control the page */
export async function refuseFile(
  workerUrl: string,
  page = globalThis as unknown as WorkerPage,
): Promise<void> {
  if (!workersOf(page)) return
  const url = new URL(workerUrl, page.location.href)
  refuseScope(url, page)
  const problem = await problemOf(url)
  if (problem !== undefined) throw failed(`${problem} ${advice}`)
}

/** The milliseconds that a new worker may take to claim the page, which it does a moment after MSW has started. */
const claimTime = 1_000

/** The session storage key that is set while the page reloads, so that it reloads only once. */
const reloadKey = 'schedkit reload'

/**
 * Waits until a worker controls the page: until then, requests go to the network. A worker claims pages only when it is new: not
 * if it unregistered itself while another tab still used it, nor after a reload that bypassed it (Shift+Reload). As it controls
 * pages that are loaded later, this page is reloaded, and the promise stays pending.
 *
 * @throws an Error if the reload has not helped or is not possible
 */
async function untilControlled(workers: PageWorkers, page: WorkerPage, milliseconds: number): Promise<void> {
  if (!workers.controller) await controllerChange(workers, milliseconds)
  const storage = storageOf(page)
  const isReloaded = storage?.getItem(reloadKey) != null
  if (isReloaded) storage?.removeItem(reloadKey)
  if (workers.controller) return
  if (isReloaded || !storage || !marked(storage)) {
    const attempts = isReloaded ? ', even after a reload' : ''
    throw failed(
      `the browser does not let its worker answer this page${attempts}, so requests would go to the network. Close the ` +
        `other tabs of ${page.location.origin}, turn off "Bypass for network" in the developer tools, and reload the page.`,
    )
  }
  // Otherwise, MSW would tell the worker that the page is closed, and the worker would unregister itself again.
  page.addEventListener('beforeunload', event => event.stopImmediatePropagation(), { capture: true })
  page.location.reload()
  await new Promise<never>(() => {})
}

/** Resolves when another worker controls the page, or after a number of milliseconds. */
async function controllerChange(workers: PageWorkers, milliseconds: number): Promise<void> {
  const listening = new AbortController()
  const { signal } = listening
  const change = new Promise<void>(resolve => {
    workers.addEventListener?.('controllerchange', () => resolve(), { signal })
  })
  await Promise.race([change, sleep(milliseconds)])
  listening.abort()
}

/** Returns the session storage of a page, if the page may use it. */
function storageOf(page: WorkerPage): WorkerPage['sessionStorage'] | undefined {
  try {
    return page.sessionStorage
  } catch {
    return undefined
  }
}

/** Records that the page is being reloaded; returns false if storage is full. */
function marked(storage: WorkerPage['sessionStorage']): boolean {
  try {
    storage.setItem(reloadKey, 'true')
    return true
  } catch {
    return false
  }
}

/**
 * Throws if another copy of MSW already answers the page: both would get each request, and the first response would win. To
 * find out, it sends a request: MSW's worker passes requests only to pages in which MSW was started.
 *
 * @throws an Error that says what to do
 */
export async function refuseSecondWorker(
  workerUrl: string,
  page = globalThis as unknown as WorkerPage,
): Promise<void> {
  const { serviceWorker } = page.navigator
  if (!serviceWorker?.controller) return
  const listening = new AbortController()
  const { signal } = listening
  let isAnswered = false
  const listener = ({ data }: { data?: { type?: string } }) => {
    isAnswered ||= data?.type === 'REQUEST'
  }
  serviceWorker.addEventListener?.('message', listener, { signal })
  await fetch(new URL(workerUrl, page.location.href), { method: 'HEAD' }).catch(() => {})
  listening.abort()
  if (!isAnswered) return
  throw failed(
    'MSW already answers this page (worker.start()). Use one worker: startMock({ ...options, handlers: yourHandlers }), ' +
      'or setupWorker(...yourHandlers, ...createMock(options).handlers).',
  )
}

/** The interval for announcing the page to the worker, in milliseconds: a worker restarted by the browser knows no pages. */
const interval = 5_000

/**
 * Announces the page to the worker repeatedly. A page signs off when it is left, and the browser may restore it from its cache.
 * Restarting MSW would load the worker's file first, and until then requests would go to the network.
 *
 * When the worker's file was updated, the new worker takes over all pages, but MSW ignores its messages: requests that it passed
 * to the page would never be answered. So the page is reloaded.
 */
export function keepAnswering(signal: AbortSignal, page = globalThis as unknown as WorkerPage): void {
  const { serviceWorker } = page.navigator
  let known = serviceWorker?.controller
  const activate = () => {
    if (serviceWorker?.controller === known) known?.postMessage('MOCK_ACTIVATE')
  }
  const follow = () => {
    const { controller } = serviceWorker ?? {}
    if (!controller || controller === known) return
    if (known) {
      warn('The worker of the mock was updated: the page is reloaded, so that the new one answers it.')
      page.location.reload()
    }
    known = controller
  }
  serviceWorker?.addEventListener?.('controllerchange', follow, { signal })
  page.addEventListener('pageshow', ({ persisted }) => persisted && activate(), { signal })
  const timer = setInterval(activate, interval)
  signal.addEventListener('abort', () => clearInterval(timer))
}

/** The maximum number of checks whether a worker has gone, and the pause between them in milliseconds. */
const checks = 50
const pause = 10

/**
 * Waits until a stopped worker has unregistered itself, which it does unless it serves other pages. If MSW restarted it before
 * that, it would report a failed update.
 */
export async function untilGone(page = globalThis as unknown as WorkerPage): Promise<void> {
  for (let check = 0; check < checks; check++) {
    if (!(await page.navigator.serviceWorker?.getRegistration())) return
    await sleep(pause)
  }
}

const failed = (why: string, cause?: unknown) => new Error(`Failed to start the mock: ${why}`, { cause })

/** Extracts the reason from MSW's message, without its advice. */
function reasonOf(cause: unknown): string {
  const text = cause instanceof Error ? cause.message : String(cause)
  const lines = text.split('\n').filter(line => line.trim() !== '')
  const reason = lines.find(line => !line.startsWith('[MSW]')) ?? lines[0] ?? text
  const policy = 'to the Content-Security-Policy of the page'
  if (/TrustedScriptURL/.test(text)) {
    return (
      `${reason} Add "trusted-types default" ${policy}, and call trustedTypes.createPolicy('default', ` +
      '{ createScriptURL: url => url }) before startMock.'
    )
  }
  return /content security policy/i.test(text) ? `${reason} Add "worker-src 'self'" ${policy}.` : reason
}

function refuseScope(url: URL, { location }: WorkerPage): void {
  if (url.origin !== location.origin) {
    throw failed(`the worker ${url.href} has another origin than the page, ${location.origin}. ${advice}`)
  }
  const folder = new URL('.', url).pathname
  if (location.pathname.startsWith(folder)) return
  throw failed(
    `the worker ${url.pathname} answers for pages under ${folder} only, and this page is ${location.pathname}. ` +
      'Serve its file from a folder above all pages.',
  )
}

/** Warns that without a worker, MSW only patches `fetch` and `XMLHttpRequest` of the page. */
function warnWithoutWorker({ isSecureContext, location }: WorkerPage): void {
  const why = isSecureContext
    ? 'this browser has none'
    : `browsers allow them on https and on localhost only, and this page is on ${location.origin}`
  warn(
    `schedkit works without a service worker, because ${why}: only fetch and XMLHttpRequest of this page are answered. ` +
      'Open the page on localhost, or serve it over https.',
  )
}

/** Describes what is wrong with a worker's file; returns undefined if it is MSW's or cannot be read. */
async function problemOf(url: URL): Promise<string | undefined> {
  const response = await fetch(url).catch(() => undefined)
  if (!response) return undefined
  const { ok, status, headers } = response
  const where = `there is no worker at ${url.pathname}:`
  if (!ok) return `${where} the answer was ${status}.`
  const type = (headers.get('content-type') ?? 'no Content-Type').split(';')[0]
  if (type === 'text/html') {
    return `${where} the answer was a page (text/html), as development servers send for unknown paths.`
  }
  if (!/javascript/.test(type ?? '')) return `${where} the answer was ${type}.`
  const text = await response.text()
  if (!/\bMOCK_ACTIVATE\b/.test(text)) return `the file at ${url.pathname} is not MSW's worker.`
  if (text.includes(workerChecksum)) return undefined
  const [, version] = /PACKAGE_VERSION = '([^']+)'/.exec(text) ?? []
  const which = version === undefined ? 'another MSW' : `msw ${version}`
  return `the file at ${url.pathname} is the worker of ${which}, which does not fit this schedkit.`
}
