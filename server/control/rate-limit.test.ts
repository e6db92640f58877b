import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { basic, sceneFor } from '../testing/scene.js'

const scene = await sceneFor(test, { requestRateLimit: 5_000 })

const limit = (body: object) => scene.control('PUT', '/rate-limit', body)

test('given a rate limit, then requests beyond it are refused until 5 minutes have passed', async () => {
  await scene.control('PUT', '/clock', { now: '2030-01-01T00:00:00Z', frozen: true })
  await limit({ requests: 3 })

  const answers = []
  for (let index = 0; index < 5; index++) answers.push(await scene.owner.get('/users/me'))
  await scene.control('POST', '/clock/advance', { seconds: 299 })
  const early = await scene.owner.get('/users/me')
  await scene.control('POST', '/clock/advance', { seconds: 1 })
  const after = await scene.owner.get('/users/me')

  assert.equal(
    answers.map(({ status }) => status),
    [200, 200, 200, 429, 429],
  )
  assert.is(answers[0]?.body.data.request_rate_limit, 3)
  assert.is(answers[4]?.headers['retry-after'], '300')
  assert.is(answers[4]?.body.error.code, 'rate_limited')
  assert.equal([early.status, early.headers['retry-after']], [429, '1'])
  assert.is(after.status, 200)
})

test('given earlier requests, then they do not count towards a limit that is set later', async () => {
  for (let index = 0; index < 5; index++) await scene.owner.get('/users/me')

  await limit({ requests: 2 })

  const statuses = [await scene.owner.get('/users/me'), await scene.owner.get('/users/me')]
  assert.ok(statuses.every(({ status }) => status === 200))
  assert.is((await scene.owner.get('/users/me')).status, 429)
})

test('given an address, in any letter case, then the limit applies only to its account', async () => {
  const done = await limit({ requests: 1, email: 'EDITOR@example.test' })

  await scene.editor.get('/users/me')
  const refused = await scene.editor.get('/users/me')
  const other = await scene.owner.get('/users/me')

  assert.equal(done.body.data, { requests: 1 })
  assert.is(refused.status, 429)
  assert.is(other.body.data.request_rate_limit, 5_000)
})

test('given a reset, then the limits of the seed apply again', async () => {
  await limit({ requests: 1 })
  await scene.owner.get('/users/me')

  await scene.control('POST', '/reset')

  assert.is((await scene.owner.get('/users/me')).body.data.request_rate_limit, 5_000)
})

test('given a limit for all, then an account that is created later has its own', async () => {
  await limit({ requests: 1 })
  await scene.control('POST', '/users', { email: 'new@example.test', password: 'new-password' })

  const me = await scene.caller(basic('new@example.test', 'new-password')).get('/users/me')

  assert.is(me.body.data.request_rate_limit, 5_000)
})

const wrong: [body: object, message: RegExp][] = [
  [{}, /^requests must be a whole number from 1, not undefined$|^requests is required/],
  [{ requests: 0 }, /^requests must be a whole number from 1, not 0$/],
  [{ requests: 2.5 }, /^requests must be a whole number from 1, not 2\.5$/],
  [{ requests: '3' }, /^requests must be a whole number from 1, not "3"$/],
  [{ requests: 1, mail: 'x' }, /^mail is not a known field; did you mean email\?/],
  [{ requests: 1, email: 7 }, /^email must be the e-mail address of an account/],
  [
    { requests: 1, email: 'onwer@example.test' },
    /no account onwer@example\.test; did you mean owner@example\.test\?/,
  ],
]
for (const [body, message] of wrong) {
  test(`given the rate limit ${JSON.stringify(body)}, then it is refused, and nothing changes`, async () => {
    const refused = await limit(body)

    assert.is(refused.status, 422)
    assert.match(refused.body.error.message, message)
    assert.is((await scene.owner.get('/users/me')).body.data.request_rate_limit, 5_000)
  })
}

test.run()
