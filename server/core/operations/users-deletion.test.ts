import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { people, sceneFor } from '../../testing/scene.js'

const scene = await sceneFor(test)

const ME = '/users/me'
const accounts = async () => (await scene.control('GET', '/users')).body.data.length
const schedules = async () =>
  (await scene.control('GET', '/schedules')).body.data.map((each: { id: string }) => each.id)

test('given no me=1, then deleting the account is refused and everything remains', async () => {
  await scene.owner.post('/schedules/first/resources', { name: 'Red' })

  for (const query of [
    '',
    '?me=0',
    '?me=',
    '?me',
    '?me=2',
    '?me=true',
    '?me=01',
    '?me=%201',
    '?ME=1',
    '?all=1',
  ]) {
    const answer = await scene.owner.delete(`${ME}${query}`)

    assert.is(answer.status, 400, query)
  }
  assert.is((await scene.owner.delete(`${ME}?me=1&me=1`)).status, 400)
  assert.is((await scene.owner.delete(`${ME}?me=1&all=1`)).status, 400)
  assert.is((await scene.owner.delete(ME, { me: 1 })).status, 400)
  assert.is(await accounts(), 4)
  assert.equal(await schedules(), ['first', 'second', 'foreign'])
  assert.is((await scene.owner.get('/schedules/first/resources/1')).status, 200)
})

test('given me=1, then the account is gone at once, including its credentials', async () => {
  await scene.owner.get(ME)

  const answer = await scene.owner.delete(`${ME}?me=1`)

  assert.is(answer.text, '{"success":true}\n')
  assert.is((await scene.owner.get(ME)).status, 401)
  assert.is((await scene.owner.delete(`${ME}?me=1`)).status, 401)
  assert.is(await accounts(), 3)
})

test('given a deleted owner, then their schedules are gone with their content, and others remain', async () => {
  await scene.owner.post('/schedules/first/resources', { name: 'Red' })

  await scene.owner.delete(`${ME}?me=1`)

  assert.equal(await schedules(), ['foreign'])
  assert.is((await scene.editor.get('/schedules/first/resources')).status, 404)
  assert.is((await scene.stranger.post('/schedules/foreign/resources', { name: 'Red' })).status, 201)
})

test('given a deleted collaborator, then the collaborator object is gone, and what they wrote remains', async () => {
  await scene.editor.post('/schedules/first/resources', { name: 'Red' })

  await scene.editor.delete(`${ME}?me=1`)

  const { body } = await scene.owner.get('/schedules/first/collaborators')
  assert.equal(
    body.data.map((each: { id: number }) => each.id),
    [2],
  )
  assert.is(body.pagination.total_count, 1)
  assert.is((await scene.owner.get('/schedules/first/resources/1')).body.data.name, 'Red')
})

test('given a deleted account, then its address is free, and a new account has none of the old permissions', async () => {
  const { email, password } = people.editor
  await scene.editor.delete(`${ME}?me=1`)

  const again = await scene.control('POST', '/users', { email, password })

  assert.is(again.status, 201)
  assert.is((await scene.editor.get(ME)).body.data.firstname, '')
  assert.is((await scene.editor.get('/schedules/first/resources')).status, 404)
})

test('given ten concurrent deletions, then one succeeds', async () => {
  const answers = await Promise.all(Array.from({ length: 10 }, () => scene.editor.delete(`${ME}?me=1`)))

  const statuses = answers.map(answer => answer.status).sort()
  assert.equal(statuses, [200, ...Array.from({ length: 9 }, () => 401)])
  assert.is(await accounts(), 3)
})

test.run()
