import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { createMock, passwordHash } from '../index.js'
import {
  baseUrl,
  bookings,
  call,
  credentials,
  grace,
  inBase64,
  mira,
  seed,
  withMock,
} from '../testing/api.js'

test('given credentials, then they are checked as by the server', async () => {
  await withMock({}, async () => {
    const answers = [
      await call('GET /v1/users/me'),
      await call('GET /v1/users/me', { as: credentials('MIRA@ribeira.example', 'mira-demo') }),
      await call('GET /v1/users/me', { as: credentials(mira, 'wrong') }),
      await call('GET /v1/users/me', { as: credentials(mira, '') }),
      await call('GET /v1/users/me', { as: credentials(mira, passwordHash('mira-demo')) }),
      await call('GET /v1/users/me', { as: credentials('nobody@example.test', 'mira-demo') }),
      await call('GET /v1/users/me', { as: `Basic ${inBase64('no colon')}` }),
      await call('GET /v1/users/me', { as: null }),
    ]

    assert.equal(
      answers.map(({ status }) => status),
      [200, 200, 401, 401, 401, 401, 401, 401],
    )
    assert.match(answers.at(-1)?.body.error.message, /needs Basic credentials/)
  })
})

test('given a changed password, then the new one is valid, and after a reset the old one', async () => {
  await withMock({}, async mock => {
    await call('PUT /v1/users/me', { body: { new_password: 'pässwörd' } })

    assert.is((await call('GET /v1/users/me')).status, 401)
    assert.is((await call('GET /v1/users/me', { as: credentials(mira, 'pässwörd') })).status, 200)
    mock.reset()
    assert.is((await call('GET /v1/users/me')).status, 200)
  })
})

test("given auth as:EMAIL, then requests without credentials are that account's, and others as always", async () => {
  await withMock({ auth: 'as:Grace@Ribeira.example' }, async mock => {
    const me = async (as: string | null) => (await call('GET /v1/users/me', { as })).body.data?.firstname

    assert.equal(
      [await me(null), await me(mira), await me(credentials(grace, 'wrong'))],
      ['Grace', 'Mira', undefined],
    )
    assert.is((await call('GET /v1/schedules/kathmandu-workshop/bookings', { as: null })).status, 200)
    assert.is((await call('GET /v1/schedules/kathmandu-workshop/collaborators', { as: null })).status, 403)
    assert.is(mock.requests[0]?.account, grace)
    assert.not.match(JSON.stringify(mock.requests), /authorization|key-/i)
  })
})

test("given auth as:EMAIL, when the account takes another address or password, then it is still that account's", async () => {
  await withMock({ auth: `as:${mira}` }, async mock => {
    await call('PUT /v1/users/me', { as: null, body: { email: 'mira@new.example', new_password: 'another' } })
    const [link = ''] = /https:\S+/.exec(mock.outbox[0]?.text ?? '') ?? []
    assert.is((await fetch(link)).status, 200)

    const { status, body } = await call('GET /v1/users/me', { as: null })

    assert.equal([status, body.data.email], [200, 'mira@new.example'])
    mock.reset()
    assert.is((await call('GET /v1/users/me', { as: null })).body.data.email, mira)
  })
})

test('given auth as:EMAIL, when the account is deleted, then requests without credentials are refused', async () => {
  await withMock({ auth: `as:${mira}` }, async mock => {
    await call('DELETE /v1/users/me?me=1', { as: null })

    assert.is((await call('GET /v1/users/me', { as: null })).status, 401)
    mock.reset()
    assert.is((await call('GET /v1/users/me', { as: null })).status, 200)
  })
})

for (const [auth, hint] of [
  ['as:mira@ribera.example', /Did you mean as:mira@ribeira\.example\?/],
  ['as:nobody', /Write as:EMAIL with the address of an account of the seed/],
  ['as:', /Write as:EMAIL/],
  ['mira@ribeira.example', /must begin with as: write as:mira@ribeira\.example\./],
] as const) {
  test(`given auth ${JSON.stringify(auth)}, then no mock is created, and the message is helpful`, () => {
    assert.throws(() => createMock({ baseUrl, seed, auth: auth as 'as:x' }), hint)
    assert.throws(
      () => createMock({ baseUrl, seed, auth: auth as 'as:x' }),
      /Failed to create a mock: auth "/,
    )
  })
}

test('given a hidden challenge, then browsers do not ask for a password; by default it is that of the server', async () => {
  const challengeOf = async () =>
    (await call(`GET ${bookings}`, { as: null })).headers.get('www-authenticate')

  const basic = await withMock({}, challengeOf)
  const hidden = await withMock({ challenge: 'hidden' }, async mock => {
    mock.fail({ with: 401 })
    const failed = (await call('GET /v1/users/me')).headers.get('www-authenticate')
    assert.match(failed ?? '', /^x-Basic /)
    return await challengeOf()
  })

  assert.is(basic, 'Basic realm="schedkit", charset="UTF-8"')
  assert.is(hidden, 'x-Basic realm="schedkit", charset="UTF-8"')
})

test('given something other than a password, then it has no hash', () => {
  assert.throws(() => passwordHash(undefined as never), /a password: it must be a string, not undefined/)
})

test('given an account created through db with a passwordHash, then it can log in, and without one nobody can', async () => {
  await withMock({}, async mock => {
    mock.db.user.create({ email: 'ada@example.test', password_hash: passwordHash('secret') })
    mock.db.user.create({ email: 'bo@example.test' })

    assert.is((await call('GET /v1/users/me', { as: credentials('ada@example.test', 'secret') })).status, 200)
    for (const password of ['', 'secret', 'undefined', passwordHash('')]) {
      assert.is(
        (await call('GET /v1/users/me', { as: credentials('bo@example.test', password) })).status,
        401,
      )
    }
  })
})

test('given a hash of the server in a seed, then the password next to it is valid', async () => {
  const [user] = seed.users
  const hashed = { users: [{ ...user, email: mira, password: 'mira-demo', password_hash: '$scrypt$other' }] }
  await withMock({ seed: hashed }, async () => {
    assert.is((await call('GET /v1/users/me')).status, 200)
    assert.is((await call('GET /v1/users/me', { as: credentials(mira, '$scrypt$other') })).status, 401)
  })
})

test.run()
