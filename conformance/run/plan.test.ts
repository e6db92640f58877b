import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Need } from '../catalogue/rule.js'
import { type CheckOptions, check } from '../check/check.js'
import { certifyBy, checkOf } from '../testing/certifying.js'
import { startFake } from '../testing/fake.js'
import { endAll } from '../testing/stage.js'
import { isSelected, type Means, matches, planChecks } from './plan.js'
import { areCompatible } from './scheduler.js'

test.after(endAll)

const account = (name: string) => ({ email: `${name}@example.test`, password: 'secret' })
const target = {
  baseUrl: 'http://localhost',
  owner: account('owner'),
  schedules: ['a', 'b', 'c'],
  owners: [],
  members: ['d', 'e', 'f'].map(account),
  disposable: [],
  mailDomain: 'example.test',
}
const means: Means = {
  target,
  allow: ['guard', 'wipe', 'lock', 'mail'],
  mailbox: true,
  limited: true,
  throwaways: 1,
}
const all = { only: [], skip: [], level: 'may' } as const

const made = (id: string, options: CheckOptions = {}) => check(id, id, options, async () => {})
const plan = (options: CheckOptions, has: Partial<Means> = {}) => {
  const [planned] = planChecks([made('RES-05', options)], all, { ...means, ...has })
  assert.ok(planned)
  return planned
}

const patterns: readonly (readonly [string, string, boolean])[] = [
  ['RES-05', 'RES-05', true],
  ['RES-05', 'RES-05.create', true],
  ['RES-05', 'RES-055', false],
  ['RES-05.create', 'RES-05', false],
  ['RES-05.create', 'RES-05.create.long', true],
  ['res-05.CREATE', 'RES-05.create', true],
  ['RES-*', 'RES-05.create', true],
  ['RES-*', 'BRES-05', false],
  ['*.create', 'RES-05.create', true],
  ['*.create', 'RES-05', false],
  ['*', 'RES-05', true],
  ['RES-0?', 'RES-05', false],
  ['RES.05', 'RES-05', false],
  ['', 'RES-05', false],
]
for (const [pattern, id, expected] of patterns) {
  test(`given the pattern "${pattern}", then ${id} is ${expected ? 'selected' : 'not selected'}`, () => {
    assert.is(matches(pattern, id), expected)
  })
}

test('given only, skip and a level, when a check is selected, then all of them apply', () => {
  const selection = { only: ['RES-*', 'BKG-01'], skip: ['RES-05'], level: 'should' } as const

  assert.is(isSelected(selection, 'RES-06', 'must'), true)
  assert.is(isSelected(selection, 'BKG-01', 'should'), true)
  assert.is(isSelected(selection, 'BKG-01', 'may'), false)
  assert.is(isSelected(selection, 'RES-05.put', 'must'), false)
  assert.is(isSelected(selection, 'BKG-02', 'must'), false)
})

test('given a rule and options, when a check is planned, then options override the rule', () => {
  assert.equal([plan({}).level, plan({}).danger], ['must', ['own']])
  const changed = plan({ level: 'may', danger: ['wipe', 'own'] })
  assert.equal([changed.level, changed.danger], ['may', ['wipe', 'own']])
})

for (const gate of ['guard', 'wipe', 'lock', 'mail'] as const) {
  test(`given the danger ${gate}, when it is not allowed, then that is the obstacle`, () => {
    const { obstacle } = plan({ danger: ['own', gate] }, { allow: [] })

    assert.is(obstacle?.reason, `needs --allow ${gate}`)
    assert.match(obstacle?.remedy ?? '', `Run with --allow ${gate}: `)
    assert.is(plan({ danger: gate }, { allow: [gate] }).obstacle, undefined)
  })
}

