import type { BrowserContext, Page } from 'playwright-core'
import * as assert from 'uvu/assert'
import { createMock, type Mock, type MockOptions, mockRoutes } from './node.js'
import { baseUrl, credentials, heard, now, resources, seed } from './testing/api.js'
import { browserSuite } from './testing/chromium.js'
import { type Site, serveSite } from './testing/site.js'

/*
 * A mock in Node.js that answers requests of pages in a browser.
 */

const test = browserSuite('routes of Playwright')

interface PageFetch {
  method?: string
  headers?: Record<string, string>
  body?: string
}

/** Opens an empty page in its own context, with a mock, and closes both afterwards. */
async function withRoutes(
  opened: BrowserContext,
  options: Partial<MockOptions>,
  work: (page: Page, mock: Mock, site: Site) => Promise<void>,
): Promise<void> {
  const site = await serveSite({ '/': '<!doctype html><title>Rooms</title>', '/config.json': '{"own":true}' })
  const context = await opened.browser()?.newContext()
  if (!context) throw new Error('There is no browser.')
  try {
    const mock = createMock({ baseUrl, seed, now, auth: 'as:mira@ribeira.example', ...options })
    await mockRoutes(context, mock)
    const page = await context.newPage()
    await page.goto(site.url)
    await work(page, mock, site)
  } finally {
    await context.close()
    await site.close()
  }
}

/** Returns the response to a `fetch` in the page. */
const ask = (page: Page, url: string, init: PageFetch = {}) =>
  page.evaluate(
    ([url, init]) =>
      fetch(url, init).then(
        async response => ({
          status: response.status,
          type: response.headers.get('content-type'),
          limit: response.headers.get('ratelimit'),
          text: await response.text(),
        }),
        error => ({ status: 0, type: null, limit: null, text: String(error) }),
      ),
    [url, init] as const,
  )

const rooms = baseUrl + resources

test('a page of another origin creates and lists, with preflights', async ({ context }) => {
  await withRoutes(context, {}, async (page, mock, site) => {
    const headers = { authorization: credentials('mira@ribeira.example'), 'content-type': 'application/json' }
    const created = await ask(page, rooms, { method: 'POST', headers, body: '{"name":"Sótão"}' })
    const listed = await ask(page, `${rooms}?limit=0`, { headers })

    assert.is(created.status, 201)
    assert.equal(JSON.parse(listed.text).data.at(-1).name, 'Sótão')
    assert.match(listed.type ?? '', 'application/json')
    assert.equal(
      mock.requests.map(({ operation, account }) => [operation, account]),
      [
        ['createResource', 'mira@ribeira.example'],
        ['listResources', 'mira@ribeira.example'],
      ],
    )
    assert.equal(site.asked, ['GET /', 'GET /favicon.ico'].slice(0, site.asked.length))
  })
})

test('given arguments other than a page and a mock, then the error says what they must be', async ({
  context,
}) => {
  const mock = createMock({ baseUrl: 'https://api.example.com' })
  const messageOf = async (...given: unknown[]) =>
    await mockRoutes(...(given as Parameters<typeof mockRoutes>)).then(
      () => '',
      ({ message }: Error) => message,
    )

  assert.match(
    await messageOf({}, mock),
    'the first argument must be a browser context or a page of Playwright',
  )
  for (const other of [undefined, { baseUrl: 'https://api.example.com', seed: {} }])
    assert.match(await messageOf(context, other), 'the second argument must be a mock')
})

test('HEAD is answered without a body', async ({ context }) => {
  await withRoutes(context, {}, async page => {
    const { status, text } = await ask(page, rooms, { method: 'HEAD' })

    assert.equal([status, text], [200, ''])
  })
})

test('a network error reaches the page as one, and an error status with its body', async ({ context }) => {
  await withRoutes(context, {}, async (page, mock) => {
    mock.fail({ with: 'network error' })
    const cut = await ask(page, rooms)
    mock.fail({ with: 503 })
    const down = await ask(page, rooms)

    assert.equal([cut.status, cut.text], [0, 'TypeError: Failed to fetch'])
    assert.is(down.status, 503)
    assert.is(JSON.parse(down.text).success, false)
  })
})

