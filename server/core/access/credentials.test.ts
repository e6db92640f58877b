import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { basic, people, sceneFor } from '../../testing/scene.js'
import type { Ports } from '../ports.js'
import { createLogins, readBasic } from './credentials.js'
import { createLoginThrottle } from './login-throttle.js'

const scene = await sceneFor(test)

const ME = '/users/me'
const { email, password } = people.owner
const base64 = (content: string | Uint8Array) => Buffer.from(content as string).toString('base64')

const readable: readonly (readonly [header: string, email: string, password: string])[] = [
  [basic('a@b', 'secret'), 'a@b', 'secret'],
  [basic('a@b', 'with:colons::'), 'a@b', 'with:colons::'],
  [basic('a@b', 'pässwörd😀'), 'a@b', 'pässwörd😀'],
  [basic('a@b', '\uFEFF blank '), 'a@b', '\uFEFF blank '],
  [basic('\uFEFFa@b', 'c'), '\uFEFFa@b', 'c'],
  [basic('a@b', ''), 'a@b', ''],
  [basic('', ''), '', ''],
  [`bAsIc   ${base64('a@b:c')}  `, 'a@b', 'c'],
  [`Basic ${base64('a@b:cd').replaceAll('=', '')}`, 'a@b', 'cd'],
]

for (const [header, email, password] of readable) {
  test(`given "${header}", the address ends at the first colon`, () => {
    assert.equal(readBasic(header), { email, password })
  })
}

const unreadable: Record<string, string | undefined> = {
  'no header': undefined,
  'an empty header': '',
  'no credentials': 'Basic',
  'a blank for credentials': 'Basic ',
  'another scheme': 'Bearer abcdef',
  'no Base64': 'Basic owner@example.test:secret-password',
  'the URL-safe alphabet': 'Basic -_-_',
  'Base64 that breaks off': 'Basic A',
  'padding in the midst': 'Basic YT=i',
  'no colon': `Basic ${base64('owner@example.test')}`,
  'bytes that are not UTF-8': `Basic ${base64(Buffer.from('a@b:\xe9', 'latin1'))}`,
  'more after the credentials': `${basic(email, password)} x`,
  'two schemes': `${basic(email, password)}, ${basic(email, password)}`,
}

for (const [title, header] of Object.entries(unreadable)) {
  test(`given ${title}, then reads and writes are refused with a challenge`, async () => {
    const caller = scene.caller(header)

    for (const answer of [await caller.get(ME), await caller.put(ME, { firstname: 'New' })]) {
      assert.is(answer.status, 401)
      assert.is(answer.body.success, false)
      assert.is(answer.body.error.code, 'unauthorized')
      assert.is(answer.headers['www-authenticate'], 'Basic realm="schedkit", charset="UTF-8"')
    }
    assert.is((await scene.owner.get(ME)).body.data.firstname, 'Owner')
  })
}

test('given malformed credentials, then the refusal says what they must look like', () => {
  const pair = /must be EMAIL:PASSWORD, encoded as UTF-8 and then as Base64/

  assert.throws(() => readBasic(undefined), /Every request needs Basic credentials/)
  assert.throws(() => readBasic('Bearer abcdef'), /must be "Basic", a space, and EMAIL:PASSWORD in Base64/)
  assert.throws(() => readBasic(`Basic ${base64('owner@example.test')}`), pair)
  assert.throws(() => readBasic('Basic A'), pair)
})

test('given an unknown address or a wrong password, then the responses are identical', async () => {
  const wrong = [
    basic(email, 'wrong-password'),
    basic(email, ''),
    basic(email, password.toUpperCase()),
    basic(email, `${password} `),
    basic('nobody@example.test', password),
    basic('', password),
    basic(` ${email}`, password),
    basic("' OR 1=1 --", password),
  ]

  const answers = await Promise.all(wrong.map(header => scene.caller(header).get(ME)))

  assert.equal(new Set(answers.map(answer => answer.status)), new Set([401]))
  assert.is(new Set(answers.map(answer => answer.text)).size, 1)
  assert.is(new Set(answers.map(answer => answer.headers['www-authenticate'])).size, 1)
})

test('given any letter case of address and scheme, then the login is the same', async () => {
  for (const header of [
    basic('OWNER@Example.TEST', password),
    basic(email, password).replace('Basic', 'BASIC'),
  ]) {
    assert.is((await scene.caller(header).get(ME)).body.data.email, email)
  }
})

test('given one connection, then the credentials of each request count', async () => {
  for (const name of ['owner', 'stranger', 'owner', 'editor'] as const) {
    assert.is((await scene[name].get(ME)).body.data.email, people[name].email)
  }
  assert.is((await scene.caller().get(ME)).status, 401)
})

test('given no credentials, then nonexistent paths look like existing ones', async () => {
  for (const path of ['/nothing', '/schedules/first/resources', '/schedules/nowhere/resources/1/bookings']) {
    assert.is((await scene.caller().get(path)).status, 401, path)
  }
  assert.is((await scene.owner.get('/nothing')).status, 404)
})

/** The ports of a service whose only account has the hash "kept"; they record the verifications. */
function recording(answer: boolean) {
  const verified: unknown[][] = []
  const account = { email, password_hash: 'kept' }
  const rows = { users: { findByEmail: async (sought: string) => (sought === email ? account : undefined) } }
  const ports = {
    clock: { now: () => 0 },
    store: { read: (work: (of: unknown) => Promise<unknown>) => work(rows) },
    passwords: {
      isProven: () => false,
      async verify(...given: unknown[]) {
        verified.push(given)
        return answer
      },
    },
  }
  return { ports: ports as unknown as Ports, verified, account }
}

const verify = (ports: Ports, authorization: string) =>
  createLogins({ ports, throttle: createLoginThrottle() })({
    method: 'GET',
    target: '/v1/users/me',
    origin: 'http://localhost',
    header: () => authorization,
    peer: '192.0.2.1',
    body: new Uint8Array(),
  })

const refusal = async (ports: Ports, header: string) => {
  try {
    await verify(ports, header)
  } catch (error) {
    return String(error)
  }
  return 'none'
}

test('given an unknown address, then a password is verified as for a known one', async () => {
  const { ports, verified } = recording(false)

  const known = await refusal(ports, basic(email, 'wrong'))
  const unknown = await refusal(ports, basic('nobody@example.test', 'wrong'))

  assert.equal(verified, [
    ['wrong', 'kept', email.toLowerCase(), '192.0.2.1'],
    ['wrong', undefined, 'nobody@example.test', '192.0.2.1'],
  ])
  assert.is(known, 'Refusal: The e-mail address or the password is wrong')
  assert.is(unknown, known)
})

test('given an unknown address, then it is refused even if the password verification succeeds', async () => {
  const { ports, account } = recording(true)

  assert.equal((await verify(ports, basic(email, 'right'))).account, account)
  assert.not.equal(await refusal(ports, basic('nobody@example.test', 'right')), 'none')
})

test.run()
