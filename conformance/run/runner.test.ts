import { setTimeout as sleep } from 'node:timers/promises'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { accepted, holds } from '../check/assertions.js'
import { check } from '../check/check.js'
import { openLedger } from '../session/ledger.js'
import type { ReceivedMail } from '../target/target.js'
import { certifyBy, checkOf } from '../testing/certifying.js'
import { passwordOf, startFake } from '../testing/fake.js'
import { refusal } from '../testing/fake-service.js'
import { endAll, folder } from '../testing/stage.js'
import type { Progress } from './runner.js'

test.after(endAll)

const passes = (id: string, options = {}) => check(id, id, options, async () => {})
const fails = (id: string, options = {}) => check(id, id, options, async () => holds(false, 'wrong'))
const outcomes = (checks: readonly { id: string; outcome: string }[]) =>
  checks.map(({ id, outcome }) => `${id} ${outcome}`)

test('given settings that a check changed, when it fails, then they are restored', async () => {
  const fake = await startFake()
  const account = fake.accounts.get('owner@example.test')
  let during: unknown
  const changes = check('TIME-01', 'changes', { changes: ['owner'] }, async ({ owner, settings }) => {
    await settings(owner, { timezone: 'Asia/Tokyo' })
    during = account?.settings.timezone
    holds(false, 'wrong')
  })

  const report = await certifyBy(fake, [changes])

  assert.is(checkOf(report).outcome, 'failed')
  assert.is(during, 'Asia/Tokyo')
  assert.is(account?.settings.timezone, 'UTC')
  assert.equal(report.remains, [])
})

test('given a target that refuses a setting, when a check needs it, then the rule of the setting blocks it', async () => {
  const fake = await startFake({ odd: call => (call.method === 'PUT' ? refusal('no') : undefined) })
  const changes = check(
    'TIME-01',
    'changes',
    { changes: ['stranger'], needs: ['stranger'] },
    async context => {
      await context.settings(context.stranger, { timezone: 'Asia/Tokyo' })
    },
  )

  const { outcome, blockedBy } = checkOf(await certifyBy(fake, [changes]))

  assert.equal({ outcome, blockedBy }, { outcome: 'blocked', blockedBy: 'USER-16' })
})

test('given settings that cannot be restored, when a run ends, then it says whose and which', async () => {
  let changed = false
  const fake = await startFake({
    odd(call) {
      if (call.method !== 'PUT') return undefined
      if (changed) return refusal('no')
      changed = true
      return undefined
    },
  })
  const changes = check('TIME-01', 'changes', { changes: ['owner'] }, async ({ owner, settings }) =>
    settings(owner, { timezone: 'Asia/Tokyo' }),
  )

  const { remains } = await certifyBy(fake, [changes])

  assert.is(remains[0], 'owner@example.test: timezone could not be put back')
})

test('given two disposable accounts, when three checks delete theirs, then the third one is skipped', async () => {
  const fake = await startFake({ throwaways: 2 })
  const who: string[] = []
  const ends = (id: string) =>
    check(id, id, { needs: ['disposable account'], danger: 'lock' }, async ({ throwaway }) => {
      who.push(throwaway.email)
      accepted(await throwaway.delete('/v1/users/me', { me: 1 }))
    })

  const { checks } = await certifyBy(fake, [ends('USER-01.a'), ends('USER-01.b'), ends('USER-01.c')])

  assert.equal(checks.map(({ outcome }) => outcome).sort(), ['passed', 'passed', 'skipped'])
  assert.is(new Set(who).size, 2)
  assert.match(checks.find(({ outcome }) => outcome === 'skipped')?.reason ?? '', 'all are used up')
})

/** A check that changes the password of the disposable account to one with its id, as its only user. */
const locks = (id: string, users = { now: 0 }) =>
  check(id, id, { needs: ['disposable account'], danger: 'lock' }, async ({ throwaway, renamed }) => {
    assert.is(++users.now, 1)
    const password = `${id}-password`
    accepted(await throwaway.put('/v1/users/me', { new_password: password }))
    const again = renamed(throwaway, { password })
    accepted(await again.get('/v1/users/me'))
    users.now--
  })

test('given accounts created for the run, when a check changed a password, then no time is spent on restoring it', async () => {
  const fake = await startFake({ throwaways: 1 })
  const control = `${fake.url}/_control`
  const ledger = openLedger(folder(), { type: 'accounts', nonce: 'sk0a1b2c3d', control, ids: [] })

  const report = await certifyBy(fake, [locks('USER-01.a')], { ledger: ledger.file })

  assert.equal(outcomes(report.checks), ['USER-01.a passed'])
  assert.is(fake.accounts.get('throwaway-1@example.test')?.password, 'USER-01.a-password')
  assert.equal(report.remains, [])
})

