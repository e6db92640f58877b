import type { BrowserContext, Page } from 'playwright-core'
import * as assert from 'uvu/assert'
import type { BrowserMockOptions, User } from './browser.js'
import { bundle } from './testing/bundle.js'
import { browserSuite, listenTo } from './testing/chromium.js'
import {
  addressOf,
  frontendPage,
  logIn,
  mockOf,
  openFrontend,
  type PageGlobals,
  serveFrontend,
  started,
  text,
  texts,
} from './testing/frontend-site.js'
import { type Site, workerFile } from './testing/site.js'

/** A host for which browsers allow no service worker: it is not localhost, and uses http. */
const insecure = 'rooms.test'

const test = browserSuite('the start of the mock in a browser', {
  flags: [`--host-resolver-rules=MAP ${insecure} 127.0.0.1`],
})

const advice =
  'Put its file into the folder that your pages are served from: npx schedkit mock --init public. ' +
  'If it is not served at the root, set its URL: startMock({ workerUrl }).'

let site: Site

test.before(async () => {
  site = await serveFrontend({
    '/page.js': { body: frontendPage, type: 'text/html' },
    '/plain.js': { body: workerFile, type: 'text/plain' },
    '/pwa.js': 'self.addEventListener("fetch", () => {})',
    '/static/worker.js': workerFile,
    '/app/worker.js': workerFile,
  })
})

test.after(() => site?.close())

/** Returns the page's message about its start. */
async function startOf(context: BrowserContext, options: Partial<BrowserMockOptions>): Promise<string> {
  return text(await openFrontend(context, site.url, options), '#state')
}

const failures: [what: string, workerUrl: string, why: string][] = [
  ['is not there', '/mocks.js', `there is no worker at /mocks.js: the answer was 404. ${advice}`],
  [
    'is answered with the page of the application',
    '/page.js',
    `there is no worker at /page.js: the answer was a page (text/html), as development servers send for unknown paths. ${advice}`,
  ],
  ['is no script', '/plain.js', `there is no worker at /plain.js: the answer was text/plain. ${advice}`],
  ["is another application's worker", '/pwa.js', `the file at /pwa.js is not MSW's worker. ${advice}`],
  [
    'is in a folder that the page is not in',
    '/static/worker.js',
    'the worker /static/worker.js answers for pages under /static/ only, and this page is /. Serve its file from a folder above all pages.',
  ],
]
for (const [what, workerUrl, why] of failures) {
  test(`given a worker's file that ${what}, then the mock says so, and what to do`, async ({ context }) => {
    assert.is(await startOf(context, { workerUrl }), `Failed to start the mock: ${why}`)
  })
}

test("given a worker's file of another origin, then the mock says so", async ({ context }) => {
  const state = await startOf(context, { workerUrl: 'https://cdn.example.com/worker.js' })

  assert.is(
    state,
    `Failed to start the mock: the worker https://cdn.example.com/worker.js has another origin than the page, ${site.url}. ${advice}`,
  )
})

test('given a failed start, when the file exists, then the next start in the page succeeds', async ({
  context,
}) => {
  const page = await openFrontend(context, site.url, { workerUrl: '/late.js' })
  assert.match(await text(page, '#state'), /the answer was 404/)

  site.put('/late.js', workerFile)
  const status = await page.evaluate(async () => {
    const { startMock, options } = globalThis as unknown as PageGlobals
    const { baseUrl } = await startMock(options)
    return (await fetch(`${baseUrl}/v1/users/me`)).status
  })

  assert.is(status, 401)
})

test('given a world, then the mock of a page plays it, and passes on each exchange; a wrong name fails the start', async ({
  context,
}) => {
  const page = await openFrontend(context, site.url, { world: 'newest-first' })
  await logIn(page)
  const shown = await texts(page, '#resources li')
  const targets = await page.evaluate(async () => {
    const { startMock, options } = globalThis as unknown as PageGlobals
    const targets: string[] = []
    const { baseUrl } = await startMock({
      ...options,
      onExchange: ({ target }) => void targets.push(target),
    })
    await fetch(`${baseUrl}/v1/users/me`)
    return targets
  })

  assert.is(shown.at(-1)?.includes('Tejo'), true, shown.join())
  assert.equal(targets, ['/v1/users/me'])
  assert.match(await startOf(context, { world: 'newest-frist' }), 'did you mean "newest-first"?')
  assert.is(await startOf(context, { world: '' }), 'ready')
})

