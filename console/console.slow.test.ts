import type { Page, Route } from 'playwright-core'
import * as assert from 'uvu/assert'
import { obstaclesOn } from '../mock/testing/axe.js'
import {
  chipOf,
  consoleSuite,
  controlToken,
  drag,
  people,
  scheduleId,
  told,
  until,
} from './testing/opened-console.js'
import { tabs } from './view-state.js'

const { test, testOnServer, run } = consoleSuite('the console')

const view = (page: Page, name: string) => page.getByRole('link', { name }).click()

test('a user moves a booking, sees requests, makes them fail, and follows the link of a mail', async ({
  host,
  context,
  open,
}) => {
  const { page, heard, foreign, ...seen } = await open('timeline?view=week&date=2026-03-28')
  await chipOf(page, 'Saturday').waitFor()

  await drag(page, chipOf(page, 'Saturday'), 1, 'Cellar')
  await seen.bookingWhere('Saturday', ({ resource_id }) => resource_id === 2)

  await view(page, 'Requests')
  await page.getByLabel('Filter').fill('changebooking mira 200')
  await page.getByRole('button', { name: 'changeBooking' }).first().click()
  await page.getByText('"start": "2026-03-29 09:00"').waitFor()
  await page.getByRole('button', { name: 'Copy as curl' }).click()
  await told(page, 'was copied')
  const curl = String(await page.evaluate('navigator.clipboard.readText()'))
  assert.match(
    curl,
    /^curl --globoff -X PUT -u 'mira@example.test:mira-secret' .*--data-raw '\{"resource_id":2,/,
  )
  assert.match(curl, `'${host.url}/v1/schedules/studio/bookings/`)
  await page.getByRole('button', { name: 'Send again' }).click()
  await told(page, /Sent again: PUT .* 200/)

  await view(page, 'Controls')
  await page.getByLabel('Fail', { exact: true }).selectOption('changeBooking')
  await page.locator('select[name=outcome]').selectOption('409')
  await page.getByRole('button', { name: 'Fail', exact: true }).click()
  await page.getByText('changeBooking fails with 409, 1 to go').waitFor()
  await page.getByRole('button', { name: '+1 day' }).click()
  await told(page, 'a day ahead')
  const { now } = await seen.control.clock()
  assert.ok(Date.parse(now) - Date.now() > 86_000_000)

  await view(page, 'Timeline')
  await chipOf(page, 'Saturday').focus()
  await page.keyboard.press('Alt+ArrowRight')
  await page.locator('.notice.refused').waitFor()
  assert.is((await seen.bookingOf('Saturday')).start, '2026-03-29 09:00')

  await view(page, 'Mails')
  await page.getByRole('button', { name: `Change the address of ${people.viewer.email}` }).click()
  await page.getByRole('button', { name: /new-viewer@example.test · activation/ }).click()
  const opened = host.isInPage ? undefined : context.waitForEvent('page')
  await page.getByRole('article').getByRole('link').click()
  if (opened) await (await opened).waitForLoadState()
  else await told(page, 'log in as new-viewer@example.test')
  await until(seen.control.users, users => users.some(({ email }) => email === 'new-viewer@example.test'))
  await view(page, 'Controls')
  await page
    .getByRole('listitem')
    .filter({ hasText: 'new-viewer' })
    .getByRole('button', { name: 'Log in' })
    .click()
  await page.getByText('View only').waitFor()

  assert.equal([heard.errors, heard.dialogs, foreign], [[], [], []])
})

const hostile = [
  '<img src=x onerror="alert(1)">',
  '"><script>alert(1)</script>',
  '\u202Etxet desrever\u2066',
  '{{constructor.constructor("alert(1)")()}}',
  '🧨'.repeat(50),
]

