import type { Page } from 'playwright-core'
import * as assert from 'uvu/assert'
import type { BrowserMock } from './browser.js'
import { browserSuite, listenTo } from './testing/chromium.js'
import {
  add,
  logIn,
  mockOf,
  openFrontend,
  serveFrontend,
  started,
  text,
  texts,
} from './testing/frontend-site.js'
import { type Site, serveSite } from './testing/site.js'

const test = browserSuite('the mock in a browser')

const cors = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' }
const mira = { authorization: `Basic ${btoa('mira@ribeira.example:mira-demo')}` }
const rooms = ['Tejo', 'Douro', 'Mondego', 'Guadiana', 'Test Tank']

let site: Site
/** A real server at another origin. */
let other: Site

test.before(async () => {
  site = await serveFrontend()
  other = await serveSite({
    '/v1/users/me': { body: '{"from":"the network"}', type: 'application/json', headers: cors },
  })
})

test.after(async () => {
  await site?.close()
  await other?.close()
})

/** Sends a request from within a page. */
const send = (page: Page, url: string, init: { method?: string; headers?: Record<string, string> } = {}) =>
  page.evaluate(
    async ([url, init]) => {
      const response = await fetch(url, init)
      return {
        status: response.status,
        text: await response.text(),
        headers: Object.fromEntries(response.headers),
      }
    },
    [url, init] as const,
  )

const steer = async (page: Page, work: (mock: BrowserMock) => unknown) => (await mockOf(page)).evaluate(work)

test('given a frontend, when somebody logs in, then it lists the data of the seed', async ({ context }) => {
  const page = await openFrontend(context, site.url)
  const heard = listenTo(page)

  await logIn(page)

  assert.is(await text(page, '#who'), 'Mira')
  assert.equal(await texts(page, '#resources li'), rooms)
  assert.equal(heard, { errors: [], warnings: [], dialogs: [] })
})

test('given a logged-in user, when a resource is created, then it is listed; when it is refused, then the frontend shows why', async ({
  context,
}) => {
  const page = await openFrontend(context, site.url)
  const heard = listenTo(page)
  await logIn(page)

  await add(page, 'Boathouse')

  assert.equal(await texts(page, '#resources li'), [...rooms, 'Boathouse'])

  await add(page, 'Boathouse')

  assert.is(await text(page, '#status'), '409')
  assert.match(await text(page, '#problem'), /unique.*already in use/)
  assert.equal(await texts(page, '#resources li'), [...rooms, 'Boathouse'])
  assert.equal(heard, { errors: [], warnings: [], dialogs: [] })
})

test('given a page that wrote, when it is reloaded, then it starts with the seed again', async ({
  context,
}) => {
  const page = await openFrontend(context, site.url)
  await logIn(page)
  await add(page, 'Boathouse')

  await page.reload()
  await started(page)
  await logIn(page)

  assert.equal(await texts(page, '#resources li'), rooms)
})

test('given wrong credentials, then the page gets the 401, and the browser opens no password dialog', async ({
  context,
}) => {
  site.put('/locked', {
    body: '{}',
    status: 401,
    headers: { 'www-authenticate': 'Basic realm="a real one"' },
  })
  const page = await openFrontend(context, site.url)
  const heard = listenTo(page)
  const asked: string[] = []
  const cdp = await context.newCDPSession(page)
  // At the end, a request may be reported when it can no longer be continued.
  cdp.on('Fetch.requestPaused', ({ requestId }) =>
    cdp.send('Fetch.continueRequest', { requestId }).catch(() => {}),
  )
  cdp.on('Fetch.authRequired', ({ requestId, authChallenge }) => {
    asked.push(authChallenge.realm)
    void cdp.send('Fetch.continueWithAuth', {
      requestId,
      authChallengeResponse: { response: 'CancelAuth' },
    })
  })
  await cdp.send('Fetch.enable', { handleAuthRequests: true })

  await logIn(page, 'a guess')

  assert.is(await text(page, '#status'), '401')
  assert.match(await text(page, '#problem'), /password is wrong/)
  assert.equal(asked, [])
  assert.equal(heard, {
    errors: [],
    warnings: [
      'schedkit answered 401 to GET https://api.example.com/v1/users/me: the password of mira@ribeira.example is wrong. It is mira-demo.',
    ],
    dialogs: [],
  })
  const { headers } = await send(page, 'https://api.example.com/v1/users/me')
  assert.match(headers['www-authenticate'] ?? '', /^x-Basic /)

  // A request that no worker answers shows that the browser would have opened one.
  await page.goto(`${site.url}/locked`).catch(() => {})
  assert.equal(asked, ['a real one'])
  // Requests that are still paused when the page closes cannot be continued.
  await cdp.send('Fetch.disable')
})

