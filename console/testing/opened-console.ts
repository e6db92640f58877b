import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { listenTo } from '../../mock/testing/chromium.js'
import { type Booking, createClient, createControl } from '../../server/client/index.js'
import type { SeedInput } from '../../server/index.js'

/*
 * The console in a browser of New York, with accounts of Lisbon and Kathmandu, and callers that see what it has done.
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

const booked = (resource: string, title: string, start: string, end: string) => ({
  resource,
  title,
  start,
  end,
})

/** Bookings around the clock changes of Lisbon and New York. */
export const seed: SeedInput = {
  users: [people.mira, people.viewer] as SeedInput['users'] & object,
  schedules: [
    {
      id: scheduleId,
      owner: people.mira.email,
      resources: [{ name: 'Attic' }, { name: 'Cellar' }, { name: 'Garden' }],
      bookings: [
        booked('Attic', 'Spring', '2026-03-29 00:30', '2026-03-29 02:30'),
        booked('Attic', 'Autumn', '2026-10-25 00:30', '2026-10-25 03:30'),
        booked('Attic', 'Gap', '2026-03-08 02:30', '2026-03-08 03:30'),
        booked('Attic', 'Saturday', '2026-03-28 09:00', '2026-03-28 10:00'),
        booked('Cellar', 'Late', '2026-10-24 09:00', '2026-10-24 10:00'),
      ],
      collaborators: [{ email: people.viewer.email, user_role: 'viewer' }],
    },
  ],
}

/** What the page offers to log in with. */
export const demo = { accounts: Object.values(people), scheduleId }

export const openContext = (browser: Browser): Promise<BrowserContext> =>
  browser.newContext({ timezoneId: 'America/New_York', viewport: { width: 1600, height: 800 } })

/** Opens the console at a part of its URL, and waits until it is live. */
export async function openConsole(context: BrowserContext, url: string, place = 'timeline') {
  const page = await context.newPage()
  const heard = listenTo(page)
  const foreign: string[] = []
  page.on('request', request => {
    if (!request.url().startsWith(`${url}/`) && !request.url().startsWith('data:'))
      foreign.push(request.url())
  })
  await page.goto(`${url}/_console#token=${controlToken}`)
  await page.getByText('Live', { exact: true }).waitFor()
  if (place !== 'timeline') await page.evaluate(`location.hash = '${place}'`)
  return { page, heard, foreign }
}

/** Reads the service directly, past the page. */
export function witnesses(url: string) {
  const control = createControl({ url, token: controlToken })
  const clientOf = ({ email, password }: (typeof people)['mira']) =>
    createClient({ baseUrl: url, email, password })
  const client = clientOf(people.mira)
  const bookings = async () => (await client.listBookings({ scheduleId, limit: 0 })).data
  return {
    ...{ control, client, clientOf, bookings },
    async bookingOf(title: string): Promise<Booking> {
      const found = (await bookings()).find(booking => booking.title === title)
      if (!found) throw new Error(`There is no booking "${title}".`)
      return found
    },
  }
}

export const chipOf = (page: Page, title: string) => page.locator('.chip button').filter({ hasText: title })

/** Drags something by so many columns, and into a room. */
export async function drag(page: Page, from: Locator, columns: number, room?: string): Promise<void> {
  const box = await from.boundingBox()
  const column = await page.locator('.columns span').first().boundingBox()
  const row =
    room === undefined ? undefined : await page.locator(`.room[aria-label="${room}"] .row`).boundingBox()
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
