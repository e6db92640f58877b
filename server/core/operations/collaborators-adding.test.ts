import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { basic, people, sceneFor, sceneSeed } from '../../testing/scene.js'

/** Two more accounts: one that can join one schedule, and one that can join none. */
const busy = { ...people.stranger, email: 'busy@example.test', collaboration_limit: 1 }
const full = { ...people.stranger, email: 'full@example.test', collaboration_limit: 0 }

const scene = await sceneFor(test, {
  seed: { ...sceneSeed, users: [...(sceneSeed.users ?? []), busy, full] },
})

const at = (schedule: string) => `/schedules/${schedule}/collaborators`
const add = (schedule: string, email: string) => scene.owner.post(at(schedule), { email })
const emails = async (schedule: string) => {
  const { body } = await scene.owner.get(at(schedule))
  return body.data.map((each: { email: string }) => each.email)
}

test("given the owner's own address, in any letter case, then it is refused", async () => {
  for (const email of ['owner@example.test', 'OWNER@Example.Test']) {
    const answer = await add('second', email)

    assert.is(answer.status, 422)
    assert.is(answer.body.error.message, 'email is your own: the owner cannot be a collaborator')
  }
  assert.is((await add('second', 'editor@example.test')).status, 201)
  assert.equal(await emails('second'), ['editor@example.test'])
})

test('given an address that is a collaborator, registered or not, a second create is a conflict', async () => {
  await add('first', 'Guest@example.test')
  const before = await emails('first')

  for (const email of [
    'guest@EXAMPLE.test',
    'Guest@example.test',
    'viewer@example.test',
    'Viewer@example.test',
  ]) {
    const answer = await add('first', email)

    assert.is(answer.status, 409, email)
    assert.is(answer.body.error.code, 'already_collaborator')
  }
  assert.equal(await emails('first'), before)
  assert.is((await add('second', 'guest@example.test')).status, 201)
})

test('given a refused create, then no id is used up', async () => {
  await add('first', 'viewer@example.test')

  assert.equal((await add('first', 'a@example.test')).body.data, [{ id: 3 }])
})

test('given an account that does not allow collaboration, then a new one is refused and existing ones remain', async () => {
  await scene.viewer.put('/users/me', { allow_collaboration: false })

  const answer = await add('second', 'viewer@example.test')

  assert.is(answer.status, 403)
  assert.is(answer.body.error.message, 'viewer@example.test does not allow being added as a collaborator')
  assert.equal(await emails('second'), [])
  assert.is((await scene.viewer.get('/schedules/first/resources')).status, 200)
  assert.is((await scene.viewer.get('/schedules/second/resources')).status, 404)

  await scene.viewer.put('/users/me', { allow_collaboration: true })
  assert.is((await add('second', 'viewer@example.test')).status, 201)
})

test('given a collaborator that no longer allows it, then adding them again is a conflict as usual', async () => {
  await scene.viewer.put('/users/me', { allow_collaboration: false })

  assert.is((await add('first', 'viewer@example.test')).status, 409)
})

test('given collaboration_limit schedules, then one more is refused until one is left', async () => {
  const caller = scene.caller(basic(busy.email, busy.password))
  await add('first', busy.email)

  const refused = await add('second', busy.email)

  assert.is(refused.status, 403)
  assert.is(
    refused.body.error.message,
    'busy@example.test cannot join more schedules: its collaboration_limit is 1',
  )
  assert.equal(await emails('second'), [])
  assert.is((await caller.get('/schedules/second/resources')).status, 404)

  assert.is((await caller.delete(`${at('first')}/3`)).status, 200)
  assert.is((await add('second', busy.email)).status, 201)
  assert.is((await caller.get('/schedules/second/resources')).status, 200)
})

test('given a collaborator at its limit, then adding them again is a conflict as usual', async () => {
  await add('first', busy.email)

  assert.is((await add('first', busy.email.toUpperCase())).status, 409)
  assert.is((await emails('first')).length, 3)
})

test('given a limit of 0, then an account cannot be added anywhere', async () => {
  assert.is((await add('first', full.email)).status, 403)
  assert.is((await emails('first')).length, 2)
})

test('given schedules of its own, then they do not count towards collaboration_limit', async () => {
  await scene.control('POST', '/schedules', { id: 'own', owner: busy.email })

  assert.is((await add('first', busy.email)).status, 201)
})

test('given ten concurrent creates of one address, then one succeeds and nine are conflicts', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => add('first', 'a@example.test')))

  const statuses = answers.map(answer => answer.status).sort()
  assert.equal(statuses, [201, ...Array.from({ length: 9 }, () => 409)])
  assert.is((await emails('first')).length, 3)
})

test('given concurrent creates in two schedules, then a limit of one is respected', async () => {
  const answers = await Promise.all(['first', 'second'].map(schedule => add(schedule, busy.email)))

  assert.equal(answers.map(answer => answer.status).sort(), [201, 403])
})

test.run()
