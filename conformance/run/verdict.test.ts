import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { rules } from '../catalogue/index.js'
import type { Level } from '../catalogue/rule.js'
import { check, invariant } from '../check/check.js'
import { certifyBy } from '../testing/certifying.js'
import { checkReport } from '../testing/check-report.js'
import { startFake } from '../testing/fake.js'
import { endAll } from '../testing/stage.js'
import { type BaselineReport, type CheckReport, type Outcome, outcomes } from './report.js'
import { countsOf, judge, judgeRules } from './verdict.js'

test.after(endAll)

const good = (level: Level): Outcome => (level === 'may' ? 'observed' : 'passed')
/** A check of every rule, all passed except for the given ones. */
const whole = (changes: Record<string, Outcome> = {}, more: Partial<CheckReport> = {}) =>
  rules
    .filter(({ id, unexercised }) => unexercised === undefined || id in changes)
    .map(({ id, level }) =>
      id in changes ? checkReport(id, changes[id] ?? 'passed', more) : checkReport(id, good(level)),
    )

interface Circumstances {
  strict?: boolean
  baseline?: BaselineReport
  notStarted?: readonly string[]
  leftOut?: readonly string[]
  isNarrowed?: boolean
  missing?: readonly string[]
  budget?: { caught: number; faults: number }
}

function verdictOf(checks: readonly CheckReport[], circumstances: Circumstances = {}) {
  const { strict = false, baseline, notStarted = [], leftOut = [] } = circumstances
  const { isNarrowed = false, missing = [], budget } = circumstances
  const counts = countsOf(checks, {
    notStarted: notStarted.length,
    notSelected: leftOut.length,
    preparations: 0,
  })
  const judged = judgeRules(checks, { notStarted: new Set(notStarted), leftOut }, { level: 'may' })
  return judge({ checks, rules: judged, counts, strict, baseline, leftOut, isNarrowed, missing, budget })
}

