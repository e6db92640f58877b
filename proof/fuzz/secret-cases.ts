import { basicAuth } from '../requests/credentials.js'
import type { Account } from '../requests/known-state.js'
import { requestBytes, singleRequest } from './bytes.js'
import { type CaseGenerator, type CaseSource, secretPlaceholder } from './case.js'
import { passwordMarker } from './setup.js'

/*
 * Requests that contain a secret: a new password, or the secret of an activation link.
 */

const json = JSON.stringify

/** Bodies with a password that is hard to keep out of messages, logs and records. */
const bodies: readonly ((password: string, source: CaseSource) => string | Buffer)[] = [
  password => json({ new_password: password }),
  password => json({ new_password: password, firstname: 5 }),
  password => json({ new_password: [password] }),
  password => json({ new_password: { text: password } }),
  password => json({ password }),
  password => json({ NEW_PASSWORD: password }),
  password => json({ newPassword: password, note: 'x' }),
  password => json([{ new_password: password }]),
  password => json(json({ new_password: password })),
  password => `{"new_pass\\u0077ord":${json(password)}}`,
  password => `{"new_password":"x","new_password":${json(password)}}`,
  (password, { random }) => `{"new_password":${json(password)}}`.slice(0, -random.whole(1, 12)),
  password => `{"new_password":${json(password)} x}`,
  password => `{"NEW_PASSWORD":${json(password)},}`,
  password => `{'new_password':'${password}'}`,
  password => `new_password=${password}`,
  password => `{"new_password":"\\q${password}"}`,
  password => `{"new_password":"\u0001${password}"}`,
  password => `{"new_password":"${password}\ud800"}`,
  password => `${json({ new_password: password })}}`,
  password => Buffer.from(json({ new_password: password }), 'utf16le'),
  password => Buffer.from(`\ufeff${json({ New_Password: password })}`, 'utf16le').swap16(),
  password => Buffer.concat([Buffer.from(`{"new_password":"${password}`), Buffer.from([0xff, 0x22, 0x7d])]),
  password => `--x\r\ncontent-disposition: form-data; name="new_password"\r\n\r\n${password}\r\n--x--\r\n`,
  password => json({ new_password: `${password}${'x'.repeat(1_100)}` }),
  password => json({ a: 'x'.repeat(17_000), new_password: password }),
]

const endpoints = [
  ['PUT', '/v1/users/me'],
  ['PUT', '/v1/users/me'],
  ['PUT', '/v1/users/me'],
  ['POST', '/v1/users/me'],
  ['DELETE', '/v1/users/me'],
  ['PUT', '/v1/users/you'],
  ['PUT', '/v1/schedules/lisbon-studio/resources'],
] as const

const headersOf = ({ email, passwords }: Account) => ({
  authorization: basicAuth(email, passwords[0] ?? ''),
})

const newPassword: CaseGenerator = source => {
  const { random, number } = source
  const headers = headersOf(source.spareAccount())
  const body = Buffer.from(random.pick(bodies)(`${passwordMarker}new-${number()}`, source) as string)
  const [method, target] = random.pick(endpoints)
  return singleRequest('password', { method, target, headers, body, chunked: random.chance(0.2) })
}

const deleteAccount: CaseGenerator = ({ random, spareAccount }) => {
  const headers = headersOf(spareAccount())
  const target = `/v1/users/me${random.pick(['?me=1', '?me=1', '?me=01', '?me=1&me=1', '?me=%31'])}`
  return singleRequest('account deletion', { method: 'DELETE', target, headers })
}

const suffixes = ['', '', '?', '?x=%', '/', '/x', '%2f', '%00', '#']
const methods = ['GET', 'GET', 'GET', 'GET', 'HEAD', 'POST', 'OPTIONS', 'DELETE']

/** Requests a new e-mail address, and follows the link in the mail. */
const activation: CaseGenerator = ({ random, spareAccount, number }) => {
  const account = spareAccount()
  const body = Buffer.from(json({ email: `moved-${number()}@fuzz.example` }))
  const change = { method: 'PUT', target: '/v1/users/me', headers: headersOf(account), body }
  const asPage = random.chance(0.4)
  const method = random.pick(methods)
  const origin = random.pick(['', '', 'http://localhost'])
  const target = `${origin}/v1/activations/${secretPlaceholder}${random.pick(suffixes)}`
  const follow = { method, target, headers: asPage ? { accept: 'text/html' } : {} }
  return {
    kind: 'activation',
    pieces: [requestBytes(change), requestBytes(follow)],
    secretOf: account.email,
    allowsPage: asPage,
    requests: [{ method: 'PUT' }, { method }],
  }
}

/** Sends secrets, which must not appear anywhere else. */
export const secrets: CaseGenerator = source =>
  source.random.pick([newPassword, newPassword, deleteAccount, activation])(source)
