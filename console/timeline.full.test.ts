import * as assert from 'uvu/assert'
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

/*
 * The timeline: mouse and keyboard actions lead to the right PUT, as seen by the service.
 */

const { test, testOnServer, run } = consoleSuite('the timeline of the console')

const moves: [title: string, date: string, columns: number, start: string, end: string][] = [
  ['Spring', '2026-03-29', 2, '2026-03-29 03:30', '2026-03-29 04:30'],
  ['Spring', '2026-03-29', 1, '2026-03-29 02:30', '2026-03-29 03:30'],
  ['Autumn', '2026-10-25', 1, '2026-10-25 01:30', '2026-10-25 04:30'],
  ['Autumn', '2026-10-25', 3, '2026-10-25 02:30', '2026-10-25 06:30'],
  ['Gap', '2026-03-08', -1, '2026-03-08 01:30', '2026-03-08 02:30'],
]
for (const [title, date, columns, start, end] of moves) {
  test(`dragged by ${columns} hours on ${date}, ${title} begins so many real hours later`, async ({
    open,
  }) => {
    const { page, heard, ...seen } = await open(`timeline?view=day&date=${date}`)
    await chipOf(page, title).waitFor()
    const before = await seen.bookingOf(title)
    await page.locator('.timeline-scroll').evaluate(element => Object.assign(element, { scrollLeft: 0 }))

    await drag(page, chipOf(page, title), columns, 'Cellar')
    const after = await seen.bookingWhere(title, found => found.start_utc !== before.start_utc)

    const hours = (Date.parse(after.start_utc) - Date.parse(before.start_utc)) / 3_600_000
    const length = (of: typeof after) => Date.parse(of.end_utc) - Date.parse(of.start_utc)
    assert.is(hours, columns)
    assert.is(length(after), length(before))
    assert.is(after.resource_id, before.resource_id + 1)
    assert.equal([after.start, after.end], [start, end])
    assert.equal(heard.errors, [])
  })
}

test('dragged by days, a booking keeps its time of day, even across clock changes', async ({ open }) => {
  const { page, ...seen } = await open('timeline?view=week&date=2026-03-28')
  await chipOf(page, 'Saturday').waitFor()

  await drag(page, chipOf(page, 'Saturday'), 1)
  const after = await seen.bookingWhere('Saturday', ({ start }) => start !== '2026-03-28 09:00')

  assert.equal([after.start, after.end], ['2026-03-29 09:00', '2026-03-29 10:00'])
  assert.is(after.start_utc, '2026-03-29T08:00:00Z')
})

test('dragged only to another resource, a booking keeps its times, which are not sent', async ({ open }) => {
  const { page, ...seen } = await open('timeline?view=month&date=2026-10-24')
  await chipOf(page, 'Late').waitFor()

  await drag(page, chipOf(page, 'Late'), 0, 'Garden')
  await seen.bookingWhere('Late', ({ resource_id }) => resource_id === 3)

  const [put] = (await seen.control.requests()).filter(({ request }) => request?.includes('resource_id'))
  assert.equal(JSON.parse(put?.request ?? ''), { resource_id: 3 })
})

test('an edge is dragged, and a new booking is drawn', async ({ open }) => {
  const { page, ...seen } = await open('timeline?view=week&date=2026-10-24')
  await chipOf(page, 'Late').waitFor()

  await drag(page, page.locator('.resource[aria-label="Cellar"] [data-edge="end"]'), 1)
  const longer = await seen.bookingWhere('Late', ({ end }) => end !== '2026-10-24 10:00')
  await drag(page, page.locator('.columns span').first(), 0)
  const row = await page.locator('.resource[aria-label="Garden"] .row').boundingBox()
  const column = (row?.width ?? 0) / 7
  await page.mouse.move((row?.x ?? 0) + column * 1.5, (row?.y ?? 0) + 15)
  await page.mouse.down()
  await page.mouse.move((row?.x ?? 0) + column * 3.5, (row?.y ?? 0) + 15, { steps: 3 })
  await page.mouse.up()
  await page.getByLabel('Title', { exact: true }).fill('Drawn')
  await page.getByRole('button', { name: 'Create' }).click()
  const drawn = await until(seen.bookings, all => all.some(({ title }) => title === 'Drawn'))

  assert.equal([longer.start, longer.end], ['2026-10-24 09:00', '2026-10-25 10:00'])
  const { start, end, resource_id, all_day_display } = drawn.find(({ title }) => title === 'Drawn') ?? {}
  assert.equal([start, end, resource_id, all_day_display], ['2026-10-20 00:00', '2026-10-23 00:00', 3, true])
})

