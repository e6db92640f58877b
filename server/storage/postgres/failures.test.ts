import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { Unavailable, UniqueViolation } from '../../core/index.js'
import { isLost, translateError } from './failures.js'

const coded = (code: string, more: object = {}) => Object.assign(new Error(code), { code, ...more })

for (const error of [
  ...['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'CERT_HAS_EXPIRED', 'DEPTH_ZERO_SELF_SIGNED_CERT'].map(code =>
    coded(code),
  ),
  ...['ERR_TLS_CERT_ALTNAME_INVALID', 'ERR_SSL_WRONG_VERSION_NUMBER', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'].map(
    code => coded(code),
  ),
  new Error('The server does not support SSL connections'),
  new Error('There was an error establishing an SSL connection'),
])
  test(`given ${error.message}, then the database is unreachable`, () => {
    const told = translateError(error)

    assert.ok(isLost(error))
    assert.equal(told instanceof Unavailable && told.why, 'unreachable')
  })

for (const error of [coded('ERR_INVALID_ARG_TYPE'), new TypeError('not a function'), coded('22P02')])
  test(`given ${error.message}, then it is a defect`, () => {
    assert.not.ok(isLost(error))
    assert.is(translateError(error), error)
  })

test('given an insert whose id is in use, then it is a conflict; given one whose name is in use, then it is not', () => {
  const inUse = (constraint: string) => translateError(coded('23505', { constraint }))

  const id = inUse('bookings_id_unique')
  assert.equal(id instanceof Unavailable && id.why, 'contended')
  assert.instance(inUse('resources_name_unique'), UniqueViolation)
})

test.run()
