import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { holds } from '../check/assertions.js'
import { check } from '../check/check.js'
import { certifyBy, checkOf } from '../testing/certifying.js'
import { startFake } from '../testing/fake.js'
import { endAll, file, folder, thrownBy } from '../testing/stage.js'
import { type Baseline, baselineOf, baselineText, parseBaseline, readBaseline } from './baseline.js'

test.after(endAll)

const passes = check('RES-06', 'passes', {}, async () => {})
const fails = check('RES-05.put', 'fails', {}, async () => holds(false, 'wrong'))
const warns = check('RES-13', 'warns', {}, async () => holds(false, 'odd'))
const skips = check('RES-07', 'skips', {}, async ({ skip }) => skip('so'))
const all = [passes, fails, warns, skips]

const run = async (known: Baseline['known'], options = {}) =>
  certifyBy(await startFake(), all, { baseline: { known }, ...options })

test('given a known failure, when it is found, then it is marked and does not affect the exit code', async () => {
  const report = await run([{ rule: 'RES-05', reason: 'ticket 7', until: '2999-12-31' }])

  assert.equal(report.baseline, {
    known: [{ rule: 'RES-05', reason: 'ticket 7', until: '2999-12-31' }],
    regressions: [],
    problems: [],
  })
  assert.is(checkOf(report, 'RES-05.put').known, true)
  assert.is(checkOf(report, 'RES-13').known, undefined)
  assert.equal([report.verdict, report.exitCode], ['not conformant', 3])
})

test('given a warning with strict, when it is known, then it is marked', async () => {
  const report = await run([{ rule: 'RES-13', reason: 'later' }], { strict: true })

  assert.is(checkOf(report, 'RES-13').known, true)
  assert.is(report.exitCode, 1)
})

const problems: readonly (readonly [string, Baseline['known'], RegExp])[] = [
  [
    'a rule that passes now',
    [{ rule: 'RES-06', reason: 'x' }],
    /^RES-06 passes now: remove it from the list\.$/,
  ],
  [
    'a rule that is not there',
    [{ rule: 'REZ-05', reason: 'x' }],
    /^REZ-05 is not a rule of the catalogue; did you mean RES-05/,
  ],
  [
    'a check instead of a rule',
    [{ rule: 'RES-05.put', reason: 'x' }],
    /^RES-05\.put is not a rule of the catalogue/,
  ],
  [
    'a check that is not there',
    [{ check: 'RES-05.putt', reason: 'x' }],
    /^RES-05\.putt is not a check of the catalogue; did you mean RES-05/,
  ],
  [
    'a rule with nothing like it',
    [{ rule: 'everything', reason: 'x' }],
    /^everything is not a rule of the catalogue\.$/,
  ],
  [
    'a day that is over',
    [{ rule: 'RES-05', reason: 'x', until: '2020-01-31' }],
    /^RES-05 was accepted only until 2020-01-31/,
  ],
  [
    'a rule twice',
    [
      { rule: 'RES-05', reason: 'x' },
      { rule: 'RES-05', reason: 'y' },
    ],
    /^RES-05 is listed more than once\.$/,
  ],
]
for (const [what, known, message] of problems) {
  test(`given a baseline with ${what}, when the run is judged, then the run fails`, async () => {
    const report = await run(known)

    assert.is(report.baseline?.problems.length, 1)
    assert.match(report.baseline?.problems[0] ?? '', message)
    assert.is(report.exitCode, 1)
    assert.is(checkOf(report, 'RES-05.put').known, undefined)
  })
}

test('given a known rule that was skipped or not selected, when the run is judged, then the rule is not mentioned', async () => {
  const report = await run([
    { rule: 'RES-07', reason: 'x' },
    { rule: 'RES-09', reason: 'x' },
  ])

  assert.equal(report.baseline, { known: [], regressions: ['RES-05.put'], problems: [] })
})

test('given an entry that ends today, when the run is judged, then it is still valid', async () => {
  const today = new Date().toISOString().slice(0, 10)

  const report = await run([{ rule: 'RES-05', reason: 'x', until: today }])

  // The day may change during this test; then the baseline has rightly expired.
  if (new Date().toISOString().slice(0, 10) === today) assert.equal(report.baseline?.problems, [])
})

