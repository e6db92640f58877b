import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { basic, people, sceneFor } from '../../testing/scene.js'
import { user } from '../contract/user.js'
import { newUser } from './accounts.js'

const scene = await sceneFor(test)

const email = 'late@example.test'
const { password } = people.owner
const invite = (schedule: string, address = email) =>
  scene.owner.post(`/schedules/${schedule}/collaborators`, { email: address, user_role: 'editor' })
const register = (more: object = {}) => scene.control('POST', '/users', { email, password, ...more })
const parts = async () => {
  const late = scene.caller(basic(email, password))
  const answers = await Promise.all(
    ['first', 'second'].map(schedule => late.get(`/schedules/${schedule}/resources`)),
  )
  return answers.map(answer => answer.status)
}

test('given invitations, then registering turns them into collaborations, and user appears', async () => {
  await invite('first')
  await invite('second', 'LATE@Example.test')

  await register({ firstname: 'Late' })

  assert.equal(await parts(), [200, 200])
  const first = (await scene.owner.get('/schedules/first/collaborators/3')).body.data
  const second = (await scene.owner.get('/schedules/second/collaborators/4')).body.data
  assert.equal(first.user, { email, firstname: 'Late', lastname: '' })
  assert.equal([second.email, second.user.email], ['LATE@Example.test', email])
  assert.is(first.user_role, 'editor')
})

test('given more invitations than collaboration_limit, then the oldest are linked', async () => {
  await invite('second')
  await invite('first')

  await register({ collaboration_limit: 1 })

  assert.equal(await parts(), [404, 200])
  assert.is((await scene.owner.get('/schedules/first/collaborators/4')).body.data.user, undefined)
})

test('given an invitation that was not linked because of the limit, then the address is still a collaborator', async () => {
  await invite('first')
  await register({ collaboration_limit: 0 })

  const again = await invite('first')

  assert.is(again.status, 409)
  assert.is((await scene.owner.get('/schedules/first/collaborators')).body.pagination.total_count, 3)
})

test('given an account that does not allow collaboration, then no invitation is linked', async () => {
  await invite('first')

  await register({ allow_collaboration: false })

  assert.equal(await parts(), [404, 404])
})

test('given an account that allows collaboration later, then its invitation is linked then', async () => {
  await invite('first')
  await register({ allow_collaboration: false })

  await scene.caller(basic(email, password)).put('/users/me', { allow_collaboration: true })

  assert.equal(await parts(), [200, 404])
})

test('given a withdrawn invitation, then registering gives no access', async () => {
  await invite('first')
  await scene.owner.delete('/schedules/first/collaborators/3')

  await register()

  assert.equal(await parts(), [404, 404])
})

test('given an address or id in use, then nobody is registered and no invitation is linked', async () => {
  const { body } = await register({ id: 'late-1' })
  assert.is(body.data.id, 'late-1')
  await invite('first', 'second@example.test')

  const answers = [
    await register({ email: email.toUpperCase() }),
    await register({ id: 'late-1', email: 'second@example.test' }),
  ]

  assert.equal(
    answers.map(answer => [answer.status, answer.body.error.code]),
    [
      [409, 'email_taken'],
      [409, 'id_taken'],
    ],
  )
  assert.is((await scene.control('GET', '/users')).body.data.length, 5)
  assert.is((await scene.owner.get('/schedules/first/collaborators/3')).body.data.user, undefined)
})

const made = { id: 'user-1', password_hash: 'hash', requestRateLimit: 50 }

test('given only an address, then a new account has the defaults and a complete user object', () => {
  const account = newUser({ email, password }, made)

  const { password_hash, ...members } = account
  assert.is(password_hash, 'hash')
  assert.not.ok('password' in account)
  const dates = { created_at: '2023-01-01T00:00:00Z', updated_at: '2023-01-01T00:00:00Z' }
  assert.is(user.safeParse({ ...members, ...dates }).success, true)
  assert.equal([account.id, account.request_rate_limit], ['user-1', 50])
})

test('given values, then they override the defaults; undefined ones do not', () => {
  const account = newUser(
    { email, password, id: 'own', timezone: 'Asia/Tokyo', firstname: undefined, request_rate_limit: 7 },
    made,
  )

  assert.equal(
    [account.id, account.timezone, account.firstname, account.request_rate_limit],
    ['own', 'Asia/Tokyo', '', 7],
  )
})

test.run()
