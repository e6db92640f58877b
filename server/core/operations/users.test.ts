import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { sceneFor } from '../../testing/scene.js'

const scene = await sceneFor(test)

const ME = '/users/me'
const me = async () => (await scene.owner.get(ME)).body.data
const noon = '2023-07-15T12:00:00.250Z'

test('given a new account, then a read shows all 16 fields with their defaults', async () => {
  scene.server.clock.freeze()
  scene.server.clock.set(Date.parse(noon))
  const email = 'fresh@example.test'
  await scene.control('POST', '/users', { email, password: 'secret-password' })

  const { body } = await scene.control('GET', '/users')

  const { id, ...fresh } = body.data.find((user: { email: string }) => user.email === email)
  assert.match(id, /^user-[0-9a-f]{18}$/)
  assert.equal(fresh, {
    email,
    firstname: '',
    lastname: '',
    language_tag: 'en',
    date_format: 'Y-m-d',
    time_format: 'H:i',
    timezone: 'UTC',
    first_day_of_week: 'monday',
    allow_collaboration: true,
    profile_completed: false,
    collaboration_limit: 100,
    request_rate_limit: 100_000,
    schedules_limit: 100,
    updated_at: noon,
    created_at: noon,
  })
})

test('given a read of the own account, then it is that of the credentials, without its password', async () => {
  for (const name of ['owner', 'stranger'] as const) {
    const { body, text } = await scene[name].get(ME)

    assert.is(body.data.email, `${name}@example.test`)
    assert.is(Object.keys(body.data).length, 16)
    assert.not.match(text, /password|scrypt/)
  }
})

test('given fields, then a read shows only those; an unknown one is refused', async () => {
  const some = await scene.owner.get(`${ME}?fields=timezone,email`)
  const none = await scene.owner.get(`${ME}?fields=password_hash`)

  assert.equal(some.body.data, { email: 'owner@example.test', timezone: 'Europe/Berlin' })
  assert.is(none.status, 400)
})

const emoji = '😀'

const accepted: Record<string, readonly unknown[]> = {
  firstname: ['', 'Ada', 'é'.repeat(50), emoji.repeat(50), ' <b>&amp;</b>\n" '],
  lastname: ['', 'é'.repeat(100), emoji.repeat(100)],
  language_tag: ['de', 'en'],
  date_format: ['m/d/Y', 'm-d-Y', 'm.d.Y', 'd/m/Y', 'd-m-Y', 'd.m.Y', 'Y/m/d', 'Y-m-d', 'Y.m.d'],
  time_format: ['H:i', 'h:i A', 'h:i a'],
  timezone: [
    ...['Europe/Berlin', 'America/New_York', 'Asia/Tokyo', 'Australia/Lord_Howe', 'UTC'],
    ...['America/Argentina/Buenos_Aires', 'Asia/Kolkata', 'Asia/Calcutta', 'US/Eastern', 'Etc/GMT+5', 'GMT'],
  ],
  first_day_of_week: ['monday', 'saturday', 'sunday'],
  allow_collaboration: [false, true],
  profile_completed: [true, false],
}

for (const [member, values] of Object.entries(accepted)) {
  test(`${member} is stored exactly as sent, and nothing else changes`, async () => {
    const before = await me()

    for (const value of values) {
      const answer = await scene.owner.put(ME, { [member]: value })

      assert.is(answer.text, '{"success":true}\n', String(value))
      const after = await me()
      assert.equal(after, { ...before, [member]: value, updated_at: after.updated_at })
    }
  })
}

const refused: Record<string, readonly unknown[]> = {
  email: ['', 'owner', 'a b@example.test', `${'a'.repeat(188)}@example.test`, 5, null],
  firstname: ['é'.repeat(51), emoji.repeat(51), 5, null, '\ud83d'],
  lastname: ['é'.repeat(101), emoji.repeat(101), ['Test'], null],
  language_tag: ['fr', 'en-US', '', 'EN', 'De', null],
  date_format: ['Y-m-D', 'y-m-d', 'dd.mm.yyyy', 'Y m d', 'd/m/y', 'm/d', '', null],
  time_format: ['H:i:s', 'h:i', 'g:i a', 'H:I', 'h:i AM', 'H:i ', '', null],
  timezone: [
    ...['Mars/Phobos', 'Berlin', '+02:00', 'GMT+2', 'PST', 'europe/berlin', 'utc', 'Europe/Berlin '],
    ...['', '__proto__', 'constructor', 'local', 'system', 60, null],
  ],
  first_day_of_week: ['tuesday', 'friday', '', 'Monday', 1, null],
  allow_collaboration: ['true', 1, 0, '', null],
  profile_completed: ['true', '1', 2, -1, 0.5, null],
}

