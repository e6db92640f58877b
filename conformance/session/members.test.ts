import { readdirSync } from 'node:fs'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { accepted } from '../check/assertions.js'
import { check } from '../check/check.js'
import { createPacing } from '../http/pacing.js'
import { certifyBy, checkOf } from '../testing/certifying.js'
import { startFake } from '../testing/fake.js'
import { refusal } from '../testing/fake-service.js'
import { openTestSession } from '../testing/session.js'
import { endAll, folder, thrownBy } from '../testing/stage.js'
import { readLedger } from './ledger.js'
import { logInMembers } from './members.js'

test.after(endAll)

test('given members, when a run ends, then the memberships that it created are removed', async () => {
  const fake = await startFake()
  const seen: unknown[] = []

  const report = await certifyBy(fake, [
    check('PERM-01', 'both read', { needs: ['editor', 'viewer', 'stranger'] }, async context => {
      for (const who of [context.editor, context.viewer, context.stranger]) {
        seen.push((await who.get(context.schedule.resources)).ok)
      }
    }),
  ])

  assert.is(checkOf(report).outcome, 'passed')
  assert.equal(seen, [true, true, false])
  assert.equal(fake.left(), [])
})

test('given a member who already has another role, when a run ends, then the role is as before', async () => {
  const fake = await startFake()
  const path = '/v1/schedules/first/collaborators/7'
  fake.objects.set(path, { id: 7, email: 'editor@example.test', user_role: 'viewer' })
  let during: unknown

  await certifyBy(fake, [
    check('PERM-01', 'is editor', { needs: ['editor'] }, async () => {
      during = fake.objects.get(path)?.user_role
    }),
  ])

  assert.is(during, 'editor')
  assert.equal(fake.left(), [path])
  assert.is(fake.objects.get(path)?.user_role, 'viewer')
})

test('given a target that accepts no collaborators, when a check needs the editor, then only that check is blocked', async () => {
  const fake = await startFake({
    odd: call => (call.method === 'POST' && call.path.endsWith('/collaborators') ? refusal('no') : undefined),
  })

  const report = await certifyBy(fake, [
    check('PERM-01', 'needs the editor', { needs: ['editor'] }, async () => {}),
    check('RES-01', 'passes', {}, async () => {}),
  ])

  assert.equal(
    report.checks.map(({ id, outcome }) => `${id} ${outcome}`),
    ['PERM-01 blocked', 'RES-01 passed'],
  )
  assert.is(checkOf(report).blockedBy, 'COL-21')
})

test('given a connection that breaks when the viewer is added, then the run ends and the editor is removed again', async () => {
  const ledgerFolder = folder()
  const fake = await startFake({
    odd: call => (call.method === 'POST' && call.text.includes('viewer@') ? 'hang up' : undefined),
  })

  const error = await thrownBy(() => certifyBy(fake, [needsBoth], { ledgerFolder }))

  assert.is(error?.name, 'UnreachableError')
  assert.ok(fake.calls.some(({ method, text }) => method === 'POST' && text.includes('editor@')))
  assert.equal([fake.left(), readdirSync(ledgerFolder)], [[], []])
})

for (const done of [true, false]) {
  test(`given a connection that breaks once when the editor is added, ${done ? 'after' : 'before'} it is done, then the run continues`, async () => {
    let broken = 0
    const fake = await startFake({
      odd(call, usual) {
        if (call.method !== 'POST' || !call.text.includes('editor@') || broken++ > 0) return undefined
        if (done) usual()
        return 'hang up'
      },
    })

    const report = await certifyBy(fake, [
      check('PERM-01', 'the editor reads', { needs: ['editor'] }, async ({ editor, schedule }) => {
        await editor.list(schedule.resources)
      }),
    ])

    assert.is(checkOf(report).outcome, 'passed')
    assert.equal([fake.left(), report.remains], [[], []])
  })
}

test('given a member who allows no collaboration, when checks need it, then it is allowed until the end of the run', async () => {
  const fake = await startFake()
  const settings = () => fake.accounts.get('editor@example.test')?.settings ?? {}
  Object.assign(settings(), { allow_collaboration: false })
  const ledgerFolder = folder()
  const ledgered: unknown[] = []
  const during: unknown[] = []
  const looks = (id: string) =>
    check(id, 'looks', { needs: ['editor'], changes: ['editor'] }, async context => {
      during.push(settings().allow_collaboration)
      await context.settings(context.editor, { firstname: 'Zoe' })
      const [file = ''] = readdirSync(ledgerFolder)
      ledgered.push(readLedger(`${ledgerFolder}/${file}`).settings[0]?.before.allow_collaboration)
    })

  const report = await certifyBy(fake, [looks('PERM-01'), looks('PERM-02')], { ledgerFolder, jobs: 1 })

  assert.equal([report.counts.passed, report.remains], [2, []])
  assert.equal(
    [during, ledgered],
    [
      [true, true],
      [false, false],
    ],
  )
  assert.equal([settings().allow_collaboration, settings().firstname], [false, 'Ada'])
})