const known = { rule: 'RES-05', reason: 'soon' }
const cases: readonly (readonly [
  string,
  readonly CheckReport[],
  Circumstances,
  string,
  number,
  RegExp | undefined,
])[] = [
  ['all is fine', whole(), {}, 'conformant', 0, undefined],
  ['a should is broken', whole({ 'RES-13': 'warned' }), {}, 'conformant', 0, undefined],
  [
    'a should is broken under strict',
    whole({ 'RES-13': 'warned' }),
    { strict: true },
    'conformant',
    1,
    /--strict: 1 rule with warnings: RES-13\./,
  ],
  ['a should is skipped', whole({ 'RES-13': 'skipped' }), {}, 'conformant', 0, undefined],
  [
    'a should is blocked',
    whole({ 'RES-13': 'blocked' }),
    {},
    'conformant',
    0,
    /^1 SHOULD check could not be prepared: RES-13\.$/,
  ],
  [
    'a must is broken',
    whole({ 'RES-05': 'failed' }),
    {},
    'not conformant',
    1,
    /1 MUST rule broken: RES-05\./,
  ],
  [
    'a must of a may rule is broken',
    whole({ 'RES-50': 'failed' }, { level: 'must' }),
    {},
    'not conformant',
    1,
    /RES-50/,
  ],
  [
    'a must is skipped',
    whole({ 'RES-05': 'skipped' }),
    {},
    'incomplete',
    3,
    /1 MUST rule not exercised, because .*: RES-05\./,
  ],
  [
    'a must is blocked',
    whole({ 'RES-05': 'blocked' }),
    {},
    'incomplete',
    3,
    /1 MUST rule could not be prepared: RES-05\./,
  ],
  [
    'a must is not selected',
    whole().filter(({ rule }) => rule !== 'RES-05'),
    {},
    'incomplete',
    3,
    /1 MUST rule not selected or not reached: RES-05\./,
  ],
  [
    'a variant of a must is not selected',
    whole(),
    { leftOut: ['RES-05'] },
    'incomplete',
    3,
    /not selected or not reached: RES-05\./,
  ],
  [
    'a broken must has a variant that is not selected',
    whole({ 'RES-05': 'failed' }),
    { leftOut: ['RES-05'] },
    'not conformant',
    1,
    /^1 MUST rule broken: RES-05\.$/,
  ],
  [
    'a must check of a should rule is blocked',
    whole({ 'RES-13': 'blocked' }, { level: 'must' }),
    {},
    'incomplete',
    3,
    /^1 other rule with MUST checks could not be prepared: RES-13\.$/,
  ],
  [
    'a should is not selected',
    whole().filter(({ rule }) => rule !== 'RES-13'),
    {},
    'conformant',
    0,
    undefined,
  ],
  [
    'a check was not reached',
    whole(),
    { notStarted: ['RES-13'] },
    'incomplete',
    3,
    /The run ended before 1 check\./,
  ],
  [
    'a check of the kit broke',
    whole({ 'RES-50': 'error' }),
    {},
    'incomplete',
    4,
    /1 check failed through an error in the kit/,
  ],
  [
    'one broke and one failed',
    whole({ 'RES-50': 'error', 'RES-05': 'failed' }),
    {},
    'not conformant',
    1,
    /broken: RES-05/,
  ],
  [
    'one was skipped and one failed',
    whole({ 'RES-06': 'skipped', 'RES-05': 'failed' }),
    {},
    'not conformant',
    1,
    /broken: RES-05/,
  ],
  [
    'an operation is missing',
    whole({ 'RES-05': 'not implemented' }),
    { missing: ['PUT /v1/users/me'] },
    'not conformant',
    1,
    /1 of the 27 operations of section 4 missing: PUT \/v1\/users\/me\./,
  ],
  [
    'an operation is missing, and its checks are not allowed',
    whole({ 'RES-05': 'skipped' }),
    { missing: ['DELETE /v1/users/me'] },
    'not conformant',
    1,
    /1 of the 27 operations of section 4 missing: DELETE \/v1\/users\/me\./,
  ],
  [
    'what an operation is missing for is known',
    whole({ 'RES-05': 'not implemented' }, { known: true }),
    { missing: ['PUT /v1/users/me'], baseline: { known: [known], problems: [], regressions: [] } },
    'not conformant',
    0,
    /missing/,
  ],
  [
    'what was asked for passes and the rest was not',
    [checkReport('RES-05', 'passed')],
    { isNarrowed: true, leftOut: ['RES-06'] },
    'incomplete',
    0,
    /not selected/,
  ],
  [
    'what was asked for is skipped',
    [checkReport('RES-05', 'passed'), checkReport('RES-06', 'skipped')],
    { isNarrowed: true },
    'incomplete',
    3,
    /RES-06/,
  ],
  [
    'what a budget has chosen is skipped',
    [checkReport('RES-05', 'passed'), checkReport('RES-06', 'skipped')],
    { isNarrowed: true, budget: { caught: 1, faults: 2 } },
    'incomplete',
    0,
    /RES-06/,
  ],
  ['nothing was run', [], {}, 'incomplete', 3, /No checks ran\./],
  ['all was skipped', [checkReport('RES-13', 'skipped')], {}, 'incomplete', 3, /No checks ran\./],
  [
    'a known failure is left',
    whole({ 'RES-05': 'failed' }, { known: true }),
    { baseline: { known: [known], problems: [], regressions: [] } },
    'not conformant',
    0,
    /1 known problem of the baseline: RES-05\./,
  ],
  [
    'a known and a new failure are left',
    [...whole({ 'RES-05': 'failed' }, { known: true }), checkReport('RES-06.x', 'failed')],
    { baseline: { known: [known], problems: [], regressions: [] } },
    'not conformant',
    1,
    /RES-05, RES-06/,
  ],
  [
    'the baseline is stale',
    whole(),
    { baseline: { known: [], regressions: [], problems: ['RES-05 passes now: remove it from the list.'] } },
    'conformant',
    1,
    /Baseline: RES-05 passes now/,
  ],
]
for (const [what, checks, circumstances, verdict, exitCode, reason] of cases) {
  test(`given that ${what}, when a run is judged, then it is ${verdict} with exit code ${exitCode}`, () => {
    const judged = verdictOf(checks, circumstances)

    assert.equal([judged.verdict, judged.exitCode], [verdict, exitCode])
    if (reason) assert.match(judged.reasons.join('\n'), reason)
    else assert.equal(judged.reasons, [])
  })
}

