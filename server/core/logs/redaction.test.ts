import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { safeBody, safeTarget, safeText, senderOf } from './redaction.js'

const target = '/v1/users/me'
const callFrom = (authorization: string | undefined) => ({
  method: 'GET',
  target,
  origin: 'http://localhost',
  header: (name: string) => (name === 'authorization' ? authorization : undefined),
  body: new Uint8Array(),
})
const basicOf = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`

test('given calls of several callers in turn, then each is recorded with its own secrets hidden', () => {
  const ada = callFrom(basicOf('ada@example.test:hush-hush'))
  const bo = callFrom(basicOf('bo@example.test:quiet-please'))

  const senders = [ada, bo, callFrom(undefined), { ...ada }, callFrom('Bearer x')].map(senderOf)

  assert.equal(senders, [
    { as: 'ada@example.test', secrets: ['hush-hush'], target },
    { as: 'bo@example.test', secrets: ['quiet-please'], target },
    { as: undefined, secrets: [], target },
    { as: 'ada@example.test', secrets: ['hush-hush'], target },
    { as: undefined, secrets: [], target },
  ])
})

const safe = (text: string) => safeBody(Buffer.from(text), 1000)

test('given a body without a password, then it is recorded as sent', () => {
  assert.is(safe('{"name": "Room",  "note": "x"}'), '{"name": "Room",  "note": "x"}')
})

test('given a password, however it is written, then only it is hidden', () => {
  assert.equal(JSON.parse(safe('{"firstname":"Ada","new_password":"hush-hush"}')), {
    firstname: 'Ada',
    new_password: '[redacted]',
  })
  assert.not.match(safe('{"new_p\\u0061ssword":"hush-hush"}'), /hush/)
  assert.not.match(safe('{"a":[{"PassWord":"hush-hush"}],"x":"password"}'), /hush/)
})

test('given a body that is not JSON and mentions a password, then none of it is recorded', () => {
  assert.is(safe('{"new_password":"hush-hush"'), '[redacted]: 27 characters that are not a JSON object')
})

for (const [what, body] of [
  ['in single quotes', "{'new_password':'hush-hush'}"],
  ['without quotes', '{new_password:hush-hush}'],
  ['in capitals', '{"NEW_PASSWORD":"hush-hush"}'],
  ['in capitals, and no JSON', '{"New_Password":"hush-hush",}'],
  ['within a text', JSON.stringify('{"new_password":"hush-hush"}')],
  ['in UTF-16', Buffer.from('{"new_password":"hush-hush"}', 'utf16le')],
  ['in UTF-16, the other way round', Buffer.from('\ufeff{"new_password":"hush-hush"}', 'utf16le').swap16()],
] as const) {
  test(`given a password ${what}, then it is not recorded`, () => {
    const kept = safeBody(Buffer.from(body as string), 1000)

    assert.not.match(kept.replaceAll('\0', ''), /hush/)
    assert.match(kept, /\[redacted\]/)
  })
}

test('given a very long body that may contain a password, then none of it is recorded', () => {
  const body = JSON.stringify({ new_password: 'hush-hush', note: 'x'.repeat(70_000) })

  assert.is(safe(body), `[redacted]: ${body.length} characters that may hold a password`)
})

test('given a long body, then it is truncated', () => {
  assert.is(safeBody(Buffer.from('x'.repeat(50)), 10), 'x'.repeat(10))
})

test('given an activation link, then its secret is hidden and other targets are unchanged', () => {
  assert.is(safeTarget('/v1/activations/abc?x=1'), '/v1/activations/[redacted]?x=1')
  assert.is(safeTarget('/v1/users/me?x=1'), '/v1/users/me?x=1')
})

test('given a password in the query, then only its value is hidden', () => {
  assert.is(
    safeTarget('/v1/users/me?fields=id&new_password=hush&Old%5FPassword=x=y&limit=1'),
    '/v1/users/me?fields=id&new_password=[redacted]&Old%5FPassword=[redacted]&limit=1',
  )
  assert.is(safeTarget('/v1/users/me?fields=password'), '/v1/users/me?fields=password')
})

for (const name of [
  'new_pasword',
  'New-Passwort',
  'pwd',
  'passwd',
  'passphrase',
  'pass_code',
  'kennwort',
  'kenword',
  'pw',
  'new%5Fpass%77ord',
  'access_token',
  'geheimnis',
]) {
  test(`given a value named ${name}, then it is hidden in a body, and in a query if the name suggests a password`, () => {
    assert.not.match(safe(JSON.stringify({ [decodeURIComponent(name)]: 'hush-hush' })), /hush/)
    if (name !== 'geheimnis') assert.not.match(safeTarget(`/v1/users/me?${name}=hush-hush`), /hush/)
  })
}

test('given a list, then its strings are hidden', () => {
  assert.is(
    safe('["new_password","hush-hush",[1,{"name":"x"}]]'),
    '["[redacted]","[redacted]",["[redacted]",{"name":"x"}]]',
  )
})

test('given known fields, then their values are recorded', () => {
  const body = '{"resource_id":1,"title":"Compass","invite":true,"user":{"email":"a@b"},"note":null}'

  assert.is(safe(body), body)
  assert.is(
    safeTarget('/v1/schedules/a/bookings?time_min=2026-01-01%2000:00&limit=5'),
    '/v1/schedules/a/bookings?time_min=2026-01-01%2000:00&limit=5',
  )
})

test('given a secret that the sender knows, then it is hidden in each part, and where it spans several', () => {
  assert.is(
    safeTarget('/v1/a/hush-hush/b?x=%68ush-hush&y=1', ['hush-hush']),
    '/v1/a/[redacted]/b?x=[redacted]&y=1',
  )
  assert.is(safeTarget('/v1/hush/hush', ['hush/hush']), '[redacted]')
  assert.is(safeTarget('/v1/x?a=hush+hush', ['hush hush']), '/v1/x?a=[redacted]')
})

test('given thousands of passwords in a body, then all are hidden, and a few are searched for elsewhere', () => {
  const passwords = Array.from({ length: 3_400 }, (_, index) => ({ pw: `s${10_000 + index}` }))
  const body = Buffer.from(JSON.stringify(passwords))

  const { secrets } = senderOf({ ...callFrom(undefined), body })

  assert.is(secrets.length, 20)
  assert.not.match(safeBody(body, 60_000, secrets), /s1\d{4}/)
})

test('given passwords that resemble the mark of hidden text, then the text does not grow with each of them', () => {
  const own = ['redact', 'redacted', '[redacted', 'acted]', 'cted][', 'ed][redac', '[redac']
  const text = 'redact'.repeat(1_000)

  assert.is(safeText(text, own), '[redacted]'.repeat(1_000))
})

test('given a path in a message, then percent-encoded secrets in it are found', () => {
  assert.is(safeText('at /x/%68ush-hush "b"', ['hush-hush']), 'at [redacted] "b"')
})

test.run()