test('a booking that is drawn in the second of two equal hours begins in the second one', async ({
  open,
}) => {
  const { page, ...seen } = await open('timeline?view=day&date=2026-10-25')
  await chipOf(page, 'Autumn').waitFor()
  await page.locator('.timeline-scroll').evaluate(element => Object.assign(element, { scrollLeft: 0 }))
  const row = await page.locator('.resource[aria-label="Garden"] .row').boundingBox()
  // The third of 25 hours is the second one that begins at 1:00.
  await page.mouse.click((row?.x ?? 0) + ((row?.width ?? 0) * 2.1) / 25, (row?.y ?? 0) + 15)
  await page.getByLabel('Title', { exact: true }).fill('Drawn')
  await page.getByRole('button', { name: 'Create' }).click()
  await until(seen.bookings, all => all.some(({ title }) => title === 'Drawn'))

  const { start, end, start_utc, end_utc } = await seen.bookingOf('Drawn')
  assert.equal([start, end], ['2026-10-25 01:00', '2026-10-25 02:00'])
  assert.equal([start_utc, end_utc], ['2026-10-25T01:00:00Z', '2026-10-25T02:00:00Z'])
})

test('the keyboard moves a booking in time and between resources, and the focus follows it', async ({
  open,
}) => {
  const { page, ...seen } = await open('timeline?view=day&date=2026-10-25')
  await chipOf(page, 'Autumn').focus()

  await page.keyboard.press('Alt+ArrowRight')
  await seen.bookingWhere('Autumn', ({ start }) => start === '2026-10-25 00:45')
  await told(page, /^Autumn: 2026-10-25 00:45 – 03:45, Attic$/)
  await page.keyboard.press('Alt+ArrowDown')
  await seen.bookingWhere('Autumn', ({ resource_id }) => resource_id === 2)
  await told(page, /Cellar$/)
  await page.keyboard.press('Alt+Shift+ArrowLeft')
  const after = await seen.bookingWhere('Autumn', ({ end }) => end !== '2026-10-25 03:45')

  assert.equal([after.start, after.end], ['2026-10-25 00:45', '2026-10-25 03:30'])
  assert.match(await page.evaluate('document.activeElement.textContent'), /^Autumn, /)
})

test('given a form opened by a click, when it is closed, then the keyboard moves its booking', async ({
  open,
}) => {
  const { page, ...seen } = await open('timeline?view=week&date=2026-03-28')
  await chipOf(page, 'Saturday').click()
  const focused = () => page.evaluate('document.activeElement.id')
  await page.getByRole('dialog').waitFor()
  const first = await focused()

  // The focus is restored before the next frame.
  const isBack = await page.evaluate(`(async () => {
    [...document.querySelectorAll('dialog button')].find(button => button.textContent === 'Cancel').click()
    await Promise.resolve()
    return document.activeElement.hasAttribute('data-booking')
  })()`)
  await page.keyboard.press('Alt+ArrowRight')

  const { start } = await seen.bookingWhere('Saturday', found => found.start !== '2026-03-28 09:00')
  assert.ok(isBack)
  assert.is(start, '2026-03-29 09:00')
  assert.is(first, 'field-resource_id')
})

