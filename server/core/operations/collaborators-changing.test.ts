import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { sceneFor } from '../../testing/scene.js'

const scene = await sceneFor(test)

const C = '/schedules/first/collaborators'
const list = async () => (await scene.owner.get(C)).body.data
const read = async (id: number | string) => (await scene.owner.get(`${C}/${id}`)).body.data
const roles = async () => (await list()).map((each: { user_role: string }) => each.user_role)

test('given the read object with another role, then a PUT changes only the role', async () => {
  const before = await read(2)
  scene.server.clock.advance(5_000)

  const answer = await scene.owner.put(`${C}/2`, { ...before, user_role: 'editor' })

  assert.equal(answer.body, { success: true })
  const after = await read(2)
  assert.equal(after, { ...before, user_role: 'editor', updated_at: after.updated_at })
  assert.ok(Date.parse(after.updated_at) - Date.parse(before.updated_at) >= 5_000)
})

test('given changes to all other fields, then single and bulk PUT ignore them', async () => {
  const before = await read(2)
  const altered = {
    id: 77,
    schedule_id: 'second',
    email: 'other@example.test',
    user: { email: 'x@example.test', firstname: 'X', lastname: 'Y' },
    invite: true,
    updated_at: '1999-01-01T00:00:00Z',
    created_at: '1999-01-01T00:00:00Z',
  }

  const single = await scene.owner.put(`${C}/2`, altered)
  const many = await scene.owner.put(`${C}?ids=2`, altered)

  assert.equal([single.status, many.status], [200, 200])
  assert.equal(await read(2), before)
  assert.equal(await scene.server.outbox(), [])
})

test('given the current role, or none, then updated_at does not change', async () => {
  const before = await list()
  scene.server.clock.advance(60_000)

  await scene.owner.put(`${C}/2`, { user_role: 'viewer' })
  await scene.owner.put(`${C}/2`, {})
  await scene.owner.put(C, {})

  assert.equal(await list(), before)
})

test('given an unknown field, then the whole write is refused', async () => {
  const answers = [
    await scene.owner.post(C, { email: 'a@example.test', userrole: 'editor' }),
    await scene.owner.put(`${C}/2`, { user_role: 'editor', emial: 'x' }),
    await scene.owner.put(C, { user_role: 'editor', role: 'editor' }),
  ]

  assert.equal(
    answers.map(({ status, body }) => [status, body.error.message]),
    [
      [422, 'userrole is not a known field; did you mean user_role?'],
      [422, 'emial is not a known field; known: user_role'],
      [422, 'role is not a known field; known: user_role'],
    ],
  )
  assert.equal(await roles(), ['editor', 'viewer'])
})

test('given ids, then a bulk PUT changes only the listed ones, and an unknown one changes nothing', async () => {
  await scene.owner.post(C, { email: 'a@example.test' })
  await scene.owner.post(C, { email: 'b@example.test' })
  const before = await list()

  const unknown = await scene.owner.put(`${C}?ids=3,99`, { user_role: 'editor' })
  assert.is(unknown.status, 404)
  assert.equal(await list(), before)

  await scene.owner.put(`${C}?ids=3,2,3`, { user_role: 'editor' })
  assert.equal(await roles(), ['editor', 'editor', 'editor', 'viewer'])
  assert.equal((await list())[3], before[3])

  await scene.owner.put(C, { user_role: 'viewer' })
  assert.equal(await roles(), ['viewer', 'viewer', 'viewer', 'viewer'])
})

test('given neither all=1 nor ids, then a bulk DELETE removes nobody; with them, it removes the selected ones', async () => {
  for (const query of [
    '',
    '?all=0',
    '?all=2',
    '?all=true',
    '?all=',
    '?ids=',
    '?ids=1abc',
    '?ids=1&invite=1',
  ]) {
    assert.is((await scene.owner.delete(`${C}${query}`)).status, 400, query)
    assert.is((await list()).length, 2, query)
  }

  await scene.owner.delete(`${C}?ids=2&all=1`)
  assert.equal(await roles(), ['editor'])
  await scene.owner.delete(`${C}?all=1`)
  assert.equal(await list(), [])
})

test('given an id of another schedule, then it is not found', async () => {
  await scene.owner.post('/schedules/second/collaborators', { email: 'a@example.test' })

  const answers = [
    await scene.owner.get(`${C}/3`),
    await scene.owner.put(`${C}/3`, { user_role: 'editor' }),
    await scene.owner.delete(`${C}/3`),
    await scene.owner.delete(`${C}?ids=3`),
  ]

  assert.equal(
    answers.map(answer => answer.status),
    [404, 404, 404, 404],
  )
  const { body } = await scene.owner.get('/schedules/second/collaborators/3')
  assert.equal([body.data.id, body.data.user_role], [3, 'viewer'])
})

test.run()
