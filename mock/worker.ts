import type { SetupWorker } from 'msw/browser'
import { warn } from './console.js'
import { sleep } from './sleep.js'

/** What a page has of its browser, as far as it is used here. */
export interface WorkerPage {
  readonly location: { href: string; origin: string; pathname: string; protocol: string }
  readonly isSecureContext: boolean
  readonly navigator: { serviceWorker?: { getRegistration(): Promise<object | undefined> } }
}

export interface WorkerOptions {
  onUnhandledRequest: 'bypass' | 'warn' | 'error'
  workerUrl: string
  quiet: boolean
}

/** How long a worker may say nothing before its file is looked at, in milliseconds. */
const patience = 2_000

const advice =
  'Put its file into the folder that your pages are served from: npx schedkit mock --init public. ' +
  'Say where it is served, if not at the root: startMock({ workerUrl }).'

/**
 * Starts MSW's worker. MSW itself waits for ever where the file is another worker's, and reloads the page again and
 * again where the page is none that the worker may answer.
 *
 * @throws an Error that says what is wrong with the worker's file
 */
export async function startWorker(
  worker: Pick<SetupWorker, 'start'>,
  { onUnhandledRequest, workerUrl, quiet }: WorkerOptions,
  page = globalThis as unknown as WorkerPage,
): Promise<void> {
  const url = new URL(workerUrl, page.location.href)
  if ('serviceWorker' in page.navigator && page.location.protocol !== 'file:') refuseScope(url, page)
  else warnOfNone(page)

  const start = worker.start({ onUnhandledRequest, quiet, serviceWorker: { url: workerUrl } }).then(
    () => 'started' as const,
    cause => ({ cause }),
  )
  const outcome = await Promise.race([start, sleep(patience)])
  if (outcome === 'started') return
  const problem = await problemOf(url)
  if (problem !== undefined) throw failed(`${problem} ${advice}`, outcome?.cause)
  const last = await start
  if (last !== 'started') throw failed(reasonOf(last.cause), last.cause)
}

/** How often it is looked whether a worker has gone, and how long it is waited in between, in milliseconds. */
const looks = 50
const pause = 10

/**
 * Waits until a worker that was stopped has gone, which it does by itself where it has no other page. MSW would start it
 * in between, and reports then an update that fails.
 */
export async function untilGone(page = globalThis as unknown as WorkerPage): Promise<void> {
  for (let look = 0; look < looks; look++) {
    if (!(await page.navigator.serviceWorker?.getRegistration())) return
    await sleep(pause)
  }
}

const failed = (why: string, cause: unknown) => new Error(`Failed to start the mock: ${why}`, { cause })

/** What MSW says, without its own advice. */
function reasonOf(cause: unknown): string {
  const text = cause instanceof Error ? cause.message : String(cause)
  const lines = text.split('\n').filter(line => line.trim() !== '')
  const reason = lines.find(line => !line.startsWith('[MSW]')) ?? lines[0] ?? text
  const policy = /content security policy/i.test(text)
  return policy ? `${reason} Add "worker-src 'self'" to the Content-Security-Policy of the page.` : reason
}

function refuseScope(url: URL, { location }: WorkerPage): void {
  if (url.origin !== location.origin) {
    throw failed(
      `the worker ${url.href} is of another origin than the page, ${location.origin}. ${advice}`,
      undefined,
    )
  }
  const folder = new URL('.', url).pathname
  if (location.pathname.startsWith(folder)) return
  throw failed(
    `the worker ${url.pathname} answers for pages under ${folder} only, and this page is ${location.pathname}. ` +
      'Serve its file from a folder above all pages.',
    undefined,
  )
}

/** MSW then takes fetch and XMLHttpRequest of the page in hand instead. */
function warnOfNone({ isSecureContext, location }: WorkerPage): void {
  const why = isSecureContext
    ? 'there are none here'
    : `browsers allow them on https and on localhost only, and this page is of ${location.origin}`
  warn(
    `schedkit answers without a service worker, for ${why}: only fetch and XMLHttpRequest of this page are answered. ` +
      'Open the page on localhost, or serve it over https.',
  )
}

/** What is wrong with the file of a worker; nothing where it is MSW's, or can't be looked at. */
async function problemOf(url: URL): Promise<string | undefined> {
  const response = await fetch(url).catch(() => undefined)
  if (!response) return undefined
  const { ok, status, headers } = response
  const where = `there is no worker at ${url.pathname}:`
  if (!ok) return `${where} it was answered with ${status}.`
  const type = (headers.get('content-type') ?? 'no Content-Type').split(';')[0]
  if (type === 'text/html') {
    return `${where} it was answered with a page (text/html), as development servers do for paths they don't know.`
  }
  if (!/javascript/.test(type ?? '')) return `${where} it was answered with ${type}.`
  const text = await response.text()
  return /\bMOCK_ACTIVATE\b/.test(text) ? undefined : `the file at ${url.pathname} is not MSW's worker.`
}
