/*
 * The tests of the console as a client, for `schedkit client`: what a user sees and does in a browser. The mock that they start
 * plays the world of SCHEDKIT_WORLD. What a user does is checked as the page shows it after a reload.
 */
import assert from 'node:assert/strict'
import test from 'node:test'
import { chipOf, drag } from '../../console/testing/opened-console.js'
import { demo } from '../../fixtures/demo.js'
import { serveMock } from '../../mock/serve/index.js'
import { launchChromium, requiredChromium } from '../../mock/testing/chromium.js'
import { createControl } from '../../server/client/index.js'

const controlToken = 'console-suite'
const people = ['mira', 'prakriti', 'jonas', 'grace', 'salma']
const accounts = people.map(name => ({ email: `${name}@ribeira.example`, password: `${name}-demo` }))

const service = await serveMock({ controlToken, demo: { accounts, scheduleId: 'lisbon-studio' } })
const control = createControl({ url: service.url, token: controlToken })
const { now } = await control.clock()
await control.load(demo({ now }))
const browser = await launchChromium(requiredChromium())
const page = await browser.newPage({ viewport: { width: 1600, height: 900 } })
page.setDefaultTimeout(10_000)
const thrown: string[] = []
page.on('pageerror', error => thrown.push(String(error)))
test.after(async () => {
  await browser.close()
  await service.close()
})

/** A Monday weeks after the demo, at midnight UTC. */
const monday = new Date(now)
monday.setUTCHours(0, 0, 0, 0)
monday.setUTCDate(monday.getUTCDate() + 63 - ((monday.getUTCDay() + 6) % 7))
const dayOf = (add: number) => new Date(monday.getTime() + add * 86_400_000).toISOString().slice(0, 10)
/** As the account of the demo writes dates. */
const written = (add: number) => dayOf(add).split('-').reverse().join('/')

const chip = chipOf(page, 'Suite')
/** Waits until a booking is shown with texts, and is so still after a reload. */
async function shows(...texts: string[]): Promise<void> {
  const found = texts.reduce((all, hasText) => all.filter({ hasText }), chip)
  await found.waitFor()
  await page.reload()
  await found.waitFor()
}
const view = (name: string) => page.getByRole('link', { name }).click()

test('shows the bookings of this week', async () => {
  await page.goto(`${service.url}/_console#token=${controlToken}`)

  await chipOf(page, 'Stand-up').first().waitFor()
  await page.getByRole('heading', { name: 'Test Tank' }).waitFor()
  assert.equal(await page.locator('.resource').count(), 5)
})

test('books a resource', async () => {
  await page.locator('input[type=date]').fill(dayOf(0))
  await page.locator('.columns', { hasText: 'Mon' }).waitFor()
  await page.getByRole('button', { name: 'New booking' }).click()
  await page.getByLabel('Resource', { exact: true }).selectOption('Tejo')
  await page.getByLabel('Title', { exact: true }).fill('Suite')
  await page.getByRole('button', { name: 'Create' }).click()

  await shows(`${written(0)} 09:00 – 10:00, Tejo`)
})

test('drags a booking to another day and resource', async () => {
  await drag(page, chip, 2, 'Mondego')

  await shows(`${written(2)} 09:00 – 10:00, Mondego`)
})

test('moves a booking by keys', async () => {
  await page.getByRole('button', { name: 'Day', exact: true }).click()
  await page.locator('input[type=date]').fill(dayOf(2))
  await chip.press('Alt+ArrowRight')
  await chip.filter({ hasText: '09:15 – 10:15' }).waitFor()
  await chip.press('Alt+Shift+ArrowRight')

  await shows(`${written(2)} 09:15 – 10:30, Mondego`)
})

test('edits the title and the colour of a booking', async () => {
  await chip.click()
  await page.getByLabel('Title', { exact: true }).fill('Suite Ω')
  await page.getByLabel('Background').fill('#112233')
  await page.getByRole('button', { name: 'Save' }).click()

  await shows('Suite Ω', '09:15 – 10:30')
  assert.match((await chip.getAttribute('style')) ?? '', /rgb\(17, 34, 51\)/)
})

test('is told why a booking cannot end before its start', async () => {
  await chip.click()
  await page.getByLabel('End', { exact: true }).fill(`${dayOf(1)}T09:00`)
  await page.getByRole('button', { name: 'Save' }).click()

  assert.notEqual((await page.getByRole('alert').innerText()).trim(), '')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await shows('09:15 – 10:30')
})

test('sees as a viewer what may not be changed', async () => {
  await page.getByLabel('As', { exact: true }).selectOption('salma@ribeira.example')

  await page.getByText('View only').waitFor()
  assert.equal(await page.locator('[data-edge]').count(), 0)
  await page.getByLabel('As', { exact: true }).selectOption('mira@ribeira.example')
  await page.getByRole('button', { name: 'New booking' }).waitFor()
})

test('deletes a booking', async () => {
  await chip.press('Delete')

  await chip.waitFor({ state: 'detached' })
  await page.reload()
  await page.locator('.resource').first().waitFor()
  assert.equal(await chip.count(), 0)
})

test('changes an address by the link of an e-mail, and goes on as this account', async () => {
  await view('Mails')
  await page.getByRole('button', { name: 'Change the address of salma@ribeira.example' }).click()
  await page.getByRole('button', { name: /new-salma@ribeira.example · activation/ }).click()
  const opened = page.context().waitForEvent('page')
  await page.getByRole('article').getByRole('link').click()
  await (await opened).waitForLoadState()

  await view('Controls')
  const account = page.getByRole('listitem').filter({ hasText: 'new-salma@ribeira.example' })
  await account.getByRole('button', { name: 'Log in' }).click()
  await page.getByText('View only').waitFor()
})

test('finds the requests in the list', async () => {
  await view('Requests')
  await page.getByLabel('Filter').fill('deleteBooking mira')
  await page.getByRole('button', { name: 'deleteBooking' }).first().click()

  await page.getByRole('complementary', { name: 'Request' }).getByText('Response', { exact: true }).waitFor()
  assert.deepEqual(thrown, [])
})
