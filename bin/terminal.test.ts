import { test } from 'uvu'
import * as assert from 'uvu/assert'
import wrapAnsi from 'wrap-ansi'
import { wrap } from './terminal.js'

const alphabet = [
  'a',
  'bc',
  'Zürich',
  '5 é',
  'word,',
  'https://example.com/a/long/path',
  ' ',
  '\u001b[1mbold\u001b[22m',
  '漢字',
  '',
]

test('texts are wrapped as wrap-ansi wraps them, plain or not', () => {
  let state = 1
  const next = (most: number) => {
    state = (state * 48_271) % 0x7fffffff
    return state % most
  }

  for (let turn = 0; turn < 500; turn++) {
    // Every other text is plain: only the first kinds of words.
    const kinds = turn % 2 === 0 ? 6 : alphabet.length
    const text = Array.from({ length: next(20) }, () => alphabet[next(kinds)]).join(' ')
    const width = 20 + next(30)

    assert.is(wrap('', text, width), wrapAnsi(text, width, { hard: true }), JSON.stringify({ text, width }))
  }
})

test('every character that counts as plain is one column wide', () => {
  for (let code = 0xc0; code <= 0x24f; code++) {
    const text = `${String.fromCharCode(code).repeat(20)} b`

    assert.is(wrap('', text, 21), wrapAnsi(text, 21, { hard: true }), `U+${code.toString(16)}`)
  }
})

test('further rows are indented by the label', () => {
  assert.is(wrap('ab  ', 'one two three four five six', 24), 'ab  one two three four\n    five six')
})

test.run()