test('a Delete key that is held down deletes one booking', async ({ open }) => {
  const { page, ...seen } = await open('timeline?view=month&date=2026-03-08')
  await chipOf(page, 'Gap').focus()
  const before = (await seen.bookings()).length

  await page.keyboard.down('Delete')
  await until(
    () => page.evaluate(`document.activeElement.textContent.startsWith('Saturday')`),
    isNext => isNext === true,
  )
  // A key that is down already repeats.
  await page.keyboard.down('Delete')
  await page.keyboard.up('Delete')
  await page.keyboard.press('Alt+ArrowRight')

  await seen.bookingWhere('Saturday', ({ start }) => start === '2026-03-29 09:00')
  assert.is((await seen.bookings()).length, before - 1)
})

test('a date may be entered with the keyboard, even if it does not exist in between', async ({ open }) => {
  const { page } = await open('timeline?view=day&date=2026-03-31')
  await chipOf(page, 'Late').waitFor({ state: 'detached' })
  const date = page.getByLabel('Date')

  await date.focus()
  // In the form of the browser's language: month, day, year. 31 February does not exist.
  await page.keyboard.type('02')
  const during = await page.evaluate('location.hash')
  await page.keyboard.type('28')

  await until(
    () => page.evaluate('location.hash') as Promise<string>,
    hash => hash.includes('date=2026-02-28'),
  )
  assert.match(during as string, 'date=2026-03-31')
})

test('the menu does with the keyboard what the pointer does', async ({ open }) => {
  const { page, ...seen } = await open('timeline?view=week&date=2026-10-24')
  await chipOf(page, 'Late').focus()

  await page.keyboard.press('m')
  await page.getByRole('menuitem', { name: 'Move to Garden' }).press('Enter')
  await seen.bookingWhere('Late', ({ resource_id }) => resource_id === 3)
  await page.locator('.resource[aria-label="Garden"] .chip').waitFor()
  await chipOf(page, 'Late').focus()
  await page.keyboard.press('Delete')

  await until(seen.bookings, all => !all.some(({ title }) => title === 'Late'))
  // The next key applies to the booking next to it.
  await until(
    () => page.evaluate(`document.activeElement.hasAttribute('data-booking')`),
    isThere => isThere === true,
  )
})

test('a refused change is reverted, and its details are shown at the field', async ({ open }) => {
  const { page, ...seen } = await open('timeline?view=week&date=2026-03-28')
  await chipOf(page, 'Saturday').waitFor()
  const placeOf = () => chipOf(page, 'Saturday').boundingBox()
  const before = await placeOf()
  await seen.control.fail({
    operation: 'changeBooking',
    with: 422,
    message: 'Not on Sundays',
    details: [{ path: 'start', message: 'is on a Sunday' }],
  })

  await drag(page, chipOf(page, 'Saturday'), 1)
  const notice = page.locator('.notice.refused')
  await notice.waitFor()

  assert.match(await notice.innerText(), /Not on Sundays[\s\S]*start is on a Sunday/)
  assert.equal(await until(placeOf, place => place?.x === before?.x), before)
  await notice.getByRole('button', { name: 'Edit' }).click()
  assert.is(await page.getByText('is on a Sunday', { exact: true }).last().innerText(), 'is on a Sunday')
  const field = page.getByLabel('Start')
  assert.is(await field.getAttribute('aria-invalid'), 'true')
  assert.is(await field.inputValue(), '2026-03-29T09:00')
  await page.getByRole('button', { name: 'Save' }).click()
  const after = await seen.bookingWhere('Saturday', ({ start }) => start !== '2026-03-28 09:00')
  assert.is(after.start, '2026-03-29 09:00')
})

