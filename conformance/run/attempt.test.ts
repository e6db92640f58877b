import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { accepted, holds, refused } from '../check/assertions.js'
import { check } from '../check/check.js'
import { certifyBy, checkOf } from '../testing/certifying.js'
import { passwordOf, startFake } from '../testing/fake.js'
import { type FakeCall, refusal } from '../testing/fake-service.js'
import { endAll } from '../testing/stage.js'

test.after(endAll)

const good = check('RES-05', 'a resource can be made', {}, async ({ given }) => {
  await given.resource()
})

const bad = check('RES-05', 'a name may come again', {}, async ({ owner, given, schedule }) => {
  const { name } = await given.resource()

  accepted(await owner.post(schedule.resources, { name }))
})

test('given a target that keeps a rule, when it is checked, then the check passes without evidence', async () => {
  const fake = await startFake()

  const { outcome, evidence, attempts, requests } = checkOf(await certifyBy(fake, [good]))

  assert.equal(
    { outcome, evidence, attempts, requests },
    { outcome: 'passed', evidence: [], attempts: 1, requests: 4 },
  )
  assert.equal(fake.left(), [])
})

const levels = [
  ['RES-05', 'failed', 'failure'],
  ['RES-13', 'warned', 'warning'],
  ['RES-50', 'observed', 'observation'],
] as const
for (const [id, outcome, kind] of levels) {
  test(`given a violation of ${id}, when it is found, then the check is ${outcome} with a ${kind}`, async () => {
    const fake = await startFake()

    const found = checkOf(await certifyBy(fake, [{ ...bad, id, rule: id }]))

    assert.is(found.outcome, outcome)
    assert.is(found.evidence.length, 1)
    assert.is(found.evidence[0]?.kind, kind)
    assert.match(found.evidence[0]?.message ?? '', 'must be accepted')
    assert.is(found.evidence[0]?.exchanges.at(-1)?.status, 400)
    assert.equal(fake.left(), [])
  })
}

test('given a check with a level of its own, when a must of a may rule is violated, then it fails', async () => {
  const fake = await startFake()

  const found = checkOf(await certifyBy(fake, [{ ...bad, id: 'RES-50.over', rule: 'RES-50', level: 'must' }]))

  assert.is(found.outcome, 'failed')
  assert.is(found.level, 'must')
})

test('given a warning within a must check, when it continues to its end, then it is warned', async () => {
  const fake = await startFake()
  const warns = check('RES-05', 'warns', {}, async ({ owner, schedule, warn }) => {
    warn('the order is odd', await owner.get(schedule.resources))
  })

  const { outcome, evidence } = checkOf(await certifyBy(fake, [warns]))

  assert.is(outcome, 'warned')
  assert.is(evidence[0]?.message, 'the order is odd')
})

test('given a may check with an observation, when it ends, then the observation is reported without a script', async () => {
  const fake = await startFake()
  const looks = check('RES-50', 'looks', {}, async ({ owner, schedule, observe }) => {
    observe('it answers', await owner.get(schedule.resources))
  })

  const { outcome, evidence } = checkOf(await certifyBy(fake, [looks]))

  assert.is(outcome, 'observed')
  assert.equal([evidence[0]?.message, evidence[0]?.curl], ['it answers', undefined])
})

test('given a may check that warns, when it ends, then what the document leaves open is only observed', async () => {
  const fake = await startFake()
  const warns = check('RES-50', 'warns', ({ warn }) => Promise.resolve(warn('it is odd')))

  const { outcome, evidence } = checkOf(await certifyBy(fake, [warns]))

  assert.equal([outcome, evidence[0]?.kind], ['observed', 'observation'])
})

test('given a may check without an observation, when it ends, then that is an error of the kit', async () => {
  const fake = await startFake()

  const report = await certifyBy(fake, [{ ...good, id: 'RES-50', rule: 'RES-50' }])

  assert.is(checkOf(report).outcome, 'error')
  assert.match(checkOf(report).reason ?? '', 'without an observation')
  assert.is(report.exitCode, 4)
})

test('given a check that skips itself, when it runs, then it is skipped with the reason', async () => {
  const fake = await startFake()
  const skips = check('RES-05', 'skips', {}, async ({ skip }) => skip('no such thing here'))

  const { outcome, reason } = checkOf(await certifyBy(fake, [skips]))

  assert.equal({ outcome, reason }, { outcome: 'skipped', reason: 'no such thing here' })
})

test('given a target that refuses creates, when a check of another rule needs one, then it is blocked', async () => {
  const fake = await startFake({ odd: call => (call.method === 'POST' ? refusal('no') : undefined) })
  const needy = check('UNIQ-02', 'needs a resource', {}, async ({ given }) => void (await given.resource()))

  const { outcome, blockedBy, evidence } = checkOf(await certifyBy(fake, [needy]))

  assert.equal({ outcome, blockedBy }, { outcome: 'blocked', blockedBy: 'RES-38' })
  assert.is(evidence[0]?.kind, 'preparation')
})

