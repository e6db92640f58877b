import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, Locator, Page } from 'playwright-core'
import * as assert from 'uvu/assert'
import { command } from '../../bin/testing/command.js'
import { serveMock } from '../../mock/serve/index.js'
import { browserSuite, listenTo, offline } from '../../mock/testing/chromium.js'
import { serveSite } from '../../mock/testing/site.js'
import { type Booking, createClient, createControl } from '../../server/client/index.js'
import { type SeedInput, startServer } from '../../server/index.js'

/*
 * The console in a browser in New York, with accounts in Lisbon and Kathmandu, and callers that see what it has done: for a
 * server, for a mock over HTTP, and as a static build, whose service is in the page.
 */

export const controlToken = 'token-of-the-console'
export const scheduleId = 'studio'

const person = (name: string, timezone: string) => ({
  email: `${name}@example.test`,
  password: `${name}-secret`,
  timezone,
  date_format: 'Y-m-d',
  time_format: 'H:i',
  first_day_of_week: 'monday',
})
export const people = {
  mira: person('mira', 'Europe/Lisbon'),
  viewer: person('viewer', 'Asia/Kathmandu'),
}

/** Bookings around the clock changes of Lisbon and New York. */
const seed: SeedInput = {
  users: [people.mira, people.viewer] as SeedInput['users'] & object,
  schedules: [
    {
      id: scheduleId,
      owner: people.mira.email,
      resources: [{ name: 'Attic' }, { name: 'Cellar' }, { name: 'Garden' }],
      bookings: [
        ['Attic', 'Spring', '2026-03-29 00:30', '2026-03-29 02:30'],
        ['Attic', 'Autumn', '2026-10-25 00:30', '2026-10-25 03:30'],
        ['Attic', 'Gap', '2026-03-08 02:30', '2026-03-08 03:30'],
        ['Attic', 'Saturday', '2026-03-28 09:00', '2026-03-28 10:00'],
        ['Cellar', 'Late', '2026-10-24 09:00', '2026-10-24 10:00'],
      ].map(([resource, title, start, end]) => ({ resource, title, start, end })) as never,
      collaborators: [{ email: people.viewer.email, user_role: 'viewer' }],
    },
  ],
}

/** The log-ins that the page offers. */
const demo = { accounts: Object.values(people), scheduleId }

/** A host of the console. */
interface Host {
  /** The URL of the page. */
  page: string
  /** The URL of the service. */
  url: string
  /** Whether each page has its own service. */
  isInPage: boolean
  /** Resets the service to the seed. */
  reset(): Promise<void>
  close(): Promise<void>
}

async function startHost(start: typeof startServer | typeof serveMock): Promise<Host> {
  const service = await start({ seed, controlToken, demo })
  const { url } = service
  return {
    ...{ url, page: `${url}/_console`, isInPage: false },
    reset: () => service.reset(),
    close: () => service.close(),
  }
}

/** Serves the output of `schedkit console` below a path. */
async function startStaticBuild(): Promise<Host> {
  const folder = await mkdtemp(join(tmpdir(), 'schedkit-console-'))
  const file = join(folder, 'seed.json')
  await writeFile(file, JSON.stringify(seed))
  const { code, err } = await command(['console', '--out', join(folder, 'site'), '--seed', file])
  assert.is(code, 0, err)
  const names = await readdir(join(folder, 'site'))
  const files = await Promise.all(
    names.map(async name => [`/a/path/${name}`, await readFile(join(folder, 'site', name), 'utf8')]),
  )
  const site = await serveSite(Object.fromEntries(files))
  await rm(folder, { recursive: true })
  return {
    ...{
      url: 'http://127.0.0.1:4000',
      page: `http://127.0.0.1:${site.port}/a/path/index.html`,
      isInPage: true,
    },
    reset: async () => {},
    close: site.close,
  }
}

const starts = {
  server: () => startHost(startServer),
  mock: () => startHost(serveMock),
  'static build': startStaticBuild,
}

/** The context of a test: a host in its initial state, and a browser. */
export interface Given {
  host: Host
  context: BrowserContext
  /** Opens the console at a part of its URL, and waits until it is live. */
  open(place?: string): ReturnType<typeof openConsole>
}

const allHosts = ['server', 'mock', 'static build'] as const

/**
 * Creates a suite whose tests run with only the server, or with the hosts in rotation; with SCHEDKIT_CONSOLE_HOSTS=all, each test
 * runs with all three.
 */