const lacking = (changes: object): Partial<Means> => ({ target: { ...target, ...changes } })
const lacks: readonly (readonly [Need, Partial<Means>, string])[] = [
  ['second schedule', lacking({ schedules: ['a'] }), 'needs a second schedule'],
  ['spare schedule', lacking({ schedules: ['a', 'b'] }), 'needs a spare schedule'],
  ['editor', lacking({ members: [] }), 'needs an editor'],
  ['viewer', lacking({ members: [account('d')] }), 'needs a viewer'],
  ['stranger', lacking({ members: [account('d'), account('e')] }), 'needs a stranger'],
  ['disposable account', { throwaways: 0 }, 'needs a disposable account'],
  ['limited account', { limited: false }, 'needs a limited account'],
  ['mailbox', { mailbox: false }, 'needs a mailbox'],
]
for (const [need, has, reason] of lacks) {
  test(`given a check that ${reason}, when there is none, then that is the obstacle`, () => {
    assert.is(plan({ needs: [need] }, has).obstacle?.reason, reason)
    assert.ok(plan({ needs: [need] }, has).obstacle?.remedy)
    assert.is(plan({ needs: [need] }).obstacle, undefined)
    assert.is(plan({}, has).obstacle, undefined)
  })
}

const together: readonly (readonly [string, CheckOptions, CheckOptions, boolean])[] = [
  ['two plain checks', {}, {}, true],
  ['two of the second schedule', { needs: ['second schedule'] }, { needs: ['second schedule'] }, true],
  ['two of the spare schedule', { needs: ['spare schedule'] }, { needs: ['spare schedule'] }, false],
  ['two of the limited account', { needs: ['limited account'] }, { needs: ['limited account'] }, false],
  ['two with throwaways', { needs: ['disposable account'] }, { needs: ['disposable account'] }, true],
  ['settings of the owner and any other', { changes: ['owner'] }, {}, false],
  [
    'settings of the editor and one with the editor',
    { needs: ['editor'], changes: ['editor'] },
    { needs: ['editor'] },
    false,
  ],
  [
    'settings of the editor and one with the viewer',
    { needs: ['editor'], changes: ['editor'] },
    { needs: ['viewer'] },
    true,
  ],
  ['the schedule alone and any other', { alone: ['schedule'] }, {}, false],
  ['the second alone and one in it', { alone: ['second'] }, { needs: ['second schedule'] }, false],
  ['the second alone and any other', { alone: ['second'] }, {}, true],
  ['one membership twice', { alone: ['editor in second'] }, { alone: ['editor in second'] }, false],
  ['two memberships', { alone: ['editor in second'] }, { alone: ['viewer in second'] }, true],
]
for (const [what, one, other, expected] of together) {
  test(`given ${what}, then they may ${expected ? 'run' : 'not run'} in parallel`, () => {
    assert.is(areCompatible(plan(one).holds, plan(other).holds), expected)
    assert.is(areCompatible(plan(other).holds, plan(one).holds), expected)
  })
}

test('given changed settings of the owner, then checks that neither book nor read its account may run meanwhile', () => {
  const [one, other] = planChecks([made('BKG-01', { changes: ['owner'] }), made('RES-08')], all, means)

  assert.ok(one && other && areCompatible(one.holds, other.holds))
})

test('given checks of every kind, when they are planned, then those that others wait for run when few others do', () => {
  const plans = planChecks(
    [
      made('BULK-06', { needs: ['spare schedule'], danger: 'wipe' }),
      made('RES-08'),
      made('RES-06', { alone: ['second'] }),
      made('BKG-01', { changes: ['owner'] }),
      made('BKG-02'),
      made('BKG-03', { alone: ['second'] }),
      made('BKG-04', { waits: true }),
      made('BKG-05', { changes: ['owner'], alone: ['schedule'] }),
    ],
    all,
    means,
  )

  assert.equal(
    plans.map(({ check: { id } }) => id),
    ['BKG-05', 'BKG-04', 'BKG-03', 'BKG-02', 'BKG-01', 'RES-06', 'RES-08', 'BULK-06'],
  )
})