test('given one disposable account, when two checks need it, then each has it exclusively, in its current state', async () => {
  const fake = await startFake({ throwaways: 1 })
  const users = { now: 0 }

  const report = await certifyBy(fake, [locks('USER-01.a', users), locks('USER-01.b', users)])

  assert.equal(outcomes(report.checks), ['USER-01.a passed', 'USER-01.b passed'])
  assert.is(fake.accounts.get('throwaway-1@example.test')?.password, passwordOf('throwaway-1'))
  assert.equal(report.remains, [])
  assert.not.match(JSON.stringify(report), 'USER-01.a-password')
})

test('given once and shared, when several checks ask, then it is created once and lasts until the end', async () => {
  const fake = await startFake()
  const ids: unknown[] = []
  const asks = (id: string) =>
    check(id, id, {}, async ({ once, shared, owner }) => {
      const made = await once('sample', () => shared.resource())
      ids.push(made.id)
      accepted(await owner.get(made.path))
    })

  const report = await certifyBy(fake, [asks('RES-05.a'), asks('RES-05.b'), asks('RES-05.c')], { jobs: 1 })

  assert.is(report.counts.passed, 3)
  assert.is(new Set(ids).size, 1)
  assert.equal(fake.left(), [])
})

test('given once, when it fails, then all get the failure; when its connection breaks, then it is repeated', async () => {
  let acts = 0
  const fake = await startFake({
    odd: call =>
      call.method === 'POST' && call.path.endsWith('/bookings') && acts++ === 0 ? 'hang up' : undefined,
  })
  let violations = 0
  const breaks = check('RES-05.a', 'a', {}, async ({ once, owner, schedule }) => {
    await once('broken', () => owner.post(schedule.bookings, {}))
  })
  const violates = (id: string) =>
    check(id, id, {}, ({ once }) =>
      once('violation', async () => holds(false, `for the ${++violations}. time`)),
    )

  const report = await certifyBy(fake, [breaks, violates('RES-05.b'), violates('RES-05.c')], { jobs: 1 })

  assert.equal(outcomes(report.checks), ['RES-05.a passed', 'RES-05.b failed', 'RES-05.c failed'])
  assert.equal([acts, violations], [2, 1])
})

test('given bail, when a check fails, then no other one is started and the run is incomplete', async () => {
  const fake = await startFake()

  const report = await certifyBy(fake, [passes('RES-01'), fails('RES-05'), passes('RES-06')], {
    jobs: 1,
    bail: true,
  })

  assert.equal(outcomes(report.checks), ['RES-01 passed', 'RES-05 failed'])
  assert.is(report.counts.notStarted, 1)
  assert.is(report.rules.find(({ id }) => id === 'RES-06')?.reason, 'the run ended before it')
  assert.ok(report.reasons.includes('The run ended before 1 check.'))
})

test('given a signal, when it aborts, then running checks finish and clean up and nothing else is started', async () => {
  const fake = await startFake()
  const abort = new AbortController()
  const runs = check('RES-05', 'runs', {}, async ({ given }) => {
    await given.resource()
    abort.abort()
    await given.resource()
  })

  const report = await certifyBy(fake, [runs, passes('RES-06')], { jobs: 1, signal: abort.signal })

  assert.equal(outcomes(report.checks), ['RES-05 passed'])
  assert.equal([report.verdict, report.exitCode], ['incomplete', 3])
  assert.equal(fake.left(), [])
})

test('given a signal, when it aborts while a request waits, then the check counts as not started', async () => {
  const abort = new AbortController()
  const fake = await startFake({
    odd(call) {
      if (call.path !== '/v1/none') return undefined
      setTimeout(() => abort.abort(), 150)
      return { status: 429, headers: { 'retry-after': '60' }, body: {} }
    },
  })
  const waits = check('RES-05', 'waits', {}, async ({ owner, given }) => {
    await given.resource()
    await owner.get('/v1/none')
  })

  const report = await certifyBy(fake, [waits], { signal: abort.signal })

  assert.equal([report.checks, report.counts.notStarted, report.verdict], [[], 1, 'incomplete'])
  assert.equal(report.causes, [])
  assert.equal(fake.left(), [])
})