test('a change that was made although its response was lost counts as made, and the form is closed', async ({
  open,
}) => {
  const { page, control, ...seen } = await open('timeline?view=week&date=2026-03-28')
  await chipOf(page, 'Saturday').waitFor()
  await control.fail({ with: 'network error', when: 'after', operation: 'changeBooking' })
  await control.fail({ with: 'network error', when: 'after', operation: 'createBooking' })
  await control.fail({ with: 'network error', when: 'after', operation: 'deleteBooking' })

  await chipOf(page, 'Saturday').press('Alt+ArrowDown')
  await told(page, /^Saturday: .*Cellar$/)
  await page.getByRole('button', { name: 'New booking' }).click()
  await page.getByLabel('Title', { exact: true }).fill('Once')
  await page.getByRole('button', { name: 'Create' }).click()
  await told(page, 'The booking was created.')
  await chipOf(page, 'Saturday').press('Delete')
  await told(page, 'Saturday was deleted.')

  const titles = (await seen.bookings()).map(({ title }) => title)
  assert.is(titles.filter(title => title === 'Once').length, 1)
  assert.not.ok(titles.includes('Saturday'))
})

test('a lost write is reported, and a failed read of the timeline is retried', async ({ open }) => {
  const { page, control, bookingOf } = await open('timeline?view=week&date=2026-03-28')
  await control.fail({ with: 'network error', when: 'before', operation: 'changeBooking' })
  await chipOf(page, 'Saturday').press('Alt+ArrowDown')
  await told(page, 'The service gave no answer.')
  await control.fail({ with: 500, operation: 'listBookings' })

  await page.getByRole('button', { name: 'Month' }).click()
  await page.getByRole('alert').waitFor()

  await page.getByRole('alert').waitFor({ state: 'detached' })
  await page.locator('.grid.month .chip', { hasText: 'Spring' }).waitFor()
  assert.is((await bookingOf('Saturday')).resource_id, 1)
})

test('a create whose response was lost is not sent again before the list is read', async ({ open }) => {
  const { page, control, ...seen } = await open('timeline?view=week&date=2026-03-28')
  await chipOf(page, 'Saturday').waitFor()
  await page.getByRole('button', { name: 'New booking' }).click()
  await page.getByLabel('Title', { exact: true }).fill('Once')
  await control.fail({ with: 'network error', when: 'after', operation: 'createBooking' })
  await control.fail({ with: 500, operation: 'listBookings' })

  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('dialog').getByRole('alert').filter({ hasText: /./ }).waitFor()
  await page.getByRole('button', { name: 'Create' }).click()
  await told(page, 'The booking was created.')

  const titles = (await seen.bookings()).map(({ title }) => title)
  assert.is(titles.filter(title => title === 'Once').length, 1)
})

test('a new booking is on the chosen date, also while the bookings of that date are loading', async ({
  open,
}) => {
  const { page, control } = await open('timeline?view=week&date=2026-03-28')
  await chipOf(page, 'Saturday').waitFor()
  const { id } = await control.hold({ operation: 'listBookings' })

  await page.locator('input[type=date]').fill('2026-10-24')
  await page.getByRole('button', { name: 'New booking' }).click()

  assert.is(await page.getByLabel('Start').inputValue(), '2026-10-19T09:00')
  await control.releaseHold(id)
})

test('while the service accepts no requests for long, none is sent, and the page says so', async ({
  open,
}) => {
  const { page, control } = await open('timeline?view=week&date=2026-03-28')
  await chipOf(page, 'Saturday').waitFor()
  const later = new Date(Date.now() + 60_000).toUTCString()
  await control.fail({ with: 429, operation: 'listBookings', headers: { 'retry-after': later } })
  await page.getByRole('button', { name: 'Month' }).click()
  await page.getByRole('alert').waitFor()
  const { length } = await control.requests()

  await page.getByRole('button', { name: 'Day', exact: true }).click()
  await page
    .getByRole('alert')
    .filter({ hasText: /no requests of this account for \d\d s/ })
    .waitFor()

  assert.is((await control.requests()).length, length)
})

testOnServer(
  'a reload does not forget until when the service wants no requests; a reset does',
  async ({ open }) => {
    const { page, control } = await open('timeline?view=week&date=2026-03-28')
    await chipOf(page, 'Saturday').waitFor()
    await control.fail({ with: 429, operation: 'listBookings', headers: { 'retry-after': '60' } })
    await page.getByRole('button', { name: 'Month' }).click()
    await page.getByRole('alert').waitFor()
    const countReads = async () => (await control.requests()).filter(({ operation }) => operation).length
    const before = await countReads()

    await page.reload()
    await page.getByRole('alert').filter({ hasText: 'no requests of this account' }).waitFor()
    const after = await countReads()
    await control.reset()
    await page.locator('.grid.month').waitFor()

    assert.is(after, before)
  },
)