const blocks = check('RES-09', 'is blocked', {}, async ({ owner }) => void (await owner.read('/v1/none')))

test('given listed checks, when they do not pass for any reason, then they are accepted and others are regressions', async () => {
  const known = ['RES-05.put', 'RES-07', 'RES-09'].map(id => ({ check: id, reason: 'later' }))

  const report = await certifyBy(await startFake(), [...all, blocks], {
    baseline: { known: known.slice(0, 2) },
    only: ['RES-*'],
  })
  const accepting = await certifyBy(await startFake(), [...all, blocks], {
    baseline: { known },
    only: ['RES-*'],
  })

  assert.equal(report.baseline?.regressions, ['RES-09'])
  assert.equal(
    report.checks.filter(each => each.known).map(({ id }) => id),
    ['RES-05.put', 'RES-07'],
  )
  assert.equal([report.exitCode, accepting.exitCode], [3, 0])
  assert.equal(accepting.baseline?.regressions, [])
  assert.is(accepting.verdict, 'not conformant')
})

test('given a run, when its baseline is written, then every check that did not pass is in it with a reason', async () => {
  const report = await certifyBy(await startFake(), [...all, blocks])

  const baseline = baselineOf(report)

  assert.equal(
    baseline.known.map(({ check }) => check),
    ['RES-05.put', 'RES-07', 'RES-09'],
  )
  assert.ok(baseline.known.every(({ reason }) => reason.length > 5))
  assert.equal(parseBaseline(JSON.parse(baselineText(baseline)), 'it'), baseline)
})

test('given an earlier baseline, when it is written again, then entries that pass are removed, and nothing is added', async () => {
  const until = '2999-12-31'
  const previous = {
    known: [
      { check: 'RES-05.put', reason: 'ticket 7', until },
      { check: 'RES-06', reason: 'passes now' },
      { rule: 'RES-33', reason: 'was not selected' },
    ],
  }
  const options = { baseline: previous, rewriteBaseline: true }

  const report = await certifyBy(await startFake(), [...all, blocks], options)

  assert.equal(report.baseline?.problems, [])
  assert.equal(baselineOf(report, previous).known, [previous.known[0], previous.known[2]])
})

const shapes: readonly (readonly [string, unknown, RegExp])[] = [
  ['no reason', { known: [{ rule: 'RES-05' }] }, /known\.0\.reason: must say why/],
  [
    'a typo',
    { known: [{ chek: 'RES-05.create', reason: 'x' }] },
    /known\.0: has no field chek; its fields are rule, check/,
  ],
  ['a reason of blanks', { known: [{ rule: 'RES-05', reason: '  ' }] }, /known\.0\.reason: must say why/],
  [
    'a date that is none',
    { known: [{ rule: 'RES-05', reason: 'x', until: '31.12.2026' }] },
    /known\.0\.until: must be a date/,
  ],
  [
    'both a rule and a check',
    { known: [{ rule: 'RES-05', check: 'RES-05.a', reason: 'x' }] },
    /known\.0: must name either/,
  ],
  [
    'another member',
    { known: [], rules: [] },
    /the file: has no field rules; its fields are \$schema, known$/,
  ],
  ['no list', {}, /known: must be a list of entries$/],
  ['a list', [], /the file: must be an object$/],
]
for (const [what, value, message] of shapes) {
  test(`given a baseline with ${what}, when it is parsed, then the message names the place`, async () => {
    const error = await thrownBy(() => parseBaseline(value, 'known.json'))

    assert.is(error?.name, 'BaselineError')
    assert.match(error?.message ?? '', /^Failed to use known\.json as a baseline/)
    assert.match(error?.message ?? '', message)
  })
}

test('given files, when they are read as baselines, then their mistakes are reported', async () => {
  const right = { known: [{ rule: 'RES-05', reason: 'x' }] }

  assert.equal(await readBaseline(file(JSON.stringify(right))), right)
  assert.match((await thrownBy(() => readBaseline(file('{'))))?.message ?? '', 'it is not JSON')
  assert.match(
    (await thrownBy(() => readBaseline(`${folder()}/none`)))?.message ?? '',
    '/none: it does not exist. Check the path.',
  )
})

test.run()
