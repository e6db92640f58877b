import FakeTimers from '@sinonjs/fake-timers'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Served, serveSite, workerFile } from '../testing/site.js'
import { keepAnswering, startWorker, untilGone, type WorkerPage } from './worker.js'

/*
 * The messages about a worker that does not start. browser-start.full.test.ts tests real browsers.
 */

interface Case {
  file?: Served | string
  workerUrl?: string
  path?: string
  navigator?: WorkerPage['navigator']
  isSecureContext?: boolean
  start?: () => Promise<never | undefined>
}

const controller = { postMessage() {} }

/** The workers of a page, controlled by this one or by none. */
const workersOf = (more: Partial<Workers>): Workers =>
  Object.assign(new EventTarget(), { getRegistration: async () => undefined, ...more })

type Workers = NonNullable<WorkerPage['navigator']['serviceWorker']>

const fails = (message: string) => () => Promise.reject(new Error(message))

/** Returns the result of a start, and the console messages. */
async function startOf({
  file = workerFile,
  workerUrl = '/worker.js',
  path = '/',
  navigator = { serviceWorker: workersOf({ controller }) },
  isSecureContext = true,
  start = fails('[MSW] Failed to register the Service Worker:\n\nthe browser said no'),
}: Case): Promise<{ message: string; heard: string[] }> {
  const site = await serveSite({ [workerUrl]: file })
  const { href, origin, pathname, protocol } = new URL(path, site.url)
  const location = { href, origin, pathname, protocol, reload() {} }
  const page: WorkerPage = {
    ...{ location, navigator, isSecureContext, sessionStorage: createStorage() },
    addEventListener() {},
  }
  const { warn } = console
  const heard: string[] = []
  console.warn = message => void heard.push(message.replace(origin, 'ORIGIN'))
  try {
    await startWorker({ start, stop() {} }, { onUnhandledRequest: 'bypass', workerUrl, quiet: true }, page)
    return { message: '', heard }
  } catch (error) {
    return { message: (error as Error).message.replace(origin, 'ORIGIN'), heard }
  } finally {
    console.warn = warn
    await site.close()
  }
}

/** An empty session storage, optionally read-only. */
function createStorage(isFull = false): WorkerPage['sessionStorage'] {
  const kept = new Map<string, string>()
  return {
    getItem: key => kept.get(key) ?? null,
    setItem(key, value) {
      if (isFull) throw new Error('full')
      kept.set(key, value)
    },
    removeItem: key => void kept.delete(key),
  }
}

const never = () => new Promise<never>(() => {})

test('given a worker that starts, then nothing is logged', async () => {
  assert.equal(await startOf({ start: async () => undefined }), { message: '', heard: [] })
})