test('a request that the page aborts, or that is held when the page closes, has no side effects', async ({
  context,
}) => {
  await withRoutes(context, {}, async (page, mock) => {
    const held = mock.hold('listResources')
    const given = await page.evaluate(
      url => fetch(url, { signal: AbortSignal.timeout(50) }).catch(error => error.name),
      rooms,
    )
    await page.evaluate(url => void fetch(url).catch(() => {}), rooms)
    while (held.waiting < 2) await page.waitForTimeout(10)
    await page.close()

    held.stop()
    await mock.idle()
    assert.is(given, 'TimeoutError')
  })
})

test('two contexts with a mock each share no state', async ({ context }) => {
  await withRoutes(context, {}, async (one, oneMock) => {
    await withRoutes(context, {}, async (other, otherMock) => {
      await ask(one, rooms, { method: 'POST', body: '{"name":"Attic"}' })

      const { text } = await ask(other, `${rooms}?limit=0`)
      assert.is(JSON.parse(text).data.length, 5)
      assert.equal([oneMock.requests.length, otherMock.requests.length], [1, 1])
    })
  })
})

test('requests that are not for the API fall through, as does a passthrough', async ({ context }) => {
  await withRoutes(context, { passthrough: ['listResources'] }, async (page, mock, site) => {
    const routed: string[] = []
    await page.context().unrouteAll()
    await page.context().route('**/*', route => {
      routed.push(new URL(route.request().url()).pathname)
      return route.fulfill({ status: 418, headers: { 'access-control-allow-origin': '*' } })
    })
    await mockRoutes(page.context(), mock)

    const own = await ask(page, `${site.url}/config.json`)
    const passed = await ask(page, rooms)
    const answered = await ask(page, `${baseUrl}/v1/users/me`)

    assert.equal([own.status, passed.status, answered.status], [418, 418, 200])
    assert.equal(routed, ['/config.json', resources])
  })
})

test('given the API at the origin of the page, then only /v1 is answered', async ({ context }) => {
  const site = await serveSite({ '/': '<!doctype html>', '/config.json': '{"own":true}' })
  const page = await context.newPage()
  try {
    const mock = createMock({ baseUrl: site.url, seed, now, auth: 'as:mira@ribeira.example' })
    await mockRoutes(page, mock)
    await page.goto(site.url)

    assert.is((await ask(page, '/config.json')).text, '{"own":true}')
    assert.is((await ask(page, '/v1/users/me')).status, 200)
  } finally {
    await site.close()
  }
})

test('given the API below the origin of the page, then a wrong path is reported', async ({ context }) => {
  await withRoutes(context, {}, async (page, _, site) => {
    const mock = createMock({ baseUrl: `${site.url}/api`, seed, now })
    await mockRoutes(page, mock)

    const said = await heard(async () => assert.is((await ask(page, '/api/v2/users/me')).status, 404))

    assert.match(said.join(), /schedkit answered 404 to GET .*\/v2\/users\/me/)
  })
})

test('a request to almost the URL of the API is reported', async ({ context }) => {
  // An address that no mock in other files has: requests that one of them answers are not reported.
  await withRoutes(context, { baseUrl: 'https://nearly.example.test' }, async page => {
    const said = await heard(() => ask(page, 'http://nearly.example.test/v1/users/me'))

    assert.match(said.join(), /its baseUrl is https:\/\/nearly\.example\.test \(https, not http\)/)
  })
})

test('the link of an e-mail opens as a page', async ({ context }) => {
  await withRoutes(context, {}, async (page, mock) => {
    await ask(page, `${baseUrl}/v1/users/me`, { method: 'PUT', body: '{"email":"mira@new.example"}' })

    const response = await page.goto(mock.outbox.findLast(({ link }) => link)?.link ?? '')

    assert.is(response?.status(), 200)
    assert.match(await page.content(), 'mira@new.example')
  })
})

test('with the option cors, headers are exposed as CORS permits', async ({ context }) => {
  for (const cors of [false, true]) {
    await withRoutes(context, { cors }, async (page, mock) => {
      mock.fail({ with: 503, headers: { 'x-trace': 'abc' } })
      const trace = await page.evaluate(
        url => fetch(url).then(response => response.headers.get('x-trace')),
        rooms,
      )

      assert.is(trace, cors ? null : 'abc')
    })
  }
})

test('given cors, then a page that the server would not allow is refused', async ({ context }) => {
  await withRoutes(context, { cors: ['https://app.example.com'] }, async page => {
    const said = await heard(async () => assert.is((await ask(page, rooms)).status, 0))

    assert.match(said.join(), /pages of http:\/\/localhost:\d+ are not allowed/)
  })
})

test.run()
