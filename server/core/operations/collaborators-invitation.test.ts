import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { createScene, people, sceneFor } from '../../testing/scene.js'

const scene = await sceneFor(test)

const C = '/schedules/first/collaborators'
const invite = (email: string, more: object = {}) => scene.owner.post(C, { email, invite: true, ...more })

test('given invite, then one e-mail contains the schedule, the role and the collaborator', async () => {
  await invite('guest@example.test', { user_role: 'editor' })

  const [mail, ...others] = await scene.server.outbox()

  assert.equal(others, [])
  assert.is(mail?.kind, 'invitation')
  assert.is(mail?.to, 'guest@example.test')
  assert.is(mail?.subject, 'Owner Test invites you to a schedule')
  assert.match(
    mail?.text ?? '',
    'Owner Test (owner@example.test) has added you to the schedule "first" as an editor.',
  )
  assert.match(
    mail?.text ?? '',
    'You have access as soon as you have an account with this address that allows collaboration.',
  )
  assert.match(mail?.text ?? '', 'Your collaborator number is 3.')
})

test('given a registered address, then the invitation says that access begins at once', async () => {
  await invite(people.stranger.email)

  const [mail] = await scene.server.outbox()

  assert.match(mail?.text ?? '', 'as a viewer.\nYou have access at once.')
  assert.is((await scene.stranger.get('/schedules/first/resources')).status, 200)
})

test('given an invitation, then the request in it ends the collaboration', async () => {
  await invite(people.stranger.email)
  const [mail] = await scene.server.outbox()
  const [, path] = /^DELETE http:\/\/127\.0\.0\.1:\d+\/v1(\S+)$/m.exec(mail?.text ?? '') ?? []

  const left = await scene.stranger.delete(path ?? 'no path')

  assert.is(left.status, 200)
  assert.is((await scene.stranger.get('/schedules/first/resources')).status, 404)
})

test('given invite false or absent, then no e-mail is sent', async () => {
  await scene.owner.post(C, { email: 'a@example.test' })
  await scene.owner.post(C, { email: 'b@example.test', invite: false })

  assert.equal(await scene.server.outbox(), [])
  await invite('c@example.test')
  assert.is((await scene.server.outbox()).length, 1)
})

test('given a refused create, then no e-mail is sent', async () => {
  await scene.viewer.put('/users/me', { allow_collaboration: false })

  const answers = [
    await invite('editor@example.test'),
    await invite('owner@example.test'),
    await invite('a@example.test', { user_role: 'owner' }),
    await scene.owner.post('/schedules/second/collaborators', { email: 'viewer@example.test', invite: true }),
    await scene.editor.post(C, { email: 'a@example.test', invite: true }),
  ]

  assert.equal(
    answers.map(answer => answer.status),
    [409, 422, 422, 403, 403],
  )
  assert.equal(await scene.server.outbox(), [])
})

test('given an account whose language is German, then its invitation is in German', async () => {
  await scene.stranger.put('/users/me', { language_tag: 'de' })

  await invite(people.stranger.email)
  await invite('guest@example.test')

  const subjects = (await scene.server.outbox()).map(mail => mail.subject)
  assert.equal(subjects, [
    'Owner Test lädt Sie zu einem Zeitplan ein',
    'Owner Test invites you to a schedule',
  ])
})

test("given an address without an account, then its invitation is in the owner's language", async () => {
  await scene.owner.put('/users/me', { language_tag: 'de' })

  await invite('guest@example.test')
  await invite(people.stranger.email)

  const subjects = (await scene.server.outbox()).map(mail => mail.subject)
  assert.equal(subjects, [
    'Owner Test lädt Sie zu einem Zeitplan ein',
    'Owner Test invites you to a schedule',
  ])
})

test('given a public URL with a prefix, then the invitation links there', async () => {
  const prefixed = await createScene({ publicUrl: 'https://example.com/api' })
  try {
    const answer = await prefixed.owner.post(C, { email: 'guest@example.test', invite: true })

    const [mail] = await prefixed.server.outbox()
    const url = 'https://example.com/api/v1/schedules/first/collaborators/3'
    assert.is(answer.headers.location, url)
    assert.match(mail?.text ?? '', `DELETE ${url}\n`)
  } finally {
    await prefixed.end()
  }
})

test.run()
