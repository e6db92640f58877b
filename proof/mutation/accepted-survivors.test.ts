import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type Excuse, speaksOf } from './accepted-survivors.js'
import type { Mutant } from './mutant.js'

const mutant: Mutant = {
  id: '7',
  file: 'rate.ts',
  mutator: 'EqualityOperator',
  original: 'recent.total >= limit',
  replacement: 'recent.total > limit',
  nth: 1,
  line: 40,
}
const excuse: Excuse = { reason: 'The document says nothing of it.', file: 'rate.ts' }

test('given an excuse that names a file alone, when a mutant is of that file, then it speaks of it', () => {
  const own = speaksOf(excuse, mutant)
  const other = speaksOf({ ...excuse, file: 'page.ts' }, mutant)

  assert.ok(own)
  assert.not.ok(other)
})

test('given an excuse that names more, when a mutant differs in any of it, then it does not speak of it', () => {
  const { mutator, original, replacement, nth } = mutant
  const exact = { ...excuse, mutator, original, replacement, nth }

  const verdicts = [
    speaksOf(exact, mutant),
    speaksOf(exact, { ...mutant, mutator: 'NumberLiteral' }),
    speaksOf(exact, { ...mutant, original: 'recent.total >= most' }),
    speaksOf(exact, { ...mutant, replacement: 'true' }),
    speaksOf(exact, { ...mutant, nth: 2 }),
    speaksOf(exact, { ...mutant, line: 41, id: '8' }),
  ]

  assert.equal(verdicts, [true, false, false, false, false, true])
})

test('given the beginning of an original, when a mutant begins so, then the excuse speaks of it', () => {
  const verdicts = ['recent.total', 'total'].map(begins => speaksOf({ ...excuse, begins }, mutant))

  assert.equal(verdicts, [true, false])
})

test.run()
