/*
 * The tests of the console as a client, for `schedkit client`: what a user sees and does in a browser. They start a mock that plays
 * the world of SCHEDKIT_WORLD. The results of actions are checked on the page after a reload. In hard situations, the page must
 * report what it could not do, and the user retries.
 */
import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import test from 'node:test'
import type { Locator, Request } from 'playwright-core'
import { chipOf, drag } from '../../console/testing/opened-console.js'
import { demo } from '../../fixtures/demo.js'
import { serveMock, worlds } from '../../mock/serve/index.js'
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
const world = worlds.find(({ name }) => name === process.env.SCHEDKIT_WORLD)
const isHard = world?.kind === 'hard'
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
/** Formats dates like the account of the demo. */
const written = (add: number) => dayOf(add).split('-').reverse().join('/')

/** Permanent failures, which the page can only report. In the last one, every changed booking is gone. */
const lasting = [
  ...['goes-down', 'access-taken-away', 'role-taken-away', 'limit-used-up', 'password-changed-elsewhere'],
  'deleted-elsewhere',
]
const isLasting = world !== undefined && lasting.includes(world.name)
const patience = isLasting ? 5_000 : isHard ? 7_000 : 10_000
page.setDefaultTimeout(patience)
/** Situations with stale data, which a page cannot detect. */
const isUnknowable = world?.name === 'stale-after-writes'

const heard = new EventEmitter()
/** Pending requests to the API. */
const open = new Set<Request>()
page.on('request', request => void (request.url().includes('/v1/') && open.add(request)))
for (const end of ['requestfinished', 'requestfailed'] as const)
  page.on(end as 'requestfinished', request => {
    if (open.delete(request) && open.size === 0) heard.emit('answered')
  })

/** Reloads the page once no requests are pending: the record does not show whether the page has received a response. */
async function reload(): Promise<void> {
  if (open.size > 0) await once(heard, 'answered')
  await page.reload()
}

/** The failures that the page has reported: each text once for as long as it is shown. */
const told: string[] = []
await page.exposeFunction('tell', (text: string) => {
  told.push(text)
  heard.emit('told')
})
await page.addInitScript(`
  const texts = new WeakMap()
  new MutationObserver(() => {
    for (const element of document.querySelectorAll('.notice.refused, .problem')) {
      if (texts.get(element) === element.innerText) continue
      texts.set(element, element.innerText)
      tell(element.innerText)
    }
  }).observe(document, { childList: true, subtree: true, characterData: true })`)
// The tests leave the page on purpose, so they accept the browser's prompt.
page.on('dialog', dialog => void dialog.accept())

/** Waits for a condition, with a timeout in milliseconds. */
type Goal = (timeout?: number) => Promise<unknown>

const shown =
  (locator: Locator): Goal =>
  timeout =>
    locator.waitFor(timeout === undefined ? {} : { timeout })

/** Waits for a goal, but only briefly once the page has reported a failure. */
async function waitFor(goal: Goal, before: number): Promise<void> {
  const hasTold = told.length > before ? Promise.resolve() : once(heard, 'told')
  const tries = [goal(), hasTold.then(() => goal(isLasting ? 1_000 : 3_500))]
  for (const each of tries) each.catch(() => {})
  await Promise.race(tries)
}

const timeline = page.locator('.resource').first()
/** The button that sends a refused form again. */
const sendAgain = page.getByRole('dialog').getByRole('button', { name: /^(?:Create|Save)$/ })

/**
 * Performs actions until the page shows a goal, also after a reload. In hard situations, they are retried if the page has reported
 * a failure and does not show the goal after a reload. Resolves with whether the goal is reached: after a permanent failure, the
 * user gives up once the page has reported it.
 */