test('hostile texts are escaped in every view', async ({ open }) => {
  const { page, heard, foreign, client } = await open('timeline?view=day&date=2026-03-28')
  const times = { start: '2026-03-28 12:00', end: '2026-03-28 13:00' }
  const { id } = await client.createResource({ scheduleId, body: { name: hostile[0] as string } })
  for (const title of hostile) {
    await client.createBooking({ scheduleId, body: { resource_id: id, title, note: title, ...times } })
  }
  await client.changeMe({ body: { firstname: '<b>x</b>', lastname: 'Y' } })
  await client.changeMe({ body: { email: 'bold@example.test' } })
  for (const title of hostile)
    await page.locator('[data-booking] bdi').getByText(title, { exact: true }).waitFor()
  await page.locator('[data-booking]', { hasText: hostile[1] as string }).click()
  assert.is(await page.getByLabel('Note').inputValue(), hostile[1])
  await page.keyboard.press('Escape')
  await view(page, 'Requests')
  await page.getByRole('button', { name: 'createBooking' }).first().click()
  await view(page, 'Mails')
  await page.getByText('<b>x</b>').first().waitFor()
  await page.evaluate("document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=\"window.hit=1\">')")

  assert.is(
    await page.evaluate('document.querySelectorAll("#console :is(img, b > x, script, iframe)").length'),
    0,
  )
  assert.equal([heard.dialogs, foreign], [[], []])
  // The Content-Security-Policy blocks what was just injected.
  await until(
    async () => heard.errors.join(),
    text => /Content Security Policy/.test(text),
  )
  assert.is(await page.evaluate('window.hit'), undefined)
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`every view in ${colorScheme} colours is accessible, also on a phone`, async ({ open }) => {
    const { page, heard, client } = await open('timeline?view=week&date=2026-03-28')
    await client.changeMe({ body: { email: 'new@example.test' } })
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await chipOf(page, 'Saturday').waitFor()
    for (const name of ['Day', 'Month', 'Week']) {
      await page.getByRole('button', { name, exact: true }).click()
      assert.equal(await obstaclesOn(page), [], name)
    }
    await chipOf(page, 'Saturday').press('Enter')
    await page.getByRole('dialog').waitFor()
    assert.equal(await obstaclesOn(page), [], 'form')
    await page.keyboard.press('Escape')
    await chipOf(page, 'Saturday').press('m')
    await page.getByRole('menu').waitFor()
    assert.equal(await obstaclesOn(page), [], 'menu')
    await page.keyboard.press('Escape')
    for (const tab of tabs) {
      await page.setViewportSize({ width: 1280, height: 800 })
      await page.getByRole('link', { name: tab }).click()
      if (tab === 'requests') await page.getByRole('button', { name: 'changeMe' }).first().click()
      if (tab === 'report') await page.getByLabel('Open a report').setInputFiles(report)
      assert.equal(await obstaclesOn(page), [], tab)
      await page.setViewportSize({ width: 375, height: 740 })
      assert.is(await page.evaluate('document.documentElement.scrollWidth'), 375, tab)
    }
    assert.equal(heard.errors, [])
  })
}

const report = {
  name: 'report.json',
  mimeType: 'application/json',
  buffer: Buffer.from(
    JSON.stringify({
      ...{ schema: 'schedkit-conformance/1', target: 'https://api.example.com', took: 61_000 },
      ...{ started: '2026-11-25T10:00:00Z', verdict: 'not conformant', reasons: ['One rule is broken'] },
      counts: { passed: 1, planned: 2 },
      areas: [{ prefix: 'RES', title: 'Resources' }],
      rules: [
        {
          ...{ id: 'RES-05', area: 'RES', level: 'must', statement: 'A name is unique', outcome: 'failed' },
          checks: ['RES-05.create'],
        },
        {
          ...{ id: 'RES-06', area: 'RES', level: 'must', statement: 'A note is kept', outcome: 'passed' },
          checks: [],
        },
      ],
      checks: [
        {
          ...{ id: 'RES-05.create', title: 'a taken name is refused', outcome: 'failed' },
          evidence: [{ message: 'It was accepted', expected: '409', actual: '201', curl: 'curl x' }],
        },
      ],
    }),
  ),
}

