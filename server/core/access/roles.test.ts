import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { sceneFor } from '../../testing/scene.js'
import { operations } from '../operations/index.js'

const scene = await sceneFor(test)

const callers = ['owner', 'editor', 'viewer', 'stranger', 'nobody'] as const

/** The status for each of the callers, in order; a permitted create returns 201 instead of 200. */
type Verdicts = readonly [number, number, number, number, number]
const readers: Verdicts = [200, 200, 200, 404, 401]
const writers: Verdicts = [200, 200, 403, 404, 401]
const ownerAlone: Verdicts = [200, 403, 403, 404, 401]
const anyAccount: Verdicts = [200, 200, 200, 200, 401]

/** The schedule contains one resource, one booking, and collaborators 1 (the editor), 2 (the viewer) and 3. */
const R = '/schedules/first/resources'
const B = '/schedules/first/bookings'
const C = '/schedules/first/collaborators'
const booking = { resource_id: 1, start: '2023-07-15 12:00', end: '2023-07-15 13:00' }

const table: readonly (readonly [id: string, Verdicts, method: string, path: string, body?: object])[] = [
  ['listResources', readers, 'GET', R],
  ['readResource', readers, 'GET', `${R}/1`],
  ['createResource', writers, 'POST', R, { name: 'Blue' }],
  ['changeResources', writers, 'PUT', R, { note: 'new' }],
  ['changeResource', writers, 'PUT', `${R}/1`, { note: 'new' }],
  ['deleteResources', writers, 'DELETE', `${R}?all=1`],
  ['deleteResource', writers, 'DELETE', `${R}/1`],
  ['listBookings', readers, 'GET', B],
  ['listResourceBookings', readers, 'GET', `${R}/1/bookings`],
  ['readBooking', readers, 'GET', `${B}/1`],
  ['createBooking', writers, 'POST', B, booking],
  ['changeBookings', writers, 'PUT', B, { title: 'new' }],
  ['changeResourceBookings', writers, 'PUT', `${R}/1/bookings`, { title: 'new' }],
  ['changeBooking', writers, 'PUT', `${B}/1`, { title: 'new' }],
  ['deleteBookings', writers, 'DELETE', `${B}?all=1`],
  ['deleteResourceBookings', writers, 'DELETE', `${R}/1/bookings?all=1`],
  ['deleteBooking', writers, 'DELETE', `${B}/1`],
  ['listCollaborators', ownerAlone, 'GET', C],
  ['readCollaborator', ownerAlone, 'GET', `${C}/3`],
  ['createCollaborator', ownerAlone, 'POST', C, { email: 'new@example.test' }],
  ['changeCollaborators', ownerAlone, 'PUT', C, { user_role: 'editor' }],
  ['changeCollaborator', ownerAlone, 'PUT', `${C}/3`, { user_role: 'editor' }],
  ['deleteCollaborators', ownerAlone, 'DELETE', `${C}?all=1`],
  ['deleteCollaborator', ownerAlone, 'DELETE', `${C}/3`],
  ['readMe', anyAccount, 'GET', '/users/me'],
  ['changeMe', anyAccount, 'PUT', '/users/me', { firstname: 'New' }],
  ['deleteMe', anyAccount, 'DELETE', '/users/me?me=1'],
]

async function furnish(): Promise<void> {
  await scene.owner.post(R, { name: 'Red' })
  await scene.owner.post(B, booking)
  await scene.owner.post(C, { email: 'guest@example.test' })
}

/** All data as text: the content of the schedule and the accounts. */
async function everything(): Promise<string> {
  const answers = await Promise.all([
    ...[R, B, C].map(path => scene.owner.get(path)),
    scene.control('GET', '/users'),
  ])
  return answers.map(answer => answer.text).join('')
}

test('given the 27 operations, then the table says who may run each', () => {
  const ids = operations.map(operation => operation.id)

  assert.equal(
    table.map(([id]) => id),
    ids,
  )
  assert.is(table.length, 27)
})

for (const [id, verdicts, method, path, body] of table) {
  test(`${id} is permitted to those the owner allows, and refused to everyone else`, async () => {
    let before: string | undefined
    for (const [index, name] of callers.entries()) {
      if (before === undefined) {
        await scene.server.reset()
        await furnish()
        before = await everything()
      }
      const caller = name === 'nobody' ? scene.caller() : scene[name]

      const answer = await caller.send(method, path, body)

      const expected = verdicts[index]
      const allowed = expected === 200
      const status = allowed && method === 'POST' ? 201 : expected
      assert.is(answer.status, status, `${name}: ${answer.text}`)
      assert.is(answer.body.success, allowed, name)
      const changes = allowed && method !== 'GET'
      const after = await everything()
      assert.is(after !== before, changes, `${name} ${changes ? 'changes' : 'changes nothing'}`)
      if (changes) before = undefined
      if (!allowed) assert.is(answer.body.data, undefined, name)
    }
  })
}

