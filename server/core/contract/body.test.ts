import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Refusal } from '../errors.js'
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

test('given a body of thousands of unknown members, then the refusal explains a hundred of them', () => {
  const members = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`member_${index}`, index]))

  const { code, details } = refusalOf({ name: 'Room', ...members })

  assert.is(code, 'invalid')
  assert.is(details.length, 100)
  assert.is(details[0]?.path, 'member_0')
  assert.match(details[0]?.message ?? '', /^is not a known field; /)
})

test('given a value as long as a body, then the refusal shows its beginning', () => {
  const { details } = refusalOf({ name: 'Room', color_bk: '\u0000'.repeat(100_000) })

  assert.match(details[0]?.message ?? '', /, not "(?:\\u0000)+\\?u?0*\.\.\.$/)
  assert.ok((details[0]?.message.length ?? 0) < 200)
})

test.run()
