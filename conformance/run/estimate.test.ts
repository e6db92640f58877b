import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { checks } from '../checks/index.js'
import { estimateRun, estimateText } from './estimate.js'
import { requestCounts } from './request-counts.js'

const account = (name: string) => ({ email: `${name}@example.test`, password: 'x' })
const target = { owner: account('owner'), members: ['editor', 'viewer', 'stranger'].map(account) }
const ids = checks.map(({ id }) => id)

test('given a target with 300 requests in 5 minutes, when everything is to run, then the owner needs hours', () => {
  const estimate = estimateRun({ target, checks: ids, limitOf: () => 300 })

  assert.ok(estimate.requests > 9000 && estimate.requests < 16_000, String(estimate.requests))
  const [owner] = estimate.accounts
  assert.ok(owner && owner.requests > 0.8 * estimate.requests)
  assert.is(Math.round(estimate.duration), Math.round(((owner.requests - 10) / 270) * 300_000))
  assert.match(
    estimateText(estimate),
    /^1,\d{3} checks, about 1\d,\d00 requests; at the given limits they take \d h \d+ min\.\n {2}owner@example.test: about \d{1,2},\d{3} requests at 270 \(90 % of 300\) per 5 minutes, \d h \d+ min\n/,
  )
})

test('given high or unknown limits, when everything is to run, then they add no time', () => {
  for (const limit of [undefined, 1_000_000]) {
    const estimate = estimateRun({ target, checks: ids, limitOf: () => limit })

    assert.is(estimate.duration, 0)
    assert.match(
      estimateText(estimate),
      /^1,\d{3} checks, about 1\d,\d00 requests; the accounts' rate limits/,
    )
  }
})

test('given invariants, then the estimate says how many of the checks they are', () => {
  const estimate = estimateRun({ target, checks: ids, invariants: 70, limitOf: () => undefined })

  assert.is(estimate.checks, ids.length + 70)
  assert.match(estimateText(estimate), /^1,\d{3} checks \(70 of them judge every answer\), about/)
  assert.match(estimateText({ ...estimate, isBudget: true }), /^About 1,\d{3} checks/)
})

test('given slow responses, when everything is to run, then the estimate says minutes, fewer with more jobs', () => {
  const estimated = (jobs: number) =>
    estimateRun({ target, checks: ids, limitOf: () => undefined, responseTime: 50, jobs })

  const [one, eight] = [estimated(1), estimated(8)]

  assert.is(one.duration, one.requests * 50)
  assert.ok(eight.duration < one.duration / 5)
  assert.match(
    estimateText(eight),
    /; with 50 ms for each response and --jobs 8, they take about [12] min\.$/,
  )
})

test('given no check that proves bulk deletes safe, then each object needs a request of its own', () => {
  const [inBulk, oneByOne] = [false, true].map(deletesOneByOne =>
    estimateRun({ target, checks: ids, limitOf: () => undefined, deletesOneByOne }),
  )

  assert.ok(oneByOne && inBulk && oneByOne.requests > 1.1 * inBulk.requests)
})

test('given fast responses, when everything is to run, then the estimate promises no minutes', () => {
  const estimate = estimateRun({ target, checks: ids, limitOf: () => undefined, responseTime: 1, jobs: 8 })

  assert.match(estimateText(estimate), /without waiting\.$/)
})

test('given few checks, when they fit into a window, then they are sent at once', () => {
  const estimate = estimateRun({ target, checks: ['RES-01', 'of-tomorrow'], limitOf: () => 300 })

  assert.is(estimate.duration, 0)
  assert.ok(estimate.requests <= 270)
})

test('given a rate, when everything is to run, then the estimate respects it', () => {
  const { requests, duration } = estimateRun({ target, checks: ids, limitOf: () => undefined, rate: 10 })

  assert.is(duration, requests * 100)
})

test('given the checks of the kit, then the rules of nearly all of them were counted', () => {
  const uncounted = checks.filter(({ rule }) => !requestCounts.includes(`${rule}:`)).map(({ id }) => id)

  assert.ok(uncounted.length < ids.length / 20, `Run npm run count:requests: ${uncounted.join(', ')}`)
})

test.run()
