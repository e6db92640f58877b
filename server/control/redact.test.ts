import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { safeBody, safeTarget } from './redact.js'

const safe = (text: string) => safeBody(Buffer.from(text), 1000)

test('given a body without a password, then it is kept as sent', () => {
  assert.is(safe('{"name": "Room",  "note": "x"}'), '{"name": "Room",  "note": "x"}')
})

test('given a password, however it is written, then only that is hidden', () => {
  assert.equal(JSON.parse(safe('{"firstname":"Ada","new_password":"hush-hush"}')), {
    firstname: 'Ada',
    new_password: '[redacted]',
  })
  assert.not.match(safe('{"new_p\\u0061ssword":"hush-hush"}'), /hush/)
  assert.not.match(safe('{"a":[{"PassWord":"hush-hush"}],"x":"password"}'), /hush/)
})

test('given a body that is no JSON and speaks of a password, then none of it is kept', () => {
  assert.is(safe('{"new_password":"hush-hush"'), '[redacted]: 27 characters that are not JSON')
})

test('given a long body, then it is cut', () => {
  assert.is(safeBody(Buffer.from('x'.repeat(50)), 10), 'x'.repeat(10))
})

test('given an activation link, then its secret is hidden and other targets stay', () => {
  assert.is(safeTarget('/v1/activations/abc?x=1'), '/v1/activations/[redacted]?x=1')
  assert.is(safeTarget('/v1/users/me?x=1'), '/v1/users/me?x=1')
})

test.run()
