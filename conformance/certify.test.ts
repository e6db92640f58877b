import { readdirSync } from 'node:fs'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { certify } from './certify.js'
import { accepted } from './check/assertions.js'
import { check, invariant } from './check/check.js'
import { createdIds } from './http/exchange.js'
import type { Report } from './run/report.js'
import { certifyBy, checkOf } from './testing/certifying.js'
import { startFake } from './testing/fake.js'
import { refusal } from './testing/fake-service.js'
import { endAll, folder, thrownBy } from './testing/stage.js'

test.after(endAll)

const outcomesOf = ({ checks }: Report) => Object.fromEntries(checks.map(({ id, outcome }) => [id, outcome]))
const makes = (id: string) => check(id, id, {}, async ({ given }) => void (await given.resource()))
const fails = (id: string) => check(id, id, {}, async ({ owner }) => accepted(await owner.get('/v1/none')))

test('given checks of every kind, when a run ends, then the counts add up and every object is gone', async () => {
  const fake = await startFake()

  const report = await certifyBy(
    fake,
    [
      makes('RES-01'),
      fails('RES-05'),
      fails('RES-13'),
      fails('RES-50'),
      check('RES-06', 'skips', {}, async ({ skip }) => skip('so')),
      check('RES-08', 'breaks', {}, async () => void (undefined as never as object).toString()),
      check('RES-09', 'is blocked', {}, async ({ owner }) => void (await owner.read('/v1/none'))),
      check('RES-07', 'needs mail', { danger: 'mail' }, async () => {}),
    ],
    { allow: ['guard'], skip: ['RES-01'] },
  )

  assert.equal(outcomesOf(report), {
    'RES-05': 'failed',
    'RES-13': 'warned',
    'RES-50': 'observed',
    'RES-06': 'skipped',
    'RES-08': 'error',
    'RES-09': 'blocked',
    'RES-07': 'skipped',
  })
  const { counts } = report
  assert.is(
    counts.planned,
    counts.ran + counts.skipped + counts.blocked + counts.notImplemented + counts.notStarted,
  )
  assert.is(counts.ran, counts.passed + counts.failed + counts.warned + counts.observed + counts.error)
  assert.equal([counts.planned, counts.ran, counts.notSelected], [7, 4, 1])
  assert.equal([report.verdict, report.exitCode], ['not conformant', 1])
  assert.equal(fake.left(), [])
})

test('given ids beyond what a number can hold, then the run ends as incomplete for that reason alone, and deletes what it created', async () => {
  const big = (id: unknown) => `12345678901234${id}`
  const fake = await startFake({
    odd(_, usual) {
      const { body, status } = usual()
      const text = JSON.stringify(body).replace(/"id":(\d+)/g, (_, id) => `"id":${big(id)}`)
      return { status: status ?? 200, text }
    },
  })
  const ids: string[] = []

  const report = await certifyBy(
    fake,
    [
      check('RES-05', 'sees an exact id', {}, async ({ owner, schedule, name }) => {
        const reply = await owner.post(schedule.resources, { name: name() })
        ids.push(String(createdIds(reply)[0]))
        accepted(await owner.get('/v1/none'))
      }),
      ...['RES-01', 'RES-02', 'RES-03'].map(makes),
    ],
    { jobs: 1 },
  )

  assert.equal([report.verdict, report.exitCode], ['incomplete', 3])
  assert.match(
    report.reasons[0] ?? '',
    /has the id 12345678901234\d{3}, .* reads no integer beyond 9007199254740991/,
  )
  assert.equal([report.counts.failed, report.counts.blocked, report.causes], [0, 0, []])
  assert.match(ids.join(), /^12345678901234\d{3}$/)
  assert.is(report.counts.notStarted, 3)
})

test('given such ids within a budget, then the run is incomplete, too', async () => {
  const fake = await startFake({
    odd(_, usual) {
      const { body, status } = usual()
      const text = JSON.stringify(body).replace(/"id":(\d+)/g, '"id":12345678901234567')
      return { status: status ?? 200, text }
    },
  })

  const { exitCode, verdict } = await certifyBy(fake, ['RES-01', 'RES-02', 'RES-03'].map(makes), {
    jobs: 1,
    budget: { requests: 400 },
    invariants: [invariant('ENV-03', 'holds', () => true)],
  })

  assert.equal([verdict, exitCode], ['incomplete', 3])
})

test('given a list with an id beyond the safe integers, then the run does not begin', async () => {
  const fake = await startFake({
    odd: call =>
      call.method === 'GET' && call.path.endsWith('/resources')
        ? { text: '{"success":true,"data":[{"id":12345678901234567}],"pagination":{}}' }
        : undefined,
  })

  const error = await thrownBy(() => certifyBy(fake, [makes('RES-01')]))

  assert.is(error?.name, 'UnreachableError')
  assert.match(error?.message ?? '', /12345678901234567/)
  assert.equal(fake.left(), [])
})