test("given an application in a folder, when the worker's file is in it too, then it is answered", async ({
  context,
}) => {
  const page = await openFrontend(context, site.url, { workerUrl: '/app/worker.js' }, '/app/')

  await logIn(page)

  assert.is(await text(page, '#who'), 'Mira')
})

test('given a page that is neither on https nor on localhost, then it is answered without a worker, and a warning says why', async ({
  context,
}) => {
  const page = await context.newPage()
  const heard = listenTo(page)
  const origin = site.url.replace('localhost', insecure)

  await page.goto(addressOf(origin))
  await started(page)
  await logIn(page)

  assert.is((await texts(page, '#resources li')).length, 5)
  assert.equal(heard.errors, [])
  assert.equal(heard.warnings, [
    'schedkit works without a service worker, because browsers allow them on https and on localhost only, ' +
      `and this page is on ${origin}: only fetch and XMLHttpRequest of this page are answered. ` +
      'Open the page on localhost, or serve it over https.',
  ])
})

const policies = (workers: string, more = '') => ({
  body: frontendPage,
  headers: {
    'content-security-policy':
      `default-src 'none'; script-src 'self'; worker-src ${workers}; connect-src 'self' https://api.example.com; ` +
      `img-src data:; ${more}`,
  },
})

interface Violations {
  violations: string[]
  addEventListener(
    name: string,
    listen: (event: { violatedDirective: string; blockedURI: string }) => void,
  ): void
}

test('given a strict Content-Security-Policy without eval, then the page is answered, and only one attempt of zod is reported', async ({
  context,
}) => {
  site.put('/strict.html', policies("'self'"))
  const page = await context.newPage()
  const heard = listenTo(page)
  await page.addInitScript(() => {
    const global = globalThis as unknown as Violations
    global.violations = []
    global.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      global.violations.push(`${violatedDirective} ${blockedURI}`)
    })
  })

  await page.goto(addressOf(site.url, {}, '/strict.html'))
  await started(page)
  await logIn(page)

  assert.is(await text(page, '#who'), 'Mira')
  assert.equal(heard, { errors: [], warnings: [], dialogs: [] })
  const violations = await page.evaluate(() => (globalThis as unknown as Violations).violations)
  assert.equal(violations, ['script-src eval'])
})

test('given a Content-Security-Policy that requires trusted types, then the mock says what to add, and starts with it', async ({
  browser,
}) => {
  site.put('/trusted.html', policies("'self'", "require-trusted-types-for 'script'; trusted-types default"))
  // A context in which no worker was registered before.
  const context = await browser.newContext()
  const refused = await openFrontend(context, site.url, {}, '/trusted.html')

  const message = await text(refused, '#state')
  const [, script = ''] =
    /Add "trusted-types default" to the Content-Security-Policy of the page, and call (.*) before startMock\.$/.exec(
      message,
    ) ?? []

  assert.ok(script, message)
  await context.addInitScript(script)
  const page = await openFrontend(context, site.url, {}, '/trusted.html')
  await logIn(page)
  assert.is(await text(page, '#who'), 'Mira')
  await context.close()
})

test('given a Content-Security-Policy that forbids workers, then the mock says what to add', async ({
  context,
}) => {
  site.put('/closed/index.html', policies("'none'"))
  site.put('/closed/worker.js', workerFile)

  const page = await openFrontend(context, site.url, { workerUrl: '/closed/worker.js' }, '/closed/index.html')

  assert.match(
    await text(page, '#state'),
    /^Failed to start the mock: .* violates the Content Security Policy\. Add "worker-src 'self'" to the Content-Security-Policy of the page\.$/,
  )
})

const asked = (page: Page) =>
  page.evaluate(async () => {
    const { mock, startMock, options } = globalThis as unknown as PageGlobals
    const [second, third] = await Promise.all([
      startMock(options),
      startMock({ ...options, auth: 'as:grace@ribeira.example' }),
    ])
    const response = await fetch('https://api.example.com/v1/users/me')
    const { data } = (await response.json()) as { data: User }
    return { name: data.firstname, counts: [mock, second, third].map(({ requests }) => requests.length) }
  })