async function reach(
  goal: Goal,
  act: () => Promise<unknown> = async () => {},
  { isKept = true } = {},
): Promise<boolean> {
  let next = act
  for (let attempt = 1; ; attempt++) {
    const before = told.length
    try {
      await next()
      await waitFor(goal, before)
      if (!isKept) return true
      const since = told.length
      await reload()
      await waitFor(goal, since)
      return true
    } catch (error) {
      const hasTold = told.length > before || (await page.locator('.problem').count()) > 0
      if (!isHard || attempt > 4 || !(hasTold || isUnknowable)) throw error
    }
    if (!isLasting && (await sendAgain.isVisible())) {
      next = () => sendAgain.click()
      continue
    }
    next = act
    // Unless the page reports a failure, it shows the current state without a reload. But the goal may be reached by now.
    if (!isLasting && !isUnknowable && (await page.locator('.problem').count()) === 0) {
      if (await isReached(goal, 1_000)) return true
      continue
    }
    await reload()
    if (isLasting) return false
    if (!/#(?:mails|controls)/.test(page.url())) await timeline.waitFor().catch(() => {})
    if (await isReached(goal, 4_000)) return true
  }
}

const isReached = (goal: Goal, timeout: number) =>
  goal(timeout).then(
    () => true,
    () => false,
  )

const all = chipOf(page, 'Suite')
/** The booking: there is only one, unless a proxy sends the request to create it twice. */
const chip = world?.name === 'done-twice' ? all.first() : all
/** Waits until the booking is shown and the service has responded. */
const isBooked = (...texts: string[]): Goal => {
  const answered = all.and(page.locator('[aria-busy=false]'))
  const found = texts.reduce((each, hasText) => each.filter({ hasText }), answered)
  return shown(world?.name === 'done-twice' ? found.first() : found)
}

async function book(day: number): Promise<void> {
  await page.locator('input[type=date]').fill(dayOf(day))
  await page.getByRole('button', { name: 'New booking' }).click()
  await page.getByLabel('Resource', { exact: true }).selectOption('Tejo')
  await page.getByLabel('Title', { exact: true }).fill('Suite')
  await page.getByRole('button', { name: 'Create' }).click()
}

/** Returns the booking, recreated if somebody else has deleted it. */
async function present(): Promise<Locator> {
  if (isLasting) {
    await timeline.waitFor()
    if ((await chip.count()) === 0) await book(2)
  }
  return chip
}

const view = (name: string) => page.getByRole('link', { name }).click()

test('shows the bookings of this week', async () => {
  await page.goto(`${service.url}/_console#token=${controlToken}`)

  await reach(shown(chipOf(page, 'Stand-up').first()))
  await page.getByRole('heading', { name: 'Test Tank' }).waitFor()
  assert.equal(await page.locator('.resource').count(), 5)
})

test('books a resource', async () => {
  await reach(isBooked(`${written(0)} 09:00 – 10:00, Tejo`), () => book(0))
})

test('drags a booking to another day and resource', async () => {
  await reach(isBooked(`${written(2)} 09:00 – 10:00, Mondego`), async () =>
    drag(page, await present(), 2, 'Mondego'),
  )
})

test('moves a booking with the keyboard', async () => {
  await page.getByRole('button', { name: 'Day', exact: true }).click()
  await page.locator('input[type=date]').fill(dayOf(2))
  await reach(shown(page.getByRole('heading', { name: written(2) })))
  await reach(isBooked('09:15 – 10:15'), async () => (await present()).press('Alt+ArrowRight'))
  await reach(isBooked(`${written(2)} 09:15 – 10:30, Mondego`), async () =>
    (await present()).press('Alt+Shift+ArrowRight'),
  )
})

test('edits the title and the colour of a booking', async () => {
  await reach(isBooked('Suite Ω', '09:15 – 10:30'), async () => {
    await (await present()).click()
    await page.getByLabel('Title', { exact: true }).fill('Suite Ω')
    await page.getByLabel('Background').fill('#112233')
    await page.getByRole('button', { name: 'Save' }).click()
  })
  if (!isLasting) assert.match((await chip.getAttribute('style')) ?? '', /rgb\(17, 34, 51\)/)
})

test('learns why a booking cannot end before its start', async () => {
  await reach(isBooked('09:15 – 10:30'), async () => {
    await (await present()).click()
    await page.getByLabel('End', { exact: true }).fill(`${dayOf(1)}T09:00`)
    await page.getByRole('button', { name: 'Save' }).click()
    assert.notEqual((await page.getByRole('dialog').getByRole('alert').innerText()).trim(), '')
    await page.getByRole('button', { name: 'Cancel' }).click()
  })
})

test('sees as a viewer what may not be changed', async () => {
  const choose = (name: string) =>
    page.getByLabel('As', { exact: true }).selectOption(`${name}@ribeira.example`)
  await reach(
    async timeout => {
      await shown(page.getByText('View only'))(timeout)
      assert.equal(await page.locator('[data-edge]').count(), 0)
    },
    () => choose('salma'),
  )
  await reach(shown(page.getByRole('button', { name: 'New booking' })), () => choose('mira'))
})

test('deletes a booking', async () => {
  await reach(
    async (timeout = patience) => {
      await timeline.waitFor({ timeout })
      await chip.waitFor({ state: 'detached', timeout })
    },
    async () => (await present()).press('Delete'),
  )
})

test('changes an address with the link in an e-mail, and goes on as this account', async () => {
  const account = page.getByRole('listitem').filter({ hasText: 'new-salma@ribeira.example' })
  await view('Mails')
  const ask = page.getByRole('button', { name: 'Change the address of salma@ribeira.example' })
  const mail = page.getByRole('button', { name: /new-salma@ribeira.example · activation/ })
  if (!(await reach(shown(mail), () => ask.click()))) return
  await reach(
    async timeout => {
      await view('Controls')
      await shown(account)(timeout)
    },
    async () => {
      await view('Mails')
      await mail.click()
      const opened = page.context().waitForEvent('page')
      await page.getByRole('article').getByRole('link').click()
      const tab = await opened
      await tab.waitForLoadState()
      // The page reports the result there.
      told.push(await tab.locator('body').innerText())
    },
    // A reloaded page does not know the password of an address that is not in the demo.
    { isKept: false },
  )

  await reach(
    shown(page.getByText('View only')),
    async () => {
      await view('Controls')
      const ask = account.getByRole('button', { name: 'Password…' })
      const logIn = account.getByRole('button', { name: 'Log in' })
      await ask.waitFor()
      if ((await logIn.count()) === 0) {
        await ask.click()
        await page.getByLabel('Password of new-salma@ribeira.example').fill('salma-demo')
      }
      await logIn.first().click()
    },
    { isKept: false },
  )
})

test('finds the requests in the list', async () => {
  const operation = isLasting ? 'readMe' : 'deleteBooking'
  await view('Requests')
  if (isLasting) await page.getByLabel('Reads of this page').check()
  await page.getByLabel('Filter').fill(`${operation} mira`)
  await page.getByRole('button', { name: operation }).first().click()

  await page.getByRole('complementary', { name: 'Request' }).getByText('Response', { exact: true }).waitFor()
  assert.deepEqual(thrown, [])
})
