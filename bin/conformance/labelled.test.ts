import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { labelled } from './labelled.js'

test('continuation lines are indented by the label, at most 20 columns', () => {
  assert.is(labelled('ab  ', 'one two three four five six', 24), 'ab  one two three four\n    five six')
  assert.is(
    labelled(`${'x'.repeat(24)}  `, 'one two three four five six', 30),
    `${'x'.repeat(24)}  one two three four\n${' '.repeat(20)}five six`,
  )
})

test.run()