test('given a member who is refused at its collaboration_limit, then checks that need it are skipped and say so', async () => {
  const fake = await startFake({
    odd: call => (call.method === 'POST' && call.text.includes('editor@') ? refusal('no more') : undefined),
  })
  Object.assign(fake.accounts.get('editor@example.test')?.settings ?? {}, { collaboration_limit: 1 })

  const report = await certifyBy(fake, [
    check('PERM-01', 'needs the editor', { needs: ['editor'] }, async () => {}),
    check('COL-21', 'adds it', { needs: ['editor'] }, async ({ owner, schedule, editor }) => {
      accepted(await owner.post(schedule.collaborators, { email: editor.email }))
    }),
  ])

  for (const { outcome, reason } of report.checks)
    assert.equal([outcome, reason], ['skipped', 'the editor has collaboration_limit 1; the run needs 2'])
  assert.equal([report.verdict, report.exitCode], ['incomplete', 3])
})

const needsBoth = check('PERM-01', 'needs both', { needs: ['editor', 'viewer'] }, async () => {})

test('given a member who cannot log in, when a check needs it, then the check is blocked and shows the response', async () => {
  const fake = await startFake()
  const members = [{ email: 'x@example.test', password: 'wrong' }, ...(fake.target.members ?? []).slice(1)]

  const report = await certifyBy(fake, [needsBoth, check('RES-01', 'passes', {}, async () => {})], {
    target: { ...fake.target, members },
  })

  const { outcome, blockedBy, reason, evidence } = checkOf(report, 'PERM-01')
  assert.equal([outcome, blockedBy], ['blocked', 'AUTH-01'])
  assert.match(reason ?? '', "the editor, x@example.test, can't log in")
  assert.is(evidence[0]?.exchanges.at(-1)?.status, 401)
  assert.is(checkOf(report, 'RES-01').outcome, 'passed')
})

const unusable: readonly (readonly [string, object, RegExp])[] = [
  [
    'nobody there',
    { baseUrl: 'http://127.0.0.1:9' },
    /Failed to reach http:\/\/127\.0\.0\.1:9: .*Is the server running\?/,
  ],
  [
    'an owner with a wrong password',
    { owner: { email: 'owner@example.test', password: 'wrong' } },
    /The owner, owner@example\.test, can't log in/,
  ],
  ['a schedule that is not there', { schedules: ['first', 'nowhere'] }, /can't read the schedule nowhere/],
]
for (const [what, change, message] of unusable) {
  test(`given ${what}, when a run begins, then it throws what to do and leaves no ledger`, async () => {
    const fake = await startFake({ throwaways: 1 })
    const ledgerFolder = folder()

    const error = await thrownBy(() =>
      certifyBy(fake, [], { ledgerFolder, target: { ...fake.target, ...change } }),
    )

    assert.is(error?.name, 'UnreachableError')
    assert.match(error?.message ?? '', message)
    assert.equal(readdirSync(ledgerFolder), [])
    assert.equal(fake.left(), [])
  })
}

test('given a target that asks to wait for a day, when a run begins, then the error says that, and not that nobody answers', async () => {
  const fake = await startFake({
    odd: () => ({ status: 429, headers: { 'retry-after': '86400' }, body: {} }),
  })

  const error = await thrownBy(() => certifyBy(fake, []))

  assert.is(error?.name, 'UnreachableError')
  assert.match(
    error?.message ?? '',
    /^The target answered 429 to owner@example\.test .* Start the run again after that\.$/,
  )
})

test('given a stranger who is a collaborator, when a run begins, then it is refused before anything is created', async () => {
  const fake = await startFake()
  const path = '/v1/schedules/first/collaborators/7'
  fake.objects.set(path, { id: 7, email: 'Stranger@Example.test', user_role: 'viewer' })

  const error = await thrownBy(() => certifyBy(fake, [needsBoth]))

  assert.match(error?.message ?? '', 'stranger@example.test is already a collaborator of first')
  assert.equal(fake.left(), [path])
})

const faultyPages: readonly (readonly [string, object])[] = [
  ['no pagination', { pagination: undefined }],
  ['a total that is too high and no second page', { pagination: { total_count: 5, links: {} } }],
]
for (const [what, change] of faultyPages) {
  test(`given a stranger who is a collaborator in a list with ${what}, when a run begins, then it is refused`, async () => {
    const fake = await startFake({
      odd({ path, method, query }, usual) {
        if (method !== 'GET' || !path.endsWith('/collaborators')) return undefined
        if (query.has('offset')) return refusal('no such page')
        return { body: { ...(usual().body as object), ...change } }
      },
    })
    const path = '/v1/schedules/second/collaborators/7'
    fake.objects.set(path, { id: 7, email: 'stranger@example.test', user_role: 'viewer' })

    const error = await thrownBy(() => certifyBy(fake, [needsBoth]))

    assert.match(error?.message ?? '', 'stranger@example.test is already a collaborator of second')
    assert.equal(fake.left(), [path])
  })
}

test('given accounts with limits, when a run begins, then the pacing knows them', async () => {
  const fake = await startFake()
  Object.assign(fake.accounts.get('viewer@example.test')?.settings ?? {}, { request_rate_limit: 400 })
  const limits: [string, number][] = []
  const pacing = { ...createPacing(), limit: (...limit: [string, number]) => void limits.push(limit) }

  await logInMembers(openTestSession(fake.target, { pacing }), new Set(['editor', 'viewer']))

  assert.equal(limits, [
    ['editor@example.test', 1_000_000],
    ['viewer@example.test', 400],
    ['stranger@example.test', 1_000_000],
  ])
})

test.run()