test('given a target that deletes nothing, when a run ends, then it reports what is left and keeps the ledger', async () => {
  const fake = await startFake({ odd: call => (call.method === 'DELETE' ? refusal('no') : undefined) })
  const ledgerFolder = folder()

  const { remains } = await certifyBy(fake, [makes('RES-01')], { ledgerFolder })

  assert.is(fake.left().length, 1)
  assert.is(remains.length, 2)
  for (const path of fake.left()) assert.ok(remains.includes(`${path} could not be deleted`), path)
  const [ledger] = readdirSync(ledgerFolder)
  assert.match(remains.at(-1) ?? '', `npx schedkit conformance cleanup ${ledgerFolder}/${ledger}`)
})

test('given a run that cleaned up, when it ends, then its ledger is gone', async () => {
  const fake = await startFake()
  const ledgerFolder = folder()
  let during: string[] = []

  await certifyBy(
    fake,
    [
      check('RES-01', 'looks', {}, async () => {
        during = readdirSync(ledgerFolder)
      }),
    ],
    { ledgerFolder },
  )

  assert.match(during[0] ?? '', /^schedkit-conformance-sk\w{6}\.jsonl$/)
  assert.equal(readdirSync(ledgerFolder), [])
})

test('given plain http to another machine, when a run begins, then it is refused before any request is sent', async () => {
  const target = {
    baseUrl: 'http://service.example.test',
    owner: { email: 'a@b.test', password: 'secret' },
    schedules: ['a'],
  }
  const ledgerFolder = folder()

  const error = await thrownBy(() => certify({ target, ledgerFolder, checks: [], invariants: [] }))

  assert.match(error?.message ?? '', 'plain http to another machine')
  assert.equal(readdirSync(ledgerFolder), [])
})

test('given a rule that the catalogue does not have, when a run begins, then nothing is left behind', async () => {
  const fake = await startFake()

  const error = await thrownBy(() => certifyBy(fake, [makes('RES-99')]))

  assert.match(error?.message ?? '', 'RES-99')
  assert.equal(fake.left(), [])
})

test('given checks that wait for each other, when they are run, then the run aborts and cleans up', async () => {
  const fake = await startFake()

  const error = await thrownBy(() =>
    certifyBy(fake, [
      { ...makes('RES-01.a'), after: 'RES-01.b' },
      { ...makes('RES-01.b'), after: 'RES-01.a' },
    ]),
  )

  assert.match(error?.message ?? '', 'RES-01.a after RES-01.b')
  assert.equal(fake.left(), [])
})

test('given a fetch of the caller, when a run uses it, then no request is sent in another way', async () => {
  const fake = await startFake()
  const target = { ...fake.target, baseUrl: 'http://service.example.test/api' }

  const report = await certifyBy(fake, [makes('RES-01')], {
    target,
    fetch: (url, init) => fetch(String(url).replace(target.baseUrl, fake.url), init),
  })

  assert.is(checkOf(report).outcome, 'passed')
  assert.is(report.traffic.requests, fake.calls.length)
})

test('given invariants, when a run ends, then each was applied to every exchange of it', async () => {
  const fake = await startFake()

  const report = await certifyBy(fake, [makes('RES-01.a'), makes('RES-01.b'), makes('RES-01.c')], {
    invariants: [
      invariant('ENV-02', 'is kept', ({ answer }) => (answer.text ? true : { message: 'empty' })),
      invariant('ENV-03', 'is broken', ({ request }) =>
        request.method === 'POST' ? { message: 'a POST' } : true,
      ),
      invariant('ENV-14', 'is broken', () => ({ message: 'odd' })),
      invariant('ENV-05', 'says nothing', () => undefined),
      invariant('ENV-06', 'breaks', () => {
        throw new TypeError('ours')
      }),
      invariant(
        'ENV-07',
        'sees secrets',
        (_, { passwords }) => passwords.length === 4 || { message: 'none' },
      ),
    ],
  })

  assert.equal(outcomesOf(report), {
    'RES-01.a': 'passed',
    'RES-01.b': 'passed',
    'RES-01.c': 'passed',
    'ENV-02': 'passed',
    'ENV-03': 'failed',
    'ENV-14': 'warned',
    'ENV-05': 'skipped',
    'ENV-06': 'error',
    'ENV-07': 'passed',
  })
  const { evidence } = checkOf(report, 'ENV-03')
  assert.is(evidence.length, 3)
  assert.match(evidence.map(({ message }) => message).join(), 'a POST (seen in RES-01.a)')
  assert.match(checkOf(report, 'ENV-06').reason ?? '', 'ours')
})

test.run()