test('given a target that asks to wait for a day, when a check gets that answer, then the check counts as not started', async () => {
  const fake = await startFake({
    odd: ({ path }) =>
      path === '/v1/none' ? { status: 429, headers: { 'retry-after': '86400' }, body: {} } : undefined,
  })
  const waits = check('RES-05', 'waits', {}, async ({ owner }) => {
    await owner.get('/v1/none')
  })

  const report = await certifyBy(fake, [waits])

  assert.equal([report.checks, report.counts.notStarted, report.exitCode], [[], 1, 4])
  assert.equal(report.causes, [])
  assert.match(report.reasons[0] ?? '', 'asked to wait 86400 s')
})

const firsts = [
  ['passes', passes('BULK-06.one'), 'passed'],
  ['fails', fails('BULK-06.one'), 'blocked'],
  ['is skipped', passes('BULK-06.one', { needs: ['mailbox'] }), 'skipped'],
] as const
for (const [what, first, outcome] of firsts) {
  test(`given a check that comes first, when it ${what}, then the one after it is ${outcome}`, async () => {
    const fake = await startFake()

    const report = await certifyBy(fake, [passes('BULK-06.all', { after: 'BULK-06.one' }), first])

    const after = checkOf(report, 'BULK-06.all')
    assert.is(after.outcome, outcome)
    if (outcome === 'blocked') assert.is(after.blockedBy, 'BULK-06')
    if (outcome === 'skipped') assert.is(after.reason, checkOf(report, 'BULK-06.one').reason)
  })
}

test('given checks that wait for each other, when the first one fails, then each names that one', async () => {
  const fake = await startFake()

  const report = await certifyBy(fake, [
    fails('BULK-15'),
    passes('BULK-16', { after: 'BULK-15' }),
    passes('BULK-05', { after: 'BULK-16' }),
  ])

  for (const id of ['BULK-16', 'BULK-05']) {
    const { outcome, blockedBy, reason = '' } = checkOf(report, id)
    assert.equal([outcome, blockedBy], ['blocked', 'BULK-15'])
    assert.match(reason, 'BULK-15 has to pass first, and failed')
  }
})

test('given a run, when checks begin and end, then every step is reported', async () => {
  const fake = await startFake()
  const told: Progress[] = []
  const slow = check('RES-01', 'slow', {}, () => sleep(5))

  await certifyBy(fake, [slow, fails('RES-05')], { jobs: 1, onProgress: progress => told.push(progress) })

  assert.equal(
    told.map(({ planned, done, failed, running }) => [planned, done, failed, ...running]),
    [
      [2, 0, 0, 'RES-01'],
      [2, 1, 0],
      [2, 1, 0, 'RES-05'],
      [2, 2, 1],
    ],
  )
  assert.equal(told.at(-1)?.ended, { id: 'RES-05', title: 'RES-05', outcome: 'failed' })
})

test('given checks that get the same id at once, when they run again, then they send other names', async () => {
  const names: string[] = []
  const fake = await startFake({
    odd({ method, path, text }) {
      if (method !== 'POST' || !path.endsWith('/resources')) return undefined
      names.push(JSON.parse(text).name)
      return { status: 201, body: { success: true, data: [{ id: 7 }] } }
    },
  })
  const fails = (id: string) =>
    check(id, 'creates a resource and fails', {}, async ({ owner, schedule, name, wait }) => {
      await owner.post(schedule.resources, { name: name() })
      await wait(50)
      holds(false, 'it fails', { expected: true, actual: false })
    })

  await certifyBy(fake, [fails('RES-05'), fails('RES-06')])

  assert.is(names.length, 4)
  assert.is(new Set(names).size, 4)
})

test('given a kit that was too busy to read the mailbox in time, then it reads once more', async () => {
  const fake = await startFake()
  let mails: readonly ReceivedMail[] = []
  const mailbox = async () => {
    // Other work of the process delays the mail, too.
    const end = Date.now() + 30
    while (mails.length === 0 && Date.now() < end);
    return mails
  }
  const waits = check(
    'COL-13.mail',
    'waits for an e-mail',
    { needs: ['mailbox'], danger: 'mail' },
    async context => {
      const sent = sleep(10).then(() => {
        mails = [{ to: 'new@example.test', subject: 'Welcome', text: 'Welcome' }]
      })
      const found = await context.mails('new@example.test', { within: 20 })
      await sent
      holds(found.length === 1, 'no e-mail came', { expected: 1, actual: found.length })
    },
  )

  const { outcome } = checkOf(await certifyBy(fake, [waits], { mailbox }))

  assert.is(outcome, 'passed')
})

test.run()
