/**
 * Takes the pictures of the console that README shows, on the demo at a fixed time: `npm run screenshots`.
 */
import type { Page } from 'playwright-core'
import { demo } from '../../fixtures/index.js'
import { launchChromium, requiredChromium } from '../../mock/testing/chromium.js'
import { createClient, createControl } from '../../server/client/index.js'
import { startServer } from '../../server/index.js'

const now = '2026-11-26T10:40:00Z'
const controlToken = 'screenshots'
const account = { email: 'mira@ribeira.example', password: 'mira-demo' }

const server = await startServer({
  ...{ seed: demo({ now }), controlToken },
  demo: { accounts: [account], scheduleId: 'lisbon-studio' },
})
const control = createControl({ url: server.url, token: controlToken })
await control.setClock({ now, frozen: true })
const client = createClient({ baseUrl: server.url, ...account })
const scheduleId = 'lisbon-studio'
const refused = () => {}

const browser = await launchChromium(requiredChromium())
async function open(colorScheme: 'light' | 'dark', place: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 420 }, colorScheme })
  await page.goto(`${server.url}/_console#token=${controlToken}`)
  await page.getByText('Live', { exact: true }).waitFor()
  await page.evaluate(`location.hash = '${place}'`)
  return page
}

const timeline = await open('light', 'timeline?view=week')
await timeline.locator('.chip').first().waitFor()
await timeline.screenshot({ path: 'docs/console-timeline.png' })

await timeline.close()
await control.emptyRequests()
const requests = await open('dark', 'requests')
await client.createResource({ scheduleId, body: { name: 'Tejo' } }).catch(refused)
const { id } = await client.createBooking({
  scheduleId,
  body: { resource_id: 2, title: 'Design review', start: '2026-11-27 14:00', end: '2026-11-27 15:30' },
})
await client.changeBooking({ scheduleId, bookingId: id, body: { resource_id: 1 } })
await client
  .createBooking({ scheduleId, body: { resource_id: 1, start: 'soon', end: 'later' } })
  .catch(refused)
await requests.getByText('422').click()
await requests.screenshot({ path: 'docs/console-requests.png' })

await browser.close()
await server.close()