test('given successive starts, as with hot module replacement, then only the last one answers, without warnings', async ({
  context,
}) => {
  const page = await openFrontend(context, site.url)
  const heard = listenTo(page)

  const answer = await asked(page)

  assert.equal(answer, { name: 'Grace', counts: [0, 0, 1] })
  assert.equal(heard, { errors: [], warnings: [], dialogs: [] })
})

test('given invalid options, then the start fails with their message', async ({ context }) => {
  assert.match(await startOf(context, { baseUrl: 'https://api.example.com/v1' }), /ends with \/v1/)
  assert.match(await startOf(context, { auth: 'as:mira@ribeira.exampl' }), /as:mira@ribeira\.example/)
  assert.match(
    await startOf(context, { seed: { users: [{ email: 'ada' } as never] } }),
    /users\[0\]|users\.0|email/,
  )
})

test('given invalid options, when a mock is running, then it keeps running', async ({ context }) => {
  const page = await openFrontend(context, site.url)

  const messages = await page.evaluate(async () => {
    const { startMock, options } = globalThis as unknown as PageGlobals
    const messageOf = (wrong: object) =>
      startMock({ ...options, ...wrong }).catch((error: Error) => error.message)
    return [
      await messageOf({ baseUrl: 'ftp://api.example.com' }),
      await messageOf({ workerUrl: '/not-here.js' }),
    ]
  })
  await logIn(page)

  assert.match(String(messages[0]), /^Failed to create a mock: the baseUrl "ftp:/)
  assert.match(String(messages[1]), /not-here\.js/)
  assert.is(await text(page, '#who'), 'Mira')
})

test('given an added handler, then it comes first, until the reset', async ({ context }) => {
  const page = await openFrontend(context, site.url, { auth: 'as:mira@ribeira.example' })
  const mock = await mockOf(page)

  const seen = await mock.evaluate(async mock => {
    const name = async () => {
      const response = await fetch('https://api.example.com/v1/users/me')
      return ((await response.json()) as { data: User }).data.firstname
    }
    const [handler] = mock.handlers
    mock.worker.use(
      Object.assign(Object.create(handler), {
        run: async ({ request }: { request: Request }) => ({
          handler,
          request,
          response: Response.json({ data: { firstname: 'Nobody' } }),
        }),
      }),
    )
    const before = await name()
    mock.reset()
    return [before, await name()]
  })

  assert.equal(seen, ['Nobody', 'Mira'])
})

test("given a handler of the application's own MSW, then it comes first, and everything else is answered by the mock", async ({
  context,
}) => {
  const page = await openFrontend(context, site.url, { auth: 'as:mira@ribeira.example' })
  const mock = await mockOf(page)

  const seen = await mock.evaluate(async mock => {
    const { http, HttpResponse } = globalThis as unknown as typeof import('msw')
    const me = 'https://api.example.com/v1/users/me'
    mock.worker.use(http.get(me, () => HttpResponse.json({ data: { firstname: 'Nobody' } })))

    const { data } = (await (await fetch(me)).json()) as { data: User }
    const schedules = await fetch('https://api.example.com/v1/schedules/lisbon-studio/resources')
    return [data.firstname, schedules.status]
  })

  assert.equal(seen, ['Nobody', 200])
})

test('given a page that does not wait for the start, then a warning names the request that went to the network', async ({
  context,
}) => {
  const { text } = await bundle(`
    import { startMock } from 'schedkit/mock/browser'
    const options = { baseUrl: location.origin + '/api', quiet: true, onMistake: () => {} }
    const list = () => fetch(options.baseUrl + '/v1/users/me?fields=id').then(({ status }) => status)
    globalThis.early = async () => {
      const started = startMock(options)
      const statuses = [await list()]
      await started
      return [...statuses, await list()]
    }
    globalThis.late = async () => {
      await startMock(options)
      return list()
    }`)
  site.put(
    '/early.html',
    '<!doctype html><link rel="icon" href="data:,"><script type="module" src="/early.js"></script>',
  )
  site.put('/early.js', text)
  const [early, late] = await Promise.all([context.newPage(), context.newPage()])
  const [heardEarly, heardLate] = [listenTo(early), listenTo(late)]
  await late.goto(`${site.url}/early.html`)
  assert.is(await late.evaluate('late()'), 401)
  await early.goto(`${site.url}/early.html`)
  const told = early.waitForEvent('console', message => message.type() === 'warning')

  assert.equal(await early.evaluate('early()'), [404, 401])

  await told
  assert.equal(heardEarly.warnings, [
    `schedkit: a request to ${site.url}/api/v1/users/me went to the network, because it was sent before the mock had started. ` +
      'In a page, startMock returns a promise: await it before your application sends requests.',
  ])
  assert.equal(heardLate.warnings, [])
})

test('given an MSW worker that the page has started, then the mock refuses to start, and says how to use only one', async ({
  context,
}) => {
  const { text } = await bundle(`
    import { setupWorker } from 'msw/browser'
    import { startMock } from 'schedkit/mock/browser'
    globalThis.start = async () => {
      await setupWorker().start({ quiet: true, onUnhandledRequest: 'bypass' })
      return startMock({ baseUrl: 'https://api.example.com' }).then(() => 'started', error => error.message)
    }`)
  site.put(
    '/both.html',
    '<!doctype html><link rel="icon" href="data:,"><script type="module" src="/both.js"></script>',
  )
  site.put('/both.js', text)
  const page = await context.newPage()
  await page.goto(`${site.url}/both.html`)

  const message = await page.evaluate('start()')

  assert.is(
    message,
    'Failed to start the mock: MSW already answers this page (worker.start()). Use one worker: ' +
      'startMock({ ...options, handlers: yourHandlers }), or setupWorker(...yourHandlers, ...createMock(options).handlers).',
  )
})

test('given a worker that has unregistered itself while another tab uses it, then a new tab is reloaded once, and answered', async ({
  context,
}) => {
  const first = await openFrontend(context, site.url)
  await first.evaluate('navigator.serviceWorker.getRegistration().then(worker => worker.unregister())')
  const second = await context.newPage()
  const heard = listenTo(second)
  let loads = 0
  second.on('load', () => loads++)

  await second.goto(addressOf(site.url))
  assert.is(await started(second), 'ready')
  await logIn(second)
  await logIn(first)

  assert.equal([await text(first, '#who'), await text(second, '#who')], ['Mira', 'Mira'])
  assert.is(loads, 2)
  assert.equal(heard, { errors: [], warnings: [], dialogs: [] })
})

test('given a page whose reload bypassed its worker, as with Shift+Reload, then it is answered', async ({
  context,
}) => {
  const page = await openFrontend(context, site.url)
  const other = await openFrontend(context, site.url)
  const devTools = await context.newCDPSession(page)

  await page.evaluate('document.querySelector("#state").textContent = ""')
  await devTools.send('Page.reload', { ignoreCache: true })
  assert.is(await started(page), 'ready')
  await logIn(page)

  assert.is(await text(page, '#who'), 'Mira')
  await other.close()
})

test('given developer tools that bypass the worker, then the start fails, and says so', async ({
  context,
}) => {
  await openFrontend(context, site.url)
  const page = await context.newPage()
  const devTools = await context.newCDPSession(page)
  await devTools.send('Network.enable')
  await devTools.send('Network.setBypassServiceWorker', { bypass: true })

  await page.goto(addressOf(site.url))

  assert.is(
    await started(page),
    'Failed to start the mock: the browser does not let its worker answer this page, even after a reload, so requests ' +
      `would go to the network. Close the other tabs of ${site.url}, turn off "Bypass for network" in the developer tools, ` +
      'and reload the page.',
  )
})

test('given the worker of another tab that cannot be updated, when a page starts, then it uses that one without warnings', async ({
  context,
}) => {
  await openFrontend(context, site.url)
  const page = await context.newPage()
  const heard = listenTo(page)
  await page.addInitScript(
    'ServiceWorkerRegistration.prototype.update = () => Promise.reject(new TypeError("Not found"))',
  )

  await page.goto(addressOf(site.url))
  await started(page)
  await logIn(page)

  assert.is((await texts(page, '#resources li')).length, 5)
  assert.equal(heard, { errors: [], warnings: [], dialogs: [] })
})

test.run()