for (const [member, values] of Object.entries(refused)) {
  test(`given an invalid ${member}, then a PUT is refused and changes nothing, including valid fields`, async () => {
    const before = await me()

    for (const value of values) {
      const answer = await scene.owner.put(ME, { lastname: 'Right', firstname: 'Right', [member]: value })

      assert.is(answer.status, 422, `${value}`)
      assert.equal(
        answer.body.error.details.map((detail: { path: string }) => detail.path),
        [member],
      )
      assert.equal(await me(), before)
    }
    assert.equal(await scene.server.outbox(), [])
  })
}

test('given profile_completed as 1 or 0, as a read may show it, then it is stored as a boolean', async () => {
  await scene.owner.put(ME, { profile_completed: 1 })
  assert.is((await me()).profile_completed, true)

  await scene.owner.put(ME, { profile_completed: 0 })
  assert.is((await me()).profile_completed, false)
})

test('given a place, then the refusal suggests its time zone; given an abbreviation or an offset, then none that is hours away', async () => {
  for (const [sent, expected] of [
    ['Berlin', /; did you mean "Europe\/Berlin"\?$/],
    ['new york', /; did you mean "America\/New_York"\?$/],
    ['utc', /; did you mean "[\w/]*UTC"\?$/],
    ['PST', /; for example "Europe\/Berlin"$/],
    ['IST', /; for example "Europe\/Berlin"$/],
    ['GMT+1', /; for example "Europe\/Berlin"$/],
  ] as const)
    assert.match((await scene.owner.put(ME, { timezone: sent })).body.error.message, expected, sent)
})

test('given a wrong letter case, then the refusal suggests the right one', async () => {
  const language = await scene.owner.put(ME, { language_tag: 'EN' })
  const zone = await scene.owner.put(ME, { timezone: 'europe/berlin' })
  const far = await scene.owner.put(ME, { timezone: 'Mars/Phobos/Stickney/Crater' })

  assert.match(language.body.error.message, /not "EN"; did you mean "en"\?$/)
  assert.match(zone.body.error.message, /not "europe\/berlin"; did you mean "Europe\/Berlin"\?$/)
  assert.match(far.body.error.message, /; for example "Europe\/Berlin"$/)
})

test('given the whole object as it was read, then a PUT is accepted and changes nothing', async () => {
  const before = await me()
  scene.server.clock.advance(60_000)

  const answer = await scene.owner.put(ME, before)

  assert.is(answer.text, '{"success":true}\n')
  assert.equal(await me(), before)
  assert.equal(await scene.server.outbox(), [])
})

test('given changed read-only fields, then they are ignored', async () => {
  const before = await me()

  const answer = await scene.owner.put(ME, {
    id: 'other',
    collaboration_limit: 9999,
    request_rate_limit: '1',
    schedules_limit: -1,
    updated_at: 'now',
    created_at: null,
  })

  assert.is(answer.status, 200)
  assert.equal(await me(), before)
})

test('given unknown fields, then a PUT is refused and changes nothing', async () => {
  const before = await me()

  for (const member of [
    'password',
    'first_name',
    'Timezone',
    'password_hash',
    '__proto__',
    'constructor',
    '',
  ]) {
    const answer = await scene.owner.put(ME, `{"firstname": "New", "${member}": {"firstname": "x"}}`)

    assert.is(answer.status, 422, member)
    assert.is(answer.body.error.details[0].path, member || '""')
  }
  assert.equal(await me(), before)
})

test('given query parameters, then a PUT is refused', async () => {
  const answer = await scene.owner.put(`${ME}?me=1`, { firstname: 'New' })

  assert.is(answer.status, 400)
  assert.is((await me()).firstname, 'Owner')
})

test('given a change, then updated_at changes and created_at does not; other accounts are not affected', async () => {
  const before = await me()
  const stranger = (await scene.stranger.get(ME)).text
  scene.server.clock.advance(60_000)

  await scene.owner.put(ME, { firstname: 'New' })

  const after = await me()
  assert.ok(Date.parse(after.updated_at) - Date.parse(before.updated_at) >= 60_000)
  assert.is(after.created_at, before.created_at)
  assert.is((await scene.stranger.get(ME)).text, stranger)
})

test('given a changed date format, time format and language, then times of bookings keep their form', async () => {
  await scene.owner.post('/schedules/first/resources', { name: 'Red' })
  const booking = { resource_id: 1, start: '2023-07-15 00:00', end: '2023-07-15 15:00' }
  await scene.owner.post('/schedules/first/bookings', booking)

  await scene.owner.put(ME, { date_format: 'd.m.Y', time_format: 'h:i A', language_tag: 'de' })

  const { body } = await scene.owner.get('/schedules/first/bookings/1?fields=start,end,resource_id')
  assert.equal(body.data, booking)
})

test.run()
