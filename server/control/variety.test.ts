import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { sceneFor } from '../testing/scene.js'

const scene = await sceneFor(test)

const collaborators = '/schedules/second/collaborators'
const vary = (body: object) => scene.control('PUT', '/variety', body)
const shown = async (path = '/users/me') => (await scene.owner.get(path)).body.data

test('given ids as strings, then creating a collaborator returns one, and reads show an integer', async () => {
  const set = await vary({ collaborator_id: 'string' })

  const created = await scene.owner.post(collaborators, { email: 'new@example.test' })
  const [{ id }] = created.body.data
  const single = await scene.owner.get(`${collaborators}/${id}`)
  const room = await scene.owner.post('/schedules/second/resources', { name: 'Room' })

  assert.equal(set.body.data, { collaborator_id: 'string' })
  assert.is(created.status, 201)
  assert.type(id, 'string')
  assert.match(String(created.headers.location), new RegExp(`/collaborators/${id}$`))
  assert.is(single.body.data.id, Number(id))
  assert.type(room.body.data[0].id, 'number')
})

test('given profile_completed as an integer, then reads show 1 or 0, also with fields, and it can be sent back', async () => {
  await vary({ profile_completed: 'integer' })

  const before = await shown()
  const put = await scene.owner.put('/users/me', { ...before, profile_completed: 1 })
  const after = await shown('/users/me?fields=profile_completed,email')
  const without = await shown('/users/me?fields=email')

  assert.is(before.profile_completed, 0)
  assert.is(put.status, 200)
  assert.equal(after, { email: 'owner@example.test', profile_completed: 1 })
  assert.equal(without, { email: 'owner@example.test' })
  assert.is(before.allow_collaboration, true)
})

test('given one variant, then the other is unchanged, and a variant can be turned off', async () => {
  await vary({ collaborator_id: 'string' })
  const both = await vary({ profile_completed: 'integer' })
  await vary({ collaborator_id: 'integer' })

  const created = await scene.owner.post(collaborators, { email: 'new@example.test' })

  assert.equal(both.body.data, { collaborator_id: 'string', profile_completed: 'integer' })
  assert.type(created.body.data[0].id, 'number')
  assert.is((await shown()).profile_completed, 0)
})

test('given a reset, then responses have their usual form', async () => {
  await vary({ collaborator_id: 'string', profile_completed: 'integer' })

  await scene.control('POST', '/reset')

  const created = await scene.owner.post(collaborators, { email: 'new@example.test' })
  assert.type(created.body.data[0].id, 'number')
  assert.is((await shown()).profile_completed, false)
})

const wrong: [body: object, message: RegExp][] = [
  [{ collaborator_id: 'sting' }, /^collaborator_id must be .*did you mean "?string/],
  [{ collaborator_id: 1 }, /^collaborator_id must be /],
  [{ profile_completed: 'boolan' }, /^profile_completed must be .*did you mean "?boolean/],
  [{ collaborators_id: 'string' }, /^collaborators_id is not a known field; did you mean collaborator_id\?/],
]
for (const [body, message] of wrong) {
  test(`given the variety ${JSON.stringify(body)}, then it is refused, and responses do not change`, async () => {
    const refused = await vary(body)

    assert.is(refused.status, 422)
    assert.match(refused.body.error.message, message)
    assert.is((await shown()).profile_completed, false)
  })
}

test.run()
