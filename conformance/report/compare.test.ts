import stringWidth from 'string-width'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Outcome } from '../run/report.js'
import { compareReports, comparisonText } from './compare.js'
import { hostileReport } from './testing/hostile-report.js'
import { greenReport, sampleCheck, sampleReport } from './testing/sample-report.js'

const reportOf = (outcomes: Record<string, Outcome>) =>
  sampleReport({ checks: Object.entries(outcomes).map(([id, outcome]) => sampleCheck(id, outcome)) })

const compare = (before: Record<string, Outcome>, after: Record<string, Outcome>) =>
  compareReports(reportOf(before), reportOf(after))

const ids = (list: readonly { id: string }[]) => list.map(({ id }) => id)

test('given the same report twice, when they are compared, nothing changed and nothing is worse', () => {
  const comparison = compareReports(sampleReport(), sampleReport())

  assert.is(comparison.unchanged, sampleReport().checks.length)
  assert.equal(
    [comparison.improved, comparison.worsened, comparison.otherwise, comparison.added, comparison.gone],
    [[], [], [], [], []],
  )
  assert.is(comparison.worse, false)
})

const directions: readonly (readonly [Outcome, Outcome, 'improved' | 'worsened' | 'otherwise'])[] = [
  ['failed', 'passed', 'improved'],
  ['failed', 'warned', 'improved'],
  ['warned', 'passed', 'improved'],
  ['skipped', 'passed', 'improved'],
  ['blocked', 'observed', 'improved'],
  ['passed', 'failed', 'worsened'],
  ['passed', 'warned', 'worsened'],
  ['passed', 'skipped', 'worsened'],
  ['passed', 'error', 'worsened'],
  ['warned', 'blocked', 'worsened'],
  ['skipped', 'failed', 'worsened'],
  ['failed', 'skipped', 'otherwise'],
  ['failed', 'error', 'otherwise'],
  ['skipped', 'warned', 'otherwise'],
  ['skipped', 'blocked', 'otherwise'],
  ['observed', 'passed', 'otherwise'],
]
for (const [before, after, direction] of directions) {
  test(`given a check that was ${before}, when it is ${after}, it is ${direction}`, () => {
    const comparison = compare({ 'RES-01.a': before }, { 'RES-01.a': after })

    assert.equal(ids(comparison[direction]), ['RES-01.a'])
    assert.is(comparison.worse, direction === 'worsened')
  })
}

test('given a check that is in only one of the reports, when they are compared, then it is new or gone', () => {
  const comparison = compare({ 'RES-01.a': 'passed' }, { 'RES-02.a': 'passed' })

  assert.equal(ids(comparison.added), ['RES-02.a'])
  assert.equal(ids(comparison.gone), ['RES-01.a'])
  assert.is(comparison.worse, false)
})

test('given runs of different checks, when an invariant changes, then it is neither better nor worse', () => {
  const of = (outcome: Outcome, notSelected: number) => {
    const report = reportOf({ 'ENV-14.refusal': outcome, 'RES-01.a': 'passed' })
    return { ...report, counts: { ...report.counts, notSelected } }
  }

  for (const [before, after] of [
    [of('passed', 900), of('warned', 0)],
    [of('warned', 0), of('passed', 900)],
  ] as const) {
    const comparison = compareReports(before, after)

    assert.equal(ids(comparison.otherwise), ['ENV-14.refusal'])
    assert.is(comparison.worse, false)
  }
  assert.is(compareReports(of('passed', 900), of('warned', 900)).worse, true)
})

test('given a better verdict, when a check is worse all the same, then the last line says both', () => {
  const before = { ...reportOf({ 'RES-01.a': 'passed' }), verdict: 'incomplete' as const }
  const after = { ...reportOf({ 'RES-01.a': 'warned' }), verdict: 'conformant' as const }
  const text = comparisonText(compareReports(before, after), { width: 100, colour: false })

  assert.match(
    text,
    /WORSE in what is listed above, although the verdict is better: incomplete -> conformant\n$/,
  )
})

test('given a new check that fails, when reports are compared, then the result is worse', () => {
  assert.is(compare({}, { 'RES-02.a': 'failed' }).worse, true)
  assert.is(compare({}, { 'RES-02.a': 'skipped' }).worse, false)
})

test('given a worse verdict and the same checks, when reports are compared, then the result is worse', () => {
  const green = sampleReport({ verdict: 'conformant' })
  const open = sampleReport({ verdict: 'incomplete' })

  assert.is(compareReports(green, open).worse, true)
  assert.is(compareReports(open, green).worse, false)
  assert.equal(compareReports(green, open).verdict, { before: 'conformant', after: 'incomplete' })
})

test('given two reports, when their comparison is written, it names the checks and ends with the outcome', () => {
  const text = comparisonText(compareReports(greenReport(), sampleReport()), { width: 100, colour: false })

  assert.match(text, /^9 new\n/)
  assert.match(text, /✗ RES-05\.create failed a new object keeps what was sent/)
  assert.match(text, /0 better, 0 worse, 0 changed otherwise, 9 new, 0 gone, 3 checks unchanged\n/)
  assert.match(text, /WORSE: conformant -> not conformant\n$/)
})

test('given the same report twice, when the comparison is written, it is short', () => {
  const text = comparisonText(compareReports(greenReport(), greenReport()), { width: 100, colour: false })

  assert.is(
    text,
    '0 better, 0 worse, 0 changed otherwise, 0 new, 0 gone, 3 checks unchanged\nNOT WORSE: still conformant\n',
  )
})

test('given another target or kit, when the comparison is written, it says so', () => {
  const other = greenReport({ target: 'https://other.example.test/v1', kit: '0.3.0' })
  const text = comparisonText(compareReports(greenReport(), other), { width: 100, colour: false })

  assert.match(text, /The target changed: https:\/\/api\.example\.test\/v1, then https:\/\/other/)
  assert.match(text, /The kit changed: 0\.2\.0, then 0\.3\.0\./)
})

for (const width of [60, 80, 120]) {
  test(`given a terminal of ${width} columns, when a comparison is written, no line is wider`, () => {
    const text = comparisonText(compareReports(sampleReport(), hostileReport()), { width, colour: false })

    assert.equal(
      text.split('\n').filter(line => stringWidth(line) > width),
      [],
    )
    assert.not.match(text, /[\x00-\x09\x0b-\x1f\x7f-\x9f]/)
  })
}

test.run()
