import { basic } from '../requests/credentials.js'
import { bytesOf, written } from './bytes.js'
import { type Case, secretPlace } from './case.js'
import type { Draw, Source } from './draw.js'
import { mark } from './setup.js'

/*
 * Requests with a secret in them, right and wrong: a new password, and the secret of an activation link.
 */

/** Bodies that hold a password, and are hard to keep it out of a message or a record with. */
const bodies: readonly ((password: string, source: Source) => string | Buffer)[] = [
  password => JSON.stringify({ new_password: password }),
  password => JSON.stringify({ new_password: password, firstname: 5 }),
  password => JSON.stringify({ new_password: [password] }),
  password => JSON.stringify({ new_password: { text: password } }),
  password => JSON.stringify({ password }),
  password => JSON.stringify({ NEW_PASSWORD: password }),
  password => JSON.stringify({ newPassword: password, note: 'x' }),
  password => JSON.stringify([{ new_password: password }]),
  password => JSON.stringify(JSON.stringify({ new_password: password })),
  password => `{"new_pass\\u0077ord":${JSON.stringify(password)}}`,
  password => `{"new_password":"x","new_password":${JSON.stringify(password)}}`,
  (password, { random }) => `{"new_password":${JSON.stringify(password)}}`.slice(0, -random.whole(1, 12)),
  password => `{"new_password":${JSON.stringify(password)} x}`,
  password => `{"NEW_PASSWORD":${JSON.stringify(password)},}`,
  password => `{'new_password':'${password}'}`,
  password => `new_password=${password}`,
  password => `{"new_password":"\\q${password}"}`,
  password => `{"new_password":"\u0001${password}"}`,
  password => `{"new_password":"${password}\ud800"}`,
  password => `${JSON.stringify({ new_password: password })}}`,
  password => Buffer.from(JSON.stringify({ new_password: password }), 'utf16le'),
  password => Buffer.from(`\ufeff${JSON.stringify({ New_Password: password })}`, 'utf16le').swap16(),
  password => Buffer.concat([Buffer.from(`{"new_password":"${password}`), Buffer.from([0xff, 0x22, 0x7d])]),
  password => `--x\r\ncontent-disposition: form-data; name="new_password"\r\n\r\n${password}\r\n--x--\r\n`,
  password => JSON.stringify({ new_password: `${password}${'x'.repeat(1_100)}` }),
  password => JSON.stringify({ a: 'x'.repeat(17_000), new_password: password }),
]

const newPassword: Draw = source => {
  const { random, number } = source
  const { email, passwords } = source.wanderer()
  const body = Buffer.from(random.pick(bodies)(`${mark}new-${number()}`, source) as string)
  const [method, target] = random.pick([
    ['PUT', '/v1/users/me'],
    ['PUT', '/v1/users/me'],
    ['PUT', '/v1/users/me'],
    ['POST', '/v1/users/me'],
    ['DELETE', '/v1/users/me'],
    ['PUT', '/v1/users/you'],
    ['PUT', '/v1/schedules/lisbon-studio/resources'],
  ] as const)
  const headers = { authorization: basic(email, passwords[0] ?? '') }
  const sent = { method, target, headers, body, chunked: random.chance(0.2) }
  return { kind: 'password', pieces: [bytesOf(written(sent))], requests: [{ method }], ending: 'end' }
}

const endAccount: Draw = ({ random, wanderer }) => {
  const { email, passwords } = wanderer()
  const target = `/v1/users/me${random.pick(['?me=1', '?me=1', '?me=01', '?me=1&me=1', '?me=%31'])}`
  const sent = { method: 'DELETE', target, headers: { authorization: basic(email, passwords[0] ?? '') } }
  return {
    kind: 'end of an account',
    pieces: [bytesOf(written(sent))],
    requests: [{ method: 'DELETE' }],
    ending: 'end',
  }
}

/** Asks for a new address, and follows the link to it. */
const follow: Draw = ({ random, wanderer, number }): Case => {
  const { email, passwords } = wanderer()
  const body = Buffer.from(JSON.stringify({ email: `moved-${number()}@fuzz.example` }))
  const ask = {
    method: 'PUT',
    target: '/v1/users/me',
    headers: { authorization: basic(email, passwords[0] ?? '') },
    body,
  }
  const isPage = random.chance(0.4)
  const method = random.pick(['GET', 'GET', 'GET', 'GET', 'HEAD', 'POST', 'OPTIONS', 'DELETE'])
  const target =
    random.pick(['', '', 'http://localhost']) +
    `/v1/activations/${secretPlace}${random.pick(['', '', '?', '?x=%', '/', '/x', '%2f', '%00', '#'])}`
  const go = { method, target, headers: isPage ? { accept: 'text/html' } : {} }
  return {
    kind: 'activation',
    pieces: [bytesOf(written(ask)), bytesOf(written(go))],
    secretOf: email,
    page: isPage,
    requests: [{ method: 'PUT' }, { method }],
    ending: 'end',
  }
}

export const guarded: Draw = source =>
  source.random.pick([newPassword, newPassword, endAccount, follow])(source)
