import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { holds } from '../check/assertions.js'
import { check } from '../check/check.js'
import { certifyBy, checkOf } from '../testing/certifying.js'
import { startFake } from '../testing/fake.js'
import { endAll } from '../testing/stage.js'

test.after(endAll)

const safeguard = (isRight: boolean) =>
  check(
    'BULK-04',
    'a bulk delete touches what it lists',
    { provesSafe: ['DELETE resources'], danger: 'own' },
    async () => holds(isRight, 'it touched more'),
  )
const sendsTo = (where: 'schedule' | 'spare', method: 'DELETE' | 'PUT') =>
  where === 'spare' ? [] : [`${method} resources` as const]
const bulk = (id: string, where: 'schedule' | 'spare', method: 'DELETE' | 'PUT' = 'DELETE') =>
  check(
    id,
    id,
    { danger: 'own', needs: ['spare schedule'], sends: sendsTo(where, method) },
    async context => {
      await context.owner.send(method, context[where].resources, { query: { ids: [1] }, text: '{}' })
    },
  )

test('given bulk deletes that affect more than they list, when a check would send one where others work, then that rule blocks it', async () => {
  const fake = await startFake()

  const report = await certifyBy(fake, [bulk('ENV-02', 'schedule'), safeguard(false)])

  const { outcome, blockedBy, reason } = checkOf(report, 'ENV-02')
  assert.equal([outcome, blockedBy], ['blocked', 'BULK-04'])
  assert.match(reason ?? '', /is not sent where other checks are at work: BULK-04 tries it first, and failed/)
  assert.is(checkOf(report, 'BULK-04').outcome, 'failed')
  assert.not.ok(
    fake.calls.some(({ method, path }) => method === 'DELETE' && path === '/v1/schedules/first/resources'),
  )
})

test('given such a target, when a check sends one in the spare schedule, or another kind of request, then it is sent', async () => {
  const fake = await startFake()

  const report = await certifyBy(fake, [
    safeguard(false),
    bulk('ENV-02', 'spare'),
    bulk('ENV-03', 'schedule', 'PUT'),
  ])

  assert.is(checkOf(report, 'ENV-02').outcome, 'passed')
  assert.is(checkOf(report, 'ENV-03').outcome, 'passed')
})

test('given bulk deletes that are correct, then they are sent everywhere, and the safeguard ran before all others', async () => {
  const fake = await startFake()
  const ended: string[] = []

  const report = await certifyBy(fake, [bulk('ENV-02', 'schedule'), safeguard(true)], {
    onProgress: ({ ended: one }) => one && ended.push(one.id),
  })

  assert.is(checkOf(report, 'ENV-02').outcome, 'passed')
  assert.equal(ended, ['BULK-04', 'ENV-02'])
})

test('given two selected checks that share a bulk request, then it waits for the safeguard and is sent once', async () => {
  const fake = await startFake()
  const sharing = (id: string) =>
    check(id, id, { danger: 'own', sends: ['DELETE resources'] }, async ({ once, owner, schedule }) => {
      const query = { ids: [1] }
      await once('a bulk delete', () => owner.send('DELETE', schedule.resources, { query, text: '{}' }))
    })

  const report = await certifyBy(fake, [sharing('ENV-02'), sharing('ENV-03'), safeguard(true)], {
    only: ['ENV-02', 'ENV-03'],
  })

  assert.equal(
    report.checks.map(({ outcome }) => outcome),
    ['passed', 'passed'],
  )
  assert.is(
    report.checks.reduce((sum, { requests }) => sum + requests, 0),
    1,
  )
})

test('given a check that is selected alone, when it sends a bulk request, then the safeguard runs before it as a preparation', async () => {
  const fake = await startFake()
  const checks = (isRight: boolean) => [bulk('ENV-02', 'schedule'), safeguard(isRight)]

  const right = await certifyBy(fake, checks(true), { only: ['ENV-02'] })
  const wrong = await certifyBy(fake, checks(false), { only: ['ENV-02'] })

  assert.equal(
    right.checks.map(({ id }) => id),
    ['ENV-02'],
  )
  assert.equal([right.counts.planned, right.counts.notSelected, right.counts.preparations], [1, 1, 1])
  assert.equal([right.verdict, right.exitCode], ['incomplete', 0])
  const told = ({ id, outcome }: { id: string; outcome: string }) => `${id} ${outcome}`
  assert.equal(
    [wrong.checks.map(told), wrong.preparations.map(told)],
    [['ENV-02 blocked'], ['BULK-04 failed']],
  )
  assert.equal([wrong.counts.planned, wrong.exitCode], [1, 3])
})

test('given a check that is selected alone, when it sends no bulk request, then no safeguard runs', async () => {
  const fake = await startFake()
  const creates = check(
    'ENV-02',
    'creates',
    { danger: 'own' },
    async ({ given }) => void (await given.resource()),
  )

  const report = await certifyBy(fake, [creates, safeguard(true)], { only: ['ENV-02'] })

  assert.equal([report.counts.preparations, report.exitCode], [0, 0])
})

test('given a check that does not declare its bulk request, then the request is not sent, and the check ends in an error', async () => {
  const fake = await startFake()
  const silent = check('ENV-02', 'deletes', { danger: 'own' }, async ({ owner, schedule }) => {
    await owner.delete(schedule.resources, { ids: [1] })
  })

  const report = await certifyBy(fake, [silent])

  const { outcome, reason } = checkOf(report, 'ENV-02')
  assert.is(outcome, 'error')
  assert.match(
    reason ?? '',
    /ENV-02 sends DELETE resources, a bulk request, and does not say so in its sends/,
  )
  assert.not.ok(
    fake.calls.some(({ method, path }) => method === 'DELETE' && path === '/v1/schedules/first/resources'),
  )
})

test('given checks that only read, then no safeguard runs', async () => {
  const fake = await startFake()
  const reads = check('ENV-06', 'reads', { danger: 'read' }, async () => {})
  const ended: string[] = []

  await certifyBy(fake, [reads, safeguard(true)], {
    only: ['ENV-06'],
    onProgress: ({ ended: one }) => one && ended.push(one.id),
  })

  assert.equal(ended, ['ENV-06'])
})

test.run()
