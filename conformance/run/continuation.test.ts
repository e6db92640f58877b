import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { accepted } from '../check/assertions.js'
import { check, invariant } from '../check/check.js'
import { certifyBy } from '../testing/certifying.js'
import { checkReport } from '../testing/check-report.js'
import { startFake } from '../testing/fake.js'
import { endAll, thrownBy } from '../testing/stage.js'
import { joined, unpassedChecks } from './continuation.js'
import type { Report } from './report.js'

test.after(endAll)

/** Checks that record that they ran; the second one fails. */
function counted() {
  const ran: string[] = []
  const made = (id: string, isGood = true) =>
    check(id, id, {}, async ({ owner }) => {
      ran.push(id)
      accepted(await owner.get(isGood ? '/v1/users/me' : '/v1/none'))
    })
  return { ran, checks: [made('RES-01'), made('RES-05', false), made('RES-13'), made('UNIQ-01')] }
}

const outcomesOf = ({ checks }: Report) => checks.map(({ id, outcome }) => `${id} ${outcome}`)

test('given a report of some checks, when it is continued, then only the others run, and both count', async () => {
  const fake = await startFake()
  const { ran, checks } = counted()
  const first = await certifyBy(fake, checks, { only: ['RES-01', 'RES-05'] })

  const second = await certifyBy(fake, checks, { continues: first, only: ['RES-*'] })
  const third = await certifyBy(fake, checks, { continues: second })

  assert.equal(ran, ['RES-01', 'RES-05', 'RES-13', 'UNIQ-01'])
  assert.equal(outcomesOf(third), ['RES-01 passed', 'RES-05 failed', 'RES-13 passed', 'UNIQ-01 passed'])
  assert.equal([third.verdict, third.counts.planned, third.counts.notSelected], ['not conformant', 4, 0])
  const requests = [first, second, third].map(({ traffic }) => traffic.requests)
  assert.equal(
    third.parts?.map(part => part.requests),
    requests,
  )
  assert.match(
    third.reasons[0] ?? '',
    /^Made of 3 parts of 2\d{3}-\d\d-\d\d; holds until 2\d{3}-\d\d-\d\d\. \d+ requests\.$/,
  )
})

test('given a part that left something on the target, then the continued report still says so', async () => {
  const fake = await startFake()
  const { checks } = counted()
  const first = await certifyBy(fake, checks, { only: ['RES-01'] })
  const remains = ['/v1/schedules/first/resources/7 could not be deleted']
  const usedUp = ['gone@example.test was deleted']

  const second = await certifyBy(fake, checks, { continues: { ...first, remains, usedUp } })

  assert.equal([second.remains, second.usedUp], [remains, usedUp])
})

test('given an invariant that was broken in the first part, when the second one keeps it, then it stays broken', async () => {
  const fake = await startFake()
  const { checks } = counted()
  let isKept = false
  const invariants = [invariant('ENV-03', 'holds', () => isKept || { message: 'is broken' })]
  const first = await certifyBy(fake, checks, { only: ['RES-01', 'ENV-03'], invariants })
  isKept = true

  const second = await certifyBy(fake, checks, { continues: first, invariants })

  assert.ok(outcomesOf(second).includes('ENV-03 failed'))
})

test('given an invariant that was kept in the first part, when the second one has nothing for it to judge, then it stays so', () => {
  const [joint] = joined([checkReport('ENV-03', 'skipped')], [checkReport('ENV-03', 'passed')])

  assert.is(joint?.outcome, 'passed')
})

test('given another target, kit, catalogue, or an old report, then it is not continued', async () => {
  const fake = await startFake()
  const { ran, checks } = counted()
  const report = await certifyBy(fake, checks, { only: ['RES-01'] })
  const eightDaysAgo = new Date(Date.now() - 8 * 24 * 3_600_000).toISOString()
  const part = { started: eightDaysAgo, took: 1, requests: 1 }
  const others: [Report, RegExp][] = [
    [{ ...report, target: 'http://other.test' }, /it is for http:\/\/other\.test, but the target is/],
    [{ ...report, kit: 'schedkit 0.0.1' }, /it was written by schedkit 0\.0\.1/],
    [{ ...report, catalogue: 'another' }, /its checks differ from those of this kit/],
    [{ ...report, seed: 7 }, /its seed is 7, and that of this run is 1\. Use --seed 7\.$/],
    [{ ...report, started: eightDaysAgo }, /its parts are valid for 7 days/],
    [{ ...report, parts: [part, { ...part, started: report.started }] }, /its parts are valid for 7 days/],
  ]

  for (const [continues, message] of others) {
    const error = await thrownBy(() => certifyBy(fake, checks, { continues }))
    assert.is(error?.name, 'ContinuationError')
    assert.match(error?.message ?? '', message)
  }
  assert.equal(ran, ['RES-01'])
})

test('a run repeats what did not pass, and warnings only if they count', async () => {
  const fake = await startFake()
  const report = await certifyBy(fake, [
    ...counted().checks,
    check('RES-16', 'warns', async ({ warn }) => warn('it is not as it should be')),
    check('RES-17', 'is blocked', {}, async ({ owner }) => void (await owner.read('/v1/none'))),
    check('RES-18', 'skips', {}, async ({ skip }) => skip('so')),
  ])

  assert.equal(unpassedChecks(report), ['RES-05', 'RES-17'])
  assert.equal(
    unpassedChecks(report, id => id === 'RES-17'),
    ['RES-17'],
  )
  const strict = { ...report, options: { ...report.options, strict: true } }
  assert.equal(unpassedChecks(strict), ['RES-05', 'RES-16', 'RES-17'])
})

test('for an invariant that was broken, a run repeats the check in which it was seen', async () => {
  const fake = await startFake()
  const broken = invariant('ENV-03', 'breaks', () => ({ message: 'it is wrong' }))
  const report = await certifyBy(
    fake,
    [check('RES-01', 'reads', async ({ owner }) => void (await owner.get('/v1/users/me')))],
    {
      invariants: [broken],
    },
  )

  assert.equal(unpassedChecks(report), ['ENV-03', 'RES-01'])
})

test.run()