test('given a single outcome of any must, when it is not passed, then the run is not conformant without a reason', () => {
  for (const outcome of outcomes.filter(each => each !== 'passed' && each !== 'observed')) {
    const judged = verdictOf(whole({ 'RES-05': outcome }))

    if (outcome !== 'warned') assert.is.not(judged.verdict, 'conformant', outcome)
    if (outcome !== 'warned') assert.ok(judged.reasons.length > 0)
  }
})

test('given a catalogue without any rule, when nothing is run, then even that is not green', () => {
  const counts = countsOf([], { notStarted: 0, notSelected: 0, preparations: 0 })
  const judged = judge({
    checks: [],
    rules: [],
    counts,
    strict: false,
    leftOut: [],
    isNarrowed: false,
    missing: [],
  })

  assert.equal([judged.verdict, judged.exitCode, judged.reasons], ['incomplete', 3, ['No checks ran.']])
})

test('given many broken rules, when they are named, then six are and the others are counted', () => {
  const ids = rules
    .filter(({ level }) => level === 'must')
    .slice(0, 9)
    .map(({ id }) => id)

  const { reasons } = verdictOf(whole(Object.fromEntries(ids.map(id => [id, 'failed' as const]))))

  assert.is(reasons[0], `9 MUST rules broken: ${ids.slice(0, 6).join(', ')} and 3 more.`)
})

test('given a pattern that matches nothing, when a run ends, then it is not green', async () => {
  const passes = check('RES-05', 'passes', {}, async () => {})

  const report = await certifyBy(await startFake(), [passes], { only: ['RES-77'] })

  assert.equal([report.verdict, report.exitCode, report.counts.ran], ['incomplete', 3, 0])
  assert.ok(report.reasons.includes('No checks ran.'))
})

test('given an invariant that had nothing to judge, when a check of its rule could not run, then that one says why', async () => {
  const needsMail = check('TIME-12', 'needs mail', { danger: 'mail' }, async () => {})
  const invariants = [invariant('TIME-12.start', 'never applies', () => undefined)]
  const fake = await startFake()

  const together = await certifyBy(fake, [needsMail], { invariants, allow: [] })
  const alone = await certifyBy(fake, [check('RES-01', 'passes', {}, async () => {})], { invariants })

  assert.equal(
    together.checks.map(({ id }) => id),
    ['TIME-12'],
  )
  assert.equal(
    alone.checks.map(({ id, outcome }) => [id, outcome]),
    [
      ['RES-01', 'passed'],
      ['TIME-12.start', 'skipped'],
    ],
  )
})

test('given that all checks of level must pass, then every MUST rule is verified, whatever happened to the others', async () => {
  const passes = (id: string) => check(id, id, {}, async () => {})
  const blocked = check('RES-18.case', 'is blocked', { level: 'should' }, async ({ owner }) => {
    await owner.read('/v1/none')
  })
  const all = [...rules.map(({ id }) => id).map(passes), blocked]
  const fake = await startFake()

  for (const level of ['should', 'must'] as const) {
    const { verdict, reasons, musts } = await certifyBy(fake, all, { level })

    assert.is(verdict, 'conformant', reasons.join())
    assert.is(musts?.verified, musts?.all)
  }
})

test('given a check of a must that is left out, when the others pass, then the rule is named as not selected', async () => {
  const passes = (id: string) => check(id, id, {}, async () => {})

  const report = await certifyBy(
    await startFake(),
    rules
      .map(({ id }) => id)
      .concat('RES-05.put')
      .map(passes),
    {
      skip: ['RES-05.put'],
      level: 'should',
    },
  )

  assert.equal([report.verdict, report.exitCode], ['incomplete', 3])
  assert.equal(report.reasons, ['1 MUST rule not selected or not reached: RES-05.'])
})

test.run()
