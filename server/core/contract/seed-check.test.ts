import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { ada, bo, withBooking, withSchedule, wrongs } from '../../testing/seeds.js'
import type { Detail } from '../wire/errors.js'
import { checkSeed, parseSeed, SeedError } from './seed-check.js'
import { accountDefaults } from './user.js'

test('given an empty seed, then it is valid and has no data', () => {
  assert.equal(parseSeed({}), { users: [], schedules: [] })
  assert.equal(parseSeed({ $schema: './seed.schema.json' }).users, [])
})

test('given a small seed, then fields with a default are filled in', () => {
  const { users, schedules } = parseSeed({
    ...withBooking({ by: 'BO@firm.example' }),
    $schema: './seed.schema.json',
  })

  assert.equal(users, [ada, bo])
  const [schedule] = schedules
  assert.equal(schedule?.resources[0], {
    name: 'Red',
    description: '',
    color_fg: '#000000',
    color_bk: '#FFFFFF',
    color_schedule: '#FFFFFF',
    text_bold: false,
    link: '',
    link_title: '',
    note: '',
    custom_1: '',
    custom_2: '',
  })
  assert.equal(schedule?.bookings[0], {
    title: '',
    start: '2023-01-15 12:00',
    end: '2023-01-15 13:00',
    all_day_display: false,
    color_fg: '#000000',
    color_bk: '#FFFFFF',
    text_bold: false,
    link: '',
    link_title: '',
    note: '',
    custom_1: '',
    custom_2: '',
    resource: 'Red',
    by: 'BO@firm.example',
  })
  assert.equal(schedule?.collaborators, [])
  const guests = [{ email: 'x@firm.example' }]
  assert.equal(parseSeed(withSchedule({ collaborators: guests })).schedules[0]?.collaborators, [
    { email: 'x@firm.example', user_role: 'viewer' },
  ])
})

const twoSchedules = (names: [string, string, string]) => ({
  users: [ada],
  schedules: [
    { id: 'a', owner: ada.email, resources: [{ name: names[0] }, { name: names[1] }] },
    { id: 'b', owner: ada.email, resources: [{ name: names[2] }] },
  ],
})

test('given a duplicate resource name, then its validity depends on the scope of unique names', () => {
  const across = 'schedules.1.resources.0.name must be unique: "Red" is also at schedules.0.resources.0.name'
  const within = 'schedules.0.resources.1.name must be unique: "Red" is also at schedules.0.resources.0.name'

  assert.equal(wrongs(twoSchedules(['Red', 'Blue', 'Red'])), [across])
  assert.equal(wrongs(twoSchedules(['Red', 'Blue', 'Red']), 'service'), [across])
  assert.equal(wrongs(twoSchedules(['Red', 'Blue', 'Red']), 'schedule'), [])
  assert.equal(wrongs(twoSchedules(['Red', 'Red', 'Blue']), 'service'), [within])
  assert.equal(wrongs(twoSchedules(['Red', 'Red', 'Blue']), 'schedule'), [within])
  assert.equal(wrongs(twoSchedules(['Red', 'red', 'RED'])), [])
})

test('given values at their limits, then they are valid', () => {
  const users = [{ ...ada, id: '~a.b_c-1', request_rate_limit: 1, collaboration_limit: 0 }]
  const schedules = [
    { id: '...', owner: ada.email },
    { id: 'x'.repeat(100), owner: ada.email },
  ]
  const atLimit = { start: '0001-01-01 05:54', end: '9999-12-31 23:59' }

  assert.equal(wrongs({ users, schedules }), [])
  assert.equal(wrongs(withBooking(atLimit)), [])
  assert.equal(wrongs(withBooking({ end: '2023-01-15 12:00' })), [])
})

test('given a user without a time zone, then times are read in the default one', () => {
  const seed = (end: string) => ({
    users: [{ email: 'a@b', password: 'secret' }],
    schedules: [
      {
        id: 'a',
        owner: 'a@b',
        resources: [{ name: 'Red' }],
        bookings: [{ resource: 'Red', start: '2023-01-15 12:00', end }],
      },
    ],
  })

  assert.is(accountDefaults.timezone, 'UTC')
  assert.equal(wrongs(seed('2023-01-15T12:00Z')), [])
  assert.is(wrongs(seed('2023-01-15T11:59Z')).length, 1)
})

test('given many errors, then the message lists the first 20 and their number', () => {
  const details: Detail[] = Array.from({ length: 23 }, (_, index) => ({
    path: `users.${index}.email`,
    message: 'is required',
  }))

  const lines = new SeedError(details).message.split('\n')

  assert.is(lines[0], 'Failed to use the seed: 23 places are wrong.')
  assert.is(lines[20], '  users.19.email is required')
  assert.is(lines[21], '  and 3 more')
  assert.is(new SeedError(details.slice(0, 20)).message.split('\n').length, 21)
  assert.is(
    new SeedError([{ path: '', message: 'must be an object' }]).message,
    'Failed to use the seed: one place is wrong.\n  the seed must be an object',
  )
})

test('given a value that is not an object, such as the name of a seed, then the message says so', () => {
  for (const seed of ['demo', null, 7])
    assert.throws(() => checkSeed(seed as never), /the seed must be an object/)
})

test.run()
