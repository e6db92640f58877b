import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { furnish, later } from '../../server/core/store-samples.contract.js'
import { createMockStore } from './mock-store.js'

const store = createMockStore({ now: () => later })
await furnish(store)
const { db } = store
const times = { start: '2023-07-20 08:00', end: '2023-07-20 09:00' }
const first = { where: { id: { equals: 1 } } }
const room = { schedule_id: 'one', name: 'New' }

const refused: [what: string, work: () => unknown, message: RegExp][] = [
  [
    'a title too long',
    () => db.booking.create({ ...times, resource_id: 1, title: 'x'.repeat(101) }),
    /title has 101 characters; at most 100/,
  ],
  [
    'a colour that is none',
    () => db.booking.update({ ...first, data: { color_bk: 'red' } }),
    /color_bk must be a colour of the form #RRGGBB/,
  ],
  [
    'a flag that is a text',
    () => db.booking.update({ ...first, data: { text_bold: 'yes' as never } }),
    /text_bold must be true or false/,
  ],
  [
    'a date that is none',
    () => db.booking.update({ ...first, data: { created_at: 'today' } }),
    /created_at must be a time/,
  ],
  ['a resource without a name', () => db.resource.create({ schedule_id: 'one' }), /name /],
  ['a blank name', () => db.resource.create({ ...room, name: ' ' }), /name /],
  [
    'a link of another scheme',
    () => db.resource.create({ ...room, link: 'ftp://x' }),
    /link must start with http/,
  ],
  [
    'an address that is none',
    () => db.user.create({ email: 'ada' }),
    /Failed to store a user: email must be an e-mail address/,
  ],
  ['no address', () => db.user.create({}), /email must be/],
  [
    'a time zone that is none',
    () => db.user.create({ email: 'x@example.test', timezone: 'Europe/Berln' }),
    /did you mean "Europe\/Berlin"\?/,
  ],
  [
    'a limit in words',
    () => db.user.create({ email: 'x@example.test', request_rate_limit: 'many' as never }),
    /request_rate_limit must be an integer/,
  ],
  [
    'a password that is none',
    () => db.user.create({ email: 'x@example.test', password_hash: 5 as never }),
    /password_hash can't be 5/,
  ],
  [
    'a role that is none',
    () =>
      db.collaborator.create({ schedule_id: 'one', email: 'x@example.test', user_role: 'owner' as never }),
    /user_role must be one of "editor", "viewer"/,
  ],
  [
    'an id that no path can hold',
    () => db.schedule.create({ id: 'a/b', owner_id: 'ada' }),
    /id can't be "a\/b"/,
  ],
]
for (const [what, work, message] of refused) {
  test(`given ${what}, then a write through the library is refused with a message, and has no effect`, () => {
    const before = JSON.stringify(store.snapshot())

    assert.throws(work, message)
    assert.throws(
      work,
      /Failed to store a (user|booking|resource|collaborator|schedule): .* Correct it where it is written\./,
    )

    assert.is(JSON.stringify(store.snapshot()), before)
  })
}

test('given a bulk update in which one row breaks the contract, then none is updated', () => {
  const before = JSON.stringify(store.snapshot())

  assert.throws(
    () =>
      db.booking.updateMany({
        where: {},
        data: { title: title => (title === '8' ? 'x'.repeat(101) : 'new') },
      }),
    /title has 101 characters/,
  )

  assert.is(JSON.stringify(store.snapshot()), before)
})

test('given values at the bounds of the contract, then they are stored', () => {
  const long = '🛶'.repeat(100)

  const booking = db.booking.create({
    ...times,
    resource_id: 1,
    title: long,
    link: 'HTTPS://example.com/{x}',
    color_fg: '#aBcDeF',
  })
  const user = db.user.create({
    email: 'kim@example.test',
    profile_completed: true,
    timezone: 'Asia/Kathmandu',
  })

  assert.equal([booking.title, booking.color_fg, user.timezone], [long, '#aBcDeF', 'Asia/Kathmandu'])
})

test.run()