testOnServer(
  'what is shown is read once when the page opens, and one read waits for the other',
  async ({ open }) => {
    const { page, control, client } = await open('timeline?view=week&date=2026-03-28')
    await chipOf(page, 'Saturday').waitFor()
    // Opened again, because the first time the page may still receive the reset before this test.
    await control.emptyRequests()
    await page.reload()
    await chipOf(page, 'Saturday').waitFor()
    const reads = (await control.requests()).flatMap(({ operation }) => operation ?? []).sort()
    const { id } = await control.hold({ operation: 'listBookings' })

    await page.getByRole('button', { name: 'Month' }).click()
    await until(control.holds, ([hold]) => hold?.waiting === 1)
    await client.createResource({ scheduleId, body: { name: 'Hall' } })
    await client.changeMe({ body: { email: 'new@example.test' } })
    // Each event has arrived when the last one shows.
    await page.getByRole('link', { name: /Mails ?2/ }).waitFor()
    const [hold] = await control.holds()
    await control.endHold(id)
    await page.locator('.grid.month .resource[aria-label="Hall"]').waitFor()

    assert.equal(reads, ['listBookings', 'listResources', 'readMe'])
    assert.is(hold?.waiting, 1)
  },
)

testOnServer(
  'a change is marked until it is answered, and the browser asks before it is lost',
  async ({ open }) => {
    const { page, heard, control, ...seen } = await open('timeline?view=week&date=2026-03-28')
    const moved = page.locator('.resource[aria-label="Cellar"] .chip button', { hasText: 'Saturday' })
    const { id } = await control.hold({ operation: 'changeBooking' })

    await chipOf(page, 'Saturday').press('Alt+ArrowDown')
    await moved.and(page.locator('[aria-busy=true]')).waitFor()
    await Promise.all([page.waitForEvent('dialog'), page.reload({ timeout: 1_000 }).catch(() => {})])
    await control.endHold(id)
    await moved.and(page.locator('[aria-busy=false]')).waitFor()
    await page.reload()
    await moved.waitFor()

    assert.is(heard.dialogs.length, 1)
    assert.is((await seen.bookingOf('Saturday')).resource_id, 2)
  },
)

test('the refusal of a form that was closed meanwhile is shown', async ({ open }) => {
  const { page, control } = await open('timeline?view=week&date=2026-03-28')
  await chipOf(page, 'Saturday').click()
  await page.getByLabel('Title', { exact: true }).fill('Sunday')
  await control.fail({ with: 422, operation: 'changeBooking', message: 'Not now' })
  const { id } = await control.hold({ operation: 'changeBooking' })

  await page.getByRole('button', { name: 'Save' }).click()
  await until(control.holds, ([hold]) => hold?.waiting === 1)
  await page.keyboard.press('Escape')
  await control.endHold(id)

  await told(page, 'Not now')
})

test('the same refusal is announced each time, and a form shows none while it is sent again', async ({
  open,
}) => {
  const { page, control } = await open('timeline?view=week&date=2026-03-28')
  await control.fail({ with: 422, operation: 'changeBooking', message: 'Not now', times: 3 })
  await chipOf(page, 'Saturday').press('Alt+ArrowDown')
  const notice = page.locator('.notice.refused')
  const first = await notice.elementHandle()

  await chipOf(page, 'Saturday').press('Alt+ArrowDown')
  await first?.waitForElementState('hidden')
  await notice.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('dialog').getByRole('alert').filter({ hasText: 'Not now' }).waitFor()
  const { id } = await control.hold({ operation: 'changeBooking' })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('dialog').getByRole('alert').waitFor({ state: 'detached' })

  await control.endHold(id)
  await page.getByRole('dialog').waitFor({ state: 'detached' })
})