test('given requests to other origins and to the page itself, then they pass untouched', async ({
  context,
}) => {
  const page = await openFrontend(context, site.url)
  other.asked.length = 0

  const foreign = await send(page, `${other.url}/v1/users/me`)
  const own = await send(page, '/v1/users/me')

  assert.is(foreign.text, '{"from":"the network"}')
  assert.equal(other.asked, ['GET /v1/users/me'])
  assert.is(own.status, 404)
  assert.is(site.asked.at(-1), 'GET /v1/users/me')
  assert.is(await steer(page, mock => mock.requests.length), 0)
})

test('given a HEAD request, then it is answered without a body', async ({ context }) => {
  const page = await openFrontend(context, site.url)

  const { status, text } = await send(page, 'https://api.example.com/v1/users/me', {
    method: 'HEAD',
    headers: mira,
  })

  assert.equal({ status, text }, { status: 200, text: '' })
})

test('given an unknown path, then the nearest is named in the response and on the console', async ({
  context,
}) => {
  const page = await openFrontend(context, site.url)
  const heard = listenTo(page)

  const answer = await send(page, 'https://api.example.com/v1/user/me', { headers: mira })

  assert.is(answer.status, 404)
  assert.match(answer.text, /\/v1\/users\/me/)
  assert.is(heard.warnings.length, 1)
  assert.match(
    heard.warnings[0] ?? '',
    /404 to GET https:\/\/api\.example\.com\/v1\/user\/me: .*\/v1\/users\/me/,
  )
})

test('given a start without quiet, then the console lists the log-ins', async ({ context }) => {
  const page = await context.newPage()
  const lines: string[] = []
  page.on('console', message => void lines.push(message.text()))

  await page.goto(`${site.url}/?options={"quiet":false}`)
  await page.locator('#state', { hasText: 'ready' }).waitFor()

  const greeting = lines.find(line => line.startsWith('schedkit answers https://api.example.com.'))
  assert.match(greeting ?? '', 'Log in as\n  mira@ribeira.example with mira-demo\n  ')
})

test('given cors, then a page gets what it would get from the server', async ({ context }) => {
  const page = await openFrontend(context, site.url, { cors: true })
  const url = 'https://api.example.com/v1/users/me'

  const { status, headers } = await send(page, url, { headers: mira })
  const refused = await send(page, url, { headers: { ...mira, 'x-trace': '1' } }).catch(String)

  assert.is(status, 200)
  assert.ok('ratelimit' in headers)
  assert.not.ok('vary' in headers)
  assert.match(String(refused), /Failed to fetch/)
})

test('given XMLHttpRequest, then it is answered too', async ({ context }) => {
  const page = await openFrontend(context, site.url)

  const name = await page.evaluate<string>(`new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('GET', 'https://api.example.com/v1/users/me')
    request.setRequestHeader('authorization', '${mira.authorization}')
    request.onload = () => resolve(JSON.parse(request.responseText).data.firstname)
    request.onerror = reject
    request.send()
  })`)

  assert.is(name, 'Mira')
})

test('given a latency, then a response is delayed; given a planned failure, then the page sees it', async ({
  context,
}) => {
  const page = await openFrontend(context, site.url)
  const url = 'https://api.example.com/v1/users/me'

  await steer(page, mock => mock.latency(300))
  const begin = Date.now()
  await send(page, url, { headers: mira })

  assert.ok(Date.now() - begin >= 300)

  await steer(page, mock => {
    mock.latency(0)
    mock.fail({ with: 'network error' })
    mock.fail({ with: 503, operation: 'readMe' })
  })
  const [lost, failed, good] = [
    await send(page, url, { headers: mira }).catch(error => String(error)),
    await send(page, url, { headers: mira }),
    await send(page, url, { headers: mira }),
  ]

  assert.match(String(lost), /Failed to fetch/)
  assert.equal([(failed as { status: number }).status, (good as { status: number }).status], [503, 200])
})

