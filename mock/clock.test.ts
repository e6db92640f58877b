import https from 'node:https'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { bookings, call, credentials, mira, now, resources, withMock } from './testing/api.js'

const at = (milliseconds: number) => new Date(milliseconds).toISOString()

async function updatedAt(): Promise<string> {
  await call(`PUT ${resources}/1`, { body: { note: String(Math.random()) } })
  return (await call(`GET ${resources}/1?fields=updated_at`)).body.data.updated_at
}

test('given now, then the clock is frozen, until it is set, advanced or unfrozen', async () => {
  await withMock({}, async mock => {
    assert.equal([mock.clock.now(), mock.clock.frozen, await updatedAt()], [now, true, at(now)])
    mock.clock.advance(90_000)
    assert.is(await updatedAt(), at(now + 90_000))
    mock.clock.set(new Date('2030-01-01T00:00:00Z'))
    assert.is(await updatedAt(), '2030-01-01T00:00:00.000Z')
    mock.clock.run()
    assert.not(mock.clock.frozen)
    mock.reset()
    assert.equal([mock.clock.now(), mock.clock.frozen], [now, true])
  })
})

test('given now as a Date, then it works the same', async () => {
  await withMock({ now: new Date(now) }, async mock => assert.is(mock.clock.now(), now))
})

test('given a link in an e-mail, then it is valid for 24 hours of the clock', async () => {
  await withMock({}, async mock => {
    const follow = async () => {
      await call('PUT /v1/users/me', { body: { email: 'mira@new.example' } })
      const [link = ''] = /https:\S+/.exec(mock.outbox.at(-2)?.text ?? '') ?? []
      return (wait: number) => {
        mock.clock.advance(wait)
        return fetch(link).then(({ status }) => status)
      }
    }

    assert.is(await (await follow())(24 * 3_600_000 + 1), 404)
    assert.is(await (await follow())(24 * 3_600_000 - 1000), 200)
    assert.is(
      (await call('GET /v1/users/me', { as: credentials('mira@new.example', 'mira-demo') })).status,
      200,
    )
  })
})

test("given timers and a Date that a test put in place, then answers come all the same, and the time is that Date's", async () => {
  const { setTimeout, setInterval, setImmediate, Date: RealDate } = globalThis
  // Like fake timers: no timer ever fires, and the time is frozen.
  const never = () => 0
  class FakeDate extends RealDate {
    constructor(value: number | string = 5_000) {
      super(value)
    }
    static override now = () => 5_000
  }
  Object.assign(globalThis, { setTimeout: never, setInterval: never, setImmediate: never, Date: FakeDate })
  try {
    // Without `now`, the mock uses the clock of the process.
    await withMock({ now: undefined as never }, async mock => {
      const { status } = await call(`PUT ${bookings}/1`, { body: { title: 'Faked' } })
      const byNode = await new Promise((resolve, reject) => {
        const headers = { authorization: credentials(mira) }
        https
          .get('https://api.example.test/v1/users/me', { headers }, answer => {
            answer.resume().on('end', () => resolve(answer.statusCode))
          })
          .on('error', reject)
      })

      assert.equal([status, byNode], [200, 200])
      assert.is(mock.requests[0]?.at, at(5_000))
      assert.is(mock.db.booking.findFirst({ where: { id: { equals: 1 } } })?.updated_at, at(5_000))
      FakeDate.now = () => 7_000
      assert.is(mock.clock.now(), 7_000)
    })
  } finally {
    Object.assign(globalThis, { setTimeout, setInterval, setImmediate, Date: RealDate })
  }
})

test.run()
