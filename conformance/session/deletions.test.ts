import { existsSync } from 'node:fs'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { check } from '../check/check.js'
import { certifyBy } from '../testing/certifying.js'
import { type FakeOptions, startFake } from '../testing/fake.js'
import type { FakeCall } from '../testing/fake-service.js'
import { openRuntime } from '../testing/session.js'
import { endAll, thrownBy } from '../testing/stage.js'
import { cleanLedger } from './clean-ledger.js'
import { readLedger } from './ledger.js'

test.after(endAll)

/** A partial server: it responds to these requests as frameworks do to missing routes. */
const without =
  (isMissing: (call: FakeCall) => boolean): FakeOptions['odd'] =>
  call =>
    isMissing(call) ? { status: 405, text: '<!doctype html><title>405</title>' } : undefined
const isList = ({ method, path }: FakeCall) =>
  method === 'GET' && /\/(resources|bookings|collaborators)$/.test(path)

const creates = Array.from({ length: 40 }, (_, index) =>
  check(`RES-05.number-${index}`, 'a resource can be made', {}, async ({ given }) => {
    await given.resource()
  }),
)

const deletions: readonly (readonly [string, FakeOptions['odd']])[] = [
  ['does not offer DELETE', without(({ method }) => method === 'DELETE')],
  [
    'says that it deletes and does not',
    ({ method }) => (method === 'DELETE' ? { body: { success: true } } : undefined),
  ],
]
for (const [name, odd] of deletions) {
  test(`given a target that ${name}, when checks create objects, then the run stops creating after the first few`, async () => {
    const fake = await startFake(withOdd(odd))

    const report = await certifyBy(fake, creates, { jobs: 2, target: { ...fake.target, members: [] } })

    const left = fake.left().filter(path => path.includes('/resources/'))
    assert.ok(left.length >= 5 && left.length <= 8, String(left.length))
    const blocked = report.checks.filter(({ outcome }) => outcome === 'blocked')
    assert.is(blocked.length, 40 - left.length)
    const [{ blockedBy, reason = '' } = {}] = blocked
    assert.is(blockedBy, 'RES-42')
    assert.match(
      reason,
      /^DELETE does not work: \d resources of this run are left behind, so no more are created$/,
    )
    for (const path of left) assert.ok(report.remains.includes(`${path} could not be deleted`), path)
  })
}

test('given a target that answers creates with unusable ids, then the run stops creating, blames the ids, and judges them', async () => {
  const fake = await startFake(
    withOdd(call => {
      if (call.method === 'POST') return { body: { success: true, data: [{ id: `room_${call.number}` }] } }
      return isList(call) ? { status: 422, body: { success: false } } : undefined
    }),
  )
  const creating = (id: string) =>
    check(id, 'posts', async ({ owner, schedule }) => {
      await owner.post(schedule.resources, { name: id })
    })
  const many = Array.from({ length: 20 }, (_, index) => creating(`RES-05.number-${index}`))

  const report = await certifyBy(fake, [...many, creating('ENV-09.resource')], {
    jobs: 1,
    target: { ...fake.target, members: [] },
  })

  const [{ blockedBy, reason = '' } = {}] = report.checks.filter(({ outcome }) => outcome === 'blocked')
  const exempt = report.checks.find(({ id }) => id === 'ENV-09.resource')
  assert.is(blockedBy, 'ENV-09')
  assert.match(
    reason,
    /^creates are answered with ids that can't be used, such as room_\d+: \d resources of this/,
  )
  assert.is(exempt?.outcome, 'passed')
})

test('given a target that refuses only some deletions, when checks create objects, then all of them run', async () => {
  const fake = await startFake({
    odd: ({ method, number }) =>
      method === 'DELETE' && number % 2 === 0 ? { status: 500, text: 'Oops' } : undefined,
  })

  const report = await certifyBy(fake, creates, { target: { ...fake.target, members: [] } })

  assert.is(report.counts.passed, 40)
})

test('given a target without lists, when the ledger of a killed run is cleaned, then its objects are deleted and it is gone', async () => {
  const fake = await startFake(withOdd(without(isList)))
  const { given, session } = openRuntime(fake.target)
  await given.booking(await given.resource())

  const cleaned = await cleanLedger({ ledger: session.ledger.file, target: fake.target })

  assert.equal(cleaned, { deleted: 2, restored: [], remains: [] })
  assert.equal([fake.left(), existsSync(session.ledger.file)], [[], false])
})

test('given a target without DELETE and reads, when a ledger is cleaned, then nothing counts as deleted and its entries remain', async () => {
  const isMissing = (call: FakeCall) =>
    call.method === 'DELETE' || (call.method === 'GET' && call.path !== '/v1/users/me')
  const fake = await startFake(withOdd(without(isMissing)))
  const { owner, session, first } = openRuntime(fake.target)
  const id = await owner.create(first.resources, { name: 'Red' })

  const { deleted, remains } = await cleanLedger({ ledger: session.ledger.file, target: fake.target })

  assert.equal([deleted, remains], [0, [`${first.resources}/${id} could not be deleted`]])
  assert.equal(readLedger(session.ledger.file).objects, [{ list: first.resources, id }])
})

test('given a list that fails, when a ledger is cleaned, then an error says so and the ledger is kept', async () => {
  let isDown = false
  const fake = await startFake({
    odd: call =>
      isDown && isList(call) && call.path.endsWith('bookings') ? { status: 500, text: '' } : undefined,
  })
  const { given, session, first } = openRuntime(fake.target)
  await given.resource()
  isDown = true

  const { remains } = await cleanLedger({ ledger: session.ledger.file, target: fake.target })

  assert.is(remains.length, 3)
  assert.match(remains[0] ?? '', `${first.bookings}: a list that is needed cannot be read`)
  assert.ok(existsSync(session.ledger.file))
})

test('given a target that fails during the clean-up, when an object cannot be read, then it does not count as deleted', async () => {
  let isDown = false
  const fake = await startFake({ odd: () => (isDown ? { status: 503, text: '' } : undefined) })
  const { given, session, owner } = openRuntime(fake.target)
  await given.resource()
  isDown = true

  await thrownBy(() => cleanLedger({ ledger: session.ledger.file, target: fake.target }))

  assert.is(owner.email, 'owner@example.test')
  assert.is(readLedger(session.ledger.file).objects.length, 1)
})

function withOdd(odd: FakeOptions['odd']): FakeOptions {
  return { ...(odd && { odd }) }
}

test.run()
