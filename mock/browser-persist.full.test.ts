import type { Page } from 'playwright-core'
import * as assert from 'uvu/assert'
import type { BrowserMock } from './browser.js'
import { browserSuite, listenTo } from './testing/chromium.js'
import {
  add,
  addressOf,
  answers,
  listed,
  logIn,
  mockOf,
  openFrontend,
  type PageGlobals,
  rooms,
  serveFrontend,
  started,
  texts,
} from './testing/frontend-site.js'
import type { Site } from './testing/site.js'

const test = browserSuite('what a mock keeps in a browser')

const key = 'schedkit https://api.example.com'
const persist = true

let site: Site

test.before(async () => {
  site = await serveFrontend()
})

test.after(() => site?.close())

async function reload(page: Page): Promise<void> {
  await page.reload()
  await started(page)
}

const steer = async <T>(page: Page, work: (mock: BrowserMock) => T) => (await mockOf(page)).evaluate(work)

const stored = (page: Page) => page.evaluate(`sessionStorage.getItem('${key}')`)

test('given a page that wrote, when it is reloaded or left for another one, then the data are kept, and ids continue', async ({
  context,
}) => {
  const page = await openFrontend(context, site.url, { persist })
  const heard = listenTo(page)
  await logIn(page)
  await add(page, 'Boathouse')

  await reload(page)

  assert.equal(await listed(page), [...rooms, 'Boathouse'])

  await page.goto(addressOf(site.url, { persist }, '/other.html'))
  await started(page)
  await logIn(page)
  await add(page, 'Workbench')

  assert.equal(await texts(page, '#resources li'), [...rooms, 'Boathouse', 'Workbench'])
  const ids = await steer(page, mock => mock.db.resource.getAll().map(({ id }) => id))
  assert.is(new Set(ids).size, ids.length)
  assert.equal(heard, { errors: [], warnings: [], dialogs: [] })
})

test('given a clock that was set or frozen, then it continues from there after a reload', async ({
  context,
}) => {
  const page = await openFrontend(context, site.url, { persist })
  const ahead = 10 * 86_400_000
  await steer(page, mock => mock.clock.advance(864_000_000))

  await reload(page)

  const passed = Number(await steer(page, mock => mock.clock.now())) - Date.now() - ahead
  assert.ok(Math.abs(passed) < 2_000, `${passed} ms off`)

  await steer(page, mock => {
    mock.clock.freeze()
    mock.clock.set(1_800_000_000_000)
  })
  await reload(page)

  assert.equal(await steer(page, ({ clock }) => [clock.now(), clock.frozen]), [1_800_000_000_000, true])
})

test('given an e-mail with a link, then after a reload it is in the outbox, and the link works', async ({
  context,
}) => {
  const page = await openFrontend(context, site.url, { persist, auth: 'as:mira@ribeira.example' })
  await steer(page, async mock => {
    for (const email of ['mira@old.example', 'mira@new.example']) {
      await fetch(`${mock.baseUrl}/v1/users/me`, { method: 'PUT', body: JSON.stringify({ email }) })
    }
  })

  await reload(page)
  const seen = await steer(page, async mock => {
    const mail = mock.outbox.findLast(({ link }) => link)
    const { status } = await fetch(mail?.link ?? '')
    const { email } = mock.db.user.findFirst({ where: { id: { equals: 'mira' } } }) ?? {}
    return { mails: mock.outbox.map(({ id, to }) => [id, to]), status, email, requests: mock.requests.length }
  })

  assert.equal(seen, {
    mails: [
      [1, 'mira@old.example'],
      [2, 'mira@ribeira.example'],
      [3, 'mira@new.example'],
      [4, 'mira@ribeira.example'],
      [5, 'mira@ribeira.example'],
    ],
    status: 200,
    email: 'mira@new.example',
    requests: 1,
  })
})

test('given a reset, then the kept data are gone, including e-mails, also after a reload', async ({
  context,
}) => {
  const page = await openFrontend(context, site.url, { persist })
  await logIn(page)
  await add(page, 'Boathouse')
  await steer(page, mock => {
    mock.clock.freeze()
    return fetch(`${mock.baseUrl}/v1/users/me`, {
      method: 'PUT',
      body: '{"email":"mira@new.example"}',
      headers: { authorization: `Basic ${btoa('mira@ribeira.example:mira-demo')}` },
    }).then(() => {})
  })
  await reload(page)
  assert.is(await steer(page, mock => mock.outbox.length), 2)

  await steer(page, mock => mock.reset())
  await reload(page)

  assert.equal(await steer(page, mock => [mock.outbox.length, mock.clock.frozen]), [0, false])
  assert.equal(await listed(page), rooms)
})