const ownId = { editor: 1, viewer: 2 }

for (const name of ['editor', 'viewer'] as const) {
  test(`given a collaborator's own object, then the ${name} can neither read nor change it`, async () => {
    const own = ownId[name]
    const before = await everything()

    const tried = [
      await scene[name].get(`${C}/${own}`),
      await scene[name].get(`${C}?ids=${own}`),
      await scene[name].put(`${C}/${own}`, { user_role: 'editor' }),
      await scene[name].put(`${C}?ids=${own}`, { user_role: 'editor' }),
      await scene[name].delete(`${C}?ids=${own}`),
    ]

    assert.equal(
      tried.map(answer => answer.status),
      [403, 403, 403, 403, 403],
    )
    assert.is(await everything(), before)
    assert.is((await scene.owner.get(`${C}/${own}`)).body.data.id, own)
  })

  test(`given its own object, then the ${name} can end the collaboration, and nothing else`, async () => {
    await furnish()

    const left = await scene[name].delete(`${C}/${ownId[name]}`)

    assert.is(left.text, '{"success":true}\n')
    for (const path of [R, B, `${R}/1`, `${B}/1`, `${R}/1/bookings`]) {
      assert.is((await scene[name].get(path)).status, 404, path)
      assert.is((await scene.owner.get(path)).status, 200, path)
    }
    assert.is((await scene.owner.get(C)).body.pagination.total_count, 2)
    assert.is((await scene[name].get('/users/me')).status, 200)
  })
}

test('given the other collaborator, then neither can remove it, and an invalid id is not their own', async () => {
  for (const id of [2, 99, 'me', 'NaN', '01']) {
    const answer = await scene.editor.delete(`${C}/${id}`)

    assert.is(answer.status, 403, String(id))
  }
  assert.is((await scene.viewer.delete(`${C}/1`)).status, 403)
  assert.is((await scene.owner.get(C)).body.pagination.total_count, 2)
  assert.is((await scene.owner.delete(`${C}/99`)).status, 404)
})

test("given another schedule's path, one's own id has no effect there", async () => {
  const answers = [
    await scene.editor.delete('/schedules/second/collaborators/1'),
    await scene.owner.delete('/schedules/second/collaborators/1'),
    await scene.stranger.delete('/schedules/foreign/collaborators/1'),
  ]

  assert.equal(
    answers.map(answer => answer.status),
    [404, 404, 404],
  )
  assert.is((await scene.editor.get(R)).status, 200)
})

test('an existing schedule of someone else looks like a nonexistent one', async () => {
  const secret = await scene.owner.get('/schedules/foreign/resources')
  const nowhere = await scene.owner.get('/schedules/nowhere/resources')

  assert.is(secret.status, 404)
  assert.equal(
    secret.body.error.message.replace('foreign', '*'),
    nowhere.body.error.message.replace('nowhere', '*'),
  )
  assert.is((await scene.stranger.get('/schedules/foreign/resources')).status, 200)
})

test('given a new role, then it applies from the next request', async () => {
  const write = (name: string) => scene.viewer.post(R, { name })

  assert.is((await write('One')).status, 403)
  await scene.owner.put(`${C}/2`, { user_role: 'editor' })
  assert.is((await write('One')).status, 201)
  await scene.owner.put(`${C}/2`, { user_role: 'viewer' })
  assert.is((await write('Two')).status, 403)
  assert.is((await scene.owner.get(R)).body.pagination.total_count, 1)
})

test('given a removed collaborator, then access ends and the account remains', async () => {
  assert.is((await scene.viewer.get(R)).status, 200)

  await scene.owner.delete(`${C}/2`)

  assert.is((await scene.viewer.get(R)).status, 404)
  assert.is((await scene.viewer.get('/users/me')).body.data.email, 'viewer@example.test')
})

test('given a collaborator that left, then the owner can add them again, as a viewer with a new id', async () => {
  await scene.editor.delete(`${C}/1`)

  const again = await scene.owner.post(C, { email: 'editor@example.test' })

  assert.equal(again.body.data, [{ id: 3 }])
  assert.is((await scene.owner.get(`${C}/3`)).body.data.user_role, 'viewer')
  assert.is((await scene.owner.get(`${C}/1`)).status, 404)
  assert.is((await scene.editor.get(R)).status, 200)
  assert.is((await scene.editor.delete(`${C}/1`)).status, 403)
})

test.run()