for (const [what, file, why] of [
  ['no file', { body: '', status: 404 }, /no worker at \/worker\.js: the answer was 404\. Put its file/],
  ['a page', { body: '<p>', type: 'text/html' }, /the answer was a page \(text\/html\)/],
  ['a text', { body: 'x', type: 'text/plain' }, /the answer was text\/plain\. Put/],
  ['the worker of somebody else', 'let x', /the file at \/worker\.js is not MSW's worker\. Put/],
  ['the right file', workerFile, /^Failed to start the mock: the browser said no$/],
] as [string, Served | string, RegExp][]) {
  test(`given ${what} for a worker that fails, then the message says so`, async () => {
    assert.match((await startOf({ file })).message, why)
  })
}

test("given the worker of another version of MSW, then the message names the version, and MSW's does not start", async () => {
  const other = workerFile.replace(/INTEGRITY_CHECKSUM = '\w+'/, "INTEGRITY_CHECKSUM = 'other'")
  const [old, unknown] = await Promise.all([
    startOf({ file: other.replace(/PACKAGE_VERSION = '.*'/, "PACKAGE_VERSION = '2.7.0'"), start: never }),
    startOf({ file: other.replace(/const PACKAGE_VERSION.*/, ''), start: never }),
  ])

  assert.match(
    old.message,
    'the file at /worker.js is the worker of msw 2.7.0, which does not fit this schedkit. Put its file into the folder',
  )
  assert.match(unknown.message, 'is the worker of another MSW, which')
})

test('given a file that is not a worker, then MSW, which would wait forever, does not start', async () => {
  assert.match((await startOf({ file: 'let x', start: never })).message, /not MSW's worker/)
})

test('given a Content-Security-Policy that forbids it, then the message names what to add', async () => {
  const { message } = await startOf({
    file: workerFile,
    start: fails('[MSW] Failed:\n\nThis violates the Content Security Policy.'),
  })

  assert.is(
    message,
    `Failed to start the mock: This violates the Content Security Policy. Add "worker-src 'self'" to the Content-Security-Policy of the page.`,
  )
})

test('given a page outside the folder of the worker, or another origin, then MSW does not start', async () => {
  const started: string[] = []
  const start = async () => void started.push('started') as undefined
  const outside = await startOf({ workerUrl: '/app/worker.js', path: '/other/', start })
  const foreign = await startOf({ workerUrl: 'https://cdn.example.com/worker.js', start })
  const inside = await startOf({ workerUrl: '/app/worker.js', path: '/app/rooms/1', start })

  assert.match(outside.message, /answers for pages under \/app\/ only, and this page is \/other\/\./)
  assert.match(foreign.message, /has another origin than the page, ORIGIN\./)
  assert.is(inside.message, '')
  assert.equal(started, ['started'])
})

test('given a page without workers, then a warning says why, and the mock works without one', async () => {
  const start = async () => undefined
  const insecure = await startOf({ navigator: {}, isSecureContext: false, start })
  const without = await startOf({ navigator: {}, start })

  assert.match(
    insecure.heard[0] ?? '',
    /on https and on localhost only, and this page is on ORIGIN: only fetch/,
  )
  assert.match(without.heard[0] ?? '', /because this browser has none: only fetch/)
  assert.equal([insecure.message, without.message], ['', ''])
})

interface Uncontrolled {
  workers: Workers
  storage?: WorkerPage['sessionStorage'] | undefined
  /** The path of the worker that is already active. */
  activeUrl?: string
  start?: () => Promise<never | undefined>
}

/** Starts in a page without a controller until the page reloads. Returns the events in order. */
async function eventsOf(given: Uncontrolled): Promise<string[]> {
  const { workers, storage, activeUrl, start = async () => undefined } = given
  const events: string[] = []
  const site = await serveSite({ '/worker.js': workerFile })
  const { href, origin, pathname, protocol } = new URL(site.url)
  const active = activeUrl === undefined ? null : { scriptURL: origin + activeUrl, state: 'activated' }
  workers.getRegistration = async () => ({ active })
  const ended = await new Promise<string>(resolve => {
    const page: WorkerPage = {
      location: { href, origin, pathname, protocol, reload: () => setImmediate(resolve, 'reloaded') },
      navigator: { serviceWorker: workers },
      isSecureContext: true,
      get sessionStorage() {
        if (!storage) throw new Error('The operation is insecure.')
        return storage
      },
      addEventListener(event: string, listener: (event: never) => void) {
        listener({ stopImmediatePropagation: () => events.push(`${event} stopped`) } as never)
      },
    }
    const started = () => {
      events.push('started')
      return start()
    }
    startWorker(
      { start: started, stop: () => void events.push('stopped') },
      { onUnhandledRequest: 'bypass', workerUrl: '/worker.js', quiet: true },
      page,
    ).then(
      () => resolve('ready'),
      error => resolve(error.message.replace(origin, 'ORIGIN')),
    )
  })
  await site.close()
  return [...events, ended]
}

const withoutControl = (attempts: string) =>
  `Failed to start the mock: the browser does not let its worker answer this page${attempts}, so requests would go to the ` +
  'network. Close the other tabs of ORIGIN, turn off "Bypass for network" in the developer tools, and reload the page.'

test('given a new worker that claims the page a moment after the start, then the start waits for it', async () => {
  const workers = workersOf({})
  const claim = () => {
    Object.assign(workers, { controller })
    ;(workers as unknown as EventTarget).dispatchEvent(new Event('controllerchange'))
  }

  const events = await eventsOf({
    ...{ workers, storage: createStorage() },
    start: async () => void setTimeout(claim, 20) as undefined,
  })

  assert.equal(events, ['started', 'ready'])
})

test('given a worker that claims no page, then the page is reloaded once, without a sign-off, and the start fails if that does not help', async () => {
  const storage = createStorage()
  const uncontrolled = { workers: workersOf({}), storage }

  const [first, second] = [await eventsOf(uncontrolled), await eventsOf(uncontrolled)]

  assert.equal(first, ['started', 'beforeunload stopped', 'reloaded'])
  assert.equal(second, ['started', 'stopped', withoutControl(', even after a reload')])
  assert.is(storage.getItem('schedkit reload'), null)
})

test('given a page that is controlled after its reload, then a later one may be reloaded again', async () => {
  const storage = createStorage()
  const open = (more: Partial<Workers>) =>
    eventsOf({ workers: workersOf(more), storage, activeUrl: '/worker.js' })
  const events = [await open({}), await open({ controller }), await open({})]

  assert.equal(
    events.map(each => each.at(-1)),
    ['reloaded', 'ready', 'reloaded'],
  )
})

test('given a page that cannot store that it was reloaded, then it is not reloaded, and the start fails', async () => {
  const [none, full] = await Promise.all([
    eventsOf({ workers: workersOf({}) }),
    eventsOf({ workers: workersOf({}), storage: createStorage(true) }),
  ])

  assert.equal(none, ['started', 'stopped', withoutControl('')])
  assert.equal(full, none)
})

test('given an active worker that does not control the page, then MSW, which would reload it endlessly, does not start', async () => {
  const storage = createStorage()
  const uncontrolled = { workers: workersOf({}), storage, activeUrl: '/worker.js' }

  const [first, second] = [await eventsOf(uncontrolled), await eventsOf(uncontrolled)]
  const other = await eventsOf({ ...uncontrolled, activeUrl: '/other.js' })

  assert.equal(first, ['beforeunload stopped', 'reloaded'])
  assert.equal(second, [withoutControl(', even after a reload')])
  assert.equal(other[0], 'started')
})

test('given a stopped worker, then the next start waits until it has gone, but not forever', async () => {
  const page = (looks: number) => {
    let left = looks
    const getRegistration = async () => (left-- > 0 ? {} : undefined)
    return { page: { navigator: { serviceWorker: { getRegistration } } } as WorkerPage, left: () => left }
  }
  const [going, staying] = [page(3), page(Number.POSITIVE_INFINITY)]

  await Promise.all([untilGone(going.page), untilGone(staying.page)])
  await untilGone({ navigator: {} } as WorkerPage)

  assert.is(going.left(), -1)
})

test('given a page restored from the cache, then it is announced to the worker at once, unlike a new page', () => {
  const posted: string[] = []
  const page = Object.assign(new EventTarget(), {
    navigator: { serviceWorker: { controller: { postMessage: (message: string) => posted.push(message) } } },
  })
  const listening = new AbortController()
  const show = (persisted: boolean) => page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))

  keepAnswering(listening.signal, page as unknown as WorkerPage)
  show(false)
  assert.equal(posted, [])

  show(true)
  listening.abort()
  show(true)

  assert.equal(posted, ['MOCK_ACTIVATE'])
})

