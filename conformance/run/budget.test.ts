import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { check } from '../check/check.js'
import { checks, invariants } from '../checks/index.js'
import { certifyBy } from '../testing/certifying.js'
import { startFake } from '../testing/fake.js'
import { endAll } from '../testing/stage.js'
import { budgetText, canAfford, mostEffectiveFirst, withinBudget } from './budget.js'
import { effectiveChecks, knownFaults } from './effective-checks.js'
import type { CheckPlan } from './plan.js'

test.after(endAll)

const [best = '', second = '', third = ''] = effectiveChecks
  .trim()
  .split(/\s+/)
  .map(entry => entry.split(':')[0] ?? '')

const planOf = (id: string, more: Partial<CheckPlan> = {}, after?: string): CheckPlan => ({
  check: check(id, id, after === undefined ? {} : { after }, async () => {}),
  level: 'must',
  danger: ['read'],
  holds: new Map(),
  asked: true,
  safeguards: new Map(),
  ...more,
})
/** Each check sends a request and takes a second. */
const estimate = (ids: readonly string[]) => ({
  checks: ids.length,
  invariants: 0,
  requests: ids.length,
  duration: ids.length * 1000,
  accounts: [],
})
const chosen = (plans: readonly CheckPlan[]) => plans.map(({ check, asked }) => [check.id, asked])

test('the most effective checks are checks of the kit, each once, and catch most of the known faults', () => {
  const known = new Set([...checks, ...invariants].map(({ id }) => id))
  const entries = effectiveChecks
    .trim()
    .split(/\s+/)
    .map(entry => entry.split(':'))

  assert.equal(
    entries.map(([id = '']) => id).filter(id => !known.has(id)),
    [],
    'Run npm run proof -- --full --write',
  )
  assert.is(new Set(entries.map(([id]) => id)).size, entries.length)
  const caught = entries.reduce((sum, [, , faults]) => sum + Number(faults), 0)
  assert.ok(caught > 0.9 * knownFaults && caught <= knownFaults, `${caught} of ${knownFaults}`)
})

test('given checks in any order, when the most effective come first, then the others keep their order', () => {
  const ordered = mostEffectiveFirst(['B', third, 'A', best, second].map(id => ({ id })))

  assert.equal(
    ordered.map(({ id }) => id),
    [best, second, third, 'B', 'A'],
  )
})

test('given a budget for two checks, then the two most effective ones are planned, whatever else could run', () => {
  const plans = [planOf(third), planOf(second), planOf(best, { obstacle: { reason: 'no', remedy: 'no' } })]

  assert.equal(chosen(withinBudget([...plans, planOf('RES-01')], { requests: 2 }, estimate)), [
    [third, true],
    [second, true],
  ])
  assert.equal(chosen(withinBudget(plans, { time: 1999 }, estimate)), [[second, true]])
  assert.equal(chosen(withinBudget(plans, { requests: 100 }, estimate)).length, 2)
  assert.equal(withinBudget(plans, { requests: 0 }, estimate), [])
})

test('given a check that must follow another one, then both fit, or neither', () => {
  const plans = [planOf(second), planOf(best, {}, second)]

  assert.equal(withinBudget(plans, { requests: 1 }, estimate), [])
  assert.equal(chosen(withinBudget([planOf(third), ...plans], { requests: 2 }, estimate)), [
    [second, true],
    [best, true],
  ])
})

test('given what is used, then a check begins only if it, the running checks and the clean-up stay within the budget', () => {
  const cost = Number(/\/(\d+):/.exec(effectiveChecks)?.[1])
  // 10 ms a request.
  const use = { requests: 100, time: 1000, remaining: 10 }
  const requests = 100 + 10 + 12 + cost

  assert.ok(canAfford({ requests }, best, [], use))
  assert.not.ok(canAfford({ requests: requests - 1 }, best, [], use))
  assert.not.ok(canAfford({ requests }, best, [best], use))
  assert.ok(canAfford({ time: 10 * requests }, best, [], use))
  assert.not.ok(canAfford({ time: 10 * requests - 1 }, best, [], use))
  assert.not.ok(canAfford({ time: 10 * requests }, best, [best], use))
})

test('given a budget that allows some checks, when they pass, then the run is incomplete, and its exit code covers only them', async () => {
  const fake = await startFake()
  let ran = 0
  const many = Array.from({ length: 40 }, (_, index) =>
    check(`RES-05.${index}`, 'a rule holds', {}, async ({ given }) => {
      ran++
      await given.resource()
    }),
  )

  const report = await certifyBy(fake, many, { budget: { requests: 120 } })

  // Requests that checks might have sent, but did not, are left for others.
  const sent = report.traffic.requests
  assert.ok(sent <= 120 && sent > 97, String(sent))
  assert.ok(ran > 0 && ran < 40, String(ran))
  assert.is(report.counts.ran, ran)
  assert.equal([report.verdict, report.exitCode, report.counts.notStarted], ['incomplete', 0, 0])
  assert.equal(report.budget, { requests: 120, caught: 0, faults: knownFaults })
  assert.match(
    report.reasons[0] ?? '',
    /^About 0 % of the \d,\d{3} known faults are caught within 120 requests\.$/,
  )
  assert.match(report.reasons[1] ?? '', /^What was run passed/)
})

test('given checks that cannot run and send nothing, then others take their place, and no faults count as caught', async () => {
  const fake = await startFake()
  const ids = effectiveChecks
    .trim()
    .split(/\s+/)
    .map(entry => entry.slice(0, entry.indexOf(':')))
  let begun = 0
  const idle = ids.slice(0, 100).map(id =>
    check(id, id, {}, async ({ skip }) => {
      begun++
      skip('it needs what is not there')
    }),
  )

  const { budget, counts } = await certifyBy(fake, idle, { budget: { requests: 150 } })

  assert.equal([begun, counts.skipped, budget?.caught], [100, 100, 0])
})

test('given limits of both kinds, then the text names both', () => {
  assert.match(
    budgetText({ requests: 1500, time: 1_200_000, caught: 3, faults: 4 }),
    /^About 75 % of the 4 known .* within 1,500 requests and 20 min\.$/,
  )
})

test('given a budget that does not even cover the preparation, then nothing is sent', async () => {
  const fake = await startFake()

  const failure = await certifyBy(fake, [], { budget: { requests: 99 } }).catch(error => error)

  assert.instance(failure, RangeError)
  assert.is(failure.message, 'budget.requests must be 100 or more, not 99.')
  assert.equal(fake.calls, [])
})

test.run()
