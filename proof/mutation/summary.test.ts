import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Mutant } from './instrument.js'
import type { Result } from './results.js'
import { scoreOf, summarize, toJson, toText } from './summary.js'

const mutant = (line: number, more: Partial<Mutant> = {}): Mutant => ({
  id: `${line}`,
  file: 'rate.ts',
  mutator: 'NumberLiteral',
  original: `${line}`,
  replacement: `${line + 1}`,
  nth: 1,
  declaration: 'list',
  line,
  ...more,
})
const mutants = [
  mutant(1),
  mutant(2),
  mutant(3),
  mutant(4),
  mutant(5, { ignored: 'It is a message.' }),
  mutant(6, { file: 'page.ts' }),
]
const verdicts: Record<string, Result['verdict']> = {
  1: 'must',
  2: 'conformant',
  3: 'noCoverage',
  6: 'timeout',
}
const resultOf = ({ id }: Mutant) => {
  const verdict = verdicts[id]
  return verdict && { verdict }
}
const accepted = { reason: 'The document says nothing of it.', file: 'rate.ts', original: '3' }
const stale = { reason: 'The document says nothing of it.', file: 'rate.ts', original: '1' }

test('given mutants of every kind, when they are summed up, then each counts once and the sums agree', () => {
  const { all, files } = summarize(mutants, resultOf, [accepted])

  assert.equal(all, { mutants: 6, killed: 2, ignored: 1, accepted: 1, gaps: 0, survived: 1, pending: 1 })
  assert.equal(files['page.ts'], {
    mutants: 1,
    killed: 1,
    ignored: 0,
    accepted: 0,
    gaps: 0,
    survived: 0,
    pending: 0,
  })
  assert.is(scoreOf(all), 66.6)
})

test('given a mutant that may survive, when it was not run, then it is accepted and not pending', () => {
  const { all, stale } = summarize(mutants, resultOf, [{ ...accepted, original: '4' }])

  assert.equal(all, { mutants: 6, killed: 2, ignored: 1, accepted: 1, gaps: 0, survived: 2, pending: 0 })
  assert.equal(stale, [])
})

test('given a gap that is known, when mutants are summed up, then it counts against the kit, and is no news', () => {
  const gap = {
    reason: 'It takes more than five minutes.',
    file: 'rate.ts',
    original: '2',
    gap: true,
  } as const

  const { all, survivors } = summarize(mutants, resultOf, [accepted, gap])

  assert.equal(all, { mutants: 6, killed: 2, ignored: 1, accepted: 1, gaps: 1, survived: 0, pending: 1 })
  assert.is(scoreOf(all), 66.6)
  assert.equal(survivors, [])
})

test('given an accepted survivor that was killed, when mutants are summed up, then it is stale', () => {
  const summary = summarize(mutants, resultOf, [accepted, stale])

  assert.equal(summary.stale, [stale])
  assert.match(
    toText(summary, () => undefined),
    'remove them',
  )
})

test('given a survivor, when a run is printed and recorded, then both name it, and the record leaves out its line', () => {
  const summary = summarize(mutants, resultOf, [accepted])

  const text = toText(summary, () => 'conformant')
  const record = JSON.parse(toJson(summary, '2026-11-21'))

  assert.is(record.measured, '2026-11-21')

  assert.match(text, 'rate.ts:2 list: NumberLiteral: 2  →  3')
  assert.equal(record.survivors, [
    {
      file: 'rate.ts',
      mutator: 'NumberLiteral',
      original: '2',
      replacement: '3',
      nth: 1,
      declaration: 'list',
    },
  ])
  assert.equal([record.killed, record.of, record.percent], [2, 3, 66.6])
})

test.run()