test('given a refused form, then its field keeps the focus', async ({ open }) => {
  const { page, control, ...seen } = await open('timeline?view=week&date=2026-03-28')
  await chipOf(page, 'Saturday').press('Enter')
  await page.getByLabel('Title', { exact: true }).fill('Sunday')
  await control.fail({ operation: 'changeBooking', with: 422, message: 'Not now' })
  const { id } = await control.hold({ operation: 'changeBooking' })

  await page.keyboard.press('Enter')
  await until(control.holds, ([hold]) => hold?.waiting === 1)
  // The browser removes the focus when it draws the next frame.
  await page.evaluate('new Promise(drawn => requestAnimationFrame(() => requestAnimationFrame(drawn)))')
  await control.endHold(id)
  await page.getByRole('dialog').getByRole('alert').filter({ hasText: 'Not now' }).waitFor()
  await page.keyboard.press('Enter')

  await page.getByRole('dialog').waitFor({ state: 'detached' })
  assert.is((await seen.bookingOf('Sunday')).title, 'Sunday')
})

test('the page says why the role of an account is not known', async ({ open }) => {
  const { page, control } = await open(`timeline?view=week&date=2026-03-28&as=${people.viewer.email}`)
  await page.getByText('View only').waitFor()
  await control.fail({ operation: 'listCollaborators', with: 401, message: 'The password is wrong' })

  await page.getByRole('button', { name: 'Month' }).click()
  await page.getByRole('alert').waitFor()

  const { email } = people.viewer
  const alert = page.getByRole('alert')
  assert.is(await alert.innerText(), `The role of ${email} is not known: The password is wrong`)
})

test('a viewer sees bookings in their own zone, and can neither drag nor change them', async ({ open }) => {
  const { page, ...seen } = await open(`timeline?view=week&date=2026-03-28&as=${people.viewer.email}`)
  await page.getByText('View only').waitFor()
  await seen.control.fail({ operation: 'listCollaborators', with: 500 })
  await page.getByRole('button', { name: 'Today' }).click()
  await page.getByRole('alert').waitFor()
  await page.locator('input[type=date]').fill('2026-03-28')
  const chip = chipOf(page, 'Saturday')

  assert.match(String(await chip.textContent()), /2026-03-28 14:45 – 15:45/)
  assert.is(await page.locator('[data-edge]').count(), 0)
  await drag(page, chip, 1)
  await chip.focus()
  await page.keyboard.press('Alt+ArrowRight')
  await told(page, 'You may only view')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click()

  assert.is((await seen.bookingOf('Saturday')).start, '2026-03-28 09:00')
  const changes = (await seen.control.requests()).filter(({ operation }) => operation === 'changeBooking')
  assert.equal(changes, [])
})

testOnServer('two pages of one service show the changes of each other', async ({ open }) => {
  const place = 'timeline?view=week&date=2026-03-28'
  const [{ page: one, ...seen }, { page: other }] = [await open(place), await open(place)]
  await chipOf(one, 'Saturday').focus()
  await chipOf(other, 'Saturday').waitFor()

  await one.keyboard.press('Alt+ArrowDown')
  await other.locator('.resource[aria-label="Cellar"] .chip', { hasText: 'Saturday' }).waitFor()
  const booking = await seen.bookingOf('Saturday')
  await seen.client.changeBooking({ scheduleId, bookingId: booking.id, body: { title: 'Renamed' } })
  await chipOf(one, 'Renamed').waitFor()
  await chipOf(other, 'Renamed').waitFor()
})

test('a reload shows the same view', async ({ open }) => {
  const { page } = await open()
  await page.getByRole('button', { name: 'Month' }).click()
  await page.locator('input[type=date]').fill('2026-03-28')
  await chipOf(page, 'Saturday').waitFor()

  await page.reload()

  await chipOf(page, 'Saturday').waitFor()
  assert.match(page.url(), /#timeline\?.*view=month.*date=2026-03-28/)
  assert.not.match(page.url(), controlToken)
})

run()
