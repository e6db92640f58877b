import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Refusal } from '../wire/errors.js'
import { parseBody } from './body.js'
import { resourceCreate } from './resource.js'

function refusalOf(body: object): Refusal {
  try {
    parseBody(resourceCreate, Buffer.from(JSON.stringify(body)))
  } catch (error) {
    return error as Refusal
  }
  return assert.unreachable('It was taken') as never
}

test('given a body with thousands of unknown fields, then the refusal explains twenty of them and counts the others', () => {
  const members = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`member_${index}`, index]))

  const { code, details } = refusalOf({ name: 'Room', ...members })

  assert.is(code, 'invalid')
  assert.is(details.length, 21)
  assert.is(details[0]?.path, 'member_0')
  assert.match(details[0]?.message ?? '', /^is not a known field; /)
  assert.equal(details[20], { path: '', message: 'has 480 more that are unknown' })
})

test('given a value as long as a body, then the refusal shows its beginning', () => {
  const { details } = refusalOf({ name: 'Room', color_bk: '\u0000'.repeat(100_000) })

  assert.match(details[0]?.message ?? '', /, not "(?:\\u0000)+\\?u?0*\.\.\.$/)
  assert.ok((details[0]?.message.length ?? 0) < 200)
})

test('given a body of more than a thousand fields, then it is refused before it is parsed', () => {
  const fields = (count: number, value: unknown) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`f${index}`, value]))

  assert.is(refusalOf(fields(1_001, 1)).code, 'bad_json')
  assert.match(refusalOf(fields(1_001, 1)).message, /^The body has more than 1000 fields/)
  assert.is(refusalOf(fields(1_000, 1)).code, 'invalid')
  assert.is(refusalOf({ name: ':'.repeat(5_000) }).code, 'invalid')
})

test('given an unknown field with a name as long as a body, then the refusal shows its beginning', () => {
  const { message, details } = refusalOf({ name: 'Room', ['x'.repeat(100_000)]: 1 })

  assert.is(details[0]?.path, `${'x'.repeat(100)}...`)
  assert.ok(message.length < 1_000)
})

test.run()