export function consoleSuite(title: string) {
  const test = browserSuite(title, { flags: offline })
  const hosts = new Map<string, Host>()
  let context: BrowserContext
  test.before(async ({ browser }) => {
    const viewport = { width: 1600, height: 800 }
    context = await browser.newContext({ timezoneId: 'America/New_York', viewport })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    for (const [name, start] of Object.entries(starts)) hosts.set(name, await start())
  })
  test.after.each(async () => {
    for (const page of context.pages()) await page.close()
  })
  test.after(async () => {
    for (const host of hosts.values()) await host.close()
  })

  function define(names: readonly (keyof typeof starts)[]) {
    return (title: string, run: (given: Given) => Promise<void>) => {
      for (const name of names) {
        test(`${name}: ${title}`, async () => {
          const host = hosts.get(name) as Host
          await host.reset()
          await run({ host, context, open: place => openConsole(context, host, place) })
        })
      }
    }
  }
  let count = 0
  const inTurn = () => [allHosts[count++ % allHosts.length] as keyof typeof starts]
  const isWhole = process.env.SCHEDKIT_CONSOLE_HOSTS === 'all'
  return {
    test: (title: string, run: (given: Given) => Promise<void>) =>
      define(isWhole ? allHosts : inTurn())(title, run),
    testOnServer: define(['server']),
    run: () => test.run(),
  }
}

async function openConsole(context: BrowserContext, host: Host, place = 'timeline') {
  const page = await context.newPage()
  const heard = listenTo(page)
  const foreign: string[] = []
  page.on('request', request => {
    const { origin } = new URL(host.page)
    if (!request.url().startsWith(`${origin}/`) && !request.url().startsWith('data:'))
      foreign.push(request.url())
  })
  await page.goto(`${host.page}#${host.isInPage ? '' : `token=${controlToken}`}`)
  await page.locator('.connection.live').waitFor()
  if (place !== 'timeline') await page.evaluate(`location.hash = '${place}'`)
  return { page, heard, foreign, ...witnesses(host.url, host.isInPage ? fetchIn(page) : fetch) }
}

/** Sends requests to the service in a page. */
const fetchIn =
  (page: Page): typeof fetch =>
  async (input, { method, headers, body } = {}) => {
    const sent = [String(input), { method, headers, body: body ?? undefined }]
    const { text, ...reply } = await page.evaluate<{ text: string; status: number; headers: [] }>(
      `schedkit.fetch(...${JSON.stringify(sent)}).then(async answer =>
        ({ text: await answer.text(), status: answer.status, headers: [...answer.headers] }))`,
    )
    return new Response(text, reply)
  }

/** Uses the service directly, bypassing the views. */
function witnesses(url: string, fetch: typeof globalThis.fetch) {
  const control = createControl({ url, token: controlToken, fetch })
  const clientOf = ({ email, password }: (typeof people)['mira']) =>
    createClient({ baseUrl: url, email, password, fetch })
  const client = clientOf(people.mira)
  const bookings = async () => (await client.listBookings({ scheduleId, limit: 0 })).data
  async function bookingOf(title: string): Promise<Booking> {
    const found = (await bookings()).find(booking => booking.title === title)
    if (!found) throw new Error(`There is no booking "${title}".`)
    return found
  }
  return {
    ...{ control, client, clientOf, bookings, bookingOf },
    /** Resolves with a booking once it meets a condition. */
    bookingWhere: (title: string, fits: (booking: Booking) => boolean) => until(() => bookingOf(title), fits),
  }
}

/** Waits until a text has been announced to screen readers. */
export const told = (page: Page, text: string | RegExp) =>
  page.getByRole('status').filter({ hasText: text }).waitFor()

export const chipOf = (page: Page, title: string) => page.locator('.chip button').filter({ hasText: title })

/** Drags an element by a number of columns, and into a resource. */
export async function drag(page: Page, from: Locator, columns: number, resource?: string): Promise<void> {
  const box = await from.boundingBox()
  const column = await page.locator('.columns span').first().boundingBox()
  const row =
    resource === undefined
      ? undefined
      : await page.locator(`.resource[aria-label="${resource}"] .row`).boundingBox()
  if (!box || !column) throw new Error('Nothing can be dragged: it is not in view.')
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2]
  await page.mouse.move(x, y)
  await page.mouse.down()
  await page.mouse.move(x + 10, y + 3)
  await page.mouse.move(x + columns * column.width, row ? row.y + 10 : y, { steps: 4 })
  await page.mouse.up()
}

/** Polls until a value meets a condition, and resolves with it. */
export async function until<Value>(
  look: () => Promise<Value>,
  fits: (value: Value) => boolean,
): Promise<Value> {
  const end = performance.now() + 5_000
  for (;;) {
    const value = await look()
    if (fits(value)) return value
    if (performance.now() > end) throw new Error(`It stayed as it was: ${JSON.stringify(value)}`)
    await new Promise(resolve => setImmediate(resolve))
  }
}
