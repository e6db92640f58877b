import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { basic } from './exchange.js'
import { createRedaction } from './redaction.js'

const secret = `pa"ss\\wörd %1/+?`
const forms: readonly (readonly [string, string])[] = [
  ['as it is', secret],
  ['in JSON', JSON.stringify({ a: secret })],
  ['in JSON of ASCII', String.raw`pa\"ss\\w\u00f6rd %1\/+?`],
  ['in a URL', `?p=${encodeURIComponent(secret)}&x=1`],
  ['in Base64', Buffer.from(secret).toString('base64')],
]
for (const [what, text] of forms) {
  test(`given a secret ${what}, when a text is cleaned, then its name replaces it`, () => {
    const redaction = createRedaction()
    redaction.hide(secret, 'password of owner')

    const cleaned = redaction.clean(`before ${text} after ${text}`)

    assert.is(cleaned.match(/\[password of owner\]/g)?.length, 2)
    assert.not(cleaned.includes(text))
    assert.match(cleaned, /^before .* after /)
  })
}

test('given a header with credentials, when a response echoes it, then they are hidden with or without the word Basic', () => {
  const redaction = createRedaction()
  const header = basic('owner@example.test', secret)
  redaction.hideHeader(header, 'credentials of owner')

  assert.is(redaction.clean(`"${header}"`), '"Basic [credentials of owner]"')
  assert.is(redaction.clean(header.slice(6)), '[credentials of owner]')
})

test('given headers of a gateway, when a response echoes them or a part of them, then they are hidden', () => {
  const redaction = createRedaction()
  redaction.hideValue('sid=s3cr3tvalue; env=test', 'header Cookie')
  redaction.hideValue('key7abc', 'header X-Key')
  redaction.hideValue('Bearer abc.def-ghi', 'header Authorization')

  assert.is(
    redaction.clean('s3cr3tvalue test key7abc Bearer abc.def-ghi'),
    '[header Cookie] test [header X-Key] [header Authorization]',
  )
  assert.is(redaction.clean('Bearer abc.def-ghi2'), '[header Authorization]2')
  assert.is(redaction.clean('{"sid":"s3cr3tvalue"}'), '{"sid":"[header Cookie]"}')
  assert.equal(redaction.secrets, [])
})

test('given a header too short to be secret, when a text is cleaned, then innocent words remain', () => {
  const redaction = createRedaction()
  redaction.hideHeader('Bearer a', 'credentials')
  redaction.hideHeader('', 'credentials')

  assert.is(redaction.clean('a banana'), 'a banana')
})

test('given a secret that is part of another one, when a text is cleaned, then the longer one is replaced as a whole', () => {
  const redaction = createRedaction()
  redaction.hide('secret', 'short')
  redaction.hide('secret-and-more', 'long')

  assert.is(redaction.clean('secret-and-more secret'), '[long] [short]')
})

test('given a short secret, when a text is cleaned, then it is hidden only as the value of a password', () => {
  const redaction = createRedaction()
  redaction.hide('abc', 'password')

  assert.is(redaction.clean('{"name":"abc","password" : "abc"}'), '{"name":"abc","password" : "[password]"}')
})

test('given a secret of blanks alone, when a text is cleaned, then other blanks remain', () => {
  const redaction = createRedaction()
  redaction.hide(' '.repeat(6), 'password')
  redaction.hideHeader(basic('a@example.test', ' '.repeat(6)), 'credentials')
  const indented = JSON.stringify({ data: { id: 1 } }, undefined, 6)

  assert.is(redaction.clean(indented), indented)
  assert.is(redaction.clean('{"password":"      "}'), '{"password":"[password]"}')
  assert.is(redaction.clean(basic('a@example.test', ' '.repeat(6))), 'Basic [credentials]')
  assert.equal(redaction.secrets, [])
})

test('given any password member, when a text is cleaned, then its value is hidden, with or without quotes in it', () => {
  const redaction = createRedaction()

  assert.is(
    redaction.clean(String.raw`{"new_password":"a\"b\\","x":1,"PASSWORD":"c"}`),
    '{"new_password":"[password]","x":1,"PASSWORD":"[password]"}',
  )
})

test('given secrets, when they are listed, then each occurs once and short ones do not', () => {
  const redaction = createRedaction()
  for (const each of ['secret', 'secret', 'abc', 'other']) redaction.hide(each, 'x')

  assert.equal(redaction.secrets, ['secret', 'other'])
})

test.run()
