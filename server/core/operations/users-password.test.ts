import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { basic, people, sceneFor } from '../../testing/scene.js'

const scene = await sceneFor(test)

const ME = '/users/me'
const { email, password } = people.owner
const withPassword = (secret: string) => scene.caller(basic(email, secret))
const logsIn = async (secret: string) => (await withPassword(secret).get(ME)).status === 200

const accepted: Record<string, string> = {
  '6 characters': 'abcdef',
  '6 emoji': '😀😀😀😀😀😀',
  'colons, blanks and control characters': ' :a:\t\n\0: ',
  '1,024 characters of four bytes': '😀'.repeat(1024),
}

for (const [title, secret] of Object.entries(accepted)) {
  test(`given a new password of ${title}, then it replaces the old one at once`, async () => {
    const before = (await scene.owner.get(ME)).body.data

    const answer = await scene.owner.put(ME, { new_password: secret })

    assert.is(answer.text, '{"success":true}\n')
    assert.is(await logsIn(password), false)
    const after = await withPassword(secret).get(ME)
    assert.equal(after.body.data, { ...before, updated_at: after.body.data.updated_at })
    assert.not.match(after.text, 'password')
  })
}

const refused: readonly (readonly [secret: unknown, message: string])[] = [
  ['', 'new_password has 0 characters; at least 6 are required'],
  ['a', 'new_password has 1 characters; at least 6 are required'],
  ['12345', 'new_password has 5 characters; at least 6 are required'],
  ['é'.repeat(5), 'new_password has 5 characters; at least 6 are required'],
  ['😀'.repeat(5), 'new_password has 5 characters; at least 6 are required'],
  ['x'.repeat(1025), 'new_password has more than 1024 characters'],
  ['\ud83d', 'new_password contains half of a surrogate pair, which is not a character'],
  [123456, 'new_password must be a string'],
  [null, 'new_password must be a string'],
]

test('given an invalid new password, then it is refused, not repeated, and the old one stays valid', async () => {
  for (const [new_password, message] of refused) {
    const answer = await scene.owner.put(ME, { new_password })

    assert.is(answer.status, 422)
    assert.is(answer.body.error.message, message)
    assert.is(await logsIn(password), true)
  }
})

test('given another field that is invalid, then neither is changed', async () => {
  const answers = [
    await scene.owner.put(ME, { new_password: 'another-one', firstname: 5 }),
    await scene.owner.put(ME, { new_password: 'another-one', email: people.editor.email }),
    await scene.owner.put(ME, { new_password: 'short', firstname: 'New' }),
  ]

  assert.equal(
    answers.map(answer => answer.status),
    [422, 409, 422],
  )
  assert.is(await logsIn('another-one'), false)
  assert.is((await scene.owner.get(ME)).body.data.firstname, 'Owner')
})

test('given another field that is valid, then both are changed, and schedules and collaborations remain', async () => {
  const answer = await scene.editor.put(ME, { new_password: 'another-one', firstname: 'New' })

  const editor = scene.caller(basic(people.editor.email, 'another-one'))
  assert.is(answer.status, 200)
  assert.is((await editor.get(ME)).body.data.firstname, 'New')
  assert.is((await editor.get('/schedules/first/resources')).status, 200)
  assert.is((await scene.editor.get(ME)).status, 401)
})

test('given many concurrent requests with the new password, then all are served; with the old one, none', async () => {
  await scene.owner.put(ME, { new_password: 'another-one' })

  const twenty = Array.from({ length: 20 }, (_, index) => index)
  const right = await Promise.all(twenty.map(() => withPassword('another-one').get(ME)))
  const wrong = await Promise.all(twenty.slice(0, 3).map(() => scene.owner.get(ME)))

  assert.ok(right.every(answer => answer.status === 200))
  assert.ok(wrong.every(answer => answer.status === 401))
})

test('given two concurrent changes, then one succeeds and the other has outdated credentials', async () => {
  const secrets = ['first-secret', 'second-secret']

  const answers = await Promise.all(secrets.map(new_password => scene.owner.put(ME, { new_password })))

  assert.equal(answers.map(answer => answer.status).sort(), [200, 401])
  const winner = answers.findIndex(answer => answer.status === 200)
  assert.is(await logsIn(secrets[winner] ?? ''), true)
  assert.is(await logsIn(secrets[1 - winner] ?? ''), false)
})

test('given the password of one account, then it is wrong for others', async () => {
  await scene.owner.put(ME, { new_password: 'another-one' })

  assert.is((await scene.caller(basic(people.editor.email, 'another-one')).get(ME)).status, 401)
  assert.is((await scene.editor.get(ME)).status, 200)
})

test.run()
