import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { column, cutTo, displayWidth, wrap } from './page.js'

test('given wide, combining and plain characters, when a width is asked for, it is that of a terminal', () => {
  assert.is(displayWidth('abc'), 3)
  assert.is(displayWidth('予約'), 4)
  assert.is(displayWidth('e\u0301'), 1)
  assert.is(displayWidth('📅'), 2)
})

test('given a line that is too long, when it is cut, it ends with an ellipsis and is not wider than told', () => {
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

test('given words, when they are wrapped, lines break between words and line up behind the first', () => {
  assert.equal(wrap('one two three four', { width: 11, first: '- ' }), ['- one two', '  three', '  four'])
})

test('given a word that is too long for a line, when it is wrapped, it is broken and nothing of it is lost', () => {
  const lines = wrap(`a ${'x'.repeat(25)} b`, { width: 10 })

  assert.ok(lines.every(line => line.length <= 10))
  assert.is(lines.join('').replaceAll(' ', ''), `a${'x'.repeat(25)}b`)
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