test('the detail of a request has the focus while it is open, and then its row', async ({ open }) => {
  const { page, ...seen } = await open('requests')
  await seen.bookings()
  const row = page.getByRole('button', { name: 'listBookings' })
  const focused = (selector: string) => page.evaluate(`document.activeElement.matches('${selector}')`)

  await row.click()
  const isIn = await focused('aside[aria-label="Request"]')
  await page.getByRole('button', { name: 'Close' }).click()

  assert.ok(isIn)
  assert.ok(await focused('.requests button'))
})

test('a reset asks first, because it replaces data that were there before the service started', async ({
  host,
  open,
}) => {
  const { page, ...seen } = await open('controls')
  await seen.control.takeSnapshot({ id: 'before' })
  await seen.control.setLatency({ ms: 5 })

  await page.getByRole('button', { name: 'Reset everything' }).click()
  if (!host.isInPage) {
    assert.is((await seen.control.latency()).ms, 5)
    await page.getByRole('button', { name: 'Replace all data' }).click()
  }

  await told(page, 'The data are those of the seed.')
  assert.is((await seen.control.latency()).ms, 0)
})

test('a report of a certification is read in the page, and another file is refused', async ({ open }) => {
  const { page } = await open('report')
  const input = page.getByLabel('Open a report')
  await input.setInputFiles({ ...report, buffer: Buffer.from('{"schema":"other"}') })
  await page.getByRole('alert').filter({ hasText: 'This is not a report' }).waitFor()

  await input.setInputFiles(report)
  await page.getByText('A name is unique').click()

  await page.getByText('It was accepted').waitFor()
  await page.getByText('expected: 409').waitFor()
  assert.is(await page.getByText('A note is kept').count(), 0)
})

testOnServer('a request that comes while the list is read stays in it', async ({ open }) => {
  const { page, client, control } = await open('requests')
  const row = page.getByRole('button', { name: 'changeMe' })
  const rowOfRead = page.getByRole('button', { name: 'readMe' }).first()
  await client.readMe()
  await page.reload()
  // After the reload, only the list can show that request: the page has read it.
  await rowOfRead.waitFor()
  const answerLate = async (route: Route) => {
    const response = await route.fetch()
    await client.changeMe({ body: { firstname: 'Mira' } })
    await row.waitFor()
    await route.fulfill({ response })
  }
  await page.route(/_control\/requests$/, answerLate, { times: 1 })
  const read = page.waitForResponse(/_control\/requests$/)

  await control.emptyRequests()
  await (await read).finished()
  await client.readMe()
  await rowOfRead.waitFor()

  assert.is(await row.count(), 1)
})

testOnServer('given a lost connection, then a phone shows all of what says so', async ({ open }) => {
  const { page } = await open('requests')
  await page.setViewportSize({ width: 375, height: 740 })

  await page.route(/_control\/events$/, route => route.abort())
  await page.reload()
  const state = page.getByText('Connection lost, trying again')
  await state.waitFor()

  const { x = 0, width = 0 } = (await state.boundingBox()) ?? {}
  assert.ok(x + width <= 375, `${x} + ${width}`)
})

testOnServer(
  'without its token the page asks for it, and with a wrong one it says so; the token stays out of the URL',
  async ({ host, context }) => {
    const page = await context.newPage()
    await page.goto(host.page)
    await page.getByLabel('Control token').fill('wrong')
    await page.getByRole('button', { name: 'Open' }).click()
    await page.getByText('does not take this token').waitFor()
    await page.getByLabel('Control token').fill(controlToken)
    await page.getByRole('button', { name: 'Open' }).click()
    await chipOf(page, 'Saturday').or(page.locator('.grid')).first().waitFor()

    assert.not.match(page.url(), controlToken)
  },
)

run()
