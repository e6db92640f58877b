/**
 * Takes the screenshots of the console for the README, with the demo data at a fixed time: `npm run screenshots`.
 */
import { tmpdir } from 'node:os'
import type { Page } from 'playwright-core'
import { certify } from '../../conformance/index.js'
import { demo } from '../../fixtures/index.js'
import { launchChromium, requiredChromium } from '../../mock/testing/chromium.js'
import { createClient, createControl } from '../../server/client/index.js'
import { startServer } from '../../server/index.js'
import { faults } from '../faults/index.js'
import { assemble } from '../server/assemble.js'

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

await requests.close()
await client.createCollaborator({ scheduleId, body: { email: 'lena@ribeira.example', invite: true } })
const mails = await open('light', 'mails')
await mails.getByText('lena@ribeira.example').first().waitFor()
await mails.screenshot({ path: 'docs/console-mails.png' })

await mails.close()
await control.fail({ operation: 'createBooking', with: 503, times: 2 })
const controls = await open('dark', 'controls')
await controls.getByText('createBooking fails').waitFor()
await controls.screenshot({ path: 'docs/console-controls.png' })

await controls.close()
const fault = faults.find(({ id }) => id === 'name-101-on-update')
const faulty = await assemble(fault ? [fault.alter] : [])
const result = await certify({ ...faulty.options, only: ['RES-*', 'UNIQ-*'], ledgerFolder: tmpdir() })
await faulty.close()
const report = await open('light', 'report')
const buffer = Buffer.from(JSON.stringify({ ...result, target: 'https://rooms.example' }))
await report
  .locator('input[type=file]')
  .setInputFiles({ name: 'report.json', mimeType: 'application/json', buffer })
await report.getByText('RES-28').first().waitFor()
await report.screenshot({ path: 'docs/console-report.png' })

await browser.close()
await server.close()
