import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { createScene, people, sceneFor } from '../testing/scene.js'
import type { SeedInput } from './contract/seed.js'

const { owner, editor, viewer, stranger } = people
const look = { color_fg: '#112233', color_bk: '#445566', text_bold: true, link: 'https://example.com/{x}' }
const words = { link_title: 'Plan', note: 'a\nb', custom_1: '1', custom_2: '2' }
const red = { name: 'Red', description: 'by the door', color_schedule: '#ABCDEF', ...look, ...words }
const settings = {
  language_tag: 'de',
  date_format: 'd.m.Y',
  time_format: 'h:i a',
  first_day_of_week: 'saturday',
  allow_collaboration: true,
  profile_completed: true,
  collaboration_limit: 3,
  request_rate_limit: 70,
  schedules_limit: 5,
} as const
const summer = { start: '2023-07-15 12:00', end: '2023-07-15 13:30' }

const seed = {
  users: [
    { ...owner, ...settings, id: 'the-owner' },
    editor,
    { ...viewer, email: 'Viewer@example.test' },
    stranger,
  ],
  schedules: [
    {
      id: 'first',
      owner: 'OWNER@example.test',
      resources: [red, { name: 'Blue' }],
      bookings: [
        { resource: 'Red', title: 'full', all_day_display: true, ...summer, ...look, ...words },
        { resource: 'Blue', by: 'EDITOR@example.test', ...summer },
        { resource: 'Blue', start: '2023-07-15T12:00:30Z', end: '2023-07-15T14:00:30+01:00' },
        { resource: 'Red', start: '2023-10-29 02:30', end: '2023-10-29T01:30Z' },
      ].map(each => (each.end.includes('+01') ? { ...each, end: '2023-07-15T14:00:30+01:00' } : each)),
      collaborators: [
        { email: 'Editor@Example.test', user_role: 'editor' },
        { email: viewer.email },
        { email: 'late@example.test', user_role: 'editor' },
      ],
    },
    {
      id: 'second',
      owner: stranger.email,
      resources: [{ name: 'Green' }],
      collaborators: [{ email: owner.email }],
    },
  ],
} satisfies SeedInput

const scene = await sceneFor(test, { seed, requestRateLimit: 500 })

const first = '/schedules/first'
const dataOf = async (path: string, caller = scene.owner) => (await caller.get(path)).body.data
const withoutDates = (object: Record<string, unknown>) => {
  const { created_at, updated_at, ...rest } = object
  return rest
}

/** All seeded data, as its users read it. */
const everything = async () => ({
  users: (await scene.control('GET', '/users')).body.data.map(withoutDates),
  schedules: (await scene.control('GET', '/schedules')).body.data,
  lists: await Promise.all(
    ['resources', 'bookings', 'collaborators'].map(async kind =>
      (await dataOf(`${first}/${kind}`)).map(withoutDates),
    ),
  ),
})

test('given a seed, then all of it has the same creation time', async () => {
  scene.server.clock.freeze()
  const { created_at, updated_at } = await dataOf('/users/me')
  const lists = ['resources', 'bookings', 'collaborators'].map(kind => dataOf(`${first}/${kind}`))

  const dates = (await Promise.all(lists)).flat().flatMap(each => [each.created_at, each.updated_at])

  assert.is(created_at, updated_at)
  assert.equal(dates, Array(18).fill(created_at))
})

test('given users in a seed, then their accounts have its values, and defaults otherwise', async () => {
  const [seeded, plain] = (await scene.control('GET', '/users')).body.data
  const { password, password_hash, ...members } = owner

  assert.equal(withoutDates(seeded), { id: 'the-owner', ...members, ...settings })
  assert.equal(
    [plain.email, plain.timezone, plain.language_tag, plain.request_rate_limit, plain.collaboration_limit],
    [editor.email, editor.timezone, 'en', 500, 100],
  )
})

