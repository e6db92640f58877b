import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { clean, oneLine } from './clean.js'

test('given a text with colours, links and a title, when it is cleaned, then only its words remain', () => {
  const text =
    '\x1b[1;31mred\x1b[0m \x1b]8;;https://example.test\x1b\\link\x1b]8;;\x1b\\ \x1b]0;title\x07\x9b4mline\x1bc'

  assert.is(clean(text), 'red link line')
})

test('given an escape sequence without an end, when it is cleaned, then what follows is not swallowed', () => {
  assert.is(clean('\x1b]0;all of this stays'), '0;all of this stays')
  assert.is(clean('before\x1b'), 'before')
})

test('given control characters, when a text is cleaned, then line breaks and tabs remain and are normalized', () => {
  assert.is(clean('a\x00\x07\x08b\tc\r\nd\re\u2028f\x85'), 'ab\tc\nd\ne\nf')
})

test('given characters that change the direction or are invisible, when a text is cleaned, then their codes are shown', () => {
  assert.is(clean('a\u202eb\ufeff'), 'a\\u202eb\\ufeff')
})

test('given commands of a CI runner, when a text is cleaned, then a code is shown and nothing else changes', () => {
  assert.is(
    clean('::error::a\n \t::debug::b\n\x1b[1m:\x00:c'),
    '\\u003a:error::a\n \t\\u003a:debug::b\n\\u003a:c',
  )
  assert.is(clean('a ##[error]b ##vso[task]c'), 'a \\u0023#[error]b \\u0023#vso[task]c')
  assert.is(clean('a::b : :c\nd::e ## [f] ##'), 'a::b : :c\nd::e ## [f] ##')
})

test('given an IPv6 address, when a text is cleaned, then it remains', () => {
  assert.is(clean('connect ECONNREFUSED ::1:21432'), 'connect ECONNREFUSED ::1:21432')
})

test('given half of a character, when a text is cleaned, it becomes a replacement character', () => {
  assert.is(clean('a\ud800b'), 'a\ufffdb')
})

test('given a text of several lines, when one line is wanted, then the lines are joined by spaces', () => {
  assert.is(oneLine('  a\n\n b\tc '), 'a b c')
})

test.run()
