import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { basic, people, sceneFor, controlToken as token } from '../../testing/scene.js'

const scene = await sceneFor(test)

const { email, password } = people.owner
const encoded = (text: string) =>
  [...text].map(letter => `%${letter.charCodeAt(0).toString(16).padStart(2, '0')}`).join('')

/** The records of requests as one text. */
async function recorded(send: () => Promise<unknown>): Promise<string> {
  await scene.control('DELETE', '/requests')
  await send()
  return JSON.stringify((await scene.control('GET', '/requests')).body.data)
}

async function newSecret(): Promise<string> {
  await scene.owner.put('/users/me', { email: 'new@example.test' })
  const mail = (await scene.server.outbox()).findLast(({ link }) => link)
  return mail?.link?.split('/').at(-1) ?? ''
}

for (const [where, path] of [
  ['a query', (value: string) => `/users/me?l=/v1/activations/${value}`],
  ['an encoded query', (value: string) => `/users/me?l=${encoded(`/v1/activations/${value}`)}`],
  ['an encoded path', (value: string) => `/%61ctivations/${value}x`],
] as const) {
  test(`given the secret of a link in ${where}, then no record contains it`, async () => {
    const value = await newSecret()

    const text = await recorded(() => scene.owner.get(path(value)))

    assert.match(text, '[redacted]')
    assert.not.match(decodeURIComponent(decodeURIComponent(text)), value)
  })
}

for (const [where, path] of [
  ['a query', (value: string) => `/users/me?l=/v1/activations/${value}`],
  ['an encoded query', (value: string) => `/users/me?l=${encoded(value)}`],
  ['a name of a query', (value: string) => `/users/me?${value}=1`],
  ['another path', (value: string) => `/x/${value}`],
  ['a path that is encoded twice', (value: string) => `/x/${encoded(value).replaceAll('%', '%25')}`],
] as const) {
  test(`given the token or the own password in ${where}, then no record contains it`, async () => {
    for (const value of [token, password]) {
      const text = await recorded(() => scene.owner.get(path(value)))

      assert.match(text, '[redacted]')
      assert.not.match(decodeURIComponent(decodeURIComponent(text)), value)
    }
  })
}

test('given a secret in a body, then no record contains it', async () => {
  for (const value of [token, password]) {
    for (const body of [{ note: `see ${value}` }, { [value]: 1 }, { a: { b: [value] } }, [value]]) {
      const text = await recorded(() => scene.owner.post('/schedules/first/resources', body))

      assert.match(text, '[redacted]')
      assert.not.match(text, value)
    }
  }
})

test('given a new password, then no record contains it, wherever else it is sent', async () => {
  const body = { new_password: 'brand-new-1', firstname: 'brand-new-1', lastname: 'x' }

  const text = await recorded(() => scene.owner.put('/users/me?note=brand-new-1', body))

  assert.not.match(text, 'brand-new-1')
  assert.match(text, 'lastname')
})

test('given a password or the token instead of the address, then no record contains it', async () => {
  for (const authorization of [
    basic(password, email),
    basic(token, 'x'),
    basic(`${password}@x`, password),
    basic('hush-hush', ''),
  ]) {
    const text = await recorded(() => scene.caller(authorization).get('/users/me'))

    assert.match(text, '"as":"[redacted]"')
    for (const value of [password, token, 'hush-hush']) assert.not.match(text, value)
  }
  assert.match(await recorded(() => scene.owner.get('/users/me')), `"as":"${email}"`)
})

test.run()
