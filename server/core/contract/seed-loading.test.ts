import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { completeBooking, seedBooking } from './seed.js'
import { checkSeed, markChecked, parseSeed, SeedError } from './seed-check.js'

const users = [{ email: 'ada@firm.example', password: 'secret' }]
const resources = [{ name: 'Room' }]
const schedules = ['one', 'two'].map(id => ({ id, owner: 'ada@firm.example', resources }))

test('a checked seed is not parsed again, any other is', () => {
  const checked = markChecked(parseSeed({ users }), 'service')

  assert.is(checkSeed(checked, 'service'), checked)
  assert.is(checkSeed(checked, 'schedule'), checked)
  assert.equal(checkSeed({ users }, 'service'), parseSeed({ users }))
  assert.equal(checkSeed(undefined, 'service'), parseSeed({}))
  assert.throws(
    () => checkSeed({ users: [{ email: 'x', password: 'secret' }] }, 'service'),
    (error: Error) => error instanceof SeedError,
  )
})

test('a seed with names that are unique per schedule is refused where they must be unique in the service', () => {
  const checked = markChecked(parseSeed({ users, schedules }, 'schedule'), 'schedule')

  assert.is(checkSeed(checked, 'schedule'), checked)
  assert.throws(() => checkSeed(checked, 'service'), /schedules\.1\.resources\.0\.name must be unique/)
})

test('a valid booking is completed as by its schema', () => {
  const times = { start: '2026-11-23', end: '2026-11-24' }
  const all = { title: 'x', all_day_display: true, color_fg: '#112233', color_bk: '#445566', text_bold: true }
  const texts = { link: 'https://a.b', link_title: 'a', note: 'b', custom_1: 'c', custom_2: 'd' }

  for (const booking of [
    { resource: 'Room', ...times },
    { resource: 'Room', by: 'a@b', ...times, ...all, ...texts },
  ]) {
    assert.equal(completeBooking({ ...booking }), seedBooking.parse(booking))
  }
})

test.run()
