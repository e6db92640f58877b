import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { type AcceptedSurvivor, matches } from './accepted-survivors.js'
import type { Mutant } from './instrument.js'

const mutant: Mutant = {
  id: '7',
  file: 'rate.ts',
  mutator: 'EqualityOperator',
  original: 'recent.total >= limit',
  replacement: 'recent.total > limit',
  nth: 1,
  declaration: 'list',
  line: 40,
}
const accepted: AcceptedSurvivor = { reason: 'The document says nothing of it.', file: 'rate.ts' }

test('given an entry that names a file alone, when a mutant is of that file, then it matches', () => {
  const own = matches(accepted, mutant)
  const other = matches({ ...accepted, file: 'page.ts' }, mutant)

  assert.ok(own)
  assert.not.ok(other)
})

test('given an entry that names more, when a mutant differs in any of it, then it does not match', () => {
  const { mutator, original, replacement, nth } = mutant
  const exact = { ...accepted, mutator, original, replacement, nth }

  const verdicts = [
    matches(exact, mutant),
    matches(exact, { ...mutant, mutator: 'NumberLiteral' }),
    matches(exact, { ...mutant, original: 'recent.total >= most' }),
    matches(exact, { ...mutant, replacement: 'true' }),
    matches(exact, { ...mutant, nth: 2 }),
    matches(exact, { ...mutant, line: 41, id: '8' }),
  ]

  assert.equal(verdicts, [true, false, false, false, false, true])
})

test('given the beginning of an original, when a mutant begins with it, then the entry matches', () => {
  const verdicts = ['recent.total', 'total'].map(begins => matches({ ...accepted, begins }, mutant))

  assert.equal(verdicts, [true, false])
})

test.run()
