import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Mutant } from './instrument.js'
import { figuresOf, type Outcome, summarize, toText } from './summary.js'

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
  mutant(5, { ignored: 'It is a message.' }),
  mutant(6, { file: 'page.ts' }),
]
const outcomes: Record<string, Outcome> = {
  1: 'must',
  2: 'conformant',
  3: 'noCoverage',
  6: 'timeout',
}
const outcomeOf = ({ id }: Mutant) => outcomes[id]
const accepted = { reason: 'The document says nothing of it.', file: 'rate.ts', original: '3' }
const stale = { reason: 'The document says nothing of it.', file: 'rate.ts', original: '1' }

const ids = (all: readonly Mutant[]) => all.map(({ id }) => id)

test('given mutants of every kind, when they are summed up, then each counts once', () => {
  const {
    killed,
    accepted: may,
    ignored,
    gaps,
    verdicts,
    survivors,
  } = summarize(mutants, outcomeOf, [accepted])

  assert.equal({ killed, may, ignored, gaps }, { killed: 2, may: 1, ignored: 1, gaps: 0 })
  assert.equal(verdicts, { must: 1, timeout: 1 })
  assert.equal(ids(survivors), ['2'])
})

test('given a mutant that may survive, when it was not run, then it is accepted', () => {
  const all = [...mutants, mutant(4)]
  const { accepted: may, survivors, stale } = summarize(all, outcomeOf, [{ ...accepted, original: '4' }])

  assert.is(may, 1)
  assert.equal(ids(survivors), ['2', '3'])
  assert.equal(stale, [])
})

test('given a known gap, when mutants are summed up, then it counts against the kit, but is not reported again', () => {
  const gap = {
    reason: 'It takes more than five minutes.',
    file: 'rate.ts',
    original: '2',
    gap: true,
  } as const

  const summary = summarize(mutants, outcomeOf, [accepted, gap])

  assert.is(summary.gaps, 1)
  assert.equal(summary.survivors, [])
  assert.match(toText(summary), '2 of 3 killed; 1 are known gaps')
})

test('given an accepted survivor that was killed, when mutants are summed up, then it is stale', () => {
  const summary = summarize(mutants, outcomeOf, [accepted, stale])

  assert.equal(summary.stale, [stale])
  assert.match(toText(summary), 'remove them')
})

test('given a survivor, when a run is printed and recorded, then both name it, and the record leaves out its line', () => {
  const summary = summarize(mutants, outcomeOf, [accepted])

  const text = toText(summary)
  const record = figuresOf(summary)

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
  assert.equal([record.killed, record.of, record.accepted], [2, 3, 1])
})

test.run()
