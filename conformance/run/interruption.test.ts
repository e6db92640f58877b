import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { accepted } from '../check/assertions.js'
import { type Check, check } from '../check/check.js'
import { certifyBy as certify, checkOf } from '../testing/certifying.js'
import { type Fake, startFake } from '../testing/fake.js'
import type { FakeCall } from '../testing/fake-service.js'
import { endAll } from '../testing/stage.js'

test.after(endAll)

const certifyBy = (fake: Fake, checks: readonly Check[]) => certify(fake, checks, { retryDelay: 1 })

const good = check('RES-05', 'a resource can be made', {}, async ({ given }) => {
  await given.resource()
})

test('given a connection that breaks once, when a check writes, then it starts over with other names', async () => {
  let broken = 0
  const names: unknown[] = []
  const fake = await startFake({
    odd(call) {
      if (call.method !== 'POST' || !call.path.endsWith('/resources')) return undefined
      names.push(JSON.parse(call.text).name)
      return broken++ === 0 ? 'hang up' : undefined
    },
  })

  const report = await certifyBy(fake, [good])

  assert.equal([checkOf(report).outcome, checkOf(report).attempts], ['passed', 2])
  assert.is(report.traffic.restarts, 1)
  assert.is(new Set(names).size, 2)
  assert.equal(fake.left(), [])
})

test('given a create that is carried out but not answered, when the run ends, then the object is found and deleted', async () => {
  let broken = 0
  const fake = await startFake({
    odd(call, usual) {
      if (call.method !== 'POST' || !call.path.endsWith('/resources') || broken++ > 0) return undefined
      usual()
      return 'hang up'
    },
  })

  const report = await certifyBy(fake, [good])

  assert.is(checkOf(report).outcome, 'passed')
  assert.equal(fake.left(), [])
  assert.equal(report.remains, [])
})

test('given a collaborator for a schedule that does not exist, when the create is not answered, then the clean-up is complete', async () => {
  let broken = 0
  const fake = await startFake({
    odd(call) {
      const isMissing = call.method === 'POST' && call.path.includes('/nowhere/')
      return isMissing && broken++ === 0 ? 'hang up' : undefined
    },
  })
  const adds = check('RES-05', 'nobody is added', {}, async ({ owner, address }) => {
    await owner.post('/v1/schedules/nowhere/collaborators', { email: address() })
  })

  const report = await certifyBy(fake, [adds])

  assert.equal([checkOf(report).outcome, checkOf(report).attempts], ['passed', 2])
  assert.equal(report.remains, [])
})

const onRooms = (call: FakeCall) => call.path.endsWith('/resources')
const listed = check('RES-05', 'a list is answered', {}, async ({ owner, schedule }) => {
  accepted(await owner.get(schedule.resources, { limit: 7 }))
})

test('given a preparation that never gets a response, when a check needs it, then its rule blocks the check', async () => {
  const fake = await startFake({
    odd: call => (call.method === 'POST' && onRooms(call) ? 'hang up' : undefined),
  })

  const { outcome, attempts, blockedBy, reason = '' } = checkOf(await certifyBy(fake, [good]))

  assert.equal([outcome, attempts, blockedBy], ['blocked', 5, 'RES-38'])
  assert.match(reason, 'got no complete response in 5 attempts')
})

for (const [who, email, how] of [
  ['an account', 'STRANGER@example.test', 'once'],
  ['an account', 'STRANGER@example.test', 'each time'],
  ['no account', '_tranger@example.test', 'once'],
] as const) {
  test(`given a create of a collaborator with ${who} that is carried out but not answered ${how}, when the check ends, then the collaborator is gone`, async () => {
    let broken = 0
    const fake = await startFake({
      odd(call, usual) {
        if (call.method !== 'POST' || !call.path.endsWith('/collaborators')) return undefined
        if (how === 'once' && broken++ > 0) return undefined
        usual()
        return 'hang up'
      },
    })

    const report = await certifyBy(fake, [
      check('COL-21', 'a stranger can be added', { needs: ['stranger'] }, async ({ given }) => {
        await given.collaborator({ email })
      }),
    ])

    const { outcome, attempts } = checkOf(report)
    assert.equal([outcome, attempts], how === 'once' ? ['passed', 2] : ['failed', 5])
    assert.equal(fake.left(), [])
    assert.equal(report.remains, [])
  })
}