test('given kept data, then the hints about log-ins use them, not the seed', async ({ context }) => {
  const page = await openFrontend(context, site.url, { persist, quiet: false })
  await steer(page, mock => mock.addUser({ email: 'new@example.com', password: 'of-the-new' }))
  await steer(page, mock => mock.db.user.delete({ where: { email: { equals: 'salma@ribeira.example' } } }))
  const lines: string[] = []
  page.on('console', message => void lines.push(message.text()))

  await reload(page)

  const greeting = lines.find(line => line.startsWith('schedkit answers'))
  assert.match(greeting ?? '', 'new@example.com with of-the-new')
  assert.not.match(greeting ?? '', 'salma@ribeira.example')
})

test('given another persist name, then the page starts with its seed, without a warning', async ({
  context,
}) => {
  const page = await openFrontend(context, site.url, { persist: 'v1' })
  const heard = listenTo(page)
  await logIn(page)
  await add(page, 'Boathouse')
  await reload(page)
  assert.equal(await listed(page), [...rooms, 'Boathouse'])

  await page.goto(addressOf(site.url, { persist: 'v2' }))
  await started(page)

  assert.equal(await listed(page), rooms)
  assert.equal(heard, { errors: [], warnings: [], dialogs: [] })
})

test('given more data than fit in session storage, then the next page starts with the seed, and says once why', async ({
  context,
}) => {
  const page = await openFrontend(context, site.url, { persist })
  const heard = listenTo(page)
  await logIn(page)
  await add(page, 'Boathouse')
  await reload(page)
  await steer(page, mock => {
    const note = 'x'.repeat(500)
    const [known] = mock.db.booking.getAll()
    for (let count = 0; count < 6_000; count++) {
      const { id: _, ...values } = known as NonNullable<typeof known>
      mock.db.booking.create({ ...values, note })
    }
  })
  assert.equal(heard.warnings, [])

  await reload(page)

  assert.equal(heard.errors, [])
  assert.is(heard.warnings.length, 1)
  assert.match(
    heard.warnings[0] ?? '',
    /^schedkit starts with the seed, not with the data of the page before: they could not be kept in the session storage \(.*quota/,
  )
  assert.equal(await listed(page), rooms)

  await reload(page)

  assert.is(heard.warnings.length, 1)
})

const broken: [what: string, text: string][] = [
  ['cut off', '{"format":1,"name":"","snap'],
  ['of something else', '"a string of another program"'],
  ['of another version', '{"format":2,"name":"","snapshot":{}}'],
  ['without rows', '{"format":1,"name":"","snapshot":{"given":{}},"outbox":[],"clock":{}}'],
  [
    'with rows that are none',
    '{"format":1,"name":"","snapshot":{"given":{"user":0,"schedule":0,"secret":0},"rows":{}}}',
  ],
]
for (const [what, kept] of broken) {
  test(`given a text in the storage that is ${what}, then it is removed with a warning, and the page starts with its seed`, async ({
    context,
  }) => {
    const page = await context.newPage()
    const heard = listenTo(page)
    await page.goto(`${site.url}/mockServiceWorker.js`)
    await page.evaluate(
      ([key, kept]) => {
        const { sessionStorage } = globalThis as never as {
          sessionStorage: Map<string, string> & { setItem(k: string, v: string): void }
        }
        sessionStorage.setItem(key, kept)
      },
      [key, kept] as const,
    )

    await page.goto(addressOf(site.url, { persist }))

    assert.is(await started(page), 'ready')
    assert.is(heard.warnings.length, 1)
    assert.match(
      heard.warnings[0] ?? '',
      /^schedkit starts with the seed, not with the data of the page before: /,
    )
    assert.is(await stored(page), null)
    assert.equal(await listed(page), rooms)
    assert.equal(heard.errors, [])
  })
}

test('given a storage that the browser denies, then the page works, and a warning says that nothing is kept', async ({
  context,
}) => {
  const page = await context.newPage()
  await page.addInitScript(
    "Object.defineProperty(globalThis, 'sessionStorage', { get() { throw new DOMException('The operation is insecure.', 'SecurityError') } })",
  )
  const heard = listenTo(page)

  await page.goto(addressOf(site.url, { persist }))

  assert.is(await started(page), 'ready')
  assert.equal(await listed(page), rooms)
  assert.is(heard.warnings.length, 1)
  assert.match(heard.warnings[0] ?? '', /insecure/)
})

test('given a mock that another start replaces, then its data are kept', async ({ context }) => {
  const page = await openFrontend(context, site.url, { persist })
  await logIn(page)
  await add(page, 'Boathouse')

  await page.evaluate(async () => {
    const { startMock, options } = globalThis as unknown as PageGlobals
    await startMock(options)
  })

  assert.equal(await listed(page), [...rooms, 'Boathouse'])
})

test('given two tabs, then each keeps its own data', async ({ context }) => {
  const [one, two] = [
    await openFrontend(context, site.url, { persist }),
    await openFrontend(context, site.url, { persist }),
  ]
  await logIn(one)
  await add(one, 'Boathouse')

  await reload(one)
  await reload(two)
  for (const page of [one, two]) await answers(page)

  assert.equal(await listed(one), [...rooms, 'Boathouse'])
  assert.equal(await listed(two), rooms)
})

test.run()