test('given resources and bookings in a seed, then they are loaded completely and in order', async () => {
  const resources = (await dataOf(`${first}/resources`)).map(withoutDates)
  const [booking] = (await dataOf(`${first}/bookings`)).map(withoutDates)

  assert.equal(resources[0], { id: 1, schedule_id: 'first', ...red })
  assert.equal([resources[1].id, resources[1].name, resources[1].color_bk], [2, 'Blue', '#FFFFFF'])
  assert.equal(booking, {
    id: 1,
    schedule_id: 'first',
    resource_id: 1,
    title: 'full',
    ...summer,
    all_day_display: true,
    ...look,
    ...words,
    start_utc: '2023-07-15T10:00:00Z',
    end_utc: '2023-07-15T11:30:00Z',
  })
  assert.equal(await dataOf('/schedules/second/resources?fields=id,name', scene.stranger), [
    { id: 3, name: 'Green' },
  ])
})

test('times without a zone are in the zone of the user who booked, others in their own', async () => {
  const bookings = await dataOf(`${first}/bookings?fields=start_utc,end_utc`)

  assert.equal(bookings, [
    { start_utc: '2023-07-15T10:00:00Z', end_utc: '2023-07-15T11:30:00Z' },
    { start_utc: '2023-07-15T16:00:00Z', end_utc: '2023-07-15T17:30:00Z' },
    { start_utc: '2023-07-15T12:00:30Z', end_utc: '2023-07-15T13:00:30Z' },
    { start_utc: '2023-10-29T00:30:00Z', end_utc: '2023-10-29T01:30:00Z' },
  ])
})

test('given collaborators in a seed, then those with an account have access at once', async () => {
  const collaborators = (await dataOf(`${first}/collaborators`)).map(withoutDates)

  const schedule_id = 'first'
  assert.equal(collaborators, [
    {
      id: 1,
      schedule_id,
      email: 'Editor@Example.test',
      user_role: 'editor',
      user: { email: editor.email, firstname: 'Editor', lastname: 'Test' },
    },
    {
      id: 2,
      schedule_id,
      email: viewer.email,
      user_role: 'viewer',
      user: { email: 'Viewer@example.test', firstname: 'Viewer', lastname: 'Test' },
    },
    { id: 3, schedule_id, email: 'late@example.test', user_role: 'editor' },
  ])
  assert.is((await scene.editor.put(`${first}/resources/1`, { note: 'new' })).status, 200)
  assert.is((await scene.viewer.put(`${first}/resources/1`, { note: 'new' })).status, 403)
  assert.is((await scene.owner.get('/schedules/second/resources')).status, 200)
})

test('given an invitation in a seed, then registering its address later turns it into a collaboration', async () => {
  const { password } = owner

  await scene.control('POST', '/users', { email: 'Late@example.test', password, firstname: 'Late' })

  const { user } = await dataOf(`${first}/collaborators/3`)
  assert.equal(user, { email: 'Late@example.test', firstname: 'Late', lastname: '' })
})

test('given a seed that is loaded again, then everything has the same ids, and nothing else remains', async () => {
  const before = await everything()
  await scene.owner.post(`${first}/resources`, { name: 'Grey' })
  await scene.owner.delete(`${first}/bookings?ids=1,2`)
  await scene.owner.put(`${first}/collaborators`, { user_role: 'viewer' })
  await scene.control('POST', '/schedules', { owner: owner.email, id: 'third' })
  await scene.stranger.delete('/users/me?me=1')
  assert.not.equal(await everything(), before)

  await scene.server.reset()

  assert.equal(await everything(), before)
  assert.equal((await scene.owner.post(`${first}/resources`, { name: 'Grey' })).body.data, [{ id: 4 }])
  assert.is(new Set(before.users.map((user: { id: string }) => user.id)).size, 4)
})

test('given earlier requests, then they no longer count once a seed is loaded', async () => {
  for (let request = 0; request < 70; request++) await scene.owner.get('/users/me')
  assert.is((await scene.owner.get('/users/me')).status, 429)

  await scene.server.reset()

  assert.is((await scene.owner.get('/users/me')).status, 200)
})

for (const [what, wrong, message] of [
  ['a function', () => seed, /the seed is a function: call it, as in demo\(/],
  ['a promise', Promise.resolve(seed), /the seed is a promise: await it/],
] as const) {
  test(`given ${what} as a seed, then no server starts, and the message says what to do`, async () => {
    const error = await createScene({ seed: wrong as never }).then(
      started => started.end(),
      (reason: Error) => reason,
    )

    assert.match((error as Error).message, message)
  })
}

test.run()