test('given two tabs, then neither sees what the other writes, even after one is closed', async ({
  context,
}) => {
  const [one, two] = [await openFrontend(context, site.url), await openFrontend(context, site.url)]
  await logIn(one)
  await logIn(two)

  await add(one, 'Boathouse')
  await add(two, 'Workbench')

  assert.equal(await texts(one, '#resources li'), [...rooms, 'Boathouse'])
  assert.equal(await texts(two, '#resources li'), [...rooms, 'Workbench'])

  await one.close()
  await logIn(two)

  assert.equal(await texts(two, '#resources li'), [...rooms, 'Workbench'])
})

test('given a mock that was closed, then requests go to the network, until another one starts', async ({
  context,
}) => {
  const page = await openFrontend(context, site.url, { baseUrl: other.url })
  const url = `${other.url}/v1/users/me`
  other.asked.length = 0
  await send(page, url, { headers: mira })
  assert.equal(other.asked, [])

  await steer(page, mock => mock.close())
  const { text } = await send(page, url)

  assert.is(text, '{"from":"the network"}')
  assert.equal(other.asked, ['GET /v1/users/me'])

  await page.evaluate('startMock(options)')
  const again = await send(page, url, { headers: mira })

  assert.match(again.text, /"firstname":"Mira"/)
  assert.is(other.asked.length, 1)
})

test('given a request that is held, when the mock closes, then it is answered', async ({ context }) => {
  const page = await openFrontend(context, site.url)

  const status = await steer(page, async mock => {
    const held = mock.hold()
    const sent = fetch(`${mock.baseUrl}/v1/users/me`)
    while (held.waiting === 0) await new Promise(resolve => setTimeout(resolve, 1))
    mock.close()
    return Promise.race([sent, new Promise(resolve => setTimeout(resolve, 2_000))]).then(
      answer => (answer as Response | undefined)?.status,
    )
  })

  assert.is(status, 401)
})

test('given a WebSocket of the page to a server that refuses it, then it never opens', async ({
  context,
}) => {
  const page = await openFrontend(context, site.url)

  const events = await page.evaluate(async url => {
    const happened: string[] = []
    const socket = new WebSocket(url)
    for (const type of ['open', 'error', 'close'])
      socket.addEventListener(type, () => void happened.push(type))
    await new Promise(resolve => socket.addEventListener('close', resolve))
    return [...happened, socket instanceof WebSocket]
  }, `ws://localhost:${other.port}/socket`)

  assert.equal(events, ['error', 'close', true])
})

test('given a page that is offline, then its API still answers', async ({ context }) => {
  const page = await openFrontend(context, site.url)

  await context.setOffline(true)
  await logIn(page)
  await add(page, 'Boathouse')
  const online = await page.evaluate('navigator.onLine')
  await context.setOffline(false)

  assert.is(online, false)
  assert.equal(await texts(page, '#resources li'), [...rooms, 'Boathouse'])
})

test('given an API under a prefix of the page itself, then it is answered there, links included, and files still load', async ({
  context,
}) => {
  const page = await openFrontend(context, site.url, { baseUrl: '/api' })

  const list = await send(page, '/api/v1/schedules/lisbon-studio/resources?limit=2', { headers: mira })
  const mistaken = await send(page, '/api/users/me', { headers: mira })
  const file = await send(page, '/main.js')

  assert.is(
    JSON.parse(list.text).pagination.links.first,
    `${site.url}/api/v1/schedules/lisbon-studio/resources?offset=0&limit=2`,
  )
  assert.is(mistaken.status, 404)
  assert.match(mistaken.text, /unknown_path/)
  assert.is(file.status, 200)
})

test('given a page below the prefix of its API, then only /v1 below the prefix is the API', async ({
  context,
}) => {
  site.put('/app/data.json', '{}')
  const page = await openFrontend(context, site.url, { baseUrl: '/app' }, '/app/')

  const [file, answer] = [
    await send(page, '/app/data.json'),
    await send(page, '/app/v1/users/me', { headers: mira }),
  ]

  assert.equal([file.status, answer.status], [200, 200])
})

test('given the demo, a reset takes less than a millisecond', async ({ context }) => {
  const page = await openFrontend(context, site.url)
  await logIn(page)
  await add(page, 'Boathouse')

  const took = await steer(page, mock => {
    const begin = performance.now()
    for (let round = 0; round < 200; round++) mock.reset()
    return (performance.now() - begin) / 200
  })
  await logIn(page)

  assert.ok(Number(took) < 1, `${took} ms`)
  assert.equal(await texts(page, '#resources li'), rooms)
})

test.run()