test('given a target that refuses creates, when the check of that very rule needs one, then it fails', async () => {
  const fake = await startFake({ odd: call => (call.method === 'POST' ? refusal('no') : undefined) })
  const own = check('RES-38', 'makes a resource', {}, async ({ given }) => void (await given.resource()))

  const { outcome, evidence } = checkOf(await certifyBy(fake, [own]))

  assert.is(outcome, 'failed')
  assert.is(evidence[0]?.kind, 'failure')
})

const faults: readonly (readonly [string, () => unknown])[] = [
  ['a TypeError', () => (undefined as never as { data: string }).data],
  ['a text', () => Promise.reject('a text')],
  ['a proof that cannot be shown', () => holds(false, 'wrong', { actual: 1n })],
]
for (const [what, fault] of faults) {
  test(`given a check that throws ${what}, when it runs, then that is an error of the kit`, async () => {
    const fake = await startFake()
    const breaks = check('RES-05', 'breaks', {}, async ({ given }) => {
      await given.resource()
      await fault()
    })

    const report = await certifyBy(fake, [breaks])

    assert.is(checkOf(report).outcome, 'error')
    assert.ok(checkOf(report).reason)
    assert.is(report.exitCode, 4)
    assert.is(report.verdict, 'incomplete')
    assert.equal(fake.left(), [])
  })
}

test('given a check that uses something missing in its needs, when it runs, then that is an error of the kit', async () => {
  const fake = await startFake({ throwaways: 1 })
  const uses = [
    check('RES-05.a', 'a', {}, async ({ editor }) => void (await editor.get('/v1/users/me'))),
    check('RES-05.b', 'b', {}, async ({ spare, owner }) => void (await owner.get(spare.resources))),
    check('RES-05.c', 'c', {}, async ({ throwaway }) => void (await throwaway.get('/v1/users/me'))),
    check('RES-05.d', 'd', {}, async ({ settings, owner }) => settings(owner, { timezone: 'Asia/Tokyo' })),
    check('RES-05.e', 'e', {}, async ({ mails }) => void (await mails('ada@example.test'))),
  ]

  const { checks } = await certifyBy(fake, uses)

  assert.equal(
    checks.map(({ outcome }) => outcome),
    Array(5).fill('error'),
  )
  for (const { reason } of checks) assert.match(reason ?? '', 'does not say so in its needs')
})

test('given a failure, when its evidence is made, then it has the requests as curl and no secret', async () => {
  const fake = await startFake()

  const report = await certifyBy(fake, [bad])

  const { curl = '' } = checkOf(report).evidence[0] ?? {}
  assert.is(curl.match(/^(?:RESOURCE_1=\$\()?curl .*-X POST/gm)?.length, 2)
  assert.match(curl, `BASE='${fake.url}'`)
  const secret = passwordOf('owner')
  const base64 = Buffer.from(`owner@example.test:${secret}`).toString('base64')
  for (const form of [secret, JSON.stringify(secret), encodeURIComponent(secret), base64]) {
    assert.not.ok(JSON.stringify(report).includes(form))
  }
})

test('given a target that echoes credentials, when a check fails, then its evidence does not show them', async () => {
  const fake = await startFake({
    odd: (call, usual) => {
      if (call.method !== 'POST' || usual().status !== 400) return undefined
      return { status: 400, body: { success: false, you: call.headers, password: passwordOf('owner') } }
    },
  })

  const [evidence] = checkOf(await certifyBy(fake, [bad])).evidence

  const { answer = '' } = evidence?.exchanges.at(-1) ?? {}
  assert.match(answer, '[credentials of owner]')
  assert.not.match(answer, JSON.stringify(passwordOf('owner')).slice(1, -1))
})

test('given any check, when it sends a request, then the request names the check', async () => {
  const fake = await startFake()
  const twice = check('UNIQ-02.twin', 'a twin', {}, async ({ owner, given }) => {
    const [red, blue] = await given.resources(2)
    refused(await owner.put(red.path, { name: blue.name }))
  })

  await certifyBy(fake, [twice])

  const of = (path: string) =>
    fake.calls.filter(call => call.path.startsWith(path)).map(call => call.headers['schedkit-check'])
  assert.is(of('/v1/schedules/first/resources').filter(id => id === 'UNIQ-02.twin').length, 9)
  assert.is(of('/v1/users/me')[0], 'operations')
  assert.is(of('/v1/').at(-1), 'clean-up')
})

test('given a target that refuses an address twice, when two checks make the same disposable account a collaborator, then the first one has removed it before', async () => {
  const isThere = (text: string) =>
    fake.left().some(path => text.includes(String(fake.objects.get(path)?.email)))
  const fake = await startFake({
    throwaways: 1,
    slow: ({ method }) => (method === 'DELETE' ? 50 : 0),
    odd: ({ method, text }: FakeCall) =>
      method === 'POST' && isThere(text) ? refusal('is one already', 409) : undefined,
  })
  const joins = (id: string) =>
    check(id, 'joins', { needs: ['disposable account'] }, async ({ given, throwaway }) => {
      await given.collaborator({ email: throwaway.email })
    })

  const report = await certifyBy(fake, [joins('COL-05'), joins('COL-08')])

  const outcomes = report.checks.map(({ outcome }) => outcome)
  assert.equal([outcomes, fake.left()], [['passed', 'passed'], []])
})

test.run()