test('given checks in sequence after some that run freely, when they are planned, then these run with them', () => {
  const plans = planChecks(
    [
      made('BKG-01'),
      made('BKG-02', { after: 'BKG-03', alone: ['second'] }),
      made('BKG-03', { after: 'BKG-04' }),
      made('BKG-04'),
    ],
    all,
    means,
  )

  assert.equal(
    plans.map(({ check: { id } }) => id),
    ['BKG-02', 'BKG-03', 'BKG-04', 'BKG-01'],
  )
})

const pair = [made('BULK-06.all', { after: 'BULK-06.one' }), made('BULK-06.one'), made('RES-05')]

test('given a check after one that is not selected, when it is run, then the other one is run as well', async () => {
  const report = await certifyBy(await startFake(), pair, { only: ['BULK-06.all'] })

  const told = ({ id, outcome }: { id: string; outcome: string }) => `${id} ${outcome}`
  assert.equal(report.checks.map(told), ['BULK-06.all passed'])
  assert.equal(report.preparations.map(told), ['BULK-06.one passed'])
  const { planned, notSelected, preparations } = report.counts
  assert.equal([planned, notSelected, preparations], [1, 2, 1])
})

test('given checks that wipe a schedule, when they are planned, then they come after all others', () => {
  const checks = [
    made('BULK-14', { danger: 'wipe' }),
    made('USER-01', { changes: ['owner'] }),
    made('BULK-15', { danger: ['guard', 'wipe'] }),
    made('RES-05'),
  ]

  const planned = planChecks(checks, all, means).map(each => each.check.id)

  assert.equal(planned, ['RES-05', 'USER-01', 'BULK-14', 'BULK-15'])
})

test('given a check after one that skip excludes, when a run ends, then it is skipped too', async () => {
  const report = await certifyBy(await startFake(), pair, { skip: ['BULK-06.one'] })

  assert.is(
    checkOf(report, 'BULK-06.all').reason,
    'needs BULK-06.one to have passed, which --skip leaves out',
  )
  assert.equal([report.counts.skipped, report.counts.notSelected], [1, 1])
})

test('given a check after one that does not exist, when it is run, then it waits for nothing', async () => {
  const report = await certifyBy(await startFake(), [made('BULK-06.all', { after: 'BULK-06.none' })])

  assert.is(checkOf(report).outcome, 'passed')
})

test('given something that is not allowed, when a run ends, then the gap says how to get it exercised', async () => {
  const fake = await startFake()

  const report = await certifyBy(
    fake,
    [made('RES-05', { danger: 'wipe' }), made('RES-06', { danger: 'wipe' })],
    { allow: [] },
  )

  assert.equal(report.gaps, [
    {
      reason: 'needs --allow wipe',
      remedy: 'Run with --allow wipe: everything in the third (spare) schedule is changed and deleted.',
      checks: ['RES-05', 'RES-06'],
    },
  ])
  assert.equal([report.verdict, report.exitCode], ['incomplete', 3])
})

test('given disposable accounts, when one has a low limit, then it is the limited one and not a throwaway', async () => {
  const fake = await startFake({ throwaways: 2 })
  Object.assign(fake.accounts.get('throwaway-2@example.test')?.settings ?? {}, { request_rate_limit: 100 })
  const seen: string[] = []

  const report = await certifyBy(
    fake,
    [
      check(
        'RES-05',
        'a',
        { needs: ['limited account'] },
        async ({ limited }) => void seen.push(limited.email),
      ),
      check(
        'RES-06',
        'b',
        { needs: ['disposable account'] },
        async ({ throwaway }) => void seen.push(throwaway.email),
      ),
    ],
    { jobs: 1 },
  )

  assert.is(report.counts.passed, 2)
  assert.equal(seen, ['throwaway-2@example.test', 'throwaway-1@example.test'])
})

test.run()
