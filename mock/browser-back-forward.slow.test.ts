import type { Page } from 'playwright-core'
import * as assert from 'uvu/assert'
import { browserSuite } from './testing/chromium.js'
import {
  add,
  addressOf,
  answers,
  listed,
  logIn,
  openFrontend,
  rooms,
  serveFrontend,
  started,
} from './testing/frontend-site.js'
import type { Site } from './testing/site.js'

const test = browserSuite('a mock in the back/forward cache', { shell: false })

const persist = true

let site: Site

test.before(async () => {
  site = await serveFrontend()
})

test.after(() => site?.close())

/**
 * Leaves a page for another one and goes back, until the browser has restored it from its back/forward cache, which it need not
 * do, least of all when it is busy. Attempts are numbered from 1.
 */
async function leaveAndComeBack(
  page: Page,
  other: string,
  { before, meanwhile }: Partial<Record<'before' | 'meanwhile', (attempt: number) => Promise<void>>>,
): Promise<number> {
  for (let attempt = 1; attempt <= 3; attempt++) {
    await before?.(attempt)
    await page.evaluate('globalThis.left = true')
    await page.goto(other)
    await started(page)
    await meanwhile?.(attempt)
    await page.goBack({ waitUntil: 'commit' })
    if (await page.evaluate('globalThis.left')) return attempt
    await started(page)
  }
  throw new Error('The browser has kept the page in none of 3 attempts.')
}

test('given a page restored from the cache, then it answers again, with what later pages wrote', async ({
  context,
}) => {
  const page = await openFrontend(context, site.url, { persist })

  const attempts = await leaveAndComeBack(page, addressOf(site.url, { persist }, '/other.html'), {
    before: () => logIn(page),
    async meanwhile(attempt) {
      await logIn(page)
      await add(page, `Workbench ${attempt}`)
    },
  })
  const added = Array.from({ length: attempts }, (_, index) => `Workbench ${index + 1}`)
  await page.waitForFunction(
    `mock.db.resource.findFirst({ where: { name: { equals: ${JSON.stringify(added.at(-1))} } } })`,
  )
  await answers(page)

  assert.equal(await listed(page), [...rooms, ...added])
  assert.is(await page.evaluate('globalThis.left'), true)
})

test('given a page without persist, when it is restored from the cache, then it answers again', async ({
  context,
}) => {
  const page = await openFrontend(context, site.url)

  await leaveAndComeBack(page, addressOf(site.url, {}, '/other.html'), {
    async before() {
      await logIn(page)
      await add(page, 'Boathouse')
    },
  })
  await answers(page)

  assert.equal(await listed(page), [...rooms, 'Boathouse'])
})

test.run()
