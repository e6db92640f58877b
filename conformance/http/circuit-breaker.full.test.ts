import type { Socket } from 'node:net'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { check } from '../check/check.js'
import { screenReport } from '../report/screen.js'
import { certifyBy } from '../testing/certifying.js'
import { type Fake, startFake } from '../testing/fake.js'
import type { FakeAnswer } from '../testing/fake-service.js'
import { openRuntime } from '../testing/session.js'
import { endAll, thrownBy } from '../testing/stage.js'

test.after(endAll)

const head = 'HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 1000\r\n\r\n'
const timeout = 400
/** With the default timeout this is 15 s, plus some time for a busy machine. */
const longest = 1.5 * timeout + 2500

type Odd = FakeAnswer | 'hang up' | ((socket: Socket) => void)

/** Ways in which a target can fail, with what the report says about each. */
const ways: readonly (readonly [string, (fake: Fake) => Odd, RegExp])[] = [
  [
    'dies',
    fake => {
      fake.die()
      return 'hang up'
    },
    /ECONNREFUSED/,
  ],
  ['hangs', () => () => {}, /no complete response within 400 ms/],
  ['resets connections', () => socket => socket.resetAndDestroy(), /ECONNRESET|other side closed/],
  [
    'truncates its responses',
    () => socket => void socket.end(`${head}{"succ`),
    /other side closed|terminated/,
  ],
  [
    'speaks SSH',
    () => socket => void socket.end('SSH-2.0-OpenSSH_9.2p1 Debian-2\r\n'),
    /(Expected HTTP|HPE_INVALID|Parse Error)/,
  ],
  ['answers 500 to everything', () => ({ status: 500, text: 'Oops' }), /500 to GET \/v1\/users\/me \(Oops\)/],
  ['answers 503 to everything', () => ({ status: 503, text: '' }), /503 to GET \/v1\/users\/me/],
  [
    'answers 503 and asks to try again at once',
    () => ({ status: 503, headers: { 'retry-after': '0' }, text: '' }),
    /503 to GET \/v1\/users\/me/,
  ],
]

const checks = Array.from({ length: 60 }, (_, index) =>
  check(`RES-05.number-${index}`, 'a resource can be made and renamed', {}, async ({ owner, given }) => {
    const resource = await given.resource()
    for (let turn = 0; turn < 5; turn++) await owner.put(resource.path, { description: `${turn}` })
    await owner.read(resource.path)
  }),
)

for (const [name, goWrong, last] of ways) {
  test(`given a target that ${name} after a while, then the run stops, says when it began, and accuses it of nothing`, async () => {
    let wentWrongAt = 0
    const fake: Fake = await startFake({
      odd(call) {
        if (call.number < 140) return undefined
        wentWrongAt ||= Date.now()
        return goWrong(fake)
      },
    })

    const report = await certifyBy(fake, checks, { timeout, jobs: 4 })

    assert.ok(Date.now() - wentWrongAt < longest, `it took ${Date.now() - wentWrongAt} ms`)
    assert.equal([report.verdict, report.exitCode, report.counts.failed], ['incomplete', 4, 0])
    assert.ok(report.reasons.slice(0, 3).every(each => !each.includes('\n')))
    const reason = report.reasons.join('\n')
    assert.match(
      reason,
      /^The target stopped answering at 20\S+Z, \d+ s after the start and after \d+ usable/,
    )
    assert.match(reason, last)
    const [, underWay = ''] = /^Under way when it stopped: (.*)\.$/m.exec(reason) ?? []
    const suspects = underWay.split(', ')
    assert.ok(suspects.length >= 1 && suspects.length <= 4, underWay)
    for (const each of suspects)
      assert.match(each, /^(GET|POST|PUT|DELETE) \/v1\/\S+ \(RES-05\.number-\d+\)$/)
    assert.match(
      screenReport(report, { width: 200, colour: false }),
      /^Fix this first: the target stopped answering; /,
    )
    assert.match(reason, /The last usable response, at 20\S+Z, was \d+ to /)
    assert.ok(report.counts.passed > 0)
    assert.ok(report.counts.notStarted > 20)
    // No repeated attempts against a dead target.
    assert.ok(fake.calls.length < 180, String(fake.calls.length))
    const remains = report.remains.join('\n')
    assert.match(remains, /\d objects of the run were not deleted\nThe ledger \S+ lists it/)
  })
}

test('given a target that answers 500 to some requests in a row, when it is probed, then the run continues', async () => {
  const fake = await startFake({
    odd: ({ method }) => (method === 'PUT' ? { status: 500, text: 'not yet written' } : undefined),
  })
  const { owner, first, session } = openRuntime(fake.target)

  for (let turn = 0; turn < 20; turn++) await owner.put(`${first.resources}/1`, {})

  assert.is((await owner.get('/v1/users/me')).status, 200)
  assert.is(session.ending.reason, undefined)
  // The probes of the kit are not counted.
  assert.is(session.client.requests, 21)
})

test('given a target that is restarted, when it answers again in time, then the run continues', async () => {
  let until = Number.POSITIVE_INFINITY
  const fake = await startFake({
    odd({ number }) {
      if (number === 90) until = Date.now() + 300
      return number >= 90 && Date.now() < until ? 'hang up' : undefined
    },
  })

  const report = await certifyBy(fake, checks, { timeout: 1000, jobs: 4 })

  assert.equal([report.counts.passed, report.counts.blocked, report.remains], [60, 0, []])
})

test('given a target that is given up, when a request is sent, then it fails at once and is not sent', async () => {
  const fake = await startFake({ odd: () => 'hang up' })
  const { owner, session } = openRuntime(fake.target, {}, { timeout })
  while (!session.ending.reason) await thrownBy(() => owner.get('/v1/users/me'))
  const { length } = fake.calls

  const error = await thrownBy(() => owner.get('/v1/users/me'))

  assert.match(error?.message ?? '', 'It never gave a usable response')
  assert.is(fake.calls.length, length)
})

test.run()
