import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { column, createPage, cutTo, wrap } from './page.js'

test('given a line that is too long, when it is cut, then it ends with an ellipsis and is not wider than allowed', () => {
  assert.is(cutTo('a long line', 6), 'a lon…')
  assert.is(cutTo('short', 6), 'short')
  assert.is(cutTo('予約予約', 6), '予約…')
  assert.is(cutTo('abc', 1), '…')
  assert.is(cutTo('abc', 0), '')
})

test('given a line, when it is put in a column, it takes exactly the width', () => {
  assert.is(column('ab', 4), 'ab  ')
  assert.is(column('ab', 4, 'right'), '  ab')
  assert.is(column('abcdef', 4), 'abc…')
})

test('given words, when they are wrapped, then lines break between words and align with the first', () => {
  assert.equal(wrap('one two three four', { width: 11, first: '- ' }), ['- one two', '  three', '  four'])
})

test('given a word that is too long for a line, when text is wrapped, then it stays whole', () => {
  const link = 'https://example.test/v1/schedules/first/resources?limit=1234567890'

  assert.equal(wrap(`see ${link} for more`, { width: 20, first: '- ' }), ['- see', `  ${link}`, '  for more'])
})

test('given JSON with blanks, when it is shown verbatim, then it is on one line after its label', () => {
  const { verbatim } = createPage(30, false)
  const json = '{"name":"a name of several words","id":12345678901234567890}'

  assert.equal(verbatim(json, { first: 'actual  ' }), [`actual  ${json}`])
  assert.equal(verbatim('{\n  "a": 1\n}', { first: '> ' }), ['> {', '    "a": 1', '  }'])
})

test('given lines with an indent, when they are wrapped, the indent and empty lines stay', () => {
  assert.equal(wrap('{\n  "a": 1\n\n}', { width: 20, first: '> ', rest: '  ' }), [
    '> {',
    '    "a": 1',
    '',
    '  }',
  ])
})

test('given nothing but spaces, when they are wrapped, one empty line is the result', () => {
  assert.equal(wrap('    ', { width: 2 }), [''])
  assert.equal(wrap('', { width: 10 }), [''])
})

test.run()
