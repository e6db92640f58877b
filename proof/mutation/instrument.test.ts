import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { excerpt } from './instrument.js'

test('an excerpt is one line without comments, which may be reworded', () => {
  const code = `{
    // A reason.
    fetch('https://example.com') // here
  }`

  assert.is(excerpt(code), "{ fetch('https://example.com') // here }")
  assert.is(excerpt('x'.repeat(200)), `${'x'.repeat(80)} … ${'x'.repeat(17)}`)
})

test.run()
