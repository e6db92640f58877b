import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { sceneFor } from '../../testing/scene.js'

const scene = await sceneFor(test)

const C = '/schedules/first/collaborators'
const list = async () => (await scene.owner.get(C)).body.data
const read = async (id: number | string) => (await scene.owner.get(`${C}/${id}`)).body.data
const roles = async () => (await list()).map((each: { user_role: string }) => each.user_role)
const noon = Date.parse('2023-07-15T12:00:00.250Z')

test('given a registered address, then the collaborator has six fields and the user', async () => {
  scene.server.clock.freeze()
  scene.server.clock.set(noon)

  const answer = await scene.owner.post(C, { email: 'Stranger@example.test', user_role: 'editor' })

  assert.is(answer.status, 201)
  assert.equal(answer.body, { success: true, data: [{ id: 3 }] })
  assert.is(answer.headers.location, `${scene.server.url}/v1${C}/3`)
  const expected = {
    id: 3,
    schedule_id: 'first',
    email: 'Stranger@example.test',
    user_role: 'editor',
    updated_at: '2023-07-15T12:00:00.250Z',
    created_at: '2023-07-15T12:00:00.250Z',
    user: { email: 'stranger@example.test', firstname: 'Stranger', lastname: 'Test' },
  }
  assert.equal(await read(3), expected)
  assert.equal((await list())[2], expected)
})

test('given an address without an account, then user is absent, even if named in fields', async () => {
  await scene.owner.post(C, { email: 'guest@example.test' })

  const { body } = await scene.owner.get(`${C}/3?fields=user`)

  assert.equal(body.data, {})
  assert.equal(Object.keys(await read(3)), [
    'id',
    'schedule_id',
    'email',
    'user_role',
    'updated_at',
    'created_at',
  ])
})

test('given new names of the account, then user shows them', async () => {
  await scene.viewer.put('/users/me', { firstname: 'Vi', lastname: '"quoted" é' })

  const { user } = await read(2)

  assert.equal(user, { email: 'viewer@example.test', firstname: 'Vi', lastname: '"quoted" é' })
})

test('given no role, then a collaborator is a viewer; each role is stored as sent', async () => {
  await scene.owner.post(C, { email: 'a@example.test' })
  await scene.owner.post(C, { email: 'b@example.test', user_role: 'viewer' })
  await scene.owner.post(C, { email: 'c@example.test', user_role: 'editor' })

  assert.equal(await roles(), ['editor', 'viewer', 'viewer', 'viewer', 'editor'])
})

for (const user_role of [
  'owner',
  'admin',
  '',
  'editors',
  'Editor',
  'VIEWER',
  ' viewer',
  1,
  true,
  null,
  ['viewer'],
]) {
  test(`given the role ${JSON.stringify(user_role)}, then create, change and bulk change are refused`, async () => {
    const answers = [
      await scene.owner.post(C, { email: 'a@example.test', user_role }),
      await scene.owner.put(`${C}/2`, { user_role }),
      await scene.owner.put(`${C}?ids=2`, { user_role }),
      await scene.owner.put(C, { user_role }),
    ]

    for (const answer of answers) {
      assert.is(answer.status, 422)
      assert.is(answer.body.error.details[0].path, 'user_role')
      assert.match(answer.body.error.message, 'must be one of "editor", "viewer"')
    }
    assert.equal(await roles(), ['editor', 'viewer'])
  })
}

const at = '@example.test'
const ofLength = (length: number) => 'é'.repeat(length - at.length) + at

const wrongAddresses: readonly (readonly [title: string, email: unknown])[] = [
  ['none at all', undefined],
  ['an empty one', ''],
  ['one without @', 'guest'],
  ['one with two @', 'a@b@example.test'],
  ['one without a name', '@example.test'],
  ['one with a blank', 'a b@example.test'],
  ['one with a line feed', 'a@example.test\nBcc: b@example.test'],
  ['one with a colon', 'a:b@example.test'],
  ['a list', 'a@example.test,b@example.test'],
  ['one in brackets', '<a@example.test>'],
  ['one of 201 characters', ofLength(201)],
  ['null', null],
  ['a number', 5],
]

for (const [title, email] of wrongAddresses) {
  test(`given ${title} for the address, then a create is refused and nobody is added`, async () => {
    const answer = await scene.owner.post(C, { email, user_role: 'viewer' })

    assert.is(answer.status, 422)
    assert.is(answer.body.error.details[0].path, 'email')
    assert.is((await list()).length, 2)
  })
}

test('given valid addresses, then they are returned as sent', async () => {
  const addresses = [ofLength(200), "o'neil&sons+tag@example.test", 'ÄÖ@Beispiel.Test', 'a@localhost']

  for (const email of addresses) await scene.owner.post(C, { email })

  const kept = (await list()).slice(2).map((each: { email: string }) => each.email)
  assert.equal(kept, addresses)
})

test('invite exists only in the create request', async () => {
  await scene.owner.post(C, { email: 'a@example.test', invite: false })

  const named = await scene.owner.get(`${C}?fields=invite`)

  assert.is(named.status, 400)
  assert.is((await list()).length, 3)
  for (const each of [...(await list()), await read(3)]) assert.not.ok('invite' in each)
})

for (const invite of ['true', 1, null]) {
  test(`given invite ${JSON.stringify(invite)}, then the create is refused and nothing is sent`, async () => {
    const answer = await scene.owner.post(C, { email: 'a@example.test', invite })

    assert.is(answer.status, 422)
    assert.is((await list()).length, 2)
    assert.equal(await scene.server.outbox(), [])
  })
}

test.run()
