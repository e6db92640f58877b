import type { Locator } from 'playwright-core'
import * as assert from 'uvu/assert'
import { demo } from '../../fixtures/index.js'
import { serveMock } from '../../mock/serve/index.js'
import { obstaclesOn } from '../../mock/testing/axe.js'
import { browserSuite, listenTo, offline } from '../../mock/testing/chromium.js'
import { operationIds } from '../core/index.js'
import { startServer } from '../index.js'

/*
 * The docs page in a browser that can only reach this machine.
 */

const options = {
  seed: demo({ now: Date.UTC(2026, 10, 21) }),
  demo: {
    accounts: [{ email: 'mira@ribeira.example', password: 'mira-demo', note: 'owner of lisbon-studio' }],
    scheduleId: 'lisbon-studio',
  },
}

const test = browserSuite('the docs page', { flags: offline })

/** Sends the request of an opened operation. Resolves to status and body. */
async function execute(operation: Locator): Promise<{ status: string; body: string }> {
  await operation.getByRole('button', { name: 'Execute' }).click()
  const answer = operation.locator('.live-responses-table .response').first()
  await answer.waitFor()
  return {
    status: (await answer.locator('.response-col_status').innerText()).trim(),
    body: await answer.locator('.highlight-code').first().innerText(),
  }
}

for (const [host, start] of [
  ['server', startServer],
  ['mock', serveMock],
] as const) {
  test(`given a ${host} and no network, then its docs page shows every operation and sends requests`, async ({
    context,
  }) => {
    const { url, close } = await start(options)
    const page = await context.newPage()
    const { errors, dialogs } = listenTo(page)
    const requests: string[] = []
    page.on('request', request => requests.push(request.url()))
    const open = async (id: string) => {
      const operation = page.locator(`[id^="operations-"][id$="-${id}"]`)
      await operation.locator('.opblock-summary-control').click()
      return operation
    }
    try {
      await page.goto(`${url}/docs`)
      await page.locator('.opblock').first().waitFor()

      const shown = await page
        .locator('.opblock')
        .evaluateAll(blocks => blocks.map(({ id }) => id.split('-').at(-1)))
      assert.equal(
        operationIds.filter(id => !shown.includes(id)),
        [],
      )

      await page.getByLabel('Log in as').selectOption('nobody')
      const list = await open('listResources')
      const anonymous = await execute(list)
      assert.is(anonymous.status, '401')
      assert.match(anonymous.body, '"code": "unauthorized"')

      await page.getByLabel('Log in as').selectOption('mira@ribeira.example, owner of lisbon-studio')
      await list.getByRole('button', { name: 'Clear' }).click()
      const listed = await execute(list)
      assert.is(listed.status, '200')
      assert.match(listed.body, '"name": "Tejo"')

      const creation = await open('createResource')
      await creation.getByLabel('Request body').fill('{ "name": "Attic" }')
      assert.is((await execute(creation)).status, '201')
      await creation.getByRole('button', { name: 'Clear' }).click()
      const refused = await execute(creation)
      assert.is(refused.status, '409')
      assert.match(refused.body, '"code": "name_taken"')

      await page.getByRole('button', { name: 'Authorize' }).click()
      await page.getByRole('button', { name: 'Logout' }).waitFor()
      // One host is enough, because both serve the same files.
      if (start === startServer) assert.equal(await obstaclesOn(page), [])
    } finally {
      await close()
    }
    assert.equal([errors, dialogs], [[], []])
    assert.equal(
      requests.filter(each => !each.startsWith(`${url}/`) && !each.startsWith('data:')),
      [],
    )
  })
}

test('on a phone the docs page is no wider than the screen, books a room in two taps, and the guard of a deletion is sent', async ({
  context,
}) => {
  const { url, close } = await startServer(options)
  const page = await context.newPage()
  const width = () => page.evaluate('document.documentElement.scrollWidth')
  try {
    await page.setViewportSize({ width: 375, height: 740 })
    await page.goto(`${url}/docs`)
    for (const id of ['listBookings', 'createBooking', 'deleteMe']) {
      const operation = page.locator(`[id^="operations-"][id$="-${id}"]`)
      await operation.locator('.opblock-summary-control').click()
      await operation.getByRole('button', { name: 'Execute' }).waitFor()

      assert.is(await width(), 375, id)
      if (id === 'createBooking') assert.is((await execute(operation)).status, '201')
    }

    const deletion = page.locator('[id^="operations-"][id$="-deleteMe"]')
    const sent = page.waitForRequest(request => request.method() === 'DELETE')
    const answer = await execute(deletion)

    assert.is((await sent).url(), `${url}/v1/users/me?me=1`)
    assert.is(answer.status, '200')
    assert.is(await width(), 375)
  } finally {
    await close()
  }
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`on a phone in ${colorScheme} colours, two taps from the start page book a room`, async ({
    context,
  }) => {
    const { url, close } = await startServer(options)
    const page = await context.newPage()
    const { errors, dialogs } = listenTo(page)
    const width = () => page.evaluate('document.documentElement.scrollWidth')
    try {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width: 375, height: 740 })
      await page.goto(url)
      assert.equal([await obstaclesOn(page), await width()], [[], 375])

      await page.getByRole('link', { name: 'Create a booking' }).click()
      const creation = page.locator('[id^="operations-"][id$="-createBooking"]')
      const answer = await execute(creation)

      assert.is(answer.status, '201')
      assert.match(answer.body, /"id": \d+/)
      assert.equal([await obstaclesOn(page), await width()], [[], 375])
      const isDark = page.locator('html.dark-mode')
      assert.is(await isDark.count(), colorScheme === 'dark' ? 1 : 0)
      await page.emulateMedia({ colorScheme: colorScheme === 'dark' ? 'light' : 'dark' })
      await isDark.waitFor({ state: colorScheme === 'dark' ? 'detached' : 'attached' })
    } finally {
      await close()
    }
    assert.equal([errors, dialogs], [[], []])
  })
}

test('with only a keyboard, an operation of the docs page can be opened and its request sent', async ({
  context,
}) => {
  const { url, close } = await startServer(options)
  const page = await context.newPage()
  try {
    await page.goto(`${url}/docs`)
    await page.locator('.opblock').first().waitFor()
    const focus = async (matches: string) => {
      for (let pressed = 0; pressed < 60; pressed++) {
        await page.keyboard.press('Tab')
        if (await page.evaluate(`document.activeElement.matches('${matches}')`)) return
      }
      throw new Error(`Tab does not lead to ${matches}`)
    }

    await focus('#operations-Resources-listResources .opblock-summary-control')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Execute' }).waitFor()
    await focus('.btn.execute')
    await page.keyboard.press('Enter')

    const answer = page.locator('.live-responses-table .response').first()
    await answer.waitFor()
    assert.match(await answer.innerText(), '"name": "Tejo"')
  } finally {
    await close()
  }
})

test('the accessibility check finds violations', async ({ context }) => {
  const page = await context.newPage()
  await page.setContent('<html lang="en"><title>x</title><main><h1>x</h1><button></button></main></html>')

  const found = await obstaclesOn(page)

  assert.is(found.length, 1)
  assert.match(found[0] ?? '', /^button-name/)
})

test.run()
