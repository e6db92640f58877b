import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { excerpt, missingText } from './evidence.js'

test('given a short text, it is shown whole', () => {
  assert.equal(excerpt('abcdefgh', 8, 7), { text: 'abcdefgh', before: 0, after: 0 })
})

test('given a focus near the beginning, the text is shown from its beginning', () => {
  assert.equal(excerpt('abcdefgh', 4, 2), { text: 'abcd…', before: 0, after: 4 })
})

test('given a focus in the middle or at the end, what is missing on both sides is reported', () => {
  assert.equal(excerpt('abcdefghijkl', 4, 6), { text: '…fghi…', before: 5, after: 3 })
  assert.equal(excerpt('abcdefghijkl', 4, 11), { text: '…ijkl', before: 8, after: 0 })
})

test('an excerpt never splits a surrogate pair', () => {
  for (let focus = 0; focus < 40; focus++) {
    const { text, before, after } = excerpt('🎉'.repeat(20), 7, focus)

    assert.ok(text.isWellFormed(), text)
    assert.is(before + after + text.replaceAll('…', '').length, 40)
  }
})

test('what is missing is described in words', () => {
  assert.is(missingText({ before: 0, after: 0 }), '')
  assert.is(missingText({ before: 0, after: 1 }), '1 more character')
  assert.is(missingText({ before: 4000, after: 0 }), '4,000 characters before this')
  assert.is(missingText({ before: 12, after: 3 }), '12 characters before this, 3 behind it')
})

test.run()
