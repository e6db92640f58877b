import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { randomNumbers } from '../../core/index.js'
import { nameOf, parseAddress } from './address.js'

const pieces = ['Zqx', 'Wvk', 'Jyh', 'Ugp']
const special = [...'@/:?#%[]\\ &=+,;"\'<>^`{|}~!$*().-_', '@@', '%4', '%zz', '//', 'ä', '\u{1f600}']

test('given an unencoded password, then no message quotes any part of it, whatever the URL looks like', () => {
  const random = randomNumbers(7)
  const pick = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T
  for (let count = 0; count < 20_000; count++) {
    const password = [
      ...pieces.map(piece => piece + (random() < 0.6 ? pick(special) : '')),
      pick(special),
    ].join('')
    const host = pick(['db.example', 'db.example:5432', 'a,b:1', '[::1]:5432', '%2Fsock', ''])
    const end = pick([
      '/data',
      '',
      '/',
      '/data?sslmode=require',
      '/data?host=/sock',
      '/data?password=Zqx',
      '/data?password=Zqx&Wvk',
    ])
    const url = `${pick(['postgres', 'postgresql', 'POSTGRES'])}://${pick(['me', '', 'm%40e'])}:${password}@${host}${end}`

    const message = described(url)

    for (const piece of pieces) assert.not.ok(message.includes(piece), `${url} is told as ${message}`)
  }
})

function described(url: string): string {
  try {
    return nameOf(url)
  } catch (error) {
    return `${(error as Error).stack}${JSON.stringify(error)}`
  }
}

for (const [url, name, urls] of [
  ['postgres://me:secret@db:5433/data', 'postgres://me@db:5433/data', ['postgres://me:secret@db:5433/data']],
  ['postgresql://me:a%40b@db/data', 'postgres://me@db/data', ['postgres://me:a%40b@db/data']],
  [
    'postgres://me:s@one,two:5433/data?target_session_attrs=primary',
    'postgres://me@one,two:5433/data',
    ['postgres://me:s@one/data', 'postgres://me:s@two:5433/data'],
  ],
  [
    'postgres://me@/data?host=/run/postgresql',
    'postgres://me@%2Frun%2Fpostgresql/data',
    ['postgres://me@%2Frun%2Fpostgresql/data'],
  ],
  [
    'postgres:///data?host=one,two&port=1,2&user=me',
    'postgres://one:1,two:2/data',
    ['postgres://one:1/data?user=me', 'postgres://two:2/data?user=me'],
  ],
  ['postgres://db/data?sslmode=require', 'postgres://db/data', ['postgres://db/data?sslmode=verify-full']],
  [
    'postgres://one,two:2/data?port=6432',
    'postgres://one:6432,two:2/data',
    ['postgres://one:6432/data', 'postgres://two:2/data'],
  ],
] as const) {
  test(`given ${url}, then its hosts are tried one after another, and its name has no secrets`, () => {
    assert.equal(parseAddress(url), { name, urls, bindsChannel: false })
  })
}

test('given an address with channel binding, then it becomes an option of the driver, which reads none in the URL', () => {
  assert.equal(parseAddress('postgres://db/data?sslmode=require&channel_binding=require'), {
    name: 'postgres://db/data',
    urls: ['postgres://db/data?sslmode=verify-full'],
    bindsChannel: true,
  })
})

for (const [query, problem] of [
  ['sslmod=verify-full', /has the parameter "sslmod", which has no effect here; did you mean sslmode\?$/],
  ['sslmode=require&SSLROOTCERT=ca.pem', /the parameter "SSLROOTCERT", .*did you mean sslrootcert\?$/],
  [
    'connect_timeout=3',
    /"connect_timeout", which has no effect here; use --connection-timeout of the server$/,
  ],
  [
    'password=sec&ret',
    /an unknown parameter after the password\. Percent-encode an & of the password: %26\.$/,
  ],
] as const)
  test(`given an address with ${query}, which the driver would ignore, then it is refused, without a password`, () => {
    const refused = () => parseAddress(`postgres://me:secret@db/data?${query}`)

    assert.throws(refused, problem)
    assert.throws(refused, (error: Error) => !/secret|ret\b|verify-full/.test(error.message))
  })

for (const [query, problem] of [
  ['channel_binding=requier', /channel_binding is "requier"\. Use require, prefer or disable\.$/],
  [
    'channel_binding=require',
    /channel_binding is "require", but the connection is not encrypted, or .* is not verified\. Use/,
  ],
  ['sslmode=no-verify&channel_binding=require', /channel_binding is "require", but .* is not verified\. Use/],
  ['sslmode=disable&channel_binding=require', /channel_binding is "require", but the connection is not encr/],
] as const)
  test(`given an address with ${query}, which is impossible, then it is refused`, () => {
    assert.throws(() => parseAddress(`postgres://me:secret@db/data?${query}`), problem)
  })

test('given an address with all parameters of the driver, then it gets them', () => {
  const query =
    'application_name=a&options=-c+geqo%3Doff&client_encoding=utf8&sslmode=no-verify&sslnegotiation=direct&statement_timeout=1'

  assert.equal(parseAddress(`postgres://db/data?${query}`).urls, [`postgres://db/data?${query}`])
})

test('given session attributes that do not allow writes, then the address is refused', () => {
  assert.throws(
    () => parseAddress('postgres://db/data?target_session_attrs=standby'),
    /target_session_attrs is "standby", but a server has to write/,
  )
})

test('given an invalid address, then the message shows the expected form', () => {
  const { message } = (() => {
    try {
      return parseAddress('postgres://me:a/b@db') as never
    } catch (error) {
      return error as Error
    }
  })()

  assert.match(message, /postgres:\/\/USER:PASSWORD@HOST:PORT\/DATABASE\. Percent-encode/)
})

test.run()