test('given an updated worker that takes over the page, then the page is reloaded, and not announced to it', () => {
  const posted: string[] = []
  let reloads = 0
  const workerOf = (name: string) => ({ postMessage: () => posted.push(name) })
  const serviceWorker = Object.assign(new EventTarget(), { controller: workerOf('old') })
  const page = Object.assign(new EventTarget(), {
    navigator: { serviceWorker },
    location: { reload: () => void reloads++ },
  })
  const listening = new AbortController()
  const { warn } = console
  const heard: string[] = []
  console.warn = message => void heard.push(message)

  keepAnswering(listening.signal, page as unknown as WorkerPage)
  serviceWorker.controller = workerOf('new')
  page.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  serviceWorker.dispatchEvent(new Event('controllerchange'))

  console.warn = warn
  listening.abort()
  assert.equal([posted, reloads], [[], 1])
  assert.match(heard.join(), /The worker of the mock was updated/)
})

test('given a worker restarted by the browser, then the page is announced to it within five seconds, until the mock is closed', () => {
  const posted: string[] = []
  const controller = { postMessage: (message: string) => posted.push(message) }
  const page = Object.assign(new EventTarget(), { navigator: { serviceWorker: { controller } } })
  const listening = new AbortController()
  const clock = FakeTimers.install({ toFake: ['setInterval', 'clearInterval'] })
  try {
    keepAnswering(listening.signal, page as unknown as WorkerPage)
    clock.tick(5_000)
    listening.abort()
    clock.tick(60_000)
  } finally {
    clock.uninstall()
  }

  assert.equal(posted, ['MOCK_ACTIVATE'])
})

test.run()
