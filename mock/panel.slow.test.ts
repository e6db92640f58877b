import type { Page } from 'playwright-core'
import * as assert from 'uvu/assert'
import { obstaclesOn } from './testing/axe.js'
import { bundle } from './testing/bundle.js'
import { browserSuite, listenTo } from './testing/chromium.js'
import { add, addressOf, logIn, mockOf, serveFrontend, started, text } from './testing/frontend-site.js'
import type { Site } from './testing/site.js'

/*
 * The panel in a frontend under development, which only imports it.
 */

const test = browserSuite('the panel of a mock')
let site: Site

const program = "import 'schedkit/mock/panel'\nawait import('./mock/testing/page/main.js')"

test.before(async () => {
  const [{ text: development }, { text: production }] = await Promise.all([
    bundle(program),
    bundle(program, { minify: true }),
  ])
  const styled = `
    document.head.insertAdjacentHTML('beforeend', '<style>button, div { color: red !important; padding: 40px !important }</style>')
    globalThis.keys = []
    document.addEventListener('keydown', ({ key }) => keys.push(key))
  `
  site = await serveFrontend({ '/main.js': styled + development, '/production.js': production })
  const page = (await (await fetch(site.url)).text()).replace('/main.js', '/production.js')
  site.put('/production', { body: page, type: 'text/html' })
})
test.after(() => site?.close())

async function open(page: Page, path = '/'): Promise<void> {
  await page.goto(addressOf(site.url, {}, path))
  assert.is(await started(page), 'ready')
}

test('it shows what the frontend does, and what it does to the mock reaches the frontend', async ({
  context,
}) => {
  const page = await context.newPage()
  const heard = listenTo(page)
  await open(page)
  await logIn(page)
  await page.getByRole('button', { name: 'schedkit' }).click()
  const panel = page.getByRole('complementary', { name: 'schedkit' })
  await panel.getByRole('heading', { name: 'Test Tank' }).waitFor()

  await add(page, 'Attic')
  await panel.getByRole('heading', { name: 'Attic' }).waitFor()
  await panel.getByRole('link', { name: 'Requests' }).click()
  await panel.getByRole('button', { name: 'createResource' }).click()
  await panel.getByText('"name": "Attic"').waitFor()
  await panel.getByRole('link', { name: 'Controls' }).click()
  await panel.getByLabel('Fail', { exact: true }).selectOption('createResource')
  await panel.getByRole('button', { name: 'Fail', exact: true }).click()
  await panel.getByText('createResource fails with 503, 1 to go').waitFor()
  await add(page, 'Cellar')
  assert.is(await text(page, '#status'), '503')
  await panel.getByRole('button', { name: 'Reset everything' }).click()
  await panel.getByRole('link', { name: 'Timeline' }).click()
  await panel.getByRole('heading', { name: 'Attic' }).waitFor({ state: 'detached' })

  assert.equal([heard.errors, heard.dialogs], [[], []])
})

test('given a reset by the frontend, then it shows the data of the seed', async ({ context }) => {
  const page = await context.newPage()
  await open(page)
  await logIn(page)
  await add(page, 'Attic')
  await page.getByRole('button', { name: 'schedkit' }).click()
  const attic = page.getByRole('heading', { name: 'Attic' })
  await attic.waitFor()

  await (await mockOf(page)).evaluate(mock => mock.reset())

  await attic.waitFor({ state: 'detached' })
})

test('styles and keys are isolated between it and the page, and it keeps its position', async ({
  context,
}) => {
  const page = await context.newPage()
  await open(page)
  await page.getByRole('button', { name: 'schedkit' }).click()
  const panel = page.getByRole('complementary', { name: 'schedkit' })
  await panel.getByRole('link', { name: 'Requests' }).click()
  await panel.getByLabel('Filter').pressSequentially('x')
  const colour = await page.evaluate(
    "getComputedStyle(document.querySelector('schedkit-panel').shadowRoot.querySelector('button')).color",
  )
  const { length } = page.url()

  await page.reload()
  await started(page)

  await panel.getByLabel('Filter').waitFor()
  assert.is.not(colour, 'rgb(255, 0, 0)')
  assert.equal(await page.evaluate('keys'), [])
  assert.is(page.url().length, length)
  assert.not.match(page.url(), '#')
  assert.equal(await obstaclesOn(page, 'schedkit-panel'), [])
})

test('on a phone, its buttons are in the same line as the clock', async ({ context }) => {
  const page = await context.newPage()
  await page.setViewportSize({ width: 390, height: 844 })
  await open(page)
  await page.getByRole('button', { name: 'schedkit' }).click()
  const panel = page.getByRole('complementary', { name: 'schedkit' })

  const parts = [panel.locator('.clock'), panel.getByRole('button', { name: 'Close the panel' })]
  const [clock, close] = await Promise.all(parts.map(part => part.boundingBox()))

  const middleOf = (box: typeof clock) => (box?.y ?? 0) + (box?.height ?? 0) / 2
  assert.ok(Math.abs(middleOf(clock) - middleOf(close)) < 4)
})

test('given a mock that is closed, then it is gone, and another start brings it back', async ({
  context,
}) => {
  const page = await context.newPage()
  await open(page)
  const button = page.getByRole('button', { name: 'schedkit' })
  await button.waitFor()

  await (await mockOf(page)).evaluate(mock => mock.close())
  await button.waitFor({ state: 'detached' })
  await page.evaluate('startMock(options)')

  await button.waitFor()
  assert.is(await page.locator('schedkit-panel').count(), 1)
})

test('given a build for production, then there is no panel', async ({ context }) => {
  const page = await context.newPage()
  await open(page, '/production')

  await logIn(page)

  assert.is(await page.locator('schedkit-panel').count(), 0)
})

test.run()
