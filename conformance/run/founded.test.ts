import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { foundations } from '../catalogue/foundations.js'
import { ruleOf } from '../catalogue/index.js'
import { checkReport } from './attempt.js'
import { foundedChecks } from './founded.js'
import type { CheckReport, Outcome } from './report.js'

const report = (rule: string, outcome: Outcome): CheckReport =>
  checkReport(
    { check: { id: rule, rule, title: 'a title', run: async () => {} }, level: 'must', danger: ['read'] },
    { outcome },
  )

const outcomeOf = (rule: string, reports: readonly CheckReport[]) =>
  foundedChecks(reports).find(check => check.rule === rule)

test('a rule that passed is not verified if everything that it is founded on is broken', () => {
  const login = outcomeOf('USER-33', [
    report('USER-33', 'passed'),
    report('AUTH-02', 'failed'),
    report('AUTH-03', 'failed'),
  ])

  assert.is(login?.outcome, 'blocked')
  assert.is(login?.blockedBy, 'AUTH-02')
  assert.match(login?.reason ?? '', /accepts any credentials/)
})

test('a rule that passed is verified if one of the rules that it is founded on holds, or none was selected', () => {
  const one = [report('USER-33', 'passed'), report('AUTH-02', 'failed'), report('AUTH-03', 'passed')]

  assert.is(outcomeOf('USER-33', one)?.outcome, 'passed')
  assert.is(outcomeOf('USER-33', [report('USER-33', 'passed')])?.outcome, 'passed')
  assert.is(
    outcomeOf('USER-33', [report('USER-33', 'passed'), report('AUTH-02', 'skipped')])?.outcome,
    'passed',
  )
})

test('a rule that failed stays failed, and one without a foundation stays as it is', () => {
  const reports = [report('USER-33', 'failed'), report('RES-05', 'passed'), report('AUTH-02', 'failed')]

  assert.is(outcomeOf('USER-33', reports)?.outcome, 'failed')
  assert.is(outcomeOf('RES-05', reports)?.outcome, 'passed')
})

test('foundations are rules of the catalogue, and are not founded on other ones', () => {
  for (const [rule, { rules }] of Object.entries(foundations)) {
    for (const id of [rule, ...rules]) assert.is(ruleOf(id).id, id)
    assert.equal(
      rules.filter(id => id in foundations),
      [],
    )
  }
})

test.run()