/** A gateway's page, instead of a response of the service. */
const page = { status: 502, headers: { 'content-type': 'text/html' }, text: '<h1>502 Bad Gateway</h1>' }

test('given a gateway that answers now and then, when a check runs, then it starts over and blames no rule', async () => {
  let left = 1
  const fake = await startFake({
    odd: call => (call.method === 'POST' && onRooms(call) && left-- > 0 ? page : undefined),
  })

  const report = await certifyBy(fake, [good])

  assert.equal([checkOf(report).outcome, checkOf(report).attempts], ['passed', 2])
  assert.is(report.traffic.restarts, 1)
})

test('given a gateway that answers one request each time, when a check sends it, then it has failed with that response', async () => {
  const fake = await startFake({
    odd: call => (onRooms(call) && call.query.get('limit') === '7' ? page : undefined),
  })

  const { outcome, attempts, evidence } = checkOf(await certifyBy(fake, [listed]))

  assert.equal([outcome, attempts], ['failed', 5])
  assert.is(evidence[0]?.exchanges.at(-1)?.status, 502)
  assert.match(evidence[0]?.actual ?? '', '502 Bad Gateway')
})

test('given a service that says itself that it is busy, when a check runs, then that is its response', async () => {
  const fake = await startFake({
    odd: call =>
      onRooms(call) && call.query.get('limit') === '7'
        ? { status: 503, body: { success: false, message: 'busy' } }
        : undefined,
  })

  const { outcome, attempts } = checkOf(await certifyBy(fake, [listed]))

  assert.equal([outcome, attempts], ['failed', 1])
})

test('given a gateway that answers for only one operation, when a run begins, then it continues', async () => {
  const fake = await startFake({ odd: call => (call.method === 'DELETE' ? page : undefined) })

  const report = await certifyBy(fake, [listed])

  assert.is(checkOf(report).outcome, 'passed')
})

for (const [level, outcome] of [
  ['must', 'failed'],
  ['should', 'warned'],
  ['may', 'warned'],
] as const) {
  test(`given a target that drops each connection at one request, when a ${level} check sends it, then it has ${outcome}`, async () => {
    const fake = await startFake({
      odd: call => (onRooms(call) && call.query.get('limit') === '7' ? 'hang up' : undefined),
    })

    const found = checkOf(await certifyBy(fake, [{ ...listed, level }]))

    assert.equal([found.outcome, found.attempts], [outcome, 5])
    const { message = '', exchanges = [], curl = '' } = found.evidence[0] ?? {}
    assert.match(
      message,
      /resources\?limit=7 as owner got no complete response in 5 attempts, while the target answers/,
    )
    assert.is(exchanges.at(-1)?.status, 0)
    assert.match(curl, 'resources?limit=7')
  })
}

test('given connections that break at other requests each time, when a check never ends, then it is blocked', async () => {
  let attempt = 0
  const fake = await startFake({
    odd(call) {
      if (call.headers['schedkit-check'] !== 'RES-05') return undefined
      // Each attempt gets one more request answered.
      if (call.query.get('offset') === '0') attempt++
      return Number(call.query.get('offset')) >= Math.ceil(attempt / 3) % 4 ? 'hang up' : undefined
    },
  })
  const walks = check('RES-05', 'a list is walked through', {}, async ({ owner, schedule }) => {
    for (let offset = 0; offset < 9; offset++) await owner.get(schedule.resources, { offset })
  })

  const { outcome, reason = '' } = checkOf(await certifyBy(fake, [walks]))

  assert.is(outcome, 'blocked')
  assert.match(reason, 'no complete response in attempt 15')
})

test.run()
