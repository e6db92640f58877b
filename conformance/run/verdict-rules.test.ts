import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Level } from '../catalogue/rule.js'
import { checkReport } from '../testing/check-report.js'
import { type Outcome, outcomes } from './report.js'
import { countsOf, gapsOf, judgeRules } from './verdict.js'

test('given checks of a rule, when the rule is judged, then the worst of them counts', () => {
  const order: readonly Outcome[] = [
    'failed',
    'error',
    'not implemented',
    'blocked',
    'skipped',
    'warned',
    'observed',
    'passed',
  ]
  for (const [index, outcome] of order.entries()) {
    const own = order
      .slice(index)
      .reverse()
      .map((each, at) => checkReport(`RES-05.v${at}`, each))

    const rule = judgeRules(own, { notStarted: new Set(), leftOut: [] }, { level: 'may' }).find(
      ({ id }) => id === 'RES-05',
    )

    assert.is(rule?.outcome, outcome)
    assert.is(rule?.checks.length, own.length)
  }
})

test('given a MUST rule, when a check of level should did not run, then the others verify the rule', () => {
  const given = { notStarted: new Set<string>(), leftOut: [] }
  const outcomeOf = (...checks: ReturnType<typeof checkReport>[]) =>
    judgeRules(checks, given, { level: 'may' }).find(({ id }) => id === 'RES-18')?.outcome
  const must = checkReport('RES-18.same', 'passed')
  const should = (outcome: Outcome) => checkReport('RES-18.case', outcome, { level: 'should' })

  for (const outcome of ['skipped', 'blocked', 'not implemented'] as const) {
    assert.is(outcomeOf(must, should(outcome)), 'passed')
    assert.is(outcomeOf(should(outcome)), outcome)
    assert.is(outcomeOf({ ...must, outcome }, should('passed')), outcome)
  }
  assert.is(outcomeOf(must, should('warned')), 'warned')
})

const silent: readonly (readonly [string, string, ReadonlySet<string>, Level, RegExp])[] = [
  ['was ended before', 'RES-05', new Set(['RES-05.put']), 'may', /the run ended before it/],
  ['leaves its level out', 'RES-13', new Set(), 'must', /left out by --level must/],
  ['does not select it', 'RES-05', new Set(), 'must', /left out by --only or --skip/],
]
for (const [what, id, notStarted, level, reason] of silent) {
  test(`given a run that ${what}, when a rule has no check, then its reason says so`, () => {
    const rule = judgeRules([], { notStarted, leftOut: [] }, { level }).find(each => each.id === id)

    assert.is(rule?.outcome, 'not selected')
    assert.match(rule?.reason ?? '', reason)
  })
}

test('given a rule that no check can exercise, when it is judged, then it says why', () => {
  for (const { outcome, reason, level } of judgeRules(
    [],
    { notStarted: new Set(), leftOut: [] },
    { level: 'may' },
  )) {
    if (outcome !== 'not exercised') continue
    assert.ok(reason)
    assert.is(level, 'may')
  }
})

test('given outcomes of every kind, when they are counted, then they add up', () => {
  const counts = countsOf(
    outcomes.map((outcome, index) => checkReport(`RES-05.v${index}`, outcome)),
    { notStarted: 2, notSelected: 3, preparations: 4 },
  )

  assert.is(counts.planned, 10)
  assert.is(
    counts.ran + counts.skipped + counts.blocked + counts.notImplemented + counts.notStarted,
    counts.planned,
  )
  assert.is(counts.passed + counts.failed + counts.warned + counts.observed + counts.error, counts.ran)
})

test('given skipped checks, when gaps are reported, then they are grouped by reason with what to do', () => {
  const skipped = (id: string, reason: string) => checkReport(id, 'skipped', { reason })
  const checks = [
    skipped('RES-01', 'a'),
    skipped('RES-05', 'b'),
    skipped('RES-06', 'b'),
    checkReport('RES-07', 'passed'),
  ]

  assert.equal(gapsOf(checks, new Map([['b', 'Do b.']])), [
    { reason: 'b', remedy: 'Do b.', checks: ['RES-05', 'RES-06'] },
    { reason: 'a', remedy: 'The reason says what it takes.', checks: ['RES-01'] },
  ])
})

test.run()
