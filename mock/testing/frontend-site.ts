import { setTimeout as pause } from 'node:timers/promises'
import type { BrowserContext, JSHandle, Page } from 'playwright-core'
import type { BrowserMock, BrowserMockOptions, startMock } from '../browser.js'
import { bundleFile } from './bundle.js'
import { type Served, type Site, serveSite, workerFile } from './site.js'

const html = `<!doctype html>
<html lang="en">
  <head>
    <title>Rooms</title>
    <link rel="icon" href="data:," />
    <script type="module" src="/main.js"></script>
  </head>
  <body>
    <p id="state"></p>
    <form id="login"><input id="email" /><input id="password" type="password" /><button>Log in</button></form>
    <form id="create"><input id="name" /><button>Add</button></form>
    <p id="who"></p><p id="status"></p><p id="problem"></p><p id="done">0</p>
    <ul id="resources"></ul>
  </body>
</html>
`

let program: Promise<string> | undefined

/** Serves the small frontend with its mock, built like an application, and additional paths. */
export async function serveFrontend(more: Record<string, Served | string> = {}): Promise<Site> {
  program ??= bundleFile(new URL('page/main.js', import.meta.url), { minify: true }).then(({ text }) => text)
  return serveSite({
    '/': html,
    '/other.html': html,
    '/app/': html,
    '/main.js': { body: await program, headers: { 'cache-control': 'max-age=3600' } },
    '/mockServiceWorker.js': workerFile,
    ...more,
  })
}

/** The HTML page of the frontend. */
export const frontendPage: string = html

/** Returns the URL of the frontend with options of its mock. */
export const addressOf = (site: string, options: Partial<BrowserMockOptions> = {}, path = '/'): string =>
  `${site}${path}?options=${encodeURIComponent(JSON.stringify(options))}`

/** Opens the frontend in a new tab, and waits until it has started or failed. */
export async function openFrontend(
  context: BrowserContext,
  site: string,
  options: Partial<BrowserMockOptions> = {},
  path = '/',
): Promise<Page> {
  const page = await context.newPage()
  await page.goto(addressOf(site, options, path))
  await started(page)
  return page
}

/** Returns the frontend's message about its start: `ready`, or why it failed. */
export async function started(page: Page): Promise<string> {
  const state = page.locator('#state:not(:empty)')
  await state.waitFor({ timeout: 30_000 })
  return (await state.textContent()) ?? ''
}

/** The page's mock, controlled from outside: `mockOf(page).then(mock => mock.evaluate(...))`. */
export const mockOf = (page: Page): Promise<JSHandle<BrowserMock>> => page.evaluateHandle<BrowserMock>('mock')

/** The page's other globals. */
export interface PageGlobals {
  mock: BrowserMock
  startMock: typeof startMock
  options: BrowserMockOptions
}

/** Logs in as a user of the demo company. */
export async function logIn(
  page: Page,
  password = 'mira-demo',
  email = 'mira@ribeira.example',
): Promise<void> {
  await page.fill('#email', email)
  await page.fill('#password', password)
  await answered(page, () => page.click('text=Log in'))
}

/** The names of the resources in the demo, as the frontend lists them. */
export const rooms = ['Tejo', 'Douro', 'Mondego', 'Guadiana', 'Test Tank'] as const

/** Logs in, and returns the names of the resources that are listed. */
export async function listed(page: Page): Promise<string[]> {
  await logIn(page)
  return texts(page, '#resources li')
}

/** Waits until the worker answers the page again. */
export const answers = (page: Page): Promise<unknown> =>
  page.waitForFunction(
    'fetch("https://api.example.com/v1/users/me").then(({ status }) => status === 401, () => false)',
  )

export async function add(page: Page, name: string): Promise<void> {
  await page.fill('#name', name)
  await answered(page, () => page.click('text=Add'))
}

/** Does something, and waits until the frontend has finished it. */
async function answered(page: Page, work: () => Promise<void>): Promise<void> {
  // The browser slows down tabs in the background.
  await page.bringToFront()
  const done = Number(await text(page, '#done'))
  await work()
  const latest = Date.now() + 30_000
  while (Number(await text(page, '#done')) <= done) {
    if (Date.now() > latest) {
      const shown = (await text(page, 'body')).replace(/\s+/g, ' ')
      throw new Error(`The frontend is not done with it; it shows: ${shown}`)
    }
    await pause(20)
  }
}

export const texts = (page: Page, selector: string): Promise<string[]> =>
  page.locator(selector).allTextContents()

export const text = async (page: Page, selector: string): Promise<string> =>
  (await page.locator(selector).textContent()) ?? ''
